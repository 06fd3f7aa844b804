package import HTTP
package import JSON

/// The content of a request that should be one JSON object.
package enum JSONContent: Sendable {
  /// An object.
  case object(JSONObject)
  /// Nothing was sent.
  case empty
  /// It is not declared as JSON; the media type that was sent.
  case otherType(String, JSONObject?)
  /// It is no JSON; why, with line and column.
  case malformed(String)
  /// It is JSON, but no object.
  case notAnObject

  /// Reads the content; what is declared as something else, or not at all, is read nevertheless, for services that do not look.
  package init(_ request: Request) {
    guard !request.body.isEmpty else {
      self = .empty
      return
    }
    let isDeclared = request.contentType?.isJSON ?? false
    do throws(JSONProblem) {
      let object = try JSON(parsing: request.body).object
      guard isDeclared else {
        self = .otherType(request.headers["Content-Type"] ?? "none", object)
        return
      }
      self = object.map(JSONContent.object) ?? .notAnObject
    } catch {
      self =
        isDeclared ? .malformed("\(error)") : .otherType(request.headers["Content-Type"] ?? "none", nil)
    }
  }
}
