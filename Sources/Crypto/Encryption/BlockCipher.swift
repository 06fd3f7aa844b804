import COpenSSL

/// AES in a mode with a key length, fetched once.
enum BlockCipher: Int, CaseIterable {
  case cbc128, cbc192, cbc256, gcm128, gcm256, wrap128, wrap256

  /// In the order of `allCases`.
  static let implementations: [Fetched] = allCases.map { Fetched.cipher($0.name) }

  var pointer: OpaquePointer? { unsafe Self.implementations[rawValue].pointer }

  private var name: String {
    switch self {
    case .cbc128: "AES-128-CBC"
    case .cbc192: "AES-192-CBC"
    case .cbc256: "AES-256-CBC"
    case .gcm128: "AES-128-GCM"
    case .gcm256: "AES-256-GCM"
    case .wrap128: "AES-128-WRAP"
    case .wrap256: "AES-256-WRAP"
    }
  }

  /// Nil if OpenSSL refuses: when decrypting, because padding, tag or check value is wrong.
  ///
  /// - Parameter tag: with GCM the tag to check when decrypting, or room for the new one when encrypting.
  func run(
    encrypting: Bool, _ input: [UInt8], key: [UInt8], initializationVector: [UInt8]? = nil,
    additionalData: [UInt8] = [], tag: inout [UInt8]
  ) -> [UInt8]? {
    let context = unsafe EVP_CIPHER_CTX_new()
    defer {
      unsafe EVP_CIPHER_CTX_free(context)
      Library.clearErrors()
    }
    unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
    guard unsafe EVP_CipherInit_ex2(context, pointer, key, initializationVector, encrypting ? 1 : 0, nil) == 1
    else { return nil }
    let tagCount = Int32(tag.count)
    if tagCount > 0, !encrypting {
      guard unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagCount, &tag) == 1 else {
        return nil
      }
    }
    var count: Int32 = 0
    if !additionalData.isEmpty {
      guard unsafe EVP_CipherUpdate(context, nil, &count, additionalData, Int32(additionalData.count)) == 1
      else {
        return nil
      }
    }
    // Room for a block of padding and, when wrapping, the check value.
    var output = [UInt8](repeating: 0, count: input.count + 32)
    guard unsafe EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1 else {
      return nil
    }
    var last = [UInt8](repeating: 0, count: 32)
    var lastCount: Int32 = 0
    guard unsafe EVP_CipherFinal_ex(context, &last, &lastCount) == 1 else { return nil }
    if tagCount > 0, encrypting {
      guard unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tagCount, &tag) == 1 else {
        return nil
      }
    }
    output.removeLast(output.count - Int(count))
    output.append(contentsOf: last.prefix(Int(lastCount)))
    return output
  }

  /// For modes without a tag.
  func run(
    encrypting: Bool, _ input: [UInt8], key: [UInt8], initializationVector: [UInt8]? = nil
  ) -> [UInt8]? {
    var none: [UInt8] = []
    return run(
      encrypting: encrypting, input, key: key, initializationVector: initializationVector, tag: &none)
  }
}
