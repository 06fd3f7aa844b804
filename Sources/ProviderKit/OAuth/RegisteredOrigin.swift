public import HTTP

/// Leave for scripts of the origins that a client registered, and of no other (the Fetch standard, CORS protocol).
public enum RegisteredOrigin {
  /// The origin of an `http` or `https` URL: scheme, host and port as written; `nil` for anything else.
  public static func origin(of url: String) -> String? {
    for scheme in ["https://", "http://"] where url.lowercased().hasPrefix(scheme) {
      let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      return authority.isEmpty ? nil : scheme + authority.lowercased()
    }
    return nil
  }

  /// Lets scripts of an origin read an answer.
  ///
  /// - Parameter exposing: the header fields beside the usual ones that they may read.
  public static func allow(_ origin: String, exposing fields: [String] = [], on response: inout Response) {
    response.headers.set("Access-Control-Allow-Origin", origin)
    if !fields.isEmpty {
      response.headers.set("Access-Control-Expose-Headers", fields.joined(separator: ", "))
    }
    vary(on: &response)
  }

  /// Says that the answer depends on who asks, so that no cache gives one origin's answer to another.
  public static func vary(on response: inout Response) { response.headers.append("Vary", "Origin") }

  /// Answers the question that a browser asks before a request, for the methods that the endpoint takes.
  ///
  /// - Parameter origin: the origin that may ask, `nil` when it may not.
  public static func preflight(_ request: Request, allowing origin: String?, methods: [HTTP.Method])
    -> Response
  {
    var response = Response(204)
    guard let origin else {
      vary(on: &response)
      return response
    }
    allow(origin, on: &response)
    response.headers.append(
      "Access-Control-Allow-Methods", methods.filter { $0 != .options }.map(\.text).joined(separator: ", "))
    if let wanted = request.headers["Access-Control-Request-Headers"] {
      response.headers.append("Access-Control-Allow-Headers", wanted)
    }
    response.headers.append("Access-Control-Max-Age", "600")
    return response
  }
}
