import COpenSSL

/// An RSA or elliptic-curve private key.
///
/// Threads can use it at the same time, each at full speed, because each works on its own copy (see `KeyContexts`).
package final class PrivateKey: Sendable {
  package let type: KeyType

  package let publicKey: PublicKey

  let contexts: KeyContexts

  /// Uses the public exponent 65537.
  ///
  /// Takes 50 to 900 ms for 2048 bits: never call it at start.
  ///
  /// Throws `KeyError.unsupportedSize` outside 512 to 16384 bits.
  package static func generate(rsaBits bits: Int) throws(KeyError) -> PrivateKey {
    Library.start()
    guard (512...16384).contains(bits) else { throw .unsupportedSize(bits: bits) }
    return unsafe try PrivateKey(
      made(KeyHandle(adopting: unsafe eidolon_generate_rsa(UInt32(bits))), by: "generate an RSA key"))
  }

  /// Takes some 20 µs on P-256.
  package static func generate(_ curve: Curve) throws(KeyError) -> PrivateKey {
    Library.start()
    return unsafe try PrivateKey(
      made(KeyHandle(adopting: unsafe eidolon_generate_ec(curve.groupName)), by: "generate a key"))
  }

  /// The unencrypted PKCS#8 `PrivateKeyInfo` (RFC 5208).
  package func der() throws(KeyError) -> [UInt8] {
    let info = unsafe EVP_PKEY2PKCS8(contexts.key.pointer)
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
    return unsafe try encoded("write a private key") { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
  }

  init(_ handle: KeyHandle) throws(KeyError) {
    type = try handle.type()
    contexts = KeyContexts(handle, duplicating: true)
    publicKey = try PublicKey(handle)
  }
}

/// Throws OpenSSL's error if the operation made no handle.
func made(_ handle: KeyHandle?, by operation: String) throws(KeyError) -> KeyHandle {
  guard let handle else { throw .library(operation: operation, reason: Library.takeError()) }
  return handle
}

/// The bytes that one of OpenSSL's `i2d` functions writes into memory that it allocates.
func encoded(
  _ operation: String, _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
) throws(KeyError) -> [UInt8] {
  var memory: UnsafeMutablePointer<UInt8>? = nil
  let count = unsafe write(&memory)
  guard count > 0, let start = unsafe memory else {
    throw .library(operation: operation, reason: Library.takeError())
  }
  defer { unsafe eidolon_free(start) }
  return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
}
