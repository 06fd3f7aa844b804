package import Crypto

/// Why a JSON value is not a key that this program can use.
package enum JWKError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value is not an object.
  case notObject
  /// A required member is missing.
  case missing(String)
  /// A member has another JSON type than it must have.
  case wrongType(String, expected: String)
  /// A member that holds a number or bytes is not base64url.
  case encoding(String, Base64Error)
  /// The `kty` is not RSA, EC or oct.
  case unsupportedType(String)
  /// The `crv` is not P-256, P-384 or P-521.
  case unsupportedCurve(String)
  /// An RSA key with more than two primes, the member `oth`.
  case moreThanTwoPrimes
  /// The components do not make a key.
  case key(KeyError)

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .notObject: "a JWK must be a JSON object"
    case .missing(let name): "the member \"\(name)\" is missing"
    case .wrongType(let name, let expected): "the member \"\(name)\" must be \(expected)"
    case .encoding(let name, let error): "the member \"\(name)\" is not base64url: \(error)"
    case .unsupportedType(let name): "the key type \"\(name)\" is not supported; use RSA, EC or oct"
    case .unsupportedCurve(let name): "the curve \"\(name)\" is not supported; use P-256, P-384 or P-521"
    case .moreThanTwoPrimes: "RSA keys with more than two primes (\"oth\") are not supported"
    case .key(let error): error.description
    }
  }
}
