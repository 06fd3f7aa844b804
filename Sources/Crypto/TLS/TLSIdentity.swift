import COpenSSL

/// What one side of TLS shows: a certificate and the key that goes with it, as PEM texts.
package struct TLSIdentity: Sendable, Hashable {
  /// The certificate, followed by intermediates if there are any.
  package let certificateChain: String
  /// The private key, unencrypted: keep it readable for its owner alone.
  package let privateKey: String

  /// An identity that was made here or read from files; nothing is checked before it is used.
  package init(certificateChain: String, privateKey: String) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
  }

  /// Puts the identity into an SSL_CTX.
  func use(in context: OpaquePointer) throws(TLSError) {
    for (place, certificate) in try Certificate.list(pem: certificateChain).enumerated() {
      let used = unsafe certificate.withObject { object in
        unsafe place == 0
          ? SSL_CTX_use_certificate(context, object) : eidolon_tls_add_chain_certificate(context, object)
      }
      guard used == 1 else { throw .unreadableCertificate(takeOpenSSLReason()) }
    }
    ERR_clear_error()
    let key = unsafe withTextBIO(privateKey) { unsafe PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }
    guard let key = unsafe key else { throw .unreadableKey(takeOpenSSLReason()) }
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe SSL_CTX_use_PrivateKey(context, key) == 1 else {
      ERR_clear_error()
      throw .keyDoesNotMatchCertificate
    }
  }
}

/// Answers that there is no passphrase, where OpenSSL would ask on the terminal.
let noPassphrase:
  @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
    _, _, _, _ in -1
  }
