import Flow
import JOSE
import OpenID
import ProviderKit
import QR

/// A session in which a QR code on the client's own page finds the person, before a request of CIBA (§1.10).
struct UserDiscovery: Sendable {
  /// Begins the text of each QR code, behind the address of the phone.
  let scanning: String
  /// Names the person in one request.
  let token: String
  /// What the person does, from the start on.
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

  /// Where it stands; a pure function of the timeline and the clock until the person is named.
  enum Phase: Sendable, Hashable {
    case pending
    case discovered(at: Instant)
    /// Nobody named the person in time.
    case forgotten
    /// A request named the person.
    case spent
    /// Nobody scanned in time.
    case ended
  }

  /// A request names the person, once.
  mutating func spend(foundAt moment: Instant) { (found, isSpent) = (moment, true) }

  /// The code that takes the place of one whose time is over.
  mutating func show(_ next: DiscoveryCode) {
    if next.number > code.number { code = next }
  }

  /// True if the client asks before the interval is over; else it is answered now.
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

  /// True for the first time that it is said that the client waits long.
  mutating func isToldToStop() -> Bool {
    defer { isToldLate = true }
    return !isToldLate
  }
}

/// A QR code that the client shows until the next one comes (V3).
struct DiscoveryCode: Sendable {
  /// From 1.
  let number: Int
  let expires: Instant
  /// What it says.
  let link: String
  /// The base64 of a PNG.
  let picture: String

  /// - Parameter scanning: what tells the session from others.
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
  /// What the person does until a request names them: they scan, also where a story says only what comes after.
  var scanning: PhoneScript {
    guard case .steps(let steps) = self else { return self }
    let scans = steps.filter { $0.verb == ItsmeV2Verb.scan.rawValue }
    let isDecided = steps.contains { ItsmeVerb(rawValue: $0.verb)?.verb.isFinal == true }
    return .steps(scans.isEmpty && isDecided ? [PhoneStep(ItsmeV2Verb.scan.rawValue)] : scans)
  }

  /// What the person does once the request has reached the phone.
  ///
  /// - Parameter elapsed: how long ago the script began; what is due by then is done at once.
  func deciding(after elapsed: Duration = .zero) -> PhoneScript {
    guard case .steps(let steps) = self else { return self }
    return .steps(
      steps.filter { $0.verb != ItsmeV2Verb.scan.rawValue }.map { step in
        PhoneStep(after: max(.zero, step.after - elapsed), step.verb, reason: step.reason)
      })
  }
}

extension Transaction where Detail == ItsmeV2Login {
  /// Where the search for the person stands; `nil` for a login without one.
  func discoveryPhase(at now: Instant) -> UserDiscovery.Phase? {
    guard let discovery = detail.discovery else { return nil }
    if discovery.isSpent { return .spent }
    guard let scan = timeline.decision(at: now, isFinal: { $0 == ItsmeV2Verb.scan.rawValue }) else {
      return timeline.isOver(at: now) ? .ended : .pending
    }
    return now - scan.at < detail.switches[ciba: .userIdentifierToken] ? .discovered(at: scan.at) : .forgotten
  }

  /// The state of a login over the back channel, as the control plane names it; `nil` for one in a browser, and for what both
  /// have in common.
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
