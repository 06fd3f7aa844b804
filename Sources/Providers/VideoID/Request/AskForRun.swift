import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension VideoID {
  /// `videoid.request`, `smileid.request` and `videoscan.request`: an id, and an authorization for the SDK (§1.1).
  func ask(for product: Product, _ call: Call) -> Outcome {
    var findings: [Finding] = []
    var switches = standardSwitches
    do throws(APIRefusal) {
      let caller: Caller
      (caller, findings) = try self.caller(call)
      switches = caller.switches()
      return .answer(try begin(product, for: caller, call, findings))
    } catch {
      noteOwned(error.findings)
      return .answer(
        readable(Answer(error.response(switches), findings: findings + error.findings)))
    }
  }

  /// Notes findings on the runs that they are about, such as a run's authorization sent as a bearer token.
  func noteOwned(_ findings: [Finding]) {
    for finding in findings {
      if let identifier = finding.transaction { runs.note([finding], on: identifier) }
    }
  }

  private func begin(
    _ product: Product, for caller: Caller, _ call: Call, _ earlier: [Finding]
  ) throws(APIRefusal) -> Answer {
    if let admission = caller.admission, !admission.hasUse(at: call.now) { throw Self.tokenUsed }
    let read = try RunRequest.read(call.request)
    let request = read.request
    if caller.admission != nil { try Self.checkOrdered(product, request) }
    let known = person(withPhone: request)
    let choice = try choose(product, request, for: caller, known, call)
    let (named, leniency) = try named(request, known, for: caller, choice)
    let findings = earlier + read.findings + leniency
    if let admission = caller.admission, !admissions.use(admission.token, at: call.now) {
      runs.giveBack(choice)
      throw Self.tokenUsed
    }
    let switches = caller.switches(with: choice.scenario)
    // One stream of bytes for both secrets: the first 16 are the id, the next 80 the authorization.
    var bytes: [UInt8] = []
    let opened = runs.open(
      choice, client: caller.name, person: runs.person(choice.decision, named: named),
      at: product.requestEndpoint,
      now: call.now,
      // The person sees nothing before the SDK is started.
      script: .steps([]), patience: switches[.authorization],
      remembrance: switches[.session] + switches[.result], findings: findings,
      identifier: { ordinal in
        bytes = sandbox.environment.bytes(96, ordinal: ordinal, purpose: "videoid/run")
        return UUIDText(bytes).text
      },
      handles: { [$0.detail.authorization] }
    ) { _, _ in
      Run(
        product: product, request: request, authorization: VideoID.authorization(bytes.dropFirst(16)),
        authorizedUntil: call.now + switches[.authorization], switches: switches,
        admission: caller.admission?.token, webhook: caller.webhook?.atHome(of: call))
    }
    if caller.webhook == nil { noteWebhookMissing(on: opened.transaction) }
    var isAnswered = false
    let answer = opened.answer(findings: findings) {
      let run = opened.transaction
      isAnswered = true
      admissions.note(run, at: call.now)
      let body: JSON = [
        "id": .string(run.identifier), "authorization": .string(run.detail.authorization),
      ]
      var response = Response.notStored(.ok, body)
      VideoID.crossOrigin.allow(&response)
      return response
    }
    if let admission = caller.admission, !isAnswered { admissions.giveBack(admission.token) }
    return answer
  }

  /// Notes that a story about messages cannot happen to a client without a webhook.
  private func noteWebhookMissing(on run: Transaction<Run>) {
    guard let story = run.decision.scenario, story.judge != nil, story.caseName.hasPrefix("webhook-") else {
      return
    }
    runs.update(run.identifier) {
      $0.note(obstacle: "no webhook is registered for the client, so that it gets no message")
    }
  }

  private static let tokenUsed = APIRefusal.unauthorized(
    "The access token was used already", Finding(BearerRules.operationTokenUsed))

  /// An order is for a document and a live face, unattended (guide, "About ReuseID step-up").
  private static func checkOrdered(_ product: Product, _ request: RunRequest) throws(APIRefusal) {
    guard product != .videoid || request.process != .unattended else { return }
    let seen =
      product == .videoid
      ? "process is \(request.process.rawValue)" : "\(product.rawValue).request was called"
    throw APIRefusal(
      403, "insufficient_scope", "The access token is for one Unattended VideoID",
      Finding(BearerRules.operationWantsVideoID, seen))
  }

  /// 80 opaque bytes as base64url with padding, 108 characters (§1.1 #11).
  private static func authorization(_ bytes: ArraySlice<UInt8>) -> String {
    Base64URL.encode(Array(bytes)) + "="
  }

  /// True for a text in the form of an authorization.
  static func isAuthorization(_ text: String) -> Bool {
    guard text.utf8.count == 108, text.utf8.last == UInt8(ascii: "=") else { return false }
    return (try? Base64URL.decode(String(text.dropLast()))) != nil
  }

  private func choose(
    _ product: Product, _ request: RunRequest, for caller: Caller, _ named: Person?, _ call: Call
  ) throws(APIRefusal) -> ScenarioChoice {
    let asked = AskedScenario.find(call.request) { $0 == "state" ? request.externalReference : nil }
    do throws(UnknownScenario) {
      return try runs.choose(facts(product, request, for: caller, named), for: caller.name, asked: asked)
    } catch {
      throw .invalid("Unknown scenario: \(error.text)", Finding(RequestRules.scenarioUnknown, error.text))
    }
  }

  /// What scenario conditions can test.
  private func facts(
    _ product: Product, _ request: RunRequest, for caller: Caller, _ named: Person?
  ) -> Facts {
    var facts = request.facts
    facts["is.client"] = caller.name
    facts["is.person"] = (caller.admission?.order.person ?? named)?.key
    facts["is.product"] = product.rawValue
    facts["is.ordered"] = caller.admission == nil ? nil : "yes"
    return facts
  }
}
