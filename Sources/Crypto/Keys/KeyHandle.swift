import COpenSSL

/// Owns one reference to an `EVP_PKEY`.
final class KeyHandle: Sendable {
  /// The pointer as a bit pattern, which may be sent between threads; OpenSSL counts references atomically.
  private let bits: UInt

  /// Takes over the caller's reference; nil for a null pointer.
  init?(adopting key: OpaquePointer?) {
    guard let key = unsafe key else { return nil }
    bits = UInt(bitPattern: key)
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// Valid as long as this object lives.
  var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: bits) }

  /// A deep copy, for a second thread.
  func duplicate() -> KeyHandle? { unsafe KeyHandle(adopting: EVP_PKEY_dup(pointer)) }

  func type() throws(KeyError) -> KeyType {
    let name = unsafe EVP_PKEY_get0_type_name(pointer)
    switch unsafe name.map({ unsafe String(cString: $0) }) {
    case "RSA":
      let bits = unsafe Int(EVP_PKEY_get_bits(pointer))
      // Below, not even a SHA-512 signature fits; above, OpenSSL refuses to verify
      // (OPENSSL_RSA_MAX_MODULUS_BITS).
      guard (512...16384).contains(bits) else { throw .unsupportedSize(bits: bits) }
      return .rsa(bits: bits)
    case "EC":
      let group = groupName()
      guard let curve = Curve.allCases.first(where: { $0.groupName == group }) else {
        throw .unsupportedCurve(group)
      }
      return .ec(curve)
    case let other:
      throw .unsupportedType(other ?? "unknown")
    }
  }

  /// A number of the key in big-endian bytes, without leading zeros or padded to `length`; nil if it is absent.
  func number(_ name: String, length: Int? = nil) -> [UInt8]? {
    var number: OpaquePointer? = nil
    guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else {
      Library.clearErrors()
      return nil
    }
    defer { unsafe BN_clear_free(number) }
    let count = unsafe length ?? (Int(BN_num_bits(number)) + 7) / 8
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) else { return nil }
    return bytes
  }

  private func groupName() -> String {
    var name = [CChar](repeating: 0, count: 80)
    var length = 0
    guard
      unsafe EVP_PKEY_get_utf8_string_param(pointer, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &length)
        == 1
    else {
      Library.clearErrors()
      return "with explicit parameters"
    }
    return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
