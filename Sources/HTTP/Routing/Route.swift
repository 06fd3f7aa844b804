/// A method and a path pattern; a router tells its routes apart by their index.
package struct Route: Sendable {
  package let method: Method
  package let pattern: PathPattern
  /// True if a route for GET serves HEAD too.
  ///
  /// HEAD is safe (RFC 9110 §9.2.1), so a GET that has an effect does not serve it.
  package let servesHead: Bool

  package init(_ method: Method, _ pattern: PathPattern, servesHead: Bool = true) {
    (self.method, self.pattern) = (method, pattern)
    self.servesHead = servesHead && method == .get
  }

  /// The methods for `Allow`.
  var methods: [Method] { servesHead ? [method, .head] : [method] }
}

/// The decoded parts of a path that matched a pattern's parameters.
package struct PathParameters: Sendable, Hashable {
  private var parameters: [Parameter] = []

  private struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  package init() {}

  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String) {
    parameters.append(Parameter(name: name, value: value))
  }
}

package enum RouteMatch: Sendable {
  /// The index of the route.
  case found(Int, PathParameters)
  /// No pattern fits the path: 404.
  case notFound
  /// The path exists, but only for these methods: 405 with `Allow`.
  case methodNotAllowed(allow: [Method])
}

package enum RouteProblem: Error, Sendable, Hashable {
  /// The pattern and the reason: not a path of literal parts and `{name}` parts.
  case malformedPattern(String, String)
  /// Two patterns of one method fit the same path, and neither is more specific.
  case overlap(Method, String, String)
}

extension RouteProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformedPattern(let pattern, let reason): "route \(pattern): \(reason)"
    case .overlap(let method, let one, let other):
      "routes \(method) \(one) and \(method) \(other) fit the same paths"
    }
  }
}

extension Response {
  package static var notFound: Response { .text(.notFound, "Not found\n") }

  /// With `Allow`, as RFC 9110 §15.5.6 requires.
  package static func methodNotAllowed(allow: [Method]) -> Response {
    var response = Response.text(.methodNotAllowed, "Method not allowed\n")
    response.headers.set("Allow", allow.map(\.text).joined(separator: ", "))
    return response
  }
}
