import COpenSSL

/// Message authentication codes with a shared secret (RFC 2104).
package enum HMAC {
  /// The key may have any length.
  package static func code(for message: [UInt8], key: [UInt8], hash: HashFunction) -> [UInt8] {
    code(for: [message], key: key, hash: hash)
  }

  package static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    code(for: [message], key: key, hash: .sha256)
  }

  /// The code of the concatenated parts.
  static func code(for parts: [[UInt8]], key: [UInt8], hash: HashFunction) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: hash.length)
    let context = unsafe keyedContext(key, hash)
    defer { unsafe EVP_MAC_CTX_free(context) }
    var done = true
    for part in parts { done = unsafe done && EVP_MAC_update(context, part, part.count) == 1 }
    var length = 0
    done = unsafe done && EVP_MAC_final(context, &code, &length, code.count) == 1
    // A code over memory fails only when memory has run out.
    guard done, length == code.count else { fatalError("HMAC failed: \(Library.takeError())") }
    return code
  }

  /// The caller frees the context.
  static func keyedContext(_ key: [UInt8], _ hash: HashFunction) -> OpaquePointer? {
    let context = unsafe EVP_MAC_CTX_dup(prepared[hash.index].pointer)
    guard unsafe EVP_MAC_init(context, key, key.count, nil) == 1 else {
      fatalError("HMAC failed: \(Library.takeError())")
    }
    return unsafe context
  }

  /// A context for each hash function with everything set but the key; each code duplicates one.
  static let prepared: [Fetched] = HashFunction.allCases.map { hash in
    let context = unsafe EVP_MAC_CTX_new(Fetched.mac("HMAC").pointer)
    guard unsafe eidolon_mac_set_digest(context, hash.rawValue) == 1 else {
      fatalError("this OpenSSL has no HMAC with \(hash.rawValue)")
    }
    return unsafe Fetched(context, "HMAC")
  }
}

extension HashFunction {
  /// The index in `allCases`, without a search.
  fileprivate var index: Int {
    switch self {
    case .sha1: 0
    case .sha256: 1
    case .sha384: 2
    case .sha512: 3
    }
  }
}
