import COpenSSL

/// The numbers of an RSA public key, big-endian without leading zeros (RFC 7518 §6.3.1).
package struct RSAPublicComponents: Sendable, Hashable {
  /// The modulus.
  package var n: [UInt8]
  /// The public exponent.
  package var e: [UInt8]

  package init(n: [UInt8], e: [UInt8]) {
    self.n = n
    self.e = e
  }
}

/// The private numbers of an RSA key, big-endian without leading zeros (RFC 7518 §6.3.2).
package struct RSAPrivateComponents: Sendable, Hashable {
  /// The private exponent.
  package var d: [UInt8]
  /// The primes and what the Chinese remainder theorem needs; without them a signature takes four times as long.
  package var factors: Factors?

  package struct Factors: Sendable, Hashable {
    /// The first prime.
    package var p: [UInt8]
    /// The second prime.
    package var q: [UInt8]
    /// The private exponent modulo p - 1.
    package var dp: [UInt8]
    /// The private exponent modulo q - 1.
    package var dq: [UInt8]
    /// The inverse of q modulo p.
    package var qi: [UInt8]

    package init(p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]) {
      self.p = p
      self.q = q
      self.dp = dp
      self.dq = dq
      self.qi = qi
    }
  }

  package init(d: [UInt8], factors: Factors?) {
    self.d = d
    self.factors = factors
  }
}

/// A point on a curve, each coordinate at its full length (RFC 7518 §6.2.1).
package struct ECPublicComponents: Sendable, Hashable {
  package var curve: Curve
  package var x: [UInt8]
  package var y: [UInt8]

  package init(curve: Curve, x: [UInt8], y: [UInt8]) {
    self.curve = curve
    self.x = x
    self.y = y
  }
}

extension PublicKey {
  /// Nil unless this is an RSA key.
  package var rsaComponents: RSAPublicComponents? {
    guard case .rsa = type, let n = contexts.key.number("n"), let e = contexts.key.number("e") else {
      return nil
    }
    return RSAPublicComponents(n: n, e: e)
  }

  /// Nil unless this is an elliptic-curve key.
  package var ecComponents: ECPublicComponents? {
    guard case .ec(let curve) = type, let x = contexts.key.number("qx", length: curve.coordinateLength),
      let y = contexts.key.number("qy", length: curve.coordinateLength)
    else { return nil }
    return ECPublicComponents(curve: curve, x: x, y: y)
  }
}

extension PrivateKey {
  /// Nil unless this is an RSA key.
  package var rsaComponents: RSAPrivateComponents? {
    let key = contexts.key
    guard case .rsa = type, let d = key.number("d") else { return nil }
    guard let p = key.number("rsa-factor1"), let q = key.number("rsa-factor2"),
      let dp = key.number("rsa-exponent1"), let dq = key.number("rsa-exponent2"),
      let qi = key.number("rsa-coefficient1")
    else { return RSAPrivateComponents(d: d, factors: nil) }
    return RSAPrivateComponents(
      d: d, factors: RSAPrivateComponents.Factors(p: p, q: q, dp: dp, dq: dq, qi: qi))
  }

  /// At its full length; nil unless this is an elliptic-curve key.
  package var ecPrivateValue: [UInt8]? {
    guard case .ec(let curve) = type else { return nil }
    return contexts.key.number("priv", length: curve.coordinateLength)
  }
}
