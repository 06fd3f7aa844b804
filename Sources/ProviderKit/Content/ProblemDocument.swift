package import HTTP
package import JSON

extension Response {
  /// A problem document (RFC 9457) with a stable type.
  ///
  /// - Parameters:
  ///   - kind: the last part of the type's URN.
  ///   - members: extension members (§3.2).
  package static func problem(
    _ status: Status, _ kind: String, title: String, detail: String, members: JSONObject = [:]
  ) -> Response {
    var document: JSONObject = [
      "type": .string("urn:eidolon:problem:\(kind)"), "title": .string(title),
      "status": .integer(status.code), "detail": .string(detail),
    ]
    for (name, value) in members { document[name] = value }
    return Response(
      status, headers: ["Content-Type": "application/problem+json"],
      body: JSON.object(document).bytes(pretty: true) + [0x0A])
  }
}
