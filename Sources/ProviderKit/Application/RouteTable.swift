import Flow
import HTTP
import JOSE

/// Finds the endpoint of a request among those of one provider, or of all desks; paths are without the provider's mount.
final class RouteTable: Sendable {
  /// Empty for desks.
  let slug: String
  /// The path prefix on hosts that all share; empty for desks.
  let mount: String
  private let router: Router
  /// In the order of the router's routes.
  private let endpoints: [ServedEndpoint]

  private typealias ServedRoute = (route: Route, served: ServedEndpoint)

  /// - Parameter number: the provider's in the registry.
  init(_ provider: any Provider.Type, _ number: Int) throws(RouteProblem) {
    let routes = try Self.routes(of: provider.anyEndpoints, owner: .provider(number), provider)
    (router, endpoints) = (try Router(routes.map(\.route)), routes.map(\.served))
    (slug, mount) = (provider.slug, "/\(provider.slug)")
  }

  init(_ desks: [Desk]) throws(RouteProblem) {
    var routes: [ServedRoute] = []
    for (number, desk) in desks.enumerated() {
      routes += try Self.routes(of: desk.endpoints, owner: .desk(number))
    }
    (router, endpoints) = (try Router(routes.map(\.route)), routes.map(\.served))
    (slug, mount) = ("", "")
  }

  /// - Parameter mount: where the target was below, for what is found.
  func match(_ method: HTTP.Method, _ target: Target, below mount: String = "") -> EndpointMatch {
    switch router.match(method, target) {
    case .found(let number, let parameters):
      .found(FoundEndpoint(served: endpoints[number], mount: mount, parameters: parameters))
    case .methodNotAllowed(let allow): .methodNotAllowed(allow: allow)
    case .notFound: .notFound
    }
  }

  func paths(below mount: String = "") -> [String] { endpoints.map { mount + $0.endpoint.path } }

  private static func routes(
    of endpoints: [AnyEndpoint], owner: ServedEndpoint.Owner, _ provider: (any Provider.Type)? = nil
  ) throws(RouteProblem) -> [ServedRoute] {
    let unowned = provider?.vocabulary.unownedEndpoints ?? []
    let keyIdentifier: @Sendable (JWK) -> String? = { key in
      provider.map { $0.keyIdentifier(key) } ?? key.kid
    }
    var routes: [ServedRoute] = []
    for endpoint in endpoints {
      let isUnowned = unowned.contains(endpoint.name)
      let served = ServedEndpoint(
        endpoint, of: provider?.slug ?? "", owner: owner, isUnowned: isUnowned, keyIdentifier: keyIdentifier)
      // A transaction counts its calls, so even a GET has an effect.
      let isSafe = (isUnowned || provider == nil) && !endpoint.isChanging
      let pattern = try PathPattern(endpoint.path)
      routes += endpoint.methods.map { (Route($0, pattern, servesHead: isSafe), served) }
    }
    return routes
  }
}
