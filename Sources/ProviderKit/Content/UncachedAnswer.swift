package import HTTP
package import JSON

extension Response {
  /// A JSON response that must not be cached, as with tokens (RFC 6749 §5.1).
  package static func uncached(_ status: Status, _ body: JSON) -> Response { uncached(status, body.bytes()) }

  package static func uncached(_ status: Status, _ body: [UInt8]) -> Response {
    var response = Response.json(status, body)
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("Pragma", "no-cache")
    return response
  }

  /// A token as the whole answer, as signed userinfo is (OpenID Connect Core §5.3.2).
  package static func token(_ text: String) -> Response {
    Response(
      .ok, headers: ["Content-Type": "application/jwt", "Cache-Control": "no-store"], body: Array(text.utf8))
  }

  /// A JSON answer that must not be stored.
  package static func notStored(_ status: Status, _ body: JSON) -> Response {
    var response = Response.json(status, body.bytes())
    response.headers.append("Cache-Control", "no-store")
    return response
  }
}
