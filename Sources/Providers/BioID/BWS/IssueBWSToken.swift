import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET token`: issues a BWS token, and so opens a transaction (§1.1).
  func token(_ call: Call) -> Outcome {
    var findings: [Finding] = []
    do throws(BWSRefusal) {
      let application = try application(call, &findings)
      let query = try BWSTokenQuery(call.request)
      try checkIdentifier(query, application)
      let choice = try choose(query, application, call)
      do throws(BWSRefusal) {
        return .answer(try issue(query, application, choice, call, &findings))
      } catch {
        operations.giveBack(choice)
        throw error
      }
    } catch {
      return .answer(
        Answer(error.response(challenge: BWSRefusal.basic), findings: findings + [error.finding]))
    }
  }

  /// `id` is required and the name of the credentials (§1.1).
  private func checkIdentifier(
    _ query: borrowing BWSTokenQuery, _ application: BWSApplication
  ) throws(BWSRefusal) {
    guard let identifier = query.identifier, !identifier.isEmpty else {
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
    _ query: borrowing BWSTokenQuery, _ application: BWSApplication, _ choice: ScenarioChoice, _ call: Call,
    _ findings: inout [Finding]
  ) throws(BWSRefusal) -> Answer {
    let switches =
      choice.scenario.map { self.switches(of: application.client, $0) } ?? application.switches
    let request = try BWSTokenRequest(query, switches, &findings)
    if let bcid = request.bcid, !application.client.owns(bcid) {
      throw refused(
        application.client, BWSTokenRules.bcidForeign,
        "\(bcid.text) is not in \(application.client.storage)/\(application.client.partition)",
        "Access denied")
    }
    let holder = request.bcid.flatMap { application.people[$0] }
    noteCircumstances(request, holder, switches, call, &findings)
    let now = operations.now
    let change = choice.scenario?.tokens["bws_token"]
    let lifetime = change?.lifetime ?? switches[.token]
    let opened = operations.open(
      choice, client: application.identifier,
      person: operations.person(choice.decision, named: holder?.person),
      at: BioIDEndpoint.token, script: operations.script(choice.decision, standard: BioID.approval),
      patience: lifetime, remembrance: BioID.remembrance, findings: findings,
      identifier: { tokenIdentifier($0) }, handles: { [$0.detail.token] }
    ) { ordinal, identifier in
      operation(
        request, holder?.text, identifier, ordinal, application, switches, change, notBefore: now,
        lifetime: lifetime, call)
    }
    let transaction = opened.transaction
    return Answer(
      opened.faults.answerInstead ?? body(transaction.detail.token, switches),
      transaction: transaction.identifier, findings: findings, faults: opened.faults, remarks: opened.remarks)
  }

  /// The bare token as text, whatever `Accept` says (§1.1).
  private func body(_ token: String, _ switches: BioIDSwitches) -> Response {
    if switches[.tokenBody].word == "json" {
      var response = Response.json(.ok, JSON.string(token).bytes())
      response.headers.append("Cache-Control", "no-store")
      return response
    }
    let fields = switches[.crossOrigin].isOn ? BioID.tokenFieldsForScripts : BioID.tokenFields
    return Response(.ok, headers: fields, body: Array(token.utf8))
  }

  private static let tokenFields: Headers = ["Content-Type": "text/plain", "Cache-Control": "no-store"]

  /// With all that every answer gets, so that nothing has to be added to what is sent so often.
  private static let tokenFieldsForScripts: Headers = [
    "Content-Type": "text/plain", "Cache-Control": "no-store", CrossOrigin.allowField: "*",
    "Eidolon": "emulator",
  ]

  private func operation(
    _ request: BWSTokenRequest, _ knownBCID: String?, _ identifier: String, _ ordinal: Int,
    _ application: BWSApplication, _ switches: BioIDSwitches, _ change: TokenChange?, notBefore now: Instant,
    lifetime: Duration, _ call: Call
  ) -> BWSOperation {
    let challenges =
      request.hasChallenge
      ? BWSChallenges.make(
        request,
        bytes: sandbox.environment.bytes(
          BWSChallenges.size(request), ordinal: ordinal, purpose: "bioid/challenge")) : []
    let offset = change?.issuedAt ?? .zero
    let written = sandbox.environment.clock.written + offset
    let absent = switches[.missingBCID].word == "empty" ? "" : nil
    let token = BWSToken(
      identifier: identifier,
      client: application.client.isAnything ? application.identifier : application.client.name,
      application: application.identifier, bcid: knownBCID ?? request.bcid?.text ?? absent,
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
      expires: now + offset + lifetime + lateness,
      switches: switches, challenges: challenges, isForged: defect == .badSignature || defect == .noAlgorithm)
  }

  /// A GUID of version 4, which also names the transaction.
  private func tokenIdentifier(_ ordinal: Int) -> String {
    UUIDText(sandbox.environment.bytes(16, ordinal: ordinal, purpose: "bioid/tokenid")).text
  }

  /// What the person does where nothing else is said.
  static let approval = PhoneScript.steps([PhoneStep(BioIDVerb.approve.rawValue)])

  /// How long a token is remembered after its end, so that late calls are known to be late.
  static let remembrance: Duration = .seconds(600)

  // MARK: Which scenario

  private func choose(
    _ query: borrowing BWSTokenQuery, _ application: BWSApplication, _ call: Call
  ) throws(BWSRefusal) -> ScenarioChoice {
    do throws(UnknownScenario) {
      return try operations.choose(
        facts(query.form, application, call), for: application.identifier,
        asked: AskedScenario.find(call.request) { query.asking($0) })
    } catch {
      throw BWSRefusal(
        .badRequest, BWSTokenRules.scenarioUnknown, error.text, "Unknown scenario: \(error.text)")
    }
  }

  /// What conditions can ask about.
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

  /// What works, but is worth knowing: nobody is enrolled, or the secret seems to be in an app.
  private func noteCircumstances(
    _ request: BWSTokenRequest, _ holder: PeopleByBCID.Holder?, _ switches: BioIDSwitches, _ call: Call,
    _ findings: inout [Finding]
  ) {
    if request.task == .verify, let bcid = request.bcid,
      template(bcid, switches, hasHolder: holder != nil) == nil
    {
      findings.append(Finding(BWSTokenRules.notEnrolled, bcid.text))
    }
    let headers = call.request.headers
    if headers.value("User-Agent", contains: "CFNetwork") || headers.value("User-Agent", contains: "Dalvik") {
      findings.append(Finding(BWSTokenRules.secretInApp, headers["User-Agent"] ?? ""))
    }
  }
}
