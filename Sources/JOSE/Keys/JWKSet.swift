package import JSON

/// A set of keys (RFC 7517 §5).
package struct JWKSet: Sendable, Equatable {
  /// The keys that can be used, in order.
  package var keys: [JWK]

  /// What was left out while reading.
  package struct Ignored: Sendable, Hashable {
    /// The place in the array, counted from 0.
    package let index: Int
    /// The key's name, if it has one.
    package let kid: String?
    /// Why it cannot be used.
    package let reason: JWKError
  }

  /// Keys that were left out while reading: RFC 7517 §5 says to go on without them.
  package private(set) var ignored: [Ignored] = []

  /// A set of these keys.
  package init(_ keys: [JWK]) { self.keys = keys }

  /// Reads a set.
  ///
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

  /// Reads a set from the bytes of a document.
  package init(parsing bytes: [UInt8]) throws(JWKSetError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(json)
  }

  /// The set with public members only; secrets are left out.
  package var publicJSON: JSON {
    .object(["keys": .array(keys.compactMap(\.publicJWK).map { .object($0.publicJSON) })])
  }

  /// The set with private members.
  package var privateJSON: JSON { .object(["keys": .array(keys.map { .object($0.privateJSON) })]) }
}

/// Why a document is not a key set.
package enum JWKSetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not JSON.
  case notJSON(JSONProblem)
  /// The document is not an object.
  case notObject
  /// The member `keys` is missing.
  case noKeys
  /// The member `keys` is not an array.
  case keysNotArray

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .notJSON(let problem): "the key set is not JSON: \(problem.line(file: "jwks"))"
    case .notObject: "the key set is not a JSON object"
    case .noKeys: "the key set has no member \"keys\""
    case .keysNotArray: "the member \"keys\" of the key set is not an array"
    }
  }
}
