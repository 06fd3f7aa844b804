import Flow

/// What a client without browser was told of its login, and how it asks for the outcome (OpenID Connect CIBA Core §7.3).
package struct BackchannelRequest: Sendable {
  package let identifier: String
  /// How long the client waits between two polls.
  package private(set) var interval = Duration.seconds(5)
  private var lastPoll: Instant?

  package init(_ identifier: String) { self.identifier = identifier }

  package var handle: String { BackchannelGrant.handle(identifier) }

  /// The client asks; `true` if it has to wait longer from now on, because it asked too early (§11).
  mutating func isTooEarly(at now: Instant) -> Bool {
    defer { lastPoll = now }
    guard let lastPoll, now - lastPoll < interval else { return false }
    interval += .seconds(5)
    return true
  }
}
