/// What a sandbox's clock shows at one moment: everything that a call does happens at the same instant.
package struct ClockReading: Sendable {
  package let now: Instant
  /// What tokens are given as the present: `now` shifted by the skew.
  package let written: Instant
  /// The present for times that a client wrote: `exp`, `iat` and `nbf` of its assertions and request objects.
  package let forClients: Instant
  package let real: Instant
}
