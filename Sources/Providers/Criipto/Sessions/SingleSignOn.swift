import Flow
import HTTP
import OpenID
import ProviderKit

/// A browser's session of single sign-on, as a login that begins finds it.
struct BrowserSession: Sendable {
  /// What the claim `sessionindex` names; `nil` where the login begins a session.
  var index: String?
  /// The cookie that the browser came with.
  var cookie: String?
  /// When the person identified, where the session answers for this login.
  var signedOn: Instant?
}

extension Criipto {
  /// The cookie of single sign-on.
  static let sessionCookie = "criipto-sso"

  /// The session of the browser, and the earlier login of it that answers: for the very acr that it was made with, and not
  /// where `prompt` or a scenario that says what the person does at the phone asks for the eID (§1.7).
  func session(
    for request: CriiptoRequest, _ choice: ScenarioChoice, _ call: Call
  ) throws(OpenIDRefusal) -> (browser: BrowserSession, login: CriiptoSessions.Login?) {
    let cookie = call.request.cookie(Criipto.sessionCookie)
    let session = cookie.flatMap { sessions.find($0, at: call.now) }
    var browser = BrowserSession(index: session?.index, cookie: session == nil ? nil : cookie)
    guard let cookie, let session, request.switches[.singleSignOn].isOn, choice.scenario?.phone == nil,
      [.either, .none, .consent].contains(request.prompt),
      let login = request.eids.lazy.compactMap({ session.logins[$0.urn] }).first
    else {
      guard request.prompt != .none else {
        throw OpenIDRefusal(
          "login_required", CriiptoRules.loginRequired, "", "No session exists for this browser")
      }
      return (browser, nil)
    }
    guard sessions.signOn(cookie, isLimited: request.switches[.singleSignOnLimit].isOn, at: call.now) else {
      throw Criipto.tooManySignOns
    }
    browser.signedOn = login.authenticated
    return (browser, login)
  }

  /// Too many sign-ons (§1.7, SSO).
  private static var tooManySignOns: OpenIDRefusal {
    var refusal = OpenIDRefusal.page(
      CriiptoRules.signOnLimit, "", "Too many logins within a short time", as: "too_many_requests")
    refusal.status = 429
    return refusal
  }

  /// The claim `sessionindex` of a login; that of a session which it begins is made when a token tells it, which many logins
  /// never reach.
  func sessionIndex(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.session.index ?? login.makeUUID(sandbox.environment, purpose: "criipto/session")
  }

  /// Remembers who logged in when the client is first told, and gives the browser the cookie of its session with the answer.
  func signOn(
    _ login: Transaction<CriiptoLogin>, authenticated: Instant, on response: Response, _ call: Call
  ) -> Response {
    let switches = login.detail.switches
    guard switches[.singleSignOn].isOn, login.detail.session.signedOn == nil else { return response }
    if login.detail.grant.sent == nil, let acr = login.detail.requested {
      sessions.keep(
        CriiptoSessions.Login(
          person: login.person, authenticated: authenticated, method: login.detail.method, requested: acr),
        acr: acr.urn, cookie: cookieValue(of: login), index: sessionIndex(of: login),
        until: call.now + switches[.session], at: call.now)
    }
    var response = response
    response.set(cookie(Criipto.sessionCookie, cookieValue(of: login), call))
    return response
  }

  /// A cookie that browsers send back from other sites.
  ///
  /// The real one is `Secure; SameSite=None`. Over plain http, which the real service does not speak, browsers would drop
  /// that, so it is `SameSite=Lax` there.
  func cookie(_ name: String, _ value: String, _ call: Call, maxAge: Int? = nil) -> Cookie {
    let isSecure = call.publicBase.hasPrefix("https:")
    return Cookie(
      name, value, path: "/", maxAge: maxAge, secure: isSecure,
      sameSite: isSecure ? Cookie.SameSite.none : .lax)
  }

  /// A browser that has a session keeps its cookie; another gets a new one.
  private func cookieValue(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.session.cookie
      ?? sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "criipto/session-cookie")
  }
}
