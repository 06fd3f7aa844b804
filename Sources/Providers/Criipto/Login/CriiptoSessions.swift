import Flow
import ProviderKit

/// The single sign-on sessions of browsers (§1.7, SSO); beyond the capacity, the one that expires first is dropped.
final class CriiptoSessions: Sendable {
  /// A login that a session remembers.
  struct Login: Sendable {
    let person: Person
    let authenticated: Instant
    let method: MethodState
    let requested: RequestedEID
  }

  struct Session: Sendable {
    /// The claim `sessionindex`.
    let index: String
    /// By eID, the latest of each.
    var logins: [EID: Login] = [:]
    var until: Instant
    /// When it answered without the eID, in the last 20 minutes.
    var signOns: [Instant] = []

    /// The login with which the person authenticated last.
    var newestLogin: Login? {
      logins.max { ($0.value.authenticated, $0.key.rawValue) < ($1.value.authenticated, $1.key.rawValue) }?
        .value
    }
  }

  static let capacity = 10_000
  let sessions = Kept<[String: Session]>([:])

  /// `nil` if the session is unknown or has expired.
  func find(_ cookie: String, at now: Instant) -> Session? {
    sessions.withLock { sessions in sessions[cookie].flatMap { $0.until > now ? $0 : nil } }
  }

  /// Remembers a login in the session of a cookie, which is created if necessary.
  func keep(_ login: Login, cookie: String, index: String, until: Instant, at now: Instant) {
    sessions.withLock { sessions in
      if sessions.count >= Self.capacity, sessions[cookie] == nil {
        guard let oldest = sessions.min(by: { $0.value.until < $1.value.until }) else { return }
        sessions[oldest.key] = nil
      }
      var session =
        sessions[cookie].flatMap { $0.until > now ? $0 : nil } ?? Session(index: index, until: until)
      session.logins[login.requested.eid] = login
      session.until = until
      sessions[cookie] = session
    }
  }

  /// Records a sign-on; false if there were too many: 2 in 5 s, 6 in 20 min (§1.7, rate limiting).
  func signOn(_ cookie: String, isLimited: Bool, at now: Instant) -> Bool {
    sessions.withLock { sessions in
      guard var session = sessions[cookie] else { return true }
      session.signOns.removeAll { now - $0 >= .seconds(1200) }
      let recent = session.signOns.count { now - $0 < .seconds(5) }
      guard !isLimited || recent < 2 && session.signOns.count < 6 else { return false }
      session.signOns.append(now)
      sessions[cookie] = session
      return true
    }
  }

  func end(_ cookie: String) { sessions.withLock { $0[cookie] = nil } }

  func forgetExpired(at now: Instant) {
    sessions.withLock { sessions in
      guard sessions.contains(where: { $0.value.until <= now }) else { return }
      sessions = sessions.filter { $0.value.until > now }
    }
  }
}

/// The single sign-on session of the browser that begins a login.
struct BrowserSession: Sendable {
  /// The claim `sessionindex`; `nil` if the login begins a session.
  var index: String?
  /// The cookie of a known session.
  var cookie: String?
  /// When the person authenticated, if the session answers the login.
  var signedOn: Instant?
}
