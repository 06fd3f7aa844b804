import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// An endpoint of an operation that an app began.
  static func inApp(
    _ name: ReuseIDEndpoint, _ methods: [HTTP.Method], _ path: String,
    answer: @escaping @Sendable (ReuseID) -> (OwnedCall<Operation>, Transaction<Operation>) -> Answer
  ) -> Endpoint<ReuseID> {
    Endpoint(
      name, methods, "/oidc/\(path)/{transaction}", on: \.ledger, by: .path("transaction"),
      where: { $0.identifier == $1 && $0.detail.channel == .inApp },
      answer: { own in { own.inApp($0, answer(own)) } })
  }

  private func inApp(
    _ call: OwnedCall<Operation>, _ work: (OwnedCall<Operation>, Transaction<Operation>) -> Answer
  ) -> Outcome {
    guard call.transaction != nil, let operation = settled(call.handle, at: call.now) else {
      return .answer(unknownOperation(OpenIDRules.handleUnknown, for: call.call))
    }
    let answer = work(call, operation)
    ledger.note(answer.findings, on: operation.identifier)
    return .answer(answer)
  }

  /// The authorization endpoint's response to an app: where to poll and where to go at the end (§1c).
  func forApp(_ operation: Transaction<Operation>, _ call: Call) -> Response {
    let address = { (what: String) in "\(call.base)/oidc/\(what)/\(operation.identifier)" }
    var members: JSONObject
    if operation.detail.switches[quirk: .inAppAnswer].word == "links" {
      let links = ["status", "complete", "cancel"].map { rel -> JSON in
        ["rel": .string(rel), "href": .string(address(rel)), "type": "GET"]
      }
      members = ["links": .array(links)]
    } else {
      members = [
        "status": "OK", "statusUrl": .string(address("status")), "completeUrl": .string(address("complete")),
      ]
    }
    members["activationCode"] = operation.detail.activationCode.map(JSON.string)
    return .json(.ok, JSON.object(members).bytes())
  }

  /// The status: only `PENDING` and `COMPLETED` are documented, so clients that know no others poll for ever (§4 9).
  func inAppStatus(_ call: OwnedCall<Operation>, _ operation: Transaction<Operation>) -> Answer {
    let response = Response.json(.ok, (["status": .string(Self.status(operation.detail))] as JSON).bytes())
    let detail = operation.detail
    // Where every status is PENDING, only the session's length tells the client to stop.
    let isEndKnown = Self.status(detail) != "PENDING" || call.now >= detail.deadline
    guard detail.phase.isFinal, detail.phase != .completed, isEndKnown else { return Answer(response) }
    let polls =
      ledger.update(operation.identifier) { operation in
        operation.detail.pollsAfterEnd += 1
        return operation.detail.pollsAfterEnd
      } ?? 0
    return Answer(
      response, findings: polls > 3 ? [Finding(OpenIDRules.polledAfterEnd, "\(polls) times")] : [])
  }

  private static func status(_ detail: Operation) -> String {
    switch detail.phase {
    case .completed: "COMPLETED"
    case .created, .started, .authenticated, .verifying: "PENDING"
    case .failed, .cancelled, .expired, .replaced:
      detail.switches[quirk: .inAppEnd].word == "pending" ? "PENDING" : detail.phase.status.uppercased()
    }
  }

  /// Redirects with the code, for clients that follow redirects and do not ask for JSON (§1c).
  func inAppComplete(_ call: OwnedCall<Operation>, _ operation: Transaction<Operation>) -> Answer {
    guard !call.request.acceptsOnlyJSON else {
      let refusal = OpenIDRefusal(
        .invalidRequest, OpenIDRules.completeWithAccept, call.request.headers["Accept"] ?? "",
        "Call this address without Accept: application/json")
      return Answer(refusal.forApp, findings: refusal.findings)
    }
    guard operation.detail.phase == .completed else {
      let answer = AuthorizationAnswer(
        .accessDenied, Self.notCompleted, state: operation.detail.state, to: operation.detail.redirectURI)
      // Once it has ended, this is the way to the failure's text.
      let phase = operation.detail.phase
      return Answer(
        respond(answer, of: operation, for: call.call),
        findings: phase.isFinal ? [] : [Finding(OpenIDRules.completeTooEarly, phase.word)])
    }
    return finish(operation, call.call)
  }

  /// The `cancel` link, which only the variant with links has.
  func inAppCancel(_ call: OwnedCall<Operation>, _ operation: Transaction<Operation>) -> Answer {
    end(operation.identifier, .cancelled, at: call.now)
    return Answer(.json(.ok, (["status": "OK"] as JSON).bytes()))
  }
}

extension Request {
  /// True if `Accept` names `application/json`, with any parameters, and nothing else that would do.
  fileprivate var acceptsOnlyJSON: Bool {
    let wanted = headers.values("Accept").flatMap { $0.split(separator: ",") }.compactMap {
      range -> String? in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      // A weight of zero is a refusal (RFC 9110 §12.4.2).
      let isRefused = parts.dropFirst().contains { part in
        part.hasPrefix("q=0") && !part.contains { ("1"..."9").contains($0) }
      }
      return isRefused ? nil : parts.first
    }
    return !wanted.isEmpty && wanted.allSatisfy { $0 == "application/json" }
  }
}

extension OpenIDRefusal {
  /// The form of errors for apps at the older addresses (§1c).
  var forApp: Response {
    .json(
      status ?? .badRequest,
      (["error": ["code": .string(error.rawValue), "message": .string(description)]] as JSON).bytes())
  }
}
