import COpenSSL

/// Bytes from OpenSSL's random generator, fit for keys.
///
/// A sandbox takes random bytes from its environment instead, so that a seed repeats them.
package func randomBytes(_ count: Int) -> [UInt8] {
  Library.start()
  var bytes = [UInt8](repeating: 0, count: count)
  guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
    fatalError("the random generator failed: \(Library.takeError())")
  }
  return bytes
}

/// Takes a time that depends only on the lengths.
package func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
  guard first.count == second.count else { return false }
  return unsafe CRYPTO_memcmp(first, second, first.count) == 0
}
