package import JSON

/// The claims of a token (RFC 7519 §4), read with the types that they must have.
///
/// They are not compared with a clock or a name here: those are rules of the providers.
package struct Claims: Sendable, Hashable {
  package var object: JSONObject

  package init(_ object: JSONObject) { self.object = object }

  /// Throws `ClaimError.notJSON`, also for a claim given twice, and `.notObject`.
  package init(parsing payload: [UInt8]) throws(ClaimError) {
    let json: JSON
    do { json = try JSON(parsing: payload) } catch { throw .notJSON(error) }
    guard let object = json.object else { throw .notObject }
    self.object = object
  }

  package subscript(name: String) -> JSON? { object[name] }

  /// A claim such as `iss`, `sub` or `jti`; nil if it is absent.
  ///
  /// Throws `ClaimError.wrongType`.
  package func string(_ name: String) throws(ClaimError) -> String? {
    guard let value = object[name] else { return nil }
    guard let string = value.string else { throw .wrongType(name, expected: "a string") }
    return string
  }

  /// Throws `ClaimError.missing` and `.wrongType`.
  package func requiredString(_ name: String) throws(ClaimError) -> String {
    guard let string = try string(name) else { throw .missing(name) }
    return string
  }

  /// A claim such as `exp`, `iat` or `nbf`; nil if it is absent.
  ///
  /// Throws `ClaimError.wrongType`.
  package func date(_ name: String) throws(ClaimError) -> NumericDate? {
    guard let value = object[name] else { return nil }
    guard let date = NumericDate(value) else {
      throw .wrongType(name, expected: "a number of seconds since 1970")
    }
    return date
  }

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

/// Seconds since 1970-01-01T00:00:00Z, whole or not (RFC 7519 §2).
package struct NumericDate: Sendable, Hashable, Comparable {
  /// Smaller fractions are rounded down.
  package let milliseconds: Int

  /// Rounded down.
  package var seconds: Int { Int(floorDividing: milliseconds, by: 1000) }

  package init(seconds: Int) { milliseconds = seconds * 1000 }

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Reads an integer or a decimal; nil for other types and for numbers beyond 10^15 seconds.
  package init?(_ json: JSON) {
    switch json {
    case .integer(let seconds):
      // Not `abs`, which traps on the least integer.
      guard seconds.magnitude <= 1_000_000_000_000_000 else { return nil }
      milliseconds = seconds * 1000
    case .decimal(let seconds):
      guard seconds >= -1e15, seconds <= 1e15 else { return nil }
      milliseconds = Int((seconds * 1000).rounded(.down))
    default: return nil
    }
  }

  package static func < (left: NumericDate, right: NumericDate) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Int {
  fileprivate init(floorDividing value: Int, by divisor: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    self = remainder < 0 ? quotient - 1 : quotient
  }
}

package enum ClaimError: Error, Sendable, Hashable, CustomStringConvertible {
  case notJSON(JSONProblem)
  case notObject
  case missing(String)
  case wrongType(String, expected: String)

  package var description: String {
    switch self {
    case .notJSON(let problem): "the token's payload is not valid JSON: \(problem.message)"
    case .notObject: "the token's payload is not a JSON object"
    case .missing(let name): "the claim \"\(name)\" is missing"
    case .wrongType(let name, let expected): "the claim \"\(name)\" must be \(expected)"
    }
  }
}
