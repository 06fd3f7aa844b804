package import HTTP
package import JSON

/// A request body that should be a JSON object.
package enum JSONContent: Sendable {
  case object(JSONObject)
  /// There is no body.
  case empty
  /// Not declared as JSON: the `Content-Type`, and the object if the body is one nevertheless.
  case otherType(String, JSONObject?)
  /// Not JSON: the reason, with line and column.
  case malformed(String)
  case notAnObject

  /// Parses the body even if it is not declared as JSON, for services that ignore `Content-Type`.
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
