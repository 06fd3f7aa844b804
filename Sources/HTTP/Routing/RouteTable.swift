/// The patterns of a router, each with the number of its route; knows nothing of endpoints.
struct RouteTable: Sendable {
  /// What the table finds for a request; routes by their number.
  enum Finding: Sendable, Hashable {
    case found(Int, PathParameters)
    case notFound
    case methodNotAllowed(allow: [Method])
  }

  /// A route without its endpoint.
  struct Line: Sendable {
    let method: Method
    let pattern: String
    let servesHead: Bool

    init(_ method: Method, _ pattern: String, servesHead: Bool) {
      (self.method, self.pattern, self.servesHead) = (method, pattern, servesHead)
    }

    /// The methods for `Allow`.
    var methods: [Method] { servesHead ? [method, .head] : [method] }
  }

  private struct Entry: Sendable {
    let number: Int
    let line: Line
    let pattern: PathPattern
  }

  /// The routes of one path without parameters; nearly always one, which then needs no array.
  private struct Lines: Sendable {
    let first: (number: Int, line: Line)
    var others: [(number: Int, line: Line)] = []

    var methods: [Method] { first.line.methods + others.flatMap(\.line.methods) }

    func number(of method: Method) -> Int? { number(where: { $0.method == method }) }

    /// The route that answers HEAD if HEAD has none of its own.
    var numberForHead: Int? { number(where: \.servesHead) }

    private func number(where holds: (Line) -> Bool) -> Int? {
      holds(first.line) ? first.number : others.first { holds($0.line) }?.number
    }
  }

  /// The patterns without parameters, by path.
  private var literal: [String: Lines] = [:]
  /// The others by number of parts, more specific ones first.
  private var parameterized: [Int: [Entry]] = [:]
  /// All methods of the table, for `OPTIONS *`.
  private let methods: [Method]

  init(_ lines: [Line]) throws(RouteProblem) {
    methods = Self.allowed(lines.flatMap(\.methods))
    literal.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated() {
      if try PathPattern.isLiteral(line.pattern) {
        try add(literal: line, number)
      } else {
        try add(Entry(number: number, line: line, pattern: try PathPattern(line.pattern)))
      }
    }
    for count in parameterized.keys {
      parameterized[count]?.sort { $0.pattern.literalCount > $1.pattern.literalCount }
    }
  }

  /// A path without parameters is more specific than any pattern with some, so it clashes only with itself.
  private mutating func add(literal line: Line, _ number: Int) throws(RouteProblem) {
    guard let known = literal[line.pattern] else {
      literal[line.pattern] = Lines(first: (number, line))
      return
    }
    guard known.number(of: line.method) == nil else {
      throw .overlap(line.method, line.pattern, line.pattern)
    }
    literal[line.pattern]?.others.append((number, line))
  }

  private mutating func add(_ entry: Entry) throws(RouteProblem) {
    let alike = parameterized[entry.pattern.parts.count] ?? []
    for other in alike
    where other.line.method == entry.line.method && other.pattern.clashes(with: entry.pattern) {
      throw .overlap(entry.line.method, other.pattern.text, entry.pattern.text)
    }
    parameterized[entry.pattern.parts.count, default: []].append(entry)
  }

  func find(_ method: Method, _ target: Target) -> Finding {
    // A pattern without parameters decides at once: nothing can be more specific.
    let here = literalLines(target)
    if let number = here?.number(of: method) ?? (method == .head ? here?.numberForHead : nil) {
      return .found(number, PathParameters())
    }

    if target.isPlain, let found = find(method, plain: target) { return found }
    let segments = target.segments
    guard target.isPath else { return target.raw == "*" ? .methodNotAllowed(allow: methods) : .notFound }
    var known = here?.methods ?? []
    var fallback: Finding?
    for entry in parameterized[segments.count] ?? [] {
      guard let parameters = entry.pattern.parameters(of: segments) else { continue }
      if entry.line.method == method { return .found(entry.number, parameters) }
      // HEAD is answered by GET (RFC 9110 §9.3.2), unless a route of its own follows.
      if method == .head, entry.line.servesHead, fallback == nil {
        fallback = .found(entry.number, parameters)
      }
      known += entry.line.methods
    }
    if let fallback { return fallback }
    return known.isEmpty ? .notFound : .methodNotAllowed(allow: Self.allowed(known))
  }

  /// The route of a path that needs no decoding, found without making strings of its parts; HEAD and 405 are
  /// left to the caller.
  private func find(_ method: Method, plain target: Target) -> Finding? {
    let parts = target.pathBytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for entry in parameterized[parts.count] ?? []
    where entry.line.method == method && entry.pattern.fits(parts) {
      return .found(entry.number, entry.pattern.parameters(of: parts))
    }
    return nil
  }

  private func literalLines(_ target: Target) -> Lines? {
    // An escaped slash is part of a segment, and no literal part has one.
    guard target.isPlain || !target.segments.contains(where: { $0.contains("/") }) else { return nil }
    return literal[target.path]
  }

  /// The methods for `Allow`: each once, in a fixed order.
  private static func allowed(_ methods: [Method]) -> [Method] {
    let methods = Set(methods)
    let order: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    let others = methods.subtracting(order).sorted { $0.text < $1.text }
    return order.filter(methods.contains) + others
  }
}
