import COpenSSL

/// The two forms of an ECDSA signature: DER for OpenSSL, r and s side by side for RFC 7518 §3.4.
enum ECDSASignature {
  static func raw(fromDER der: [UInt8], on curve: Curve) throws(CryptoError) -> [UInt8] {
    let length = curve.coordinateLength
    let raw = unsafe der.withUnsafeBufferPointer { der -> [UInt8]? in
      var start = der.baseAddress
      let signature = unsafe d2i_ECDSA_SIG(nil, &start, der.count)
      defer { unsafe ECDSA_SIG_free(signature) }
      var r = [UInt8](repeating: 0, count: length)
      var s = r
      guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, Int32(length)) == Int32(length),
        unsafe BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, Int32(length)) == Int32(length)
      else { return nil }
      return r + s
    }
    guard let raw else { throw .library(operation: "write an ECDSA signature", reason: Library.takeError()) }
    return raw
  }

  /// Nil if the length does not fit the curve.
  static func der(fromRaw raw: [UInt8], on curve: Curve) -> [UInt8]? {
    let length = curve.coordinateLength
    guard raw.count == 2 * length else { return nil }
    let (r, s) = (Array(raw[..<length]), Array(raw[length...]))
    let signature = unsafe ECDSA_SIG_new()
    defer { unsafe ECDSA_SIG_free(signature) }
    // The signature owns both numbers from here on.
    guard
      unsafe ECDSA_SIG_set0(
        signature, BN_bin2bn(r, Int32(length), nil), BN_bin2bn(s, Int32(length), nil)) == 1
    else { return nil }
    return unsafe try? encoded("write an ECDSA signature") { unsafe i2d_ECDSA_SIG(signature, $0) }
  }
}
