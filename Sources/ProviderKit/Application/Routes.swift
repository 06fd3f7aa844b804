import Flow
package import HTTP

/// What is served where; made once for the process, because every sandbox serves the same.
package final class Routes: Sendable {
  /// In the order of the registry.
  package let providers: [any Provider.Type]
  /// For hints in 404 responses.
  let controlPaths: [String]
  let realHosts: RealHosts
  private let byPath: Router<Served>
  private let byHost: [String: Router<Served>]

  /// An endpoint at a route.
  struct Served: Sendable {
    /// Empty for endpoints that belong to no provider.
    let provider: String
    /// The path prefix that names the provider; empty on its virtual host.
    let mount: String
    let endpoint: AnyEndpoint
    /// The index in `providers`; `nil` for endpoints that belong to none.
    let number: Int?
    /// True if no transaction owns its calls, as at a key set.
    let isUnowned: Bool
  }

  /// - Parameter extra: endpoints that belong to no provider, served on every host.
  /// - Throws: `RouteProblem` if two endpoints match the same paths.
  package init(_ providers: [any Provider.Type], beside extra: [AnyEndpoint] = []) throws(RouteProblem) {
    self.providers = providers
    let common = Self.routes(of: extra, provider: "", mount: "", number: nil)
    controlPaths = Set(common.map(\.pattern).filter { $0.hasPrefix("/_eidolon/") }).sorted()
    realHosts = RealHosts(providers.flatMap { $0.realHosts })
    var paths = common
    var hosts: [String: Router<Served>] = [:]
    for (number, provider) in providers.enumerated() {
      let (slug, endpoints) = (provider.slug, provider.anyEndpoints)
      let unowned = provider.vocabulary.unownedEndpoints
      paths += Self.routes(
        of: endpoints, provider: slug, mount: "/\(slug)", number: number, unowned: unowned)
      let onHost = Self.routes(of: endpoints, provider: slug, mount: "", number: number, unowned: unowned)
      let taken = Set(onHost.map(RouteKey.init))
      hosts[slug] = try Router(onHost + common.filter { !taken.contains(RouteKey($0)) })
    }
    byPath = try Router(paths)
    byHost = hosts
  }

  /// The routes of a virtual host by its first label, or those of all other hosts.
  func router(onHost label: String?) -> Router<Served> { label.flatMap { byHost[$0] } ?? byPath }

  private struct RouteKey: Hashable {
    let method: HTTP.Method
    let pattern: String

    init(_ route: Route<Served>) { (method, pattern) = (route.method, route.pattern) }
  }

  private static func routes(
    of endpoints: [AnyEndpoint], provider: String, mount: String, number: Int?, unowned: Set<String> = []
  ) -> [Route<Served>] {
    endpoints.flatMap { endpoint in
      let isUnowned = unowned.contains(endpoint.name)
      let served = Served(
        provider: provider, mount: mount, endpoint: endpoint, number: number, isUnowned: isUnowned)
      // A transaction counts its calls, so even reading one has an effect.
      let isSafe = (isUnowned || number == nil) && !endpoint.isChanging
      return endpoint.methods.map { Route($0, mount + endpoint.path, servesHead: isSafe, served) }
    }
  }
}
