/// One line of a route table: a method, a path pattern and what answers there.
///
/// A pattern is a path whose parts may be parameters: `/collect/{order}`. A parameter stands for one part that
/// is not empty.
package struct Route<Endpoint: Sendable>: Sendable {
  /// The method; a route for GET serves HEAD too.
  package let method: Method
  /// The path pattern.
  package let pattern: String
  /// True if the endpoint takes long enough to run on a worker.
  package let isHeavy: Bool
  /// What answers.
  package let endpoint: Endpoint

  /// A route.
  package init(_ method: Method, _ pattern: String, heavy: Bool = false, _ endpoint: Endpoint) {
    self.method = method
    self.pattern = pattern
    self.isHeavy = heavy
    self.endpoint = endpoint
  }
}

/// The decoded parts of a path that a pattern's parameters stand for.
package struct PathParameters: Sendable, Hashable {
  private var parameters: [Parameter] = []

  private struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// No parameters.
  package init() {}

  /// The decoded part for the parameter with this name.
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String) {
    parameters.append(Parameter(name: name, value: value))
  }
}

/// What a router says about a request.
package enum RouteMatch<Endpoint: Sendable>: Sendable {
  /// This route answers; with the parameters of its pattern.
  case found(Route<Endpoint>, PathParameters)
  /// No pattern fits the path: 404.
  case notFound
  /// The path is known, for these methods only: 405 with `Allow`.
  case methodNotAllowed(allow: [Method])
}

/// What is wrong with a route table.
package enum RouteProblem: Error, Sendable, Hashable {
  /// Not a path of literal parts and `{name}` parts; with the reason.
  case malformedPattern(String, String)
  /// Two routes of one method fit the same path, and neither is the more special one.
  case overlap(Method, String, String)
}

extension RouteProblem: CustomStringConvertible {
  /// The problem as a sentence.
  package var description: String {
    switch self {
    case .malformedPattern(let pattern, let reason): "route \(pattern): \(reason)"
    case .overlap(let method, let one, let other):
      "routes \(method) \(one) and \(method) \(other) fit the same paths"
    }
  }
}

extension Response {
  /// 404 in plain text.
  package static var notFound: Response { .text(.notFound, "Not found\n") }

  /// 405 in plain text, with `Allow` as RFC 9110 §15.5.6 demands.
  package static func methodNotAllowed(allow: [Method]) -> Response {
    var response = Response.text(.methodNotAllowed, "Method not allowed\n")
    response.headers.set("Allow", allow.map(\.text).joined(separator: ", "))
    return response
  }
}
