import HTTP
import JOSE

/// An endpoint at a route; one object, because every call at it refers to it.
final class ServedEndpoint: Sendable {
  /// What the endpoint belongs to, as an index in the `providers` or `desks` of `Routes`.
  enum Owner: Hashable {
    case provider(Int)
    case desk(Int)
  }

  let label: EndpointLabel
  let endpoint: AnyEndpoint
  let owner: Owner
  /// True if no transaction owns its calls, as at a key set.
  let isUnowned: Bool
  /// The name under which the owner publishes a key.
  let keyIdentifier: @Sendable (JWK) -> String?

  init(
    _ endpoint: AnyEndpoint, of provider: String, owner: Owner, isUnowned: Bool,
    keyIdentifier: @escaping @Sendable (JWK) -> String?
  ) {
    label = EndpointLabel(endpoint.name, of: provider)
    self.endpoint = endpoint
    (self.owner, self.isUnowned, self.keyIdentifier) = (owner, isUnowned, keyIdentifier)
  }

  /// Empty for endpoints of desks.
  var provider: String { label.provider }
}
