import Flow
import ProviderKit

/// The browsers that are signed on (§1.7, SSO): bounded, each for as long as its session lives.
final class CriiptoSessions: Sendable {
  /// A login that a session remembers, one for each value of acr.
  struct Login: Sendable {
    let person: Person
    let authenticated: Instant
    let method: MethodState
    let requested: RequestedEID
  }

  /// One browser.
  struct Session: Sendable {
    /// The claim `sessionindex`.
    let index: String
    var logins: [String: Login] = [:]
    var until: Instant
    /// When it answered without the eID, the latest times.
    var signOns: [Instant] = []
  }

  static let capacity = 10_000
  let sessions = Kept<[String: Session]>([:])

  /// A session that lives.
  func find(_ cookie: String, at now: Instant) -> Session? {
    sessions.withLock { sessions in sessions[cookie].flatMap { $0.until > now ? $0 : nil } }
  }

  /// Remembers a login in the session of a cookie, which begins with it if it is new.
  func keep(_ login: Login, acr: String, cookie: String, index: String, until: Instant, at now: Instant) {
    sessions.withLock { sessions in
      if sessions.count >= Self.capacity, sessions[cookie] == nil {
        guard let oldest = sessions.min(by: { $0.value.until < $1.value.until }) else { return }
        sessions[oldest.key] = nil
      }
      var session =
        sessions[cookie].flatMap { $0.until > now ? $0 : nil } ?? Session(index: index, until: until)
      session.logins[acr] = login
      session.until = until
      sessions[cookie] = session
    }
  }

  /// Notes a sign-on; `false` when there were too many: 2 in 5 s, 6 in 20 min (§1.7, rate limiting).
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

  /// Ends a session.
  func end(_ cookie: String) { sessions.withLock { $0[cookie] = nil } }

  /// Forgets what has run out.
  func forgetExpired(at now: Instant) {
    sessions.withLock { sessions in
      guard sessions.contains(where: { $0.value.until <= now }) else { return }
      sessions = sessions.filter { $0.value.until > now }
    }
  }
}
