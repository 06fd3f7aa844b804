package import JSON

/// What a token says (RFC 7519 §4), read with the types that its claims must have.
///
/// Nothing here compares with a clock or a name: what a provider requires is the provider's rule.
package struct Claims: Sendable, Hashable {
  /// All claims, in their order.
  package var object: JSONObject

  /// Takes these claims.
  package init(_ object: JSONObject) { self.object = object }

  /// Reads the payload of a token.
  ///
  /// Throws `ClaimError.notJSON` (a claim given twice is found here too) and `.notObject`.
  package init(parsing payload: [UInt8]) throws(ClaimError) {
    let json: JSON
    do { json = try JSON(parsing: payload) } catch { throw .notJSON(error) }
    guard let object = json.object else { throw .notObject }
    self.object = object
  }

  /// The claim as it stands.
  package subscript(name: String) -> JSON? { object[name] }

  /// A string claim such as `iss`, `sub` or `jti`; nil if it is absent.
  ///
  /// Throws `ClaimError.wrongType`.
  package func string(_ name: String) throws(ClaimError) -> String? {
    guard let value = object[name] else { return nil }
    guard let string = value.string else { throw .wrongType(name, expected: "a string") }
    return string
  }

  /// A string claim that must be there.
  ///
  /// Throws `ClaimError.missing` and `.wrongType`.
  package func requiredString(_ name: String) throws(ClaimError) -> String {
    guard let string = try string(name) else { throw .missing(name) }
    return string
  }

  /// A date claim such as `exp`, `iat` or `nbf`; nil if it is absent.
  ///
  /// Throws `ClaimError.wrongType`.
  package func date(_ name: String) throws(ClaimError) -> NumericDate? {
    guard let value = object[name] else { return nil }
    guard let date = NumericDate(value) else {
      throw .wrongType(name, expected: "a number of seconds since 1970")
    }
    return date
  }

  /// A date claim that must be there.
  ///
  /// Throws `ClaimError.missing` and `.wrongType`.
  package func requiredDate(_ name: String) throws(ClaimError) -> NumericDate {
    guard let date = try date(name) else { throw .missing(name) }
    return date
  }

  /// The `aud`, one string or an array of them (RFC 7519 §4.1.3); empty if it is absent.
  ///
  /// Throws `ClaimError.wrongType`.
  package func audience() throws(ClaimError) -> [String] {
    switch object["aud"] {
    case nil: return []
    case .string(let one): return [one]
    case .array(let several):
      let strings = several.compactMap(\.string)
      guard strings.count == several.count else { break }
      return strings
    default: break
    }
    throw .wrongType("aud", expected: "a string or an array of strings")
  }
}

/// A date of a token: seconds since 1970-01-01T00:00:00Z, whole or not (RFC 7519 §2).
package struct NumericDate: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970; smaller fractions are cut off towards the past.
  package let milliseconds: Int

  /// The whole seconds since 1970, cut off towards the past.
  package var seconds: Int { Int(floorDividing: milliseconds, by: 1000) }

  /// A date so many seconds after 1970.
  package init(seconds: Int) { milliseconds = seconds * 1000 }

  /// A date so many milliseconds after 1970.
  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Reads an integer or a decimal; nil for other types and for numbers beyond 10^15 seconds.
  package init?(_ json: JSON) {
    switch json {
    case .integer(let seconds):
      guard abs(seconds) <= 1_000_000_000_000_000 else { return nil }
      milliseconds = seconds * 1000
    case .decimal(let seconds):
      guard seconds >= -1e15, seconds <= 1e15 else { return nil }
      milliseconds = Int((seconds * 1000).rounded(.down))
    default: return nil
    }
  }

  /// The earlier of two dates is the smaller one.
  package static func < (left: NumericDate, right: NumericDate) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Int {
  fileprivate init(floorDividing value: Int, by divisor: Int) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    self = rest < 0 ? quotient - 1 : quotient
  }
}

/// Why a claim cannot be read.
package enum ClaimError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The payload is not JSON.
  case notJSON(JSONProblem)
  /// The payload is JSON, but not an object.
  case notObject
  /// The claim is not there.
  case missing(String)
  /// The claim has another type than it must have.
  case wrongType(String, expected: String)

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .notJSON(let problem): "the token's payload is not valid JSON: \(problem.message)"
    case .notObject: "the token's payload is not a JSON object"
    case .missing(let name): "the claim \"\(name)\" is missing"
    case .wrongType(let name, let expected): "the claim \"\(name)\" must be \(expected)"
    }
  }
}
