import COpenSSL

/// Which servers outgoing TLS connections trust; shared by all of them.
package final class TLSClientContext: Sendable {
  package struct Trust: Sendable, Hashable {
    /// True to trust the system's authorities (OpenSSL's default paths; SSL_CERT_FILE and SSL_CERT_DIR are honoured).
    package var system: Bool
    /// Further authorities: any number of certificates in one PEM text.
    package var authorities: String?
    /// True to accept certificates of unknown authorities; their names and dates must still be right.
    package var acceptsUnknownAuthorities: Bool

    package init(system: Bool = true, authorities: String? = nil, acceptsUnknownAuthorities: Bool = false) {
      self.system = system
      self.authorities = authorities
      self.acceptsUnknownAuthorities = acceptsUnknownAuthorities
    }
  }

  /// The SSL_CTX as a bit pattern.
  private let address: UInt

  var context: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

  /// `identity` is shown to servers that ask for a client certificate.
  ///
  /// Throws if the authorities' text or the identity cannot be read.
  package init(trust: Trust = Trust(), identity: TLSIdentity? = nil) throws(TLSError) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
      throw .unavailable(takeOpenSSLReason())
    }
    self.address = UInt(bitPattern: context)
    guard unsafe eidolon_tls_set_defaults(context) == 1 else { throw .unavailable(takeOpenSSLReason()) }
    if trust.system { unsafe SSL_CTX_set_default_verify_paths(context) }
    if let authorities = trust.authorities {
      let store = unsafe SSL_CTX_get_cert_store(context)
      for authority in try Certificate.list(pem: authorities) {
        let added = unsafe authority.withObject { unsafe X509_STORE_add_cert(store, $0) }
        guard added == 1 else { throw .unreadableCertificate(takeOpenSSLReason()) }
      }
    }
    if let identity { try unsafe identity.use(in: context) }
    unsafe SSL_CTX_set_verify(
      context, SSL_VERIFY_PEER,
      trust.acceptsUnknownAuthorities ? eidolon_tls_accept_unknown_authority : nil)
    Library.clearErrors()
  }

  deinit {
    unsafe SSL_CTX_free(context)
  }
}
