import COpenSSL

/// A certificate and its private key, as PEM texts.
package struct TLSIdentity: Sendable, Hashable {
  /// The certificate, followed by any intermediates.
  package let certificateChain: String
  /// Unencrypted: keep it readable by its owner only.
  package let privateKey: String

  /// Checks nothing; `use(in:)` does.
  package init(certificateChain: String, privateKey: String) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
  }

  /// `context` is an SSL_CTX.
  func use(in context: OpaquePointer) throws(TLSError) {
    for (index, certificate) in try Certificate.list(pem: certificateChain).enumerated() {
      let used = unsafe certificate.withObject { object in
        unsafe index == 0
          ? SSL_CTX_use_certificate(context, object) : eidolon_tls_add_chain_certificate(context, object)
      }
      guard used == 1 else { throw .unreadableCertificate(takeOpenSSLReason()) }
    }
    Library.clearErrors()
    try unsafe useKey { unsafe SSL_CTX_use_PrivateKey(context, $0) }
  }

  /// The caller frees it.
  func openKey() throws(TLSError) -> OpaquePointer {
    let key = unsafe withTextBIO(privateKey) { unsafe PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }
    guard let key = unsafe key else {
      let reason = takeOpenSSLReason()
      // The label of PKCS #8, or the header of RFC 1421.
      let words = privateKey.utf8.split { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      throw .unreadableKey(
        words.contains { $0.elementsEqual("ENCRYPTED".utf8) }
          ? "it is encrypted; openssl pkey -in FILE prints it decrypted" : reason)
    }
    return unsafe key
  }

  private func useKey(_ use: (OpaquePointer) -> Int32) throws(TLSError) {
    let key = try unsafe openKey()
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe use(key) == 1 else {
      Library.clearErrors()
      throw .keyDoesNotMatchCertificate
    }
  }
}

/// Says that there is no passphrase, because OpenSSL would ask for one on the terminal.
let noPassphrase:
  @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
    _, _, _, _ in -1
  }
