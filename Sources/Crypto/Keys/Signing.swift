import COpenSSL

extension PrivateKey {
  /// The form is that of RFC 7518 §3: for ECDSA r and s side by side, not DER.
  ///
  /// RSASSA-PKCS1-v1_5 is deterministic; PSS and ECDSA draw randomness. Throws `CryptoError.keyMismatch`, or `.library`
  /// for a key too short for the algorithm.
  package func signature(
    over message: [UInt8], using algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    guard algorithm.fits(type) else { throw .keyMismatch(algorithm: algorithm.rawValue, key: type) }
    let hash = algorithm.hash.hash(message)
    let signature = try unsafe contexts.withContext(for: .sign(algorithm)) { context throws(CryptoError) in
      var length = type.longestSignature
      var signature = [UInt8](repeating: 0, count: length)
      guard unsafe EVP_PKEY_sign(context, &signature, &length, hash, hash.count) == 1 else {
        throw .library(operation: "sign", reason: Library.takeError())
      }
      signature.removeLast(signature.count - length)
      return signature
    }
    guard let curve = algorithm.curve else { return signature }
    return try ECDSASignature.raw(fromDER: signature, on: curve)
  }
}

extension PublicKey {
  /// The form is that of RFC 7518 §3; a signature of a wrong length is not valid.
  ///
  /// Throws `CryptoError.keyMismatch`.
  package func verify(
    _ signature: [UInt8], over message: [UInt8], using algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> Bool {
    guard algorithm.fits(type) else { throw .keyMismatch(algorithm: algorithm.rawValue, key: type) }
    var signature = signature
    if let curve = algorithm.curve {
      guard let der = ECDSASignature.der(fromRaw: signature, on: curve) else { return false }
      signature = der
    }
    let hash = algorithm.hash.hash(message)
    return try unsafe contexts.withContext(for: .verify(algorithm)) { context throws(CryptoError) in
      let isValid = unsafe EVP_PKEY_verify(context, signature, signature.count, hash, hash.count) == 1
      if !isValid { Library.clearErrors() }
      return isValid
    }
  }
}

extension KeyType {
  /// The size in bytes of the longest signature in OpenSSL's form.
  fileprivate var longestSignature: Int {
    switch self {
    case .rsa(let bits): (bits + 7) / 8
    // A DER sequence of two integers, each possibly with a leading zero.
    case .ec(let curve): 2 * curve.coordinateLength + 16
    }
  }
}
