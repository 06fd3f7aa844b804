package import Flow

/// What a client without browser was told of its login, and how it learns the outcome (OpenID Connect CIBA Core §7.3).
package struct BackchannelRequest: Sendable {
  package let identifier: String
  /// How long the client waits between two polls.
  package private(set) var interval: Duration
  /// True if the client was told the interval; else it is to know that of §7.3.
  let isIntervalTold: Bool
  /// How it is told that it may ask; `nil` if it finds out by itself.
  var notification: Notification?
  private(set) var lastPoll: Instant?
  private var slowDowns = 0

  /// - Parameter interval: what the client is told; `nil` if that is nothing, which means five seconds.
  package init(_ identifier: String, interval: Duration? = .seconds(5)) {
    self.identifier = identifier
    (self.interval, isIntervalTold) = (interval ?? .seconds(5), interval != nil)
  }

  package var handle: String { BackchannelGrant.handle(identifier) }

  /// How a client is told that it may ask for the outcome (§10.2).
  struct Notification: Sendable {
    let endpoint: String
    /// What the client gave to know the provider by.
    let token: String
    /// When there was something to tell.
    var sent: Instant?
    /// True if the client took it.
    var isTaken = false
  }

  /// How a poll goes with what the client was told.
  enum Poll {
    case first
    case inTime
    /// It comes too early, so the client waits longer from now on (§11).
    case tooEarly(again: Bool)
  }

  /// The client asks while nothing is decided.
  mutating func poll(at now: Instant) -> Poll {
    defer { lastPoll = now }
    guard let lastPoll else { return .first }
    guard now - lastPoll < interval else { return .inTime }
    interval += .seconds(5)
    slowDowns += 1
    return .tooEarly(again: slowDowns > 1)
  }

  /// The client asks for what is decided.
  mutating func ask(at now: Instant) { lastPoll = now }

  /// True if the client took a ping and has not asked since.
  fileprivate var ignoresPing: Bool {
    guard let notification, notification.isTaken, let sent = notification.sent else { return false }
    return lastPoll.map { $0 < sent } ?? true
  }
}

extension Transaction where Detail: OpenIDLogin {
  /// True if the client took the ping, and did not ask for the outcome.
  ///
  /// Where a scenario spoils the ping or an answer, a careful client may have reason to.
  package var ignoresPing: Bool {
    guard detail.grant.backchannel?.ignoresPing == true else { return false }
    return decision.scenario.map { $0.faults.isEmpty && $0.tokens.isEmpty } ?? true
  }
}
