/// A call that a relying party made.
package struct EndpointCall: Sendable, Hashable {
  /// By its catalog name.
  package let endpoint: String
  /// On the sandbox's clock.
  package let at: Instant
  /// In the order of the sandbox's calls, to tell those of one moment apart.
  package let number: Int

  package init(endpoint: String, at: Instant, number: Int = 0) {
    (self.endpoint, self.at, self.number) = (endpoint, at, number)
  }
}
