import OpenID
import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET token`: issues a BWS token and opens its transaction (§1.1).
  func token(_ call: Call) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Outcome in
      let query = try call.request.webAPIQuery
      try checkIdentifier(query, application)
      let choice = try choose(query, application, call)
      do throws(BWSRefusal) {
        return .answer(try issue(query, application, choice, call))
      } catch {
        operations.giveBack(choice)
        throw error
      }
    }
  }

  /// `id` is required and must be the user name of the credentials (§1.1).
  private func checkIdentifier(
    _ query: Form, _ application: BWSApplication
  ) throws(BWSRefusal) {
    guard let identifier = query["id"], !identifier.isEmpty else {
      throw BWSRefusal(.badRequest, BWSTokenRules.identifierMissing, "", "The app identifier is missing")
    }
    guard identifier == application.identifier else {
      throw refused(
        application.client, BWSTokenRules.identifierMismatch,
        "\"\(identifier)\" by \"\(application.identifier)\"",
        "Access denied")
    }
  }

  private func issue(
    _ query: Form, _ application: BWSApplication, _ choice: ScenarioChoice, _ call: Call
  ) throws(BWSRefusal) -> Answer {
    let switches = switches(of: application.client, choice.scenario)
    let request = try BWSTokenRequest(query, switches)
    if let bcid = request.bcid, !application.client.owns(bcid) {
      throw refused(
        application.client, BWSTokenRules.bcidForeign,
        "\(bcid.text) is not in \(application.client.storage)/\(application.client.partition)",
        "Access denied"
      ).after(request.findings)
    }
    let holder = request.bcid.flatMap { people.find($0, in: sandbox) }
    let findings = application.findings + request.findings + warnings(request, switches, call)
    let change = choice.scenario?.tokens["bws_token"]
    let lifetime = change?.lifetime ?? switches[.token]
    let opened = operations.open(
      choice, client: application.identifier,
      person: operations.person(choice.decision, named: holder),
      at: BioIDEndpoint.token, now: call.now,
      script: operations.script(choice.decision, standard: BioID.approval),
      patience: lifetime, remembrance: BioID.remembrance, findings: findings,
      identifier: { tokenIdentifier($0) }, handles: { [$0.detail.token] }
    ) { ordinal, identifier in
      operation(
        request, identifier, ordinal, application, switches, change, lifetime: lifetime, call)
    }
    return opened.answer(findings: findings) { body(opened.transaction.detail.token, switches) }
  }

  /// The bare token as text, whatever `Accept` says (§1.1).
  private func body(_ token: String, _ switches: BioIDSwitches) -> Response {
    if switches[.tokenBody].word == "json" {
      var response = Response.json(.ok, JSON.string(token).bytes())
      response.headers.append("Cache-Control", "no-store")
      return response
    }
    return Response(
      .ok, headers: ["Content-Type": "text/plain", "Cache-Control": "no-store"], body: Array(token.utf8))
  }

  private func operation(
    _ request: BWSTokenRequest, _ identifier: String, _ ordinal: Int,
    _ application: BWSApplication, _ switches: BioIDSwitches, _ change: TokenChange?,
    lifetime: Duration, _ call: Call
  ) -> BWSOperation {
    let challenges =
      request.hasChallenge
      ? BWSChallenges.make(
        request,
        bytes: sandbox.environment.bytes(
          BWSChallenges.size(request), ordinal: ordinal, purpose: "bioid/challenge")) : []
    let offset = change?.issuedAt ?? .zero
    let written = call.time.written + offset
    let absent = switches[.missingBCID].word == "empty" ? "" : nil
    let token = BWSToken(
      identifier: identifier,
      client: application.client.isWildcard ? application.identifier : application.client.name,
      application: application.identifier, bcid: request.bcid?.text ?? absent,
      request: request,
      challenges: challenges,
      audience: switches[.audience].word == "vendor" ? "https://bws.bioid.com" : call.base,
      notBefore: written, expires: written + lifetime)
    let defect = change?.defect.flatMap { BWSTokenDefect(rawValue: $0) }
    let lateness: Duration =
      switch defect {
      case .expired: .seconds(-1200)
      default: .zero
      }
    return BWSOperation(
      request: request, token: token.signed(with: tokenKey, change),
      expires: call.now + offset + lifetime + lateness,
      switches: switches, challenges: challenges, isForged: defect == .badSignature || defect == .noAlgorithm)
  }

  /// A GUID of version 4, which also names the transaction.
  private func tokenIdentifier(_ ordinal: Int) -> String {
    UUIDText(sandbox.environment.bytes(16, ordinal: ordinal, purpose: "bioid/tokenid")).text
  }

  /// What the person does unless a scenario says otherwise.
  static let approval = PhoneScript.steps([PhoneStep(BioIDVerb.approve.rawValue)])

  // MARK: Choosing the scenario

  private func choose(
    _ query: Form, _ application: BWSApplication, _ call: Call
  ) throws(BWSRefusal) -> ScenarioChoice {
    do throws(UnknownScenario) {
      return try operations.choose(
        facts(query, application, call), for: application.identifier,
        asked: AskedScenario.find(call.request) { query[$0] })
    } catch {
      throw BWSRefusal(
        .badRequest, BWSTokenRules.scenarioUnknown, error.text, "Unknown scenario: \(error.text)")
    }
  }

  /// The facts that a scenario's conditions can ask about.
  private func facts(_ query: Form, _ application: BWSApplication, _ call: Call) -> Facts {
    let parameters = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
    var facts = Facts(parameters)
    facts["is.client"] = application.identifier
    facts["is.task"] = parameters["task"] ?? BWSTask.verify.rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    if let bcid = parameters["bcid"].flatMap({ BCID($0, allowingSign: true) }) {
      facts["is.bcid"] = bcid.text
      facts["is.person"] = people.find(bcid, in: sandbox)?.key
    }
    return facts
  }

  /// Warns of likely mistakes: nobody is enrolled, or the secret seems to be in an app.
  private func warnings(
    _ request: BWSTokenRequest, _ switches: BioIDSwitches, _ call: Call
  ) -> [Finding] {
    var findings: [Finding] = []
    if request.task == .verify, let bcid = request.bcid, !isEnrolled(request, switches) {
      let isKnown = template(bcid, switches) != nil
      findings.append(
        Finding(BWSTokenRules.notEnrolled, bcid.text + (isKnown ? " has not all of these traits" : "")))
    }
    let headers = call.request.headers
    if headers.value("User-Agent", contains: "CFNetwork") || headers.value("User-Agent", contains: "Dalvik") {
      findings.append(Finding(BWSTokenRules.secretInApp, headers["User-Agent"] ?? ""))
    }
    return findings
  }
}
