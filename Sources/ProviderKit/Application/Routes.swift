import Flow
package import HTTP
import JOSE

/// What is served where; made once for the process, because every sandbox serves the same.
package final class Routes: Sendable {
  /// In the order of the registry.
  package let providers: [any Provider.Type]
  let desks: [Desk]
  /// For hints in 404 responses.
  let controlPaths: [String]
  let realHosts: RealHosts
  private let shared: Host
  /// In the order of `providers`.
  private let own: [Host]
  /// By the index in `providers`: the paths of that provider alone, for hosts of the real service.
  private let real: [Host]

  /// What a host serves.
  final class Host: Sendable {
    let router: Router
    /// In the order of the router.
    let routes: [ServedRoute]
    /// The index in `providers` of the provider whose host it is; `nil` for a host that all share.
    let provider: Int?

    init(_ routes: [ServedRoute], provider: Int? = nil) throws(RouteProblem) {
      router = try Router(routes.map(\.route))
      (self.routes, self.provider) = (routes, provider)
    }

    /// Every path, for hints in 404 responses.
    var paths: [String] { Set(routes.map(\.route.pattern.text)).sorted() }
  }

  typealias ServedRoute = (route: Route, served: Served)

  /// What the endpoint belongs to, as an index in `providers` or in `desks`.
  enum Owner: Hashable {
    case provider(Int)
    case desk(Int)
  }

  /// An endpoint at a route; one object, because every call at it refers to it.
  final class Served: Sendable {
    let label: EndpointLabel
    /// The path prefix that names the provider; empty on its virtual host.
    let mount: String
    let endpoint: AnyEndpoint
    let owner: Owner
    /// True if no transaction owns its calls, as at a key set.
    let isUnowned: Bool
    /// The name under which the owner publishes a key.
    let keyIdentifier: @Sendable (JWK) -> String?

    init(
      _ endpoint: AnyEndpoint, of provider: String, mount: String, owner: Owner, isUnowned: Bool,
      keyIdentifier: @escaping @Sendable (JWK) -> String?
    ) {
      label = EndpointLabel(endpoint.name, of: provider)
      (self.endpoint, self.mount) = (endpoint, mount)
      (self.owner, self.isUnowned, self.keyIdentifier) = (owner, isUnowned, keyIdentifier)
    }

    /// Empty for endpoints of desks.
    var provider: String { label.provider }
  }

  /// - Parameter desks: served on every host.
  /// - Throws: `RouteProblem` if two endpoints match the same paths.
  package init(_ providers: [any Provider.Type], beside desks: [Desk] = []) throws(RouteProblem) {
    (self.providers, self.desks) = (providers, desks)
    var common: [ServedRoute] = []
    for (number, desk) in desks.enumerated() {
      common += try Self.routes(of: desk.endpoints, mount: "", owner: .desk(number))
    }
    controlPaths = Set(common.map(\.route.pattern.text).filter { $0.hasPrefix("/_eidolon/") }).sorted()
    realHosts = RealHosts(providers.flatMap { $0.realHosts })
    var paths = common
    var (own, real) = ([Host](), [Host]())
    for (number, provider) in providers.enumerated() {
      let (slug, endpoints) = (provider.slug, provider.anyEndpoints)
      let unowned = provider.vocabulary.unownedEndpoints
      paths += try Self.routes(
        of: endpoints, mount: "/\(slug)", owner: .provider(number), provider, unowned: unowned)
      let onHost = try Self.routes(
        of: endpoints, mount: "", owner: .provider(number), provider, unowned: unowned)
      let taken = Set(onHost.map { RouteKey($0.route) })
      real.append(try Host(onHost, provider: number))
      own.append(try Host(onHost + common.filter { !taken.contains(RouteKey($0.route)) }, provider: number))
    }
    shared = try Host(paths)
    (self.own, self.real) = (own, real)
  }

  private init(_ routes: Routes, desks: [Desk]) {
    (providers, self.desks) = (routes.providers, desks)
    (controlPaths, realHosts) = (routes.controlPaths, routes.realHosts)
    (shared, own, real) = (routes.shared, routes.own, routes.real)
  }

  /// The same routes, answered by other desks, which must match these in number and endpoints.
  package func answered(by desks: [Desk]) -> Routes { Routes(self, desks: desks) }

  /// A provider's virtual host by its first label, in lower case, or the one that stands for all others.
  func host(_ label: String) -> Host {
    providers.firstIndex { $0.slug == label }.map { own[$0] } ?? shared
  }

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

    init(_ route: Route) { (method, pattern) = (route.method, route.pattern.text) }
  }

  private static func routes(
    of endpoints: [AnyEndpoint], mount: String, owner: Owner, _ provider: (any Provider.Type)? = nil,
    unowned: Set<String> = []
  ) throws(RouteProblem) -> [ServedRoute] {
    let slug = provider?.slug ?? ""
    let keyIdentifier: @Sendable (JWK) -> String? = { key in
      provider.map { $0.keyIdentifier(key) } ?? key.kid
    }
    var routes: [ServedRoute] = []
    for endpoint in endpoints {
      let isUnowned = unowned.contains(endpoint.name)
      let served = Served(
        endpoint, of: slug, mount: mount, owner: owner, isUnowned: isUnowned, keyIdentifier: keyIdentifier)
      // A transaction counts its calls, so even a GET has an effect.
      let isSafe = (isUnowned || provider == nil) && !endpoint.isChanging
      let pattern = try PathPattern(mount + endpoint.path)
      routes += endpoint.methods.map { (Route($0, pattern, servesHead: isSafe), served) }
    }
    return routes
  }
}
