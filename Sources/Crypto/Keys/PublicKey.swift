import COpenSSL

/// An RSA or elliptic-curve public key.
///
/// It may be used by any number of threads at once.
package final class PublicKey: Sendable {
  /// What the key is.
  package let type: KeyType

  let contexts: KeyContexts

  /// The DER `SubjectPublicKeyInfo` (RFC 5280 §4.1), as `PublicKey(der:)` reads it.
  package func der() throws(KeyError) -> [UInt8] {
    unsafe try encoded("write a public key") { unsafe i2d_PUBKEY(contexts.key.pointer, $0) }
  }

  init(_ handle: KeyHandle) throws(KeyError) {
    type = try handle.type()
    contexts = KeyContexts(handle, duplicating: false)
  }
}
