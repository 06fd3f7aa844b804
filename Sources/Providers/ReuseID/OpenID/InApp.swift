import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// What authorize answers an app: where to ask for the status and where to go at the end (§1c).
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

  /// The status: `PENDING` and `COMPLETED` are documented and no others, so clients that know only these ask for ever (§4 9).
  func inAppStatus(_ call: Call) -> Outcome {
    inApp(call, .inAppStatus) { operation, answer in
      let detail = operation.detail
      if detail.phase.isFinal, detail.phase != .completed {
        let polls =
          ledger.update(operation.identifier) { operation in
            operation.detail.pollsAfterEnd += 1
            return operation.detail.pollsAfterEnd
          } ?? 0
        if polls > 3 { answer.findings.append(Finding(OpenIDRules.polledAfterEnd, "\(polls) times")) }
      }
      answer.response = .json(.ok, (["status": .string(Self.status(detail))] as JSON).bytes())
    }
  }

  private static func status(_ detail: Operation) -> String {
    switch detail.phase {
    case .completed: "COMPLETED"
    case .created, .started, .authenticated, .verifying: "PENDING"
    case .failed, .cancelled, .expired, .replaced:
      detail.switches[quirk: .inAppEnd].word == "pending" ? "PENDING" : detail.phase.status.uppercased()
    }
  }

  /// The end: a redirect with the code, for whoever follows redirects and does not ask for JSON (§1c).
  func inAppComplete(_ call: Call) -> Outcome {
    inApp(call, .inAppComplete) { operation, answer in
      guard !call.request.headers.value("Accept", contains: "application/json") || call.request.prefersHTML
      else {
        let refusal = OpenIDRefusal(
          "invalid_request", OpenIDRules.completeWithAccept, call.request.headers["Accept"] ?? "",
          "Call this address without Accept: application/json")
        answer.response = refusal.forApp
        if let finding = refusal.finding { answer.findings.append(finding) }
        return
      }
      if operation.detail.phase != .completed {
        answer.findings.append(Finding(OpenIDRules.completeTooEarly, operation.detail.phase.word))
      }
      answer.response = .redirect(to: callback(operation))
    }
  }

  /// The link `cancel` of the variant with links.
  func inAppCancel(_ call: Call) -> Outcome {
    inApp(call, .inAppCancel) { operation, answer in
      end(operation.identifier, .cancelled)
      answer.response = .json(.ok, (["status": "OK"] as JSON).bytes())
    }
  }

  private func inApp(
    _ call: Call, _ endpoint: EndpointName, _ work: (Transaction<Operation>, inout Answer) -> Void
  ) -> Outcome {
    let identifier = call.parameters["transaction"] ?? ""
    _ = settled(identifier)
    let noted = ledger.call(at: endpoint, of: identifier, for: call) {
      $0.identifier == identifier && $0.detail.channel == .inApp
    }
    guard let operation = noted.transaction else { return .answer(unknownOperation(call)) }
    if let instead = noted.answerInstead { return .answer(instead) }
    var answer = Answer(.text(""), transaction: identifier, faults: noted.faults)
    work(operation, &answer)
    ledger.note(answer.findings, on: identifier)
    return .answer(answer)
  }
}
