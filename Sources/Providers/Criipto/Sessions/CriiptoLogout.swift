import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Criipto {
  /// The logout endpoint (§1.7): ends the browser's session and sends it back to a registered callback.
  func logout(_ call: Call) -> Outcome {
    let parameters = CriiptoParameters((try? call.request.target.query) ?? Form())
    var findings: [Finding] = []
    if let cookie = call.request.cookie(Criipto.sessionCookie) { sessions.end(cookie) }
    var response = loggedOut(parameters, call, &findings)
    response.set(cookie(Criipto.sessionCookie, "", call, maxAge: 0))
    var answer = ledger.unowned(response, at: CriiptoEndpoint.logout)
    answer.findings += findings
    return .answer(answer)
  }

  private func loggedOut(
    _ parameters: CriiptoParameters, _ call: Call, _ findings: inout [Finding]
  ) -> Response {
    guard let uri = parameters["post_logout_redirect_uri"] else {
      let language = CriiptoLanguage(accepting: call.request)
      return Criipto.frame.response(
        title: language.words.loggedOut, language: language.rawValue,
        "<h1 data-testid=\"logged-out\">\(language.words.loggedOut)</h1>")
    }
    let clients = (sandbox.library.world.clients[Criipto.slug] ?? [:]).values.compactMap {
      $0 as? CriiptoClient
    }
    let named = audience(of: parameters["id_token_hint"]) ?? parameters["client_id"]
    let isRegistered = clients.contains {
      $0.hasCallback(uri) && (named == nil || $0.identifier == named)
    }
    let isOpen =
      !sandbox.settings.isStrict && clients.contains(where: \.isAnything) && RedirectLocation.isSafe(uri)
    guard isRegistered || isOpen else {
      let refusal = CriiptoRefusal.page(
        AuthorizationRules.logoutUnregistered, uri,
        "The post_logout_redirect_uri is not a registered callback URL")
      findings.append(refusal.finding)
      return errorPage(refusal, for: call)
    }
    if !isRegistered { findings.append(Finding(AuthorizationRules.logoutUnchecked, uri)) }
    return .redirect(to: RedirectLocation.with(uri, [("state", parameters["state"])]))
  }

  /// The client that a token was issued to, whatever else is wrong with it.
  private func audience(of token: String?) -> String? {
    guard let token, let jws = try? JWS(parsing: token) else { return nil }
    return (try? Claims(parsing: jws.payload))?["aud"]?.string
  }
}
