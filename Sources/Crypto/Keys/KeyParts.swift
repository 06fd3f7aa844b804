import COpenSSL

/// The named parts from which `EVP_PKEY_fromdata` makes a key.
///
/// OpenSSL keeps pointers to them, so their memory never moves.
@safe struct KeyParts: ~Copyable {
  private var parameters: [OSSL_PARAM] = unsafe []
  private var memory: [UnsafeMutableRawBufferPointer] = unsafe []

  /// Makes a key from the parts that `collect` adds.
  static func key(
    type: StaticString, _ selection: Int32, _ collect: (inout KeyParts) -> Void
  ) throws(KeyError) -> KeyHandle {
    Library.start()
    var parts = KeyParts()
    collect(&parts)
    return try made(parts.key(type, selection), by: "make a key from its components")
  }

  /// The key is private if a private value is given.
  static func ecKey(_ ec: ECPublicComponents, privateValue: [UInt8]?) throws(KeyError) -> KeyHandle {
    let length = ec.curve.coordinateLength
    for (name, number) in [("x", ec.x), ("y", ec.y), ("d", privateValue ?? ec.x)] where number.count != length
    {
      // RFC 7518 §6.2.1.2: the length of this octet string MUST be the full size of a coordinate for the curve.
      throw .invalidComponent(name, "has \(number.count) bytes; \(ec.curve.rawValue) takes \(length)")
    }
    let selection = privateValue == nil ? eidolon_select_public_key() : eidolon_select_key_pair()
    do {
      return try key(type: "EC", selection) { parts in
        parts.add("group", text: ec.curve.groupName)
        parts.add("pub", bytes: [4] + ec.x + ec.y)
        if let privateValue { parts.add("priv", number: privateValue) }
      }
    } catch {
      // The curve and the lengths are right, so what remains is the point or a private value out of range.
      guard privateValue != nil, (try? PublicKey(ec)) != nil else { throw .pointNotOnCurve(ec.curve) }
      throw .inconsistent
    }
  }

  private init() {}

  // A plain `for` over unsafe elements must be written `for unsafe …`, which the formatter does not know.
  deinit {
    unsafe memory.forEach { part in
      unsafe OPENSSL_cleanse(part.baseAddress, part.count)
      unsafe part.deallocate()
    }
  }

  /// The number is big-endian; OpenSSL wants native order.
  mutating func add(_ name: StaticString, number: [UInt8]) {
    #if _endian(little)
      let bytes = unsafe keep(number.reversed())
    #else
      let bytes = unsafe keep(number)
    #endif
    unsafe parameters.append(
      OSSL_PARAM_construct_BN(
        name.characters, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }

  mutating func add(_ name: StaticString, bytes: [UInt8]) {
    let bytes = unsafe keep(bytes)
    unsafe parameters.append(
      OSSL_PARAM_construct_octet_string(name.characters, bytes.baseAddress, bytes.count))
  }

  mutating func add(_ name: StaticString, text: String) {
    let bytes = unsafe keep(Array(text.utf8))
    unsafe parameters.append(
      OSSL_PARAM_construct_utf8_string(
        name.characters, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count))
  }

  private mutating func keep(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
    // One byte more than needed: OpenSSL reads texts up to a zero, and an empty part still has an address.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 8)
    unsafe copy.copyBytes(from: bytes + [0])
    unsafe memory.append(copy)
    return unsafe UnsafeMutableRawBufferPointer(rebasing: copy[..<bytes.count])
  }

  private mutating func key(_ type: StaticString, _ selection: Int32) -> KeyHandle? {
    unsafe parameters.append(OSSL_PARAM_construct_end())
    let context = unsafe EVP_PKEY_CTX_new_from_name(nil, type.characters, nil)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer? = nil
    guard unsafe EVP_PKEY_fromdata_init(context) == 1,
      unsafe EVP_PKEY_fromdata(context, &key, selection, &parameters) == 1
    else { return nil }
    return unsafe KeyHandle(adopting: key)
  }
}
