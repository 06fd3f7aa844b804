import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto {
  static let sessionCookie = "criipto-sso"

  /// The browser's session, and the earlier login of it that answers this one (§1.7).
  ///
  /// An earlier login answers only for the same eID (K3), or the latest if none is requested; none does if `prompt` asks for
  /// the eID, a scenario scripts the phone, or the request or the scenario names somebody else.
  func session(
    for request: CriiptoRequest, _ choice: ScenarioChoice, named: Person?, _ call: Call
  ) throws(OpenIDRefusal) -> (browser: BrowserSession, login: CriiptoSessions.Login?) {
    guard request.switches[.singleSignOn].isOn else {
      guard request.prompt != .none else { throw Criipto.noSession("the application has single sign-on off") }
      return (BrowserSession(), nil)
    }
    let cookie = call.request.cookie(Criipto.sessionCookie)
    let session = cookie.flatMap { sessions.find($0, at: call.now) }
    var browser = BrowserSession(index: session?.index, cookie: session == nil ? nil : cookie)
    guard let cookie, let session, choice.scenario?.phone == nil,
      [.either, .none, .consent].contains(request.prompt),
      let login =
        request.namesEIDs
        ? request.eids.lazy.compactMap({ session.logins[$0.eid] }).first : session.newestLogin,
      (choice.scenario?.person ?? named).map({ $0.key == login.person.key }) ?? true
    else {
      guard request.prompt != .none else {
        throw Criipto.noSession(
          cookie == nil
            ? "the browser sent no cookie"
            : session == nil
              ? "the session of its cookie has ended" : "no login of its session answers this request")
      }
      return (browser, nil)
    }
    guard sessions.signOn(cookie, isLimited: request.switches[.singleSignOnLimit].isOn, at: call.now) else {
      throw Criipto.tooManySignOns
    }
    browser.signedOn = login.authenticated
    return (browser, login)
  }

  private static func noSession(_ reason: String) -> OpenIDRefusal {
    OpenIDRefusal(
      "login_required", CriiptoRules.loginRequired, reason, "No session exists for this browser")
  }

  private static var tooManySignOns: OpenIDRefusal {
    var refusal = OpenIDRefusal.page(
      CriiptoRules.signOnLimit, "", "Too many logins within a short time", as: "too_many_requests")
    refusal.status = 429
    return refusal
  }

  /// The claim `sessionindex` of a login; a new session's is made on demand, because many logins never get a token.
  func sessionIndex(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.session.index ?? login.makeUUID(sandbox.environment, purpose: "criipto/session")
  }

  /// Remembers the login when the client is first answered, and sets the session's cookie.
  func signOn(
    _ login: Transaction<CriiptoLogin>, authenticated: Instant, on response: Response, _ call: Call
  ) -> Response {
    let switches = login.detail.switches
    guard switches[.singleSignOn].isOn, login.detail.session.signedOn == nil else { return response }
    if login.detail.grant.sent == nil, let acr = login.detail.requested {
      sessions.keep(
        CriiptoSessions.Login(
          person: login.person, authenticated: authenticated, method: login.detail.method, requested: acr),
        cookie: cookieValue(of: login), index: sessionIndex(of: login),
        until: call.now + switches[.session], at: call.now)
    }
    var response = response
    response.set(cookie(Criipto.sessionCookie, cookieValue(of: login), call))
    return response
  }

  /// A cookie that browsers send on cross-site requests.
  ///
  /// The real one is `Secure; SameSite=None`, which browsers would drop over plain http; there it is `SameSite=Lax`.
  func cookie(_ name: String, _ value: String, _ call: Call, maxAge: Int? = nil) -> Cookie {
    let isSecure = call.publicBase.hasPrefix("https:")
    return Cookie(
      name, value, path: call.cookiePath, maxAge: maxAge, secure: isSecure,
      sameSite: isSecure ? Cookie.SameSite.none : .lax)
  }

  /// The cookie of a known session, otherwise a new one.
  private func cookieValue(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.session.cookie
      ?? sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "criipto/session-cookie")
  }
}
