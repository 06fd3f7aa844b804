import COpenSSL

extension PublicKey {
  /// Throws `KeyError.invalidComponent` for an empty number, a leading zero (RFC 7518 §6.3.1.1), an even number or an
  /// exponent below 3 or above 64 bits, and `KeyError.unsupportedSize`.
  package convenience init(_ rsa: RSAPublicComponents) throws(KeyError) {
    try rsa.check()
    try self.init(
      KeyParts.key(type: "RSA", eidolon_select_public_key()) { parts in
        parts.add("n", number: rsa.n)
        parts.add("e", number: rsa.e)
      })
  }

  /// Throws `KeyError.invalidComponent` for a coordinate of a wrong length and `KeyError.pointNotOnCurve`.
  package convenience init(_ ec: ECPublicComponents) throws(KeyError) {
    try self.init(KeyParts.ecKey(ec, privateValue: nil))
  }
}

extension PrivateKey {
  /// Proves the numbers with one signature.
  ///
  /// Throws as `PublicKey.init(_:)` does, and `KeyError.inconsistent` if the numbers do not belong together.
  package convenience init(_ rsa: RSAPublicComponents, private secret: RSAPrivateComponents) throws(KeyError)
  {
    try rsa.check()
    try self.init(
      KeyParts.key(type: "RSA", eidolon_select_key_pair()) { parts in
        parts.add("n", number: rsa.n)
        parts.add("e", number: rsa.e)
        parts.add("d", number: secret.d)
        guard let factors = secret.factors else { return }
        parts.add("rsa-factor1", number: factors.p)
        parts.add("rsa-factor2", number: factors.q)
        parts.add("rsa-exponent1", number: factors.dp)
        parts.add("rsa-exponent2", number: factors.dq)
        parts.add("rsa-coefficient1", number: factors.qi)
      })
    try proveConsistent(.rs256)
  }

  /// Proves the point and the private value with one signature.
  ///
  /// Throws as `PublicKey.init(_:)` does, and `KeyError.inconsistent` if the two do not belong together.
  package convenience init(_ ec: ECPublicComponents, privateValue: [UInt8]) throws(KeyError) {
    try self.init(KeyParts.ecKey(ec, privateValue: privateValue))
    switch ec.curve {
    case .p256: try proveConsistent(.es256)
    case .p384: try proveConsistent(.es384)
    case .p521: try proveConsistent(.es512)
    }
  }

  private func proveConsistent(_ algorithm: SignatureAlgorithm) throws(KeyError) {
    let message: [UInt8] = [1]
    guard let signature = try? signature(over: message, using: algorithm),
      (try? publicKey.verify(signature, over: message, using: algorithm)) == true
    else { throw .inconsistent }
  }
}

extension RSAPublicComponents {
  /// Refuses what OpenSSL would accept although it could never make a signature.
  fileprivate func check() throws(KeyError) {
    for (name, number) in [("n", n), ("e", e)] {
      guard let first = number.first, let last = number.last else {
        throw .invalidComponent(name, "is empty")
      }
      guard first != 0 else {
        throw .invalidComponent(name, "begins with a zero octet, which RFC 7518 §6.3.1 forbids")
      }
      guard last % 2 == 1 else { throw .invalidComponent(name, "is an even number") }
    }
    guard e != [1] else { throw .invalidComponent("e", "is 1") }
    guard e.count <= 8 else { throw .invalidComponent("e", "is longer than 64 bits") }
    let bits = n.count * 8 - (n.first?.leadingZeroBitCount ?? 0)
    guard (512...16384).contains(bits) else { throw .unsupportedSize(bits: bits) }
  }
}
