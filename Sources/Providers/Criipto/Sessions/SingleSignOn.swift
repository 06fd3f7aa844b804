import Flow
import HTTP
import ProviderKit

/// What the browser's session says about an authorization request.
enum SessionAnswer {
  /// No session answers; the index of the one that the browser has.
  case none(index: String?)
  /// An earlier login answers.
  case live(CriiptoSessions.Login, index: String)
  /// It would, but too often.
  case limited

  var person: Person? { if case .live(let login, _) = self { login.person } else { nil } }
  var authenticated: Instant? { if case .live(let login, _) = self { login.authenticated } else { nil } }
  var index: String? {
    switch self {
    case .none(let index): index
    case .live(_, let index): index
    case .limited: nil
    }
  }
}

extension Criipto {
  /// The cookie of single sign-on.
  static let sessionCookie = "criipto-sso"

  /// Whether a session of the browser answers: for the very acr that it was made with, and not where `prompt` or a scenario
  /// that says what the person does at the phone asks for the eID (§1.7).
  func session(
    for request: CriiptoRequest, _ choice: ScenarioChoice, _ switches: CriiptoSwitches, _ call: Call
  ) -> SessionAnswer {
    guard let cookie = call.request.cookie(Criipto.sessionCookie) else { return .none(index: nil) }
    guard let session = sessions.find(cookie, at: call.now) else { return .none(index: nil) }
    guard switches[.singleSignOn].isOn, choice.scenario?.phone == nil,
      request.prompt == .either || request.prompt == .none || request.prompt == .consent,
      let login = request.eids.lazy.compactMap({ session.logins[$0.urn] }).first
    else { return .none(index: session.index) }
    guard sessions.signOn(cookie, isLimited: switches[.singleSignOnLimit].isOn, at: call.now) else {
      return .limited
    }
    return .live(login, index: session.index)
  }

  /// The claim `sessionindex` of a login; that of a session which it begins is made when a token tells it, which many logins
  /// never reach.
  func sessionIndex(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.course.session ?? login.makeUUID(sandbox.environment, purpose: "criipto/session")
  }

  /// Remembers the login in the browser's session.
  func keepSession(of login: Transaction<CriiptoLogin>, authenticated: Instant, at now: Instant) {
    let switches = login.detail.switches
    guard login.detail.course.signedOn == nil, switches[.singleSignOn].isOn, let acr = login.detail.requested
    else { return }
    sessions.keep(
      CriiptoSessions.Login(
        person: login.person, authenticated: authenticated, method: login.detail.method, requested: acr),
      acr: acr.urn, cookie: cookieValue(of: login), index: sessionIndex(of: login),
      until: now + switches[CriiptoLifetime.session], at: now)
  }

  /// Gives the browser the cookie of its session, with an answer that says who logged in.
  ///
  /// The real cookie is `Secure; SameSite=None`. Over plain http, which the real service does not speak, browsers would
  /// drop that, so it is `SameSite=Lax` there.
  func setSession(of login: Transaction<CriiptoLogin>, on response: Response, _ call: Call) -> Response {
    guard login.detail.switches[.singleSignOn].isOn, login.detail.course.signedOn == nil,
      case .authenticated = login.phase(at: call.now)
    else { return response }
    var response = response
    response.set(cookie(Criipto.sessionCookie, cookieValue(of: login), call))
    return response
  }

  /// A cookie that browsers send back from other sites, as far as the scheme allows.
  func cookie(_ name: String, _ value: String, _ call: Call, maxAge: Int? = nil) -> Cookie {
    let isSecure = call.publicBase.hasPrefix("https:")
    return Cookie(
      name, value, path: "/", maxAge: maxAge, secure: isSecure,
      sameSite: isSecure ? Cookie.SameSite.none : .lax)
  }

  /// A browser that has a session keeps its cookie; another gets a new one.
  private func cookieValue(of login: Transaction<CriiptoLogin>) -> String {
    login.detail.course.sessionCookie
      ?? sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "criipto/session-cookie")
  }
}
