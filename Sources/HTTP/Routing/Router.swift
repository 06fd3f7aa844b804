/// Finds the endpoint of a request; 404 and 405 are decided only here.
///
/// Paths are case-sensitive, repeated slashes count as one, a trailing slash makes another path, and escapes
/// are decoded (`%2F` is not a separator).
package struct Router<Endpoint: Sendable>: Sendable {
  /// By the number of their route in the table.
  private let endpoints: [Endpoint]
  private let table: RouteTable

  /// Two routes that fit the same requests are an error.
  package init(_ routes: [Route<Endpoint>]) throws(RouteProblem) {
    endpoints = routes.map(\.endpoint)
    table = try RouteTable(routes.map { RouteTable.Line($0.method, $0.pattern, servesHead: $0.servesHead) })
  }

  package func match(_ method: Method, _ target: Target) -> RouteMatch<Endpoint> {
    switch table.find(method, target) {
    case .found(let number, let parameters): .found(endpoints[number], parameters)
    case .notFound: .notFound
    case .methodNotAllowed(let methods): .methodNotAllowed(allow: methods)
    }
  }

  package func match(_ request: Request) -> RouteMatch<Endpoint> { match(request.method, request.target) }
}
