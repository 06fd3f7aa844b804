/// The name of an endpoint of a provider; counting a call by it compares references instead of texts.
///
/// Made once for each route of the process, so an endpoint with several routes has several.
package final class EndpointLabel: Sendable {
  /// Empty for the control plane and for requests that match no endpoint.
  package let provider: String
  /// By its catalog name.
  package let endpoint: String

  package init(_ endpoint: String, of provider: String) {
    (self.endpoint, self.provider) = (endpoint, provider)
  }
}

extension EndpointLabel: Hashable {
  package static func == (one: EndpointLabel, other: EndpointLabel) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
