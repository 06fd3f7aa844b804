import Flow
package import HTTP

/// What is served where; made once for the process, because every sandbox serves the same.
package final class Routes: Sendable {
  /// In the order of the registry.
  package let providers: [any Provider.Type]
  let desks: [Desk]
  /// For hints in 404 responses.
  let controlPaths: [String]
  let realHosts: RealHosts
  private let shared: Host
  private let own: [String: Host]
  /// By the index in `providers`: the paths of that provider alone, for hosts of the real service.
  private let real: [Host]

  /// What a host serves.
  final class Host: Sendable {
    let router: Router<Served>
    /// Every path, for hints in 404 responses.
    let paths: [String]
    /// The index in `providers` of the provider whose host it is; `nil` for a host that all share.
    let provider: Int?

    init(_ routes: [Route<Served>], provider: Int? = nil) throws(RouteProblem) {
      router = try Router(routes)
      paths = Set(routes.map(\.pattern)).sorted()
      self.provider = provider
    }
  }

  /// What the endpoint belongs to, as an index in `providers` or in `desks`.
  enum Owner: Hashable {
    case provider(Int)
    case desk(Int)
  }

  /// An endpoint at a route; one object, because every call at it refers to it.
  final class Served: Sendable {
    /// Empty for endpoints of desks.
    let provider: String
    /// The path prefix that names the provider; empty on its virtual host.
    let mount: String
    let endpoint: AnyEndpoint
    let owner: Owner
    /// True if no transaction owns its calls, as at a key set.
    let isUnowned: Bool

    init(provider: String, mount: String, endpoint: AnyEndpoint, owner: Owner, isUnowned: Bool) {
      (self.provider, self.mount, self.endpoint) = (provider, mount, endpoint)
      (self.owner, self.isUnowned) = (owner, isUnowned)
    }
  }

  /// - Parameter desks: served on every host.
  /// - Throws: `RouteProblem` if two endpoints match the same paths.
  package init(_ providers: [any Provider.Type], beside desks: [Desk] = []) throws(RouteProblem) {
    (self.providers, self.desks) = (providers, desks)
    let common = desks.enumerated().flatMap { number, desk in
      Self.routes(of: desk.endpoints, provider: "", mount: "", owner: .desk(number))
    }
    controlPaths = Set(common.map(\.pattern).filter { $0.hasPrefix("/_eidolon/") }).sorted()
    realHosts = RealHosts(providers.flatMap { $0.realHosts })
    var paths = common
    var hosts: [String: Host] = [:]
    var real: [Host] = []
    for (number, provider) in providers.enumerated() {
      let (slug, endpoints) = (provider.slug, provider.anyEndpoints)
      let unowned = provider.vocabulary.unownedEndpoints
      paths += Self.routes(
        of: endpoints, provider: slug, mount: "/\(slug)", owner: .provider(number), unowned: unowned)
      let onHost = Self.routes(
        of: endpoints, provider: slug, mount: "", owner: .provider(number), unowned: unowned)
      let taken = Set(onHost.map(RouteKey.init))
      real.append(try Host(onHost, provider: number))
      hosts[slug] = try Host(
        onHost + common.filter { !taken.contains(RouteKey($0)) }, provider: number)
    }
    shared = try Host(paths)
    own = hosts
    self.real = real
  }

  private init(_ routes: Routes, desks: [Desk]) {
    (providers, self.desks) = (routes.providers, desks)
    (controlPaths, realHosts) = (routes.controlPaths, routes.realHosts)
    (shared, own, real) = (routes.shared, routes.own, routes.real)
  }

  /// The same routes, answered by other desks, which must match these in number and endpoints.
  package func answered(by desks: [Desk]) -> Routes { Routes(self, desks: desks) }

  /// A provider's virtual host by its first label, or the one that stands for all others.
  func host(_ label: String?) -> Host { label.flatMap { own[$0] } ?? shared }

  /// The provider whose real service has this host.
  func provider(ofRealHost host: Substring) -> Int? {
    providers.firstIndex { RealHosts($0.realHosts).contain(host) }
  }

  /// What a provider serves under a host of its real service.
  func realHost(of provider: Int) -> Host { real[provider] }

  /// True if something is served there on hosts that all share.
  func isShared(_ target: Target) -> Bool {
    if case .notFound = shared.router.match(.get, target) { false } else { true }
  }

  private struct RouteKey: Hashable {
    let method: HTTP.Method
    let pattern: String

    init(_ route: Route<Served>) { (method, pattern) = (route.method, route.pattern) }
  }

  private static func routes(
    of endpoints: [AnyEndpoint], provider: String, mount: String, owner: Owner, unowned: Set<String> = []
  ) -> [Route<Served>] {
    endpoints.flatMap { endpoint in
      let isUnowned = unowned.contains(endpoint.name)
      let served = Served(
        provider: provider, mount: mount, endpoint: endpoint, owner: owner, isUnowned: isUnowned)
      // A transaction counts its calls, so even a GET has an effect.
      let isSafe = (isUnowned || provider.isEmpty) && !endpoint.isChanging
      return endpoint.methods.map { Route($0, mount + endpoint.path, servesHead: isSafe, served) }
    }
  }
}
