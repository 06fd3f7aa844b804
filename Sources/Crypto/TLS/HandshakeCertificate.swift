import COpenSSL

/// A certificate and its key, read once, for the handshakes of one host.
final class HandshakeCertificate: Sendable {
  let identity: TLSIdentity
  /// The X509 and the EVP_PKEY as bit patterns; OpenSSL counts their references atomically.
  private let certificate: UInt
  private let key: UInt

  /// Takes the certificate without intermediates.
  init(_ identity: TLSIdentity) throws(TLSError) {
    let first = try Certificate.list(pem: identity.certificateChain).first
    let own = first.flatMap { certificate in
      unsafe certificate.withObject { object in
        unsafe X509_up_ref(object)
        return UInt(bitPattern: object)
      }
    }
    guard let own else { throw .unreadableCertificate(takeOpenSSLReason()) }
    do { key = UInt(bitPattern: try unsafe identity.openKey()) } catch {
      unsafe X509_free(OpaquePointer(bitPattern: own))
      throw error
    }
    (self.identity, certificate) = (identity, own)
  }

  deinit {
    unsafe X509_free(OpaquePointer(bitPattern: certificate))
    unsafe EVP_PKEY_free(OpaquePointer(bitPattern: key))
  }

  /// Shows it in a handshake that has begun; false if it cannot be used.
  ///
  /// - Parameter session: an SSL.
  func use(in session: OpaquePointer) -> Bool {
    let isUsed =
      unsafe SSL_use_certificate(session, OpaquePointer(bitPattern: certificate)) == 1
      && SSL_use_PrivateKey(session, OpaquePointer(bitPattern: key)) == 1
    if !isUsed { Library.clearErrors() }
    return isUsed
  }
}
