package import HTTP

/// What lets scripts of another origin call an endpoint (Fetch, "CORS protocol"), without cookies.
///
/// Where any origin is let in, what protects the endpoint is the token that the script sends.
package struct CrossOrigin: Sendable {
  /// The methods that scripts may use, as `Access-Control-Allow-Methods` lists them.
  package let methods: String
  /// The fields that scripts may send, as `Access-Control-Allow-Headers` lists them; `nil` for those that they ask for.
  package let fields: String?
  /// The fields beside the usual ones that scripts may read, as `Access-Control-Expose-Headers` lists them.
  package let exposed: String?

  /// The field that lets scripts read an answer.
  package static let allowField = "Access-Control-Allow-Origin"

  /// Leave for these methods and fields.
  package init(methods: String, fields: String? = nil, exposing exposed: String? = nil) {
    (self.methods, self.fields, self.exposed) = (methods, fields, exposed)
  }

  /// The origin of an `http` or `https` URL: scheme, host and port in lower case; `nil` for anything else.
  package static func origin(of url: String) -> String? {
    for scheme in ["https://", "http://"] where url.lowercased().hasPrefix(scheme) {
      let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      return authority.isEmpty ? nil : scheme + authority.lowercased()
    }
    return nil
  }

  // MARK: For any origin

  /// Lets scripts of any origin read an answer.
  package func allow(_ response: inout Response) { allow("*", on: &response) }

  /// The answer to a preflight of any origin: 204 with what is allowed.
  package var preflight: Response {
    var response = Response(204)
    allow(&response)
    describe(on: &response, asked: nil)
    return response
  }

  // MARK: For chosen origins

  /// Lets scripts of an origin read an answer, and of no other; `nil` for one that may not.
  package func allow(_ origin: String?, on response: inout Response) {
    if origin != "*" { vary(on: &response) }
    guard let origin else { return }
    response.headers.set(Self.allowField, origin)
    if let exposed { response.headers.set("Access-Control-Expose-Headers", exposed) }
  }

  /// The answer to a preflight of an origin; for `nil`, one that may not call, it allows nothing.
  package func preflight(_ request: Request, from origin: String?) -> Response {
    var response = Response(204)
    allow(origin, on: &response)
    guard origin != nil else { return response }
    describe(on: &response, asked: request.headers["Access-Control-Request-Headers"])
    // A page of a public address that calls a private one asks this too (Private Network Access).
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers.set("Access-Control-Allow-Private-Network", "true")
    }
    return response
  }

  private func describe(on response: inout Response, asked: String?) {
    response.headers.append("Access-Control-Allow-Methods", methods)
    if let fields = fields ?? asked { response.headers.append("Access-Control-Allow-Headers", fields) }
    response.headers.append("Access-Control-Max-Age", "600")
  }

  /// Says that the answer depends on who asks, so that no cache gives one origin's answer to another.
  private func vary(on response: inout Response) {
    guard !response.headers.values("Vary").contains("Origin") else { return }
    response.headers.append("Vary", "Origin")
  }
}
