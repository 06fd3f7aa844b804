/// Finds the endpoint of a request; 404 and 405 are decided here and nowhere else.
///
/// Paths compare with case, repeated slashes count as one, a slash at the end makes another path, and an escape
/// means what it stands for (`%2F` is no separator).
public struct Router<Endpoint: Sendable>: Sendable {
  private let routes: [Route<Endpoint>]
  private let table: RouteTable

  /// A router; two routes that fit the same requests are an error.
  ///
  /// - Parameter other: a router that may have the same methods and patterns; then both share one table of them, which is
  ///   most of a router's memory and of the work of making it.
  public init(_ routes: [Route<Endpoint>], like other: Router? = nil) throws(RouteProblem) {
    guard let other, other.hasSamePatterns(as: routes) else {
      self.routes = routes
      table = try RouteTable(routes.map { ($0.method, $0.pattern) })
      return
    }
    self.routes = zip(routes, other.routes).map { route, known in
      Route(route.method, known.pattern, heavy: route.isHeavy, route.endpoint)
    }
    table = other.table
  }

  private func hasSamePatterns(as routes: [Route<Endpoint>]) -> Bool {
    self.routes.count == routes.count
      && zip(self.routes, routes).allSatisfy { $0.method == $1.method && $0.pattern == $1.pattern }
  }

  /// The route for this method and target.
  public func match(_ method: Method, _ target: Target) -> RouteMatch<Endpoint> {
    switch table.find(method, target) {
    case .found(let number, let parameters): .found(routes[number], parameters)
    case .notFound: .notFound
    case .methodNotAllowed(let methods): .methodNotAllowed(allow: methods)
    }
  }

  /// The route for this request.
  public func match(_ request: Request) -> RouteMatch<Endpoint> { match(request.method, request.target) }
}
