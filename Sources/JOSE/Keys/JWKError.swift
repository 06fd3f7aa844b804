package import Crypto

package enum JWKError: Error, Sendable, Hashable, CustomStringConvertible {
  case notObject
  case missing(String)
  case wrongType(String, expected: String)
  /// A member that should be base64url is not.
  case encoding(String, Base64Error)
  /// `kty` is not RSA, EC or oct.
  case unsupportedType(String)
  /// `crv` is not P-256, P-384 or P-521.
  case unsupportedCurve(String)
  /// An RSA key with `oth`.
  case moreThanTwoPrimes
  case key(KeyError)

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
