public import HTTP

/// What lets scripts of another origin call an endpoint (Fetch, "CORS protocol").
///
/// Any origin is let in, without cookies: what protects such an endpoint is the token that the script sends.
public struct CrossOrigin: Sendable {
  /// The methods that scripts may use, as `Access-Control-Allow-Methods` lists them.
  public let methods: String
  /// The fields that scripts may send, as `Access-Control-Allow-Headers` lists them.
  public let fields: String

  /// Leave for these methods and fields.
  public init(methods: String, fields: String) {
    (self.methods, self.fields) = (methods, fields)
  }

  /// The answer to a preflight: 204 with what is allowed.
  public var preflight: Response {
    var response = Response(204)
    allow(&response)
    response.headers.append("Access-Control-Allow-Methods", methods)
    response.headers.append("Access-Control-Allow-Headers", fields)
    response.headers.append("Access-Control-Max-Age", "600")
    return response
  }

  /// Lets scripts read an answer.
  public func allow(_ response: inout Response) {
    response.headers.append("Access-Control-Allow-Origin", "*")
  }
}
