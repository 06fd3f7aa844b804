/// The patterns of a router, each with the number of its route; knows nothing of endpoints.
struct RouteTable: Sendable {
  /// What the table finds for a request; routes by their number.
  enum Finding: Sendable, Hashable {
    case found(Int, PathParameters)
    case notFound
    case methodNotAllowed(allow: [Method])
  }

  private struct Entry: Sendable {
    let number: Int
    let method: Method
    let pattern: PathPattern
  }

  /// The routes of one path without parameters; nearly always one, which then needs no array.
  private struct Methods: Sendable {
    let first: (number: Int, method: Method)
    var others: [(number: Int, method: Method)] = []

    var all: [Method] { [first.method] + others.map(\.method) }

    func number(of method: Method) -> Int? {
      first.method == method ? first.number : others.first { $0.method == method }?.number
    }
  }

  /// The patterns without parameters, by path.
  private var literal: [String: Methods] = [:]
  /// The others by number of parts, more specific ones first.
  private var parameterized: [Int: [Entry]] = [:]
  /// All methods of the table, for `OPTIONS *`.
  private let methods: [Method]

  init(_ routes: [(method: Method, pattern: String)]) throws(RouteProblem) {
    methods = Self.allowed(routes.map(\.method))
    literal.reserveCapacity(routes.count)
    for (number, route) in routes.enumerated() {
      if try PathPattern.isLiteral(route.pattern) {
        try add(literal: route.pattern, route.method, number)
      } else {
        try add(Entry(number: number, method: route.method, pattern: try PathPattern(route.pattern)))
      }
    }
    for count in parameterized.keys {
      parameterized[count]?.sort { $0.pattern.literalCount > $1.pattern.literalCount }
    }
  }

  /// A path without parameters is more specific than any pattern with some, so it clashes only with itself.
  private mutating func add(literal path: String, _ method: Method, _ number: Int) throws(RouteProblem) {
    guard let known = literal[path] else {
      literal[path] = Methods(first: (number, method))
      return
    }
    guard known.number(of: method) == nil else { throw .overlap(method, path, path) }
    literal[path]?.others.append((number, method))
  }

  private mutating func add(_ entry: Entry) throws(RouteProblem) {
    let alike = parameterized[entry.pattern.parts.count] ?? []
    for other in alike where other.method == entry.method && other.pattern.clashes(with: entry.pattern) {
      throw .overlap(entry.method, other.pattern.text, entry.pattern.text)
    }
    parameterized[entry.pattern.parts.count, default: []].append(entry)
  }

  func find(_ method: Method, _ target: Target) -> Finding {
    // A pattern without parameters decides at once: nothing can be more specific.
    let here = literalMethods(target)
    if let number = here?.number(of: method) ?? (method == .head ? here?.number(of: .get) : nil) {
      return .found(number, PathParameters())
    }

    if target.isPlain, let found = find(method, plain: target) { return found }
    let segments = target.segments
    guard target.isPath else { return target.raw == "*" ? .methodNotAllowed(allow: methods) : .notFound }
    var known = here?.all ?? []
    var fallback: Finding?
    for entry in parameterized[segments.count] ?? [] {
      guard let parameters = entry.pattern.parameters(of: segments) else { continue }
      if entry.method == method { return .found(entry.number, parameters) }
      // HEAD is answered by GET (RFC 9110 §9.3.2), unless a route of its own follows.
      if method == .head, entry.method == .get, fallback == nil {
        fallback = .found(entry.number, parameters)
      }
      known.append(entry.method)
    }
    if let fallback { return fallback }
    return known.isEmpty ? .notFound : .methodNotAllowed(allow: Self.allowed(known))
  }

  /// The route of a path that needs no decoding, found without making strings of its parts; HEAD and 405 are
  /// left to the caller.
  private func find(_ method: Method, plain target: Target) -> Finding? {
    let parts = target.pathBytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for entry in parameterized[parts.count] ?? [] where entry.method == method && entry.pattern.fits(parts) {
      return .found(entry.number, entry.pattern.parameters(of: parts))
    }
    return nil
  }

  private func literalMethods(_ target: Target) -> Methods? {
    // An escaped slash is part of a segment, and no literal part has one.
    guard target.isPlain || !target.segments.contains(where: { $0.contains("/") }) else { return nil }
    return literal[target.path]
  }

  /// The methods for `Allow`: each once, in a fixed order, and HEAD wherever GET is.
  private static func allowed(_ methods: [Method]) -> [Method] {
    var methods = Set(methods)
    if methods.contains(.get) { methods.insert(.head) }
    let order: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    let others = methods.subtracting(order).sorted { $0.text < $1.text }
    return order.filter(methods.contains) + others
  }
}
