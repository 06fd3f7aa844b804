/// Finds the endpoint of a request.
///
/// 404 and 405 are decided here and nowhere else.
///
/// Paths compare with case, repeated slashes count as one, a slash at the end makes another path, and an escape
/// means what it stands for (`%2F` is no separator).
public struct Router<Endpoint: Sendable>: Sendable {
  private struct Entry: Sendable {
    let route: Route<Endpoint>
    let pattern: PathPattern
  }

  /// The routes without parameters, by path.
  private var literal: [String: [Route<Endpoint>]] = [:]
  /// The others by number of parts, the more special first.
  private var parameterized: [Int: [Entry]] = [:]
  /// All methods of the table, for `OPTIONS *`.
  private let methods: [Method]

  /// A router; two routes that fit the same requests are an error.
  public init(_ routes: [Route<Endpoint>]) throws(RouteProblem) {
    var entries: [Entry] = []
    for route in routes {
      let entry = Entry(route: route, pattern: try PathPattern(route.pattern))
      for other in entries
      where other.route.method == route.method && other.pattern.clashes(with: entry.pattern) {
        throw .overlap(route.method, other.route.pattern, route.pattern)
      }
      entries.append(entry)
    }
    for entry in entries {
      if entry.pattern.literalCount == entry.pattern.parts.count {
        literal[entry.route.pattern, default: []].append(entry.route)
      } else {
        parameterized[entry.pattern.parts.count, default: []].append(entry)
      }
    }
    for count in parameterized.keys {
      parameterized[count]?.sort { $0.pattern.literalCount > $1.pattern.literalCount }
    }
    methods = Self.allowed(routes.map(\.method))
  }

  /// The route for this method and target.
  public func match(_ method: Method, _ target: Target) -> RouteMatch<Endpoint> {
    // A literal route of this very method decides at once: nothing can be more special.
    let path = target.path
    let here = target.isPlain || !target.segments.contains { $0.contains("/") } ? literal[path] : nil
    if let here, let route = Self.route(for: method, in: here) { return .found(route, PathParameters()) }

    guard path.first == "/" else { return path == "*" ? .methodNotAllowed(allow: methods) : .notFound }
    let segments = target.segments
    var known = here?.map(\.method) ?? []
    var fallback: (Route<Endpoint>, PathParameters)?
    for entry in parameterized[segments.count] ?? [] {
      guard let parameters = entry.pattern.parameters(of: segments) else { continue }
      if entry.route.method == method { return .found(entry.route, parameters) }
      if method == .head, entry.route.method == .get, fallback == nil { fallback = (entry.route, parameters) }
      known.append(entry.route.method)
    }
    if let fallback { return .found(fallback.0, fallback.1) }
    return known.isEmpty ? .notFound : .methodNotAllowed(allow: Self.allowed(known))
  }

  /// The route for this request.
  public func match(_ request: Request) -> RouteMatch<Endpoint> { match(request.method, request.target) }

  private static func route(for method: Method, in routes: [Route<Endpoint>]) -> Route<Endpoint>? {
    if let route = routes.first(where: { $0.method == method }) { return route }
    return method == .head ? routes.first { $0.method == .get } : nil
  }

  /// `Allow` names each method once, in one order, and HEAD wherever GET is.
  private static func allowed(_ methods: [Method]) -> [Method] {
    var methods = Set(methods)
    if methods.contains(.get) { methods.insert(.head) }
    let order: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    let others = methods.subtracting(order).sorted { $0.text < $1.text }
    return order.filter(methods.contains) + others
  }
}
