import Flow
import HTTP
import ProviderKit

/// Why an authorization request is refused.
private enum BioIDAuthorizationProblem: Error {
  /// On a page: nobody could say that the browser may be sent back.
  case page(BioIDConnectRefusal)
  /// With a redirect.
  case sendBack(BioIDConnectRefusal, to: String, state: String?)
}

extension BioID {
  /// The authorization endpoint, for OpenID Connect and, with GET only, for OAuth 2.0 (§1.9).
  func authorize(_ call: Call, at endpoint: BioIDEndpoint) -> Outcome {
    var findings: [Finding] = []
    do throws(BioIDAuthorizationProblem) {
      guard let query = call.request.submitted else {
        throw .page(
          BioIDConnectRefusal(.invalidRequest, BioIDConnectRules.malformed, "", "Malformed request"))
      }
      if let name = query.duplicates.first {
        throw .page(
          BioIDConnectRefusal(
            .invalidRequest, BioIDConnectRules.malformed, "\(name) comes twice", "Repeated parameter"))
      }
      let (client, identifier) = try client(query)
      findings = client.findings(as: identifier)
      let redirectURI = try redirectURI(query, client)
      let parameters = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
      let named = person(named: query["login_hint"])
      let choice = try choose(parameters, identifier, named, call)
      do throws(BioIDAuthorizationProblem) {
        let (request, problems) = try request(query, redirectURI)
        return open(request, choice, client, identifier, named, endpoint, call, findings + problems)
      } catch {
        logins.giveBack(choice)
        throw error
      }
    } catch {
      switch error {
      case .page(let refusal):
        return .answer(
          Answer(refusedConnect(refusal, call), findings: findings + refusal.findings))
      case .sendBack(let refusal, let uri, let state):
        let location = RedirectLocation.with(
          uri,
          [("error", refusal.error.rawValue), ("error_description", refusal.description), ("state", state)])
        return .answer(Answer(.redirect(to: location), findings: findings + refusal.findings))
      }
    }
  }

  private func open(
    _ request: BioIDConnectRequest, _ choice: ScenarioChoice, _ client: BioIDClient, _ identifier: String,
    _ named: Person?, _ endpoint: BioIDEndpoint, _ call: Call, _ findings: [Finding]
  ) -> Outcome {
    let switches = switches(of: client, choice.scenario)
    let opened = logins.open(
      choice, client: identifier, person: logins.person(choice.decision, named: named), at: endpoint,
      now: call.now,
      script: logins.script(choice.decision, standard: BioID.approval), patience: switches[.login],
      remembrance: switches[.code] + BioID.remembrance, findings: findings
    ) { _, _ in
      BioIDLogin(request: request, issuer: issuer(call.publicBase), switches: switches)
    }
    return opened.outcome(findings: findings) {
      continueLogin(opened.transaction.identifier, call, at: call.now)
    }
  }

  // MARK: Who asks for what

  private func client(_ query: Form) throws(BioIDAuthorizationProblem) -> (BioIDClient, String) {
    guard let identifier = query["client_id"], !identifier.isEmpty else {
      throw .page(
        BioIDConnectRefusal(.invalidRequest, BioIDConnectRules.clientMissing, "", "Missing client_id"))
    }
    guard let client = sandbox.client(identifier, of: BioID.slug, as: BioIDClient.self) else {
      throw .page(
        BioIDConnectRefusal(
          .invalidRequest, BioIDConnectRules.clientUnknown, hint(identifier), "Unknown client_id"))
    }
    return (client, identifier)
  }

  private func redirectURI(
    _ query: Form, _ client: BioIDClient
  ) throws(BioIDAuthorizationProblem) -> String {
    guard let uri = query["redirect_uri"], !uri.isEmpty else {
      throw .page(
        BioIDConnectRefusal(.invalidRequest, BioIDConnectRules.redirectMissing, "", "Missing redirect_uri"))
    }
    if client.redirectURIs.contains(uri) || client.isAnything && RedirectLocation.isSafe(uri) { return uri }
    throw .page(
      BioIDConnectRefusal(
        .invalidRequest,
        RedirectLocation.addsQuery(uri, to: client.redirectURIs)
          ? BioIDConnectRules.redirectQuery : BioIDConnectRules.redirectMismatch,
        "\"\(uri)\"; registered are \(client.redirectURIs.joined(separator: ", "))", "Invalid redirect_uri"))
  }

  private func request(
    _ query: Form, _ redirectURI: String
  ) throws(BioIDAuthorizationProblem) -> (BioIDConnectRequest, findings: [Finding]) {
    var findings: [Finding] = []
    let state = query["state"]
    if state?.isEmpty ?? true { findings.append(Finding(BioIDConnectRules.stateMissing)) }
    if let state, !state.isEmpty, RandomParameter.isShort(state) {
      findings.append(Finding(BioIDConnectRules.stateShort, state))
    }
    guard query["response_type"] == "code" else {
      throw .sendBack(
        BioIDConnectRefusal(
          .unsupportedResponseType, BioIDConnectRules.responseType, "\"\(query["response_type"] ?? "")\"",
          "Only the code flow is supported"
        ).after(findings), to: redirectURI, state: state)
    }
    var scopes: Set<BioIDConnectScope> = []
    for word in (query["scope"] ?? "").split(separator: " ") {
      if let scope = BioIDConnectScope(rawValue: String(word)) {
        scopes.insert(scope)
      } else if !word.hasPrefix("scenario:") {
        findings.append(Finding(BioIDConnectRules.scopeUnknown, String(word)))
      }
    }
    if scopes.isEmpty { scopes = [.basic] }
    var proofKey: ProofKey?
    if let challenge = query["code_challenge"] {
      proofKey = ProofKey(challenge: challenge, method: query["code_challenge_method"])
      if proofKey == nil {
        throw .sendBack(
          BioIDConnectRefusal(
            .invalidRequest, BioIDConnectRules.challengeMalformed, "", "Invalid code_challenge"
          ).after(findings),
          to: redirectURI, state: state)
      }
    }
    let request = BioIDConnectRequest(
      redirectURI: redirectURI, scopes: scopes, state: state, nonce: query["nonce"], proofKey: proofKey)
    return (request, findings)
  }

  /// The person whose BCID or e-mail address a login hint is; of several with one address the first by name.
  private func person(named hint: String?) -> Person? {
    guard let hint, !hint.isEmpty else { return nil }
    if let bcid = BCID(hint), let person = people.find(bcid, in: sandbox) { return person }
    return sandbox.library.world.people.values.filter { $0.email == hint }.min { $0.key < $1.key }
  }

  private func choose(
    _ parameters: [String: String], _ client: String, _ named: Person?, _ call: Call
  ) throws(BioIDAuthorizationProblem) -> ScenarioChoice {
    var facts = Facts(parameters)
    facts["is.client"] = client
    facts["is.person"] = named?.key
    facts["is.task"] = "login"
    facts["is.platform"] = Platform(call.request).rawValue
    do throws(UnknownScenario) {
      return try logins.choose(facts, for: client, asked: AskedScenario.find(call.request, parameters))
    } catch {
      throw .page(
        BioIDConnectRefusal(
          .invalidRequest, BWSTokenRules.scenarioUnknown, error.text, "Unknown scenario: \(error.text)"))
    }
  }

  // MARK: As far as the person has come

  /// Answers a browser, or a client without pages, as far as a login has come.
  func continueLogin(_ identifier: String, _ call: Call, at now: Instant) -> Outcome {
    guard let login = logins.find(identifier) else { return .answer(expiredLogin(call)) }
    switch login.phase(at: now) {
    case .approved: return .answer(Answer(sendCode(login, at: now)))
    case .denied:
      let request = login.detail.request
      let location = RedirectLocation.with(
        request.redirectURI,
        [
          ("error", BioIDConnectError.accessDenied.rawValue),
          ("error_description", "The user denied the request"), ("state", request.state),
        ])
      return .answer(Answer(.redirect(to: location)))
    case .timedOut: return .answer(expiredLogin(call, of: login))
    case .waiting where call.request.prefersHTML: return .answer(Answer(consentPage(login, call)))
    case .waiting:
      return .wait(transaction: identifier, until: login.timeline.next(after: now)) { [self] call in
        continueLogin(identifier, call, at: call.now)
      }
    }
  }

  private func sendCode(_ login: Transaction<BioIDLogin>, at now: Instant) -> Response {
    let code =
      login.detail.code
      ?? sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "bioid/code")
    _ = logins.transactions.update(login.identifier) { login -> (Bool, newHandle: String?) in
      guard login.detail.codeSent == nil else { return (false, nil) }
      (login.detail.code, login.detail.codeSent) = (code, now)
      login.ends = now + login.detail.switches[.code] + BioID.remembrance
      return (true, code)
    }
    let request = login.detail.request
    return .redirect(
      to: RedirectLocation.with(request.redirectURI, [("code", code), ("state", request.state)]))
  }
}
