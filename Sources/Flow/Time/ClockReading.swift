/// What a sandbox's clock shows at one moment: everything that a call does happens at the same instant.
package struct ClockReading: Sendable {
  /// The sandbox's present moment.
  package let now: Instant
  /// What tokens say is now: the present moment shifted by the skew.
  package let written: Instant
  /// What is now for times that a client made: `exp`, `iat` and `nbf` of its assertions and request objects.
  package let forClients: Instant
  /// The real time.
  package let real: Instant
}

extension SandboxClock {
  /// Everything that the clock shows, read at once.
  package func read() -> ClockReading {
    let (now, skew, clientTimes) = standing
    let real = real
    return ClockReading(
      now: now, written: now + skew, forClients: clientTimes == .real ? real : now, real: real)
  }
}
