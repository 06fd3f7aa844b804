import COpenSSL

/// Reads keys from DER, each form with its own reader: letting OpenSSL guess takes three times as long.
enum DER {
  /// PKCS#8, PKCS#1 or SEC 1.
  static func privateKey(_ bytes: [UInt8]) throws(KeyError) -> KeyHandle {
    Library.start()
    if let key = try pkcs8(bytes) { return key }
    for name in ["RSA", "EC"] as [StaticString] {
      if let key = try decode(bytes, type: name, structure: "type-specific", eidolon_select_key_pair()) {
        return key
      }
    }
    if (try? publicKey(bytes)) != nil { throw .notPrivate }
    throw .malformed(wanted: "a private key in PKCS#8, PKCS#1 or SEC 1 form (DER)")
  }

  /// A SubjectPublicKeyInfo, a PKCS#1 `RSAPublicKey` or an X.509 certificate.
  static func publicKey(_ bytes: [UInt8]) throws(KeyError) -> KeyHandle {
    Library.start()
    if let key = unsafe try parsed(bytes, { unsafe KeyHandle(adopting: d2i_PUBKEY(nil, &$0, $1)) }) {
      return key
    }
    if let key = try decode(bytes, type: "RSA", structure: "type-specific", eidolon_select_public_key()) {
      return key
    }
    if let key = try certificateKey(bytes) { return key }
    throw .malformed(wanted: "a public key in SPKI or PKCS#1 form or an X.509 certificate (DER)")
  }

  /// Nil if the bytes are not a certificate.
  private static func certificateKey(_ bytes: [UInt8]) throws(KeyError) -> KeyHandle? {
    unsafe try parsed(bytes) {
      let certificate = unsafe d2i_X509(nil, &$0, $1)
      defer { unsafe X509_free(certificate) }
      return unsafe KeyHandle(adopting: X509_get_pubkey(certificate))
    }
  }

  /// What PKCS#8 holds: a key, the PKCS#1 bytes of an RSA key, or a type that is not supported.
  private enum Content {
    case key(KeyHandle)
    case rsa([UInt8])
    case unsupported(String)
  }

  /// Nil if the bytes are not PKCS#8.
  private static func pkcs8(_ bytes: [UInt8]) throws(KeyError) -> KeyHandle? {
    let content = try unsafe parsed(bytes) { (start, count) -> Content? in
      guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &start, count) else { return nil }
      defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
      var object: OpaquePointer? = nil
      var content: UnsafePointer<UInt8>? = nil
      var length: Int32 = 0
      guard unsafe PKCS8_pkey_get0(&object, &content, &length, nil, info) == 1 else { return nil }
      let name = unsafe OBJ_nid2sn(OBJ_obj2nid(object)).map { unsafe String(cString: $0) } ?? "unknown"
      if name == "rsaEncryption" {
        return unsafe .rsa([UInt8](UnsafeBufferPointer(start: content, count: Int(length))))
      }
      return unsafe KeyHandle(adopting: EVP_PKCS82PKEY(info)).map { .key($0) } ?? .unsupported(name)
    }
    switch content {
    case .key(let key): return key
    case .rsa(let inner):
      return try decode(inner, type: "RSA", structure: "type-specific", eidolon_select_key_pair())
    case .unsupported(let name): throw .unsupportedType(name)
    case nil: return nil
    }
  }

  /// Calls one of OpenSSL's `d2i` functions; nil if it does not recognize the bytes.
  private static func parsed<Value>(
    _ bytes: [UInt8], _ read: (inout UnsafePointer<UInt8>?, Int) -> Value?
  ) throws(KeyError) -> Value? {
    let (value, trailing) = unsafe bytes.withUnsafeBufferPointer { buffer -> (Value?, Int) in
      var cursor = buffer.baseAddress
      let value = unsafe read(&cursor, buffer.count)
      guard let start = buffer.baseAddress, let end = unsafe cursor else { return (value, 0) }
      return unsafe (value, buffer.count - (end - start))
    }
    Library.clearErrors()
    guard let value else { return nil }
    guard trailing == 0 else { throw .trailingBytes(trailing) }
    return value
  }

  /// Runs one of OpenSSL's decoders; nil if the bytes do not have this structure.
  private static func decode(
    _ bytes: [UInt8], type: StaticString, structure: StaticString, _ selection: Int32
  ) throws(KeyError) -> KeyHandle? {
    unsafe try parsed(bytes) { (start, count) in
      var key: OpaquePointer? = nil
      // The context keeps these pointers.
      let context = unsafe OSSL_DECODER_CTX_new_for_pkey(
        &key, ("DER" as StaticString).characters, structure.characters, type.characters, selection, nil, nil)
      defer { unsafe OSSL_DECODER_CTX_free(context) }
      var remaining = count
      guard unsafe OSSL_DECODER_from_data(context, &start, &remaining) == 1 else { return nil }
      return unsafe KeyHandle(adopting: key)
    }
  }
}

extension PrivateKey {
  /// Loads PKCS#8, PKCS#1 or SEC 1 without a password, in about 0.1 ms.
  package convenience init(der: [UInt8]) throws(KeyError) {
    try self.init(DER.privateKey(der))
  }
}

extension PublicKey {
  /// Loads a SubjectPublicKeyInfo, a PKCS#1 `RSAPublicKey` or the key of an X.509 certificate.
  package convenience init(der: [UInt8]) throws(KeyError) {
    try self.init(DER.publicKey(der))
  }
}
