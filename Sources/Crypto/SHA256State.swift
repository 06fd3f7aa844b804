import COpenSSL

/// A SHA-256 under way (FIPS 180-4), as a value: what two hashes have in front is hashed once and copied.
///
/// Nothing is allocated and nothing of OpenSSL has to be started.
struct SHA256State: Sendable {
  /// How many bytes the function takes at a time.
  static let blockLength = 64

  private var context = SHA256_CTX()

  /// Nothing is hashed yet.
  init() { unsafe eidolon_sha256_begin(&context) }

  /// Goes on with these bytes.
  mutating func add(_ bytes: [UInt8]) { unsafe eidolon_sha256_update(&context, bytes, bytes.count) }

  /// The 32 bytes of the hash of all that was added.
  consuming func hash() -> [UInt8] {
    var context = self.context
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { hash, count in
      unsafe eidolon_sha256_finish(&context, hash.baseAddress)
      count = 32
    }
  }

  /// The hash of what is hashed so far, as the next thing that another state hashes.
  consuming func hash(into outer: SHA256State) -> [UInt8] {
    var (inner, outer) = (self.context, outer)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { hash in
      unsafe eidolon_sha256_finish(&inner, hash.baseAddress)
      unsafe eidolon_sha256_update(&outer.context, hash.baseAddress, 32)
    }
    return outer.hash()
  }
}
