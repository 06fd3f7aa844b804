import HTTP

/// Which web pages may call the control plane across origins (CORS of the Fetch standard): those of `--control-origin`,
/// and nobody else.
struct ControlOrigins: Sendable {
  /// Such as `http://localhost:3000`, in lower case.
  let origins: Set<String>

  /// Lets the page of a request read an answer, if its origin is one of ours.
  func allow(_ response: inout Response, _ request: Request) {
    guard !origins.isEmpty else { return }
    response.headers.append("Vary", "Origin")
    guard let origin = request.headers["Origin"], origins.contains(origin.lowercased()) else { return }
    response.headers.set("Access-Control-Allow-Origin", origin)
    response.headers.set("Access-Control-Expose-Headers", "Eidolon")
  }

  /// The answer to the question before a call; for other origins it allows nothing.
  func preflight(_ request: Request, _ methods: [HTTP.Method]) -> Response {
    var response = Response(204)
    guard let origin = request.headers["Origin"], origins.contains(origin.lowercased()) else {
      return response
    }
    response.headers.set("Access-Control-Allow-Methods", methods.map(\.text).joined(separator: ", "))
    response.headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
    response.headers.set("Access-Control-Max-Age", "600")
    // A page of a public address that calls a private one asks this too (Private Network Access).
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers.set("Access-Control-Allow-Private-Network", "true")
    }
    return response
  }
}
