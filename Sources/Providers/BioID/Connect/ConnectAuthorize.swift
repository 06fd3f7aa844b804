import Flow
import HTTP
import OpenID
import ProviderKit

extension BioID {
  /// The authorization endpoint of OpenID Connect and, with GET only, of OAuth 2.0 (§1.9).
  func authorize(_ call: Call, at endpoint: BioIDEndpoint) throws(DocumentNeeded) -> Outcome {
    try authorize(call) { request throws(Interruption) in
      let parameters = request.parameters
      let named = person(named: parameters["login_hint"])
      let (uri, advice) = try refusing { [client = request.client] () throws(OpenIDRefusal) in
        try redirectURI(parameters["redirect_uri"], among: client.redirectURIs, of: client)
      }
      request.findings += advice
      return try choosing(
        facts(request, named, call), for: request.identifier,
        asked: AskedScenario.find(call.request, parameters.values)
      ) { [request] choice throws(Interruption) in
        let (asked, findings) = try refusing { () throws(OpenIDRefusal) in
          try BioIDConnectRequest.read(parameters, to: uri)
        }
        return open(asked, choice, request, named, endpoint, call, request.findings + findings)
      }
    }
  }

  private func open(
    _ asked: BioIDConnectRequest, _ choice: ScenarioChoice, _ request: AuthorizationRequest<BioIDClient>,
    _ named: Person?, _ endpoint: BioIDEndpoint, _ call: Call, _ findings: [Finding]
  ) -> Outcome {
    let switches = switches(of: request.client, choice.scenario)
    let opened = logins.open(
      choice, client: request.identifier, person: logins.person(choice.decision, named: named), at: endpoint,
      now: call.now, script: logins.script(choice.decision, standard: BioID.approval),
      patience: switches[.login], remembrance: switches[.code] + BioID.remembrance, findings: findings
    ) { _, _ in
      BioIDLogin(request: asked, issuer: issuer(call.publicBase), switches: switches)
    }
    return opened.outcome(findings: findings) { proceed(opened.transaction.identifier, call) }
  }

  /// The person whose BCID or e-mail address the login hint is; if several share an address, the first by key.
  private func person(named hint: String?) -> Person? {
    guard let hint else { return nil }
    if let bcid = BCID(hint), let person = people.find(bcid, in: sandbox) { return person }
    return sandbox.library.world.people.values.filter { $0.email == hint }.min { $0.key < $1.key }
  }

  private func facts(
    _ request: AuthorizationRequest<BioIDClient>, _ named: Person?, _ call: Call
  ) -> Facts {
    var facts = Facts(request.parameters.values)
    facts["is.client"] = request.identifier
    facts["is.person"] = named?.key
    facts["is.task"] = "login"
    facts["is.platform"] = Platform(call.request).rawValue
    return facts
  }
}

extension BioIDConnectRequest {
  /// Checks the rules whose breach is reported to the redirect URI.
  static func read(
    _ parameters: AuthorizationParameters, to redirectURI: String
  ) throws(OpenIDRefusal) -> (BioIDConnectRequest, advice: [Finding]) {
    var advice = BioID.checks.chance(parameters, wantsNonce: false)
    do throws(OpenIDRefusal) {
      try BioID.checks.codeFlow(parameters)
      var scopes: Set<BioIDConnectScope> = []
      for word in parameters.words("scope") {
        if let scope = BioIDConnectScope(rawValue: word) {
          scopes.insert(scope)
        } else if !word.hasPrefix("scenario:") {
          advice += BioID.book.advice(.scopeUnknown, word)
        }
      }
      let request = BioIDConnectRequest(
        redirectURI: redirectURI, scopes: scopes.isEmpty ? [.basic] : scopes, state: parameters["state"],
        nonce: parameters["nonce"], proofKey: try BioID.checks.proofKey(parameters))
      return (request, advice)
    } catch { throw error.after(advice) }
  }
}
