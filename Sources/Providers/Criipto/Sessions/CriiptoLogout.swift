import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The logout endpoint (§1.7): ends the browser's session and redirects to a registered callback.
  func logout(_ call: Call) -> Outcome {
    let parameters = AuthorizationParameters((try? call.request.target.query) ?? Form())
    if let cookie = call.request.cookie(Criipto.sessionCookie) { sessions.end(cookie) }
    var answer = loggedOut(parameters, call)
    answer.response.set(cookie(Criipto.sessionCookie, "", call, maxAge: 0))
    return .answer(answer)
  }

  private func loggedOut(_ parameters: AuthorizationParameters, _ call: Call) -> Answer {
    guard let uri = parameters["post_logout_redirect_uri"] else {
      let language = CriiptoLanguage(accepting: call.request)
      return Answer(
        Criipto.frame.response(
          title: language.words.loggedOut, language: language.rawValue,
          "<h1 data-testid=\"logged-out\">\(language.words.loggedOut)</h1>"))
    }
    let named = audience(of: parameters["id_token_hint"]) ?? parameters["client_id"]
    let answer = Answer(.redirect(to: RedirectLocation.with(uri, [("state", parameters["state"])])))
    switch postLogoutRedirect(to: uri, named: named, for: call) {
    case .registered: return answer
    case .unchecked: return Answer(answer.response, findings: [Finding(CriiptoRules.logoutUnchecked, uri)])
    case .refused:
      let refusal = OpenIDRefusal.page(
        CriiptoRules.logoutUnregistered, uri,
        "The post_logout_redirect_uri is not a registered callback URL")
      return errorAnswer(refusal, for: call)
    }
  }

  /// The client that a token was issued to; nothing else of the token is verified.
  private func audience(of token: String?) -> String? {
    guard let token, let jws = try? JWS(parsing: token) else { return nil }
    return (try? Claims(parsing: jws.payload))?["aud"]?.string
  }
}
