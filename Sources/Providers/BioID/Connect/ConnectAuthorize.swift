import Flow
import HTTP
import OpenID
import ProviderKit

extension BioID {
  /// The authorization endpoint of OpenID Connect and, with GET only, of OAuth 2.0 (§1.9).
  func authorize(_ call: Call, at endpoint: BioIDEndpoint) throws(DocumentNeeded) -> Outcome {
    try authorize(call) { request throws(Interruption) in
      let hint = ConnectHint(request.parameters.words("login_hint"))
      let known = hint.flatMap(person(named:))
      let asked = try codeRequest(&request, call, wantsNonce: false)
      let scopes = scopes(&request)
      return try choosing(
        facts(request, known, call), for: request.identifier,
        asked: AskedScenario.find(call.request, request.parameters.values)
      ) { [request] choice throws(Interruption) in
        let switches = switches(of: request.client, choice.scenario)
        let (named, advice) = try refusing { () throws(OpenIDRefusal) in
          try person(asked: hint, known, choice.scenario)
        }
        let findings = request.findings + advice
        let opened = logins.open(
          choice, client: request.identifier, person: logins.person(choice.decision, named: named),
          at: endpoint, now: call.now, script: logins.script(choice.decision, standard: BioID.approval),
          patience: switches[.login], remembrance: switches[.code] + BioID.remembrance,
          findings: findings
        ) { _, _ in BioIDLogin(asked: asked, scopes: scopes, switches: switches) }
        return opened.outcome(findings: findings) { proceed(opened.transaction.identifier, call) }
      }
    }
  }

  /// `basic` if no known scope is requested (§1.9); unknown ones are ignored and reported.
  private func scopes(_ request: inout AuthorizationRequest<BioIDClient>) -> Set<BioIDConnectScope> {
    var scopes: Set<BioIDConnectScope> = []
    for word in request.parameters.words("scope") {
      if let scope = BioIDConnectScope(rawValue: word) {
        scopes.insert(scope)
      } else if !word.hasPrefix("scenario:") {
        request.findings += Self.book.advice(.scopeUnknown, word)
      }
    }
    return scopes.isEmpty ? [.basic] : scopes
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
