package enum KeyType: Sendable, Hashable, CustomStringConvertible {
  /// The bits of the modulus.
  case rsa(bits: Int)
  case ec(Curve)

  /// "an RSA key of 2048 bits".
  package var description: String {
    switch self {
    case .rsa(let bits): "an RSA key of \(bits) bits"
    case .ec(let curve): "an elliptic-curve key on \(curve.rawValue)"
    }
  }
}

/// The curves of RFC 7518 §6.2.1.1, by the names that JSON Web Keys use.
package enum Curve: String, Sendable, Hashable, CaseIterable {
  /// NIST P-256, secp256r1, for ES256.
  case p256 = "P-256"
  /// NIST P-384, secp384r1, for ES384.
  case p384 = "P-384"
  /// NIST P-521, secp521r1, for ES512.
  case p521 = "P-521"

  /// The length of a coordinate, and of a private value, in bytes.
  package var coordinateLength: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// OpenSSL's name.
  var groupName: String {
    switch self {
    case .p256: "prime256v1"
    case .p384: "secp384r1"
    case .p521: "secp521r1"
    }
  }
}
