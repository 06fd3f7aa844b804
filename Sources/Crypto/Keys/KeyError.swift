/// Why a key could not be loaded or made.
package enum KeyError: Error, Sendable, Hashable, CustomStringConvertible {
  case notPEM
  /// There are PEM blocks, but none that fits; `label` is that of the first.
  case unexpectedPEM(label: String, wanted: String)
  /// This program never asks for a password.
  case passwordProtected
  /// None of the DER forms that were wanted.
  case malformed(wanted: String)
  /// How many bytes follow the key.
  case trailingBytes(Int)
  /// A public key was given where a private one is needed.
  case notPrivate
  /// Neither RSA nor elliptic curve; OpenSSL's name of the type.
  case unsupportedType(String)
  /// Not P-256, P-384 or P-521; OpenSSL's name of the curve.
  case unsupportedCurve(String)
  /// An RSA modulus shorter than 512 or longer than 16384 bits.
  case unsupportedSize(bits: Int)
  /// The component's name, and what is wrong with it.
  case invalidComponent(String, String)
  case pointNotOnCurve(Curve)
  /// The private part does not belong to the public one.
  case inconsistent
  /// OpenSSL failed; `reason` is in its words.
  case library(operation: String, reason: String)

  package var description: String {
    switch self {
    case .notPEM: "no PEM block (-----BEGIN …-----) was found"
    case .unexpectedPEM(let label, let wanted): "the PEM block is a \(label); \(wanted) is needed"
    case .passwordProtected: "the private key is encrypted with a password; store it without one"
    case .malformed(let wanted): "the bytes are not \(wanted)"
    case .trailingBytes(let count): "\(count) bytes follow the key"
    case .notPrivate: "this is a public key; a private key is needed"
    case .unsupportedType(let name): "keys of type \(name) are not supported; use RSA or P-256, P-384, P-521"
    case .unsupportedCurve(let name): "the curve \(name) is not supported; use P-256, P-384 or P-521"
    case .unsupportedSize(let bits): "an RSA modulus of \(bits) bits is not supported; use 2048 to 16384"
    case .invalidComponent(let name, let problem): "the key's \"\(name)\" \(problem)"
    case .pointNotOnCurve(let curve): "the point (x, y) does not lie on \(curve.rawValue)"
    case .inconsistent: "the private part of the key does not belong to its public part"
    case .library(let operation, let reason): "OpenSSL could not \(operation): \(reason)"
    }
  }
}
