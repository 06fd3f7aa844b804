import COpenSSL

/// An RSA or elliptic-curve public key, which threads can use at the same time.
package final class PublicKey: Sendable {
  package let type: KeyType

  let contexts: KeyContexts

  /// The `SubjectPublicKeyInfo` (RFC 5280 §4.1).
  package func der() throws(KeyError) -> [UInt8] {
    unsafe try encoded("write a public key") { unsafe i2d_PUBKEY(contexts.key.pointer, $0) }
  }

  init(_ handle: KeyHandle) throws(KeyError) {
    type = try handle.type()
    contexts = KeyContexts(handle, duplicating: false)
  }
}
