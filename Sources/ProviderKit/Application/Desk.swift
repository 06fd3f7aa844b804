/// Endpoints that belong to no provider, such as those of the control plane, and what answers them in a sandbox.
package struct Desk: Sendable {
  package let endpoints: [AnyEndpoint]
  let owner: @Sendable (Sandbox, Providers, Sandboxes) -> any EndpointOwner

  /// - Parameter owner: makes the owner, once for each sandbox, which retains it: it must not retain the sandboxes.
  package init<Owner: EndpointOwner>(
    _ endpoints: [Endpoint<Owner>],
    owner: @escaping @Sendable (Sandbox, Providers, Sandboxes) -> Owner
  ) {
    self.endpoints = endpoints.map { AnyEndpoint($0) }
    self.owner = owner
  }
}
