package import Flow

/// What a client without browser was told of its login, and how it learns the outcome (OpenID Connect CIBA Core
/// §7.3).
package struct BackchannelRequest: Sendable {
  package let identifier: String
  /// The least time between two polls.
  package private(set) var interval: Duration
  /// True if the client was told the interval; otherwise the default of §7.3 applies.
  let isIntervalTold: Bool
  /// How it is notified; `nil` if it only polls.
  var notification: Notification?
  private(set) var lastPoll: Instant?
  private var slowDowns = 0

  /// - Parameter interval: what the client is told; `nil` if it is not told, which means five seconds.
  package init(_ identifier: String, interval: Duration? = .seconds(5)) {
    self.identifier = identifier
    (self.interval, isIntervalTold) = (interval ?? .seconds(5), interval != nil)
  }

  package var handle: String { BackchannelGrant.handle(identifier) }

  /// How a client is notified that it may ask for the outcome (§10.2).
  struct Notification: Sendable {
    let endpoint: String
    /// The token by which the client knows the provider.
    let token: String
    /// When it was notified.
    var sent: Instant?
    /// True if the client accepted the message.
    var isTaken = false
  }

  /// How a poll fits the interval.
  enum Poll {
    case first
    case inTime
    /// It is too early, so the interval gets longer (§11).
    case tooEarly(again: Bool)
  }

  /// The client asks before the login is decided.
  mutating func poll(at now: Instant) -> Poll {
    defer { lastPoll = now }
    guard let lastPoll else { return .first }
    guard now - lastPoll < interval else { return .inTime }
    interval += .seconds(5)
    slowDowns += 1
    return .tooEarly(again: slowDowns > 1)
  }

  /// The client asks after the login was decided.
  mutating func ask(at now: Instant) { lastPoll = now }

  /// True if the client accepted a ping and has not asked since.
  fileprivate var ignoresPing: Bool {
    guard let notification, notification.isTaken, let sent = notification.sent else { return false }
    return lastPoll.map { $0 < sent } ?? true
  }
}

extension Transaction where Detail: OpenIDLogin {
  /// True if the client accepted the ping but did not ask for the outcome.
  ///
  /// False if a scenario spoils the ping or an answer, because a careful client may then have reason not to ask.
  package var ignoresPing: Bool {
    guard detail.grant.backchannel?.ignoresPing == true else { return false }
    return decision.scenario.map { $0.faults.isEmpty && $0.tokens.isEmpty } ?? true
  }
}
