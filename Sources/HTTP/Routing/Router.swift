/// Finds the endpoint of a request; 404 and 405 are decided here and nowhere else.
///
/// Paths compare with case, repeated slashes count as one, a slash at the end makes another path, and an escape
/// means what it stands for (`%2F` is no separator).
package struct Router<Endpoint: Sendable>: Sendable {
  private let routes: [Route<Endpoint>]
  private let table: RouteTable

  /// A router; two routes that fit the same requests are an error.
  package init(_ routes: [Route<Endpoint>]) throws(RouteProblem) {
    self.routes = routes
    table = try RouteTable(routes.map { ($0.method, $0.pattern) })
  }

  /// The route for this method and target.
  package func match(_ method: Method, _ target: Target) -> RouteMatch<Endpoint> {
    switch table.find(method, target) {
    case .found(let number, let parameters): .found(routes[number], parameters)
    case .notFound: .notFound
    case .methodNotAllowed(let methods): .methodNotAllowed(allow: methods)
    }
  }

  /// The route for this request.
  package func match(_ request: Request) -> RouteMatch<Endpoint> { match(request.method, request.target) }
}
