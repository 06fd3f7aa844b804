package import JSON

/// RFC 7517 §5.
package struct JWKSet: Sendable, Equatable {
  /// The usable keys, in order.
  package var keys: [JWK]

  package struct Ignored: Sendable, Hashable {
    /// The position in the array, from 0.
    package let index: Int
    package let kid: String?
    package let reason: JWKError
  }

  /// Keys that cannot be used; RFC 7517 §5 says to ignore them.
  package private(set) var ignored: [Ignored] = []

  package init(_ keys: [JWK]) { self.keys = keys }

  /// Keys that cannot be used are put into `ignored`.
  package init(_ json: JSON) throws(JWKSetError) {
    guard let object = json.object else { throw .notObject }
    guard let member = object["keys"] else { throw .noKeys }
    guard let elements = member.array else { throw .keysNotArray }
    keys = []
    for (index, element) in elements.enumerated() {
      do { keys.append(try JWK(element)) } catch {
        ignored.append(Ignored(index: index, kid: element["kid"]?.string, reason: error))
      }
    }
  }

  package init(parsing bytes: [UInt8]) throws(JWKSetError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(json)
  }

  /// Without secrets.
  package var publicJSON: JSON {
    .object(["keys": .array(keys.compactMap(\.publicJWK).map { .object($0.publicJSON) })])
  }

  package var privateJSON: JSON { .object(["keys": .array(keys.map { .object($0.privateJSON) })]) }
}

package enum JWKSetError: Error, Sendable, Hashable, CustomStringConvertible {
  case notJSON(JSONProblem)
  case notObject
  case noKeys
  case keysNotArray

  package var description: String {
    switch self {
    case .notJSON(let problem): "the key set is not JSON: \(problem.line(file: "jwks"))"
    case .notObject: "the key set is not a JSON object"
    case .noKeys: "the key set has no member \"keys\""
    case .keysNotArray: "the member \"keys\" of the key set is not an array"
    }
  }
}
