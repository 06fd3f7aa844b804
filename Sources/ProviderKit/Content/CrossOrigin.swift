package import HTTP

/// Cross-origin access to an endpoint, without cookies (Fetch, "CORS protocol").
///
/// Where any origin is allowed, the token that the script sends protects the endpoint.
package struct CrossOrigin: Sendable {
  /// `Access-Control-Allow-Methods`.
  package let methods: String
  /// `Access-Control-Allow-Headers`; `nil` allows the fields that the preflight asks for.
  package let fields: String?
  /// `Access-Control-Expose-Headers`.
  package let exposed: String?

  package static let allowField = "Access-Control-Allow-Origin"

  package init(methods: String, fields: String? = nil, exposing exposed: String? = nil) {
    (self.methods, self.fields, self.exposed) = (methods, fields, exposed)
  }

  /// The origin of an `http` or `https` URL, in lower case; `nil` for other URLs.
  package static func origin(of url: String) -> String? {
    for scheme in ["https://", "http://"] where url.lowercased().hasPrefix(scheme) {
      let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      return authority.isEmpty ? nil : scheme + authority.lowercased()
    }
    return nil
  }

  /// Lets scripts of any origin read the response.
  package func allow(_ response: inout Response) { allow("*", on: &response) }

  /// The 204 to a preflight of any origin.
  package var preflight: Response {
    var response = Response(204)
    allow(&response)
    describe(on: &response, asked: nil)
    return response
  }

  /// Lets scripts of this origin only read the response; none if `nil`.
  package func allow(_ origin: String?, on response: inout Response) {
    if origin != "*" { vary(on: &response) }
    guard let origin else { return }
    response.headers.set(Self.allowField, origin)
    if let exposed { response.headers.set("Access-Control-Expose-Headers", exposed) }
  }

  /// The 204 to a preflight from this origin; with `nil` it allows nothing.
  package func preflight(_ request: Request, from origin: String?) -> Response {
    var response = Response(204)
    allow(origin, on: &response)
    guard origin != nil else { return response }
    describe(on: &response, asked: request.headers["Access-Control-Request-Headers"])
    // Sent by a page on a public address that calls a private one (Private Network Access).
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

  /// Keeps caches from serving one origin's response to another.
  private func vary(on response: inout Response) {
    guard !response.headers.values("Vary").contains("Origin") else { return }
    response.headers.append("Vary", "Origin")
  }
}
