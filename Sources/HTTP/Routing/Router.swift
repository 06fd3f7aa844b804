/// Finds the route of a request; 404 and 405 are decided only here.
///
/// Paths are case-sensitive, repeated slashes count as one, a trailing slash makes another path, and escapes
/// are decoded (`%2F` is not a separator).
package struct Router: Sendable {
  private struct Entry: Sendable {
    let number: Int
    let route: Route
  }

  /// The routes of one path without parameters; nearly always one, which then needs no array.
  private struct Routes: Sendable {
    let first: Entry
    var others: [Entry] = []

    var methods: [Method] { first.route.methods + others.flatMap(\.route.methods) }

    func number(of method: Method) -> Int? { number(where: { $0.method == method }) }

    /// The route that answers HEAD if HEAD has none of its own.
    var numberForHead: Int? { number(where: \.servesHead) }

    private func number(where holds: (Route) -> Bool) -> Int? {
      holds(first.route) ? first.number : others.first { holds($0.route) }?.number
    }
  }

  /// The patterns without parameters, by path.
  private var literal: [String: Routes] = [:]
  /// The others by number of parts, more specific ones first.
  private var parameterized: [Int: [Entry]] = [:]
  /// All methods of the routes, for `OPTIONS *`.
  private let methods: [Method]

  /// Two routes that fit the same requests are an error.
  package init(_ routes: [Route]) throws(RouteProblem) {
    methods = Self.allowed(routes.flatMap(\.methods))
    literal.reserveCapacity(routes.count)
    for (number, route) in routes.enumerated() {
      let entry = Entry(number: number, route: route)
      if route.pattern.isLiteral { try add(literal: entry) } else { try add(entry) }
    }
    for count in parameterized.keys {
      parameterized[count]?.sort { $0.route.pattern.literalCount > $1.route.pattern.literalCount }
    }
  }

  /// A path without parameters is more specific than any pattern with some, so it clashes only with itself.
  private mutating func add(literal entry: Entry) throws(RouteProblem) {
    let (method, path) = (entry.route.method, entry.route.pattern.text)
    guard let known = literal[path] else {
      literal[path] = Routes(first: entry)
      return
    }
    guard known.number(of: method) == nil else { throw .overlap(method, path, path) }
    literal[path]?.others.append(entry)
  }

  private mutating func add(_ entry: Entry) throws(RouteProblem) {
    let (method, pattern) = (entry.route.method, entry.route.pattern)
    for other in (parameterized[pattern.parts.count] ?? []).map(\.route)
    where other.method == method && other.pattern.clashes(with: pattern) {
      throw .overlap(method, other.pattern.text, pattern.text)
    }
    parameterized[pattern.parts.count, default: []].append(entry)
  }

  package func match(_ method: Method, _ target: Target) -> RouteMatch {
    // A pattern without parameters decides at once: nothing can be more specific.
    let here = literalRoutes(target)
    if let number = here?.number(of: method) ?? (method == .head ? here?.numberForHead : nil) {
      return .found(number, PathParameters())
    }

    if target.isPlain, let found = match(method, plain: target) { return found }
    let segments = target.segments
    guard target.isPath else { return target.raw == "*" ? .methodNotAllowed(allow: methods) : .notFound }
    var known = here?.methods ?? []
    var fallback: RouteMatch?
    for entry in parameterized[segments.count] ?? [] {
      guard let parameters = entry.route.pattern.parameters(of: segments) else { continue }
      if entry.route.method == method { return .found(entry.number, parameters) }
      // HEAD is answered by GET (RFC 9110 §9.3.2), unless a route of its own follows.
      if method == .head, entry.route.servesHead, fallback == nil {
        fallback = .found(entry.number, parameters)
      }
      known += entry.route.methods
    }
    if let fallback { return fallback }
    return known.isEmpty ? .notFound : .methodNotAllowed(allow: Self.allowed(known))
  }

  /// The route of a path that needs no decoding, found without making strings of its parts; HEAD and 405 are
  /// left to the caller.
  private func match(_ method: Method, plain target: Target) -> RouteMatch? {
    let parts = target.pathBytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for entry in parameterized[parts.count] ?? []
    where entry.route.method == method && entry.route.pattern.fits(parts) {
      return .found(entry.number, entry.route.pattern.parameters(of: parts))
    }
    return nil
  }

  private func literalRoutes(_ target: Target) -> Routes? {
    // An escaped slash is part of a segment, and no literal part has one.
    guard target.isPlain || !target.segments.contains(where: { $0.contains("/") }) else { return nil }
    return literal[target.path]
  }

  /// The methods for `Allow`: each once, in a fixed order.
  package static func allowed(_ methods: [Method]) -> [Method] {
    let methods = Set(methods)
    let order: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    let others = methods.subtracting(order).sorted { $0.text < $1.text }
    return order.filter(methods.contains) + others
  }
}
