// Everything OpenSSL: digests, keys, ciphers, TLS over memory buffers. Nothing else in the program calls
// OpenSSL.
//
//   Library        OpenSSL's start, its fetched algorithms and its error queue
//   Digest, HMAC, Random
//   Keys/          private and public keys: loading, components, generation, contexts kept ready
//   Signatures/    RS, PS and ES signatures in the form of RFC 7518
//   Encryption/    RSA encryption of keys, AES key wrap, authenticated encryption
//   TLS/           certificates and TLS sessions without sockets
//
// Linking this module starts nothing: OpenSSL wakes at the first use of it, or in `warmUp()`.

import COpenSSL

/// Touches what the first key needs that is read, and nothing else: the beginning of `warmUp()`.
public func warmUpKeys() {
  Library.start()
  unsafe EVP_KEYMGMT_free(EVP_KEYMGMT_fetch(nil, "RSA", nil))
}

/// Touches what the first signature, verification and decryption need, so that no request pays for it.
///
/// The first use of OpenSSL costs some milliseconds. Call this on another thread right after start; it may
/// run beside any other use. Calling it again costs next to nothing.
/// A key that will be used is best loaded then, and signs once: what is never used need not be in memory, so no
/// key is made for the purpose.
public func warmUp() {
  warmUpKeys()
  for hash in HashFunction.allCases { _ = hash.implementation }
  _ = HMAC.prepared
  _ = BlockCipher.implementations
  // The private random generator is seeded once for all threads; RSA blinding draws from it.
  var byte: [UInt8] = [0]
  _ = unsafe RAND_priv_bytes(&byte, 1)
  unsafe EVP_SIGNATURE_free(EVP_SIGNATURE_fetch(nil, "RSA", nil))
  unsafe EVP_ASYM_CIPHER_free(EVP_ASYM_CIPHER_fetch(nil, "RSA", nil))
}
