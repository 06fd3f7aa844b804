import HTTP

/// The endpoint of a request.
struct FoundEndpoint {
  let served: ServedEndpoint
  /// The path prefix that names the provider; empty on its virtual host.
  let mount: String
  let parameters: PathParameters
}

enum EndpointMatch {
  case found(FoundEndpoint)
  case notFound
  case methodNotAllowed(allow: [HTTP.Method])

  /// The other one where this one found nothing; the methods that either allows are listed together.
  func or(_ other: @autoclosure () -> EndpointMatch) -> EndpointMatch {
    if case .found = self { return self }
    switch (self, other()) {
    case (.methodNotAllowed(let one), .methodNotAllowed(let two)):
      return .methodNotAllowed(allow: Router.allowed(one + two))
    case (.methodNotAllowed, .notFound): return self
    case (_, let other): return other
    }
  }
}
