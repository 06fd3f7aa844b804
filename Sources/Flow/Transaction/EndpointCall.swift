/// A call that a relying party made.
package struct EndpointCall: Sendable, Hashable {
  /// The endpoint's catalog name.
  package let endpoint: String
  /// When, on the sandbox's clock.
  package let at: Instant
  /// The number in the order of the sandbox's calls, which tells those of one moment apart.
  package let number: Int

  /// A call at an endpoint.
  package init(endpoint: String, at: Instant, number: Int = 0) {
    (self.endpoint, self.at, self.number) = (endpoint, at, number)
  }
}
