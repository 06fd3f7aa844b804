public import JSON

/// A set of keys (RFC 7517 §5).
public struct JWKSet: Sendable, Equatable {
  /// The keys that can be used, in order.
  public var keys: [JWK]

  /// What was left out while reading.
  public struct Ignored: Sendable, Hashable {
    /// The place in the array, counted from 0.
    public let index: Int
    /// The key's name, if it has one.
    public let kid: String?
    /// Why it cannot be used.
    public let reason: JWKError
  }

  /// Keys that were left out while reading: RFC 7517 §5 says to go on without them.
  public private(set) var ignored: [Ignored] = []

  /// A set of these keys.
  public init(_ keys: [JWK]) { self.keys = keys }

  /// Reads a set.
  ///
  /// Keys that cannot be used are put into `ignored`.
  public init(_ json: JSON) throws(JWKSetError) {
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
  public init(parsing bytes: [UInt8]) throws(JWKSetError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(json)
  }

  /// The set with public members only; secrets are left out.
  public var publicJSON: JSON {
    .object(["keys": .array(keys.compactMap(\.publicJWK).map { .object($0.publicJSON) })])
  }

  /// The set with private members.
  public var privateJSON: JSON { .object(["keys": .array(keys.map { .object($0.privateJSON) })]) }
}

/// Why a document is not a key set.
public enum JWKSetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not JSON.
  case notJSON(JSONProblem)
  /// The document is not an object.
  case notObject
  /// The member `keys` is missing.
  case noKeys
  /// The member `keys` is not an array.
  case keysNotArray

  /// A sentence for the developer who has to find the mistake.
  public var description: String {
    switch self {
    case .notJSON(let problem): "the key set is not JSON: \(problem.line(file: "jwks"))"
    case .notObject: "the key set is not a JSON object"
    case .noKeys: "the key set has no member \"keys\""
    case .keysNotArray: "the member \"keys\" of the key set is not an array"
    }
  }
}
