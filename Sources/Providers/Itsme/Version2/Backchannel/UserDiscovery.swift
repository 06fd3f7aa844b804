import Flow
import JOSE
import OpenID
import ProviderKit
import QR

/// A session in which a QR code on the client's own page finds the person, before a request of CIBA (§1.10).
struct UserDiscovery: Sendable {
  /// Identifies the session in the text of each QR code.
  let scanning: String
  /// Names the person in one request.
  let token: String
  /// What the person does from the start of the session.
  let script: PhoneScript
  private(set) var code: DiscoveryCode
  /// When the client was last answered.
  private var answered: Instant
  /// When the person scanned a code; noted once a request names the person.
  private(set) var found: Instant?
  private(set) var isSpent = false
  private var isTold = false
  private var isToldLate = false

  init(scanning: String, token: String, script: PhoneScript, code: DiscoveryCode, at now: Instant) {
    (self.scanning, self.token, self.script) = (scanning, token, script)
    (self.code, answered) = (code, now)
  }

  /// The state of the search; until the person is named, a pure function of the timeline and the clock.
  enum Phase: Sendable, Hashable {
    case pending
    case discovered(at: Instant)
    /// No request named the person in time.
    case forgotten
    /// A request named the person.
    case spent
    /// Nobody scanned in time.
    case ended
  }

  /// Marks the token as used by a request.
  mutating func spend(foundAt moment: Instant) { (found, isSpent) = (moment, true) }

  /// Replaces an expired code.
  mutating func show(_ next: DiscoveryCode) {
    if next.number > code.number { code = next }
  }

  /// True if the client polls before the interval is over; otherwise notes that it is answered now.
  mutating func isAskedTooEarly(at now: Instant, interval: Duration) -> Bool {
    guard now - answered >= interval else { return true }
    answered = now
    return false
  }

  /// True if the client was told before that the person is found.
  mutating func isToldAgain() -> Bool {
    defer { isTold = true }
    return isTold
  }

  /// True only for the first time, so that the finding about polling too long is made once.
  mutating func isToldToStop() -> Bool {
    defer { isToldLate = true }
    return !isToldLate
  }
}

/// A QR code that the client shows until the next one (V3).
struct DiscoveryCode: Sendable {
  /// From 1.
  let number: Int
  let expires: Instant
  /// The text of the symbol.
  let link: String
  /// The base64 of a PNG.
  let picture: String

  /// - Parameter scanning: identifies the session.
  init(_ number: Int, of scanning: String, home: String, expires: Instant) {
    (self.number, self.expires) = (number, expires)
    link = "\(home)/phone?scan=\(scanning)-\(number)"
    let symbol = try? Symbol(link)
    picture = symbol.map { Base64.encode($0.png(scale: 6)) } ?? ""
  }

  /// The text behind `scan=`: the session, and the number of the code.
  static func read(_ text: String) -> (scanning: String, number: Int)? {
    guard let dash = text.lastIndex(of: "-"), let number = Int(text[text.index(after: dash)...]) else {
      return nil
    }
    return (String(text[..<dash]), number)
  }
}

extension UserDiscovery {
  /// The handle by which the app finds the login.
  static func handle(scanning: String) -> String { "scan/\(scanning)" }

  /// The handle by which a request finds the login.
  static func handle(token: String) -> String { "user_identifier_token/\(token)" }
}

extension PhoneScript {
  /// What the person does until a request names them: they scan, even if the story only scripts later steps.
  var scanning: PhoneScript {
    guard case .steps(let steps) = self else { return self }
    let scans = steps.filter { $0.verb == ItsmeV2Verb.scan.rawValue }
    let isDecided = steps.contains { ItsmeVerb(rawValue: $0.verb)?.verb.isFinal == true }
    return .steps(scans.isEmpty && isDecided ? [PhoneStep(ItsmeV2Verb.scan.rawValue)] : scans)
  }

  /// What the person does once the request has reached the phone.
  ///
  /// - Parameter elapsed: how long ago the script began; steps due by then happen at once.
  func deciding(after elapsed: Duration = .zero) -> PhoneScript {
    guard case .steps(let steps) = self else { return self }
    return .steps(
      steps.filter { $0.verb != ItsmeV2Verb.scan.rawValue }.map { step in
        PhoneStep(after: max(.zero, step.after - elapsed), step.verb, reason: step.reason)
      })
  }
}

extension Transaction where Detail == ItsmeV2Login {
  /// The state of the search for the person; `nil` for a login without one.
  func discoveryPhase(at now: Instant) -> UserDiscovery.Phase? {
    guard let discovery = detail.discovery else { return nil }
    if discovery.isSpent { return .spent }
    guard let scan = timeline.decision(at: now, isFinal: { $0 == ItsmeV2Verb.scan.rawValue }) else {
      return timeline.isOver(at: now) ? .ended : .pending
    }
    return now - scan.at < detail.switches[ciba: .userIdentifierToken] ? .discovered(at: scan.at) : .forgotten
  }

  /// When a request can no longer name the person who scanned the code; `nil` if nobody has.
  func userIdentifierTokenExpiry(at now: Instant) -> Instant? {
    guard case .discovered(let scanned) = discoveryPhase(at: now) else { return nil }
    return scanned + detail.switches[ciba: .userIdentifierToken]
  }

  /// True once it is known who logs in: over the back channel, once the code was scanned.
  func isFound(at now: Instant) -> Bool {
    switch discoveryPhase(at: now) {
    case .pending, .ended: false
    case .discovered, .forgotten: true
    case .spent, nil: isIdentified(at: now)
    }
  }

  /// The state of a login over the back channel, as the control plane names it; `nil` for logins in a browser, and for
  /// states that both have.
  func backchannelState(at now: Instant) -> String? {
    switch discoveryPhase(at: now) {
    case .pending: return "discovering"
    case .discovered: return BackchannelOutcome.discovered.rawValue
    case .forgotten: return BackchannelOutcome.hintExpired.rawValue
    case .ended: return BackchannelOutcome.discoveryEnded.rawValue
    case .spent, nil: break
    }
    let grant = detail.grant
    guard grant.backchannel != nil, grant.redeemed == nil, timeline.isOver(at: now) else { return nil }
    switch phase(at: now) {
    case .refused: return nil
    case .identifying, .waiting, .approved, .timedOut: return BackchannelOutcome.requestExpired.rawValue
    }
  }
}
