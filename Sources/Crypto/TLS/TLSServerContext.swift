import COpenSSL

/// The certificate and settings of a TLS server, shared by all connections of a listener.
///
/// TLS 1.2 and 1.3, ALPN `http/1.1`, one session ticket a handshake. Making one initializes OpenSSL, which takes some
/// milliseconds: do it in parallel with the start, not before it.
package final class TLSServerContext: Sendable {
  /// Which clients are asked for a certificate in the handshake.
  ///
  /// The certificate is optional and any is accepted; the route that receives it decides what it is worth. (Asking only
  /// when a route wants it would need renegotiation, which TLS 1.3 does not have, or post-handshake authentication,
  /// which few clients have.)
  package enum ClientCertificates: Sendable {
    case never
    case always
    /// Called with the server name of the ClientHello (RFC 6066), nil if it has none.
    case forServerName(@Sendable (String?) -> Bool)
  }

  /// The SSL_CTX as a bit pattern.
  private let address: UInt
  private let clientCertificates: ClientCertificates
  private let hosts: HostCertificates?

  var context: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

  /// Throws if the identity cannot be used.
  ///
  /// - Parameter hosts: the certificates for hosts that the identity does not cover.
  package init(
    _ identity: TLSIdentity, hosts: HostCertificates? = nil, clientCertificates: ClientCertificates = .never
  ) throws(TLSError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw .unavailable(takeOpenSSLReason())
    }
    self.address = UInt(bitPattern: context)
    (self.hosts, self.clientCertificates) = (hosts, clientCertificates)
    // From here on deinit frees the context, even if this initializer throws.
    guard unsafe eidolon_tls_set_defaults(context) == 1 else { throw .unavailable(takeOpenSSLReason()) }
    unsafe eidolon_tls_use_one_ticket(context)
    unsafe eidolon_tls_serve_http11(context)
    // Only with a private authority: users do not want faults from a certificate of their own.
    if hosts != nil { unsafe eidolon_tls_hear_hello(context) }
    try unsafe identity.use(in: context)
    askForCertificates()
  }

  deinit {
    unsafe SSL_CTX_free(context)
  }

  private func askForCertificates() {
    // A session with a client certificate is only resumed within a named context.
    let name: [UInt8] = Array("eidolon".utf8)
    unsafe SSL_CTX_set_session_id_context(context, name, UInt32(name.count))
    if case .always = clientCertificates {
      unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, eidolon_tls_accept_any)
    }
    // The pointer stays valid, because each session keeps this object alive.
    unsafe eidolon_tls_set_server_name_callback(
      context, decideByServerName, Unmanaged.passUnretained(self).toOpaque())
  }

  /// False with a certificate of the user's own.
  var hasFaultyHosts: Bool { hosts != nil }

  func fault(of serverName: String) -> TLSFault? { hosts?.fault(of: serverName) }

  fileprivate func certificate(for serverName: String?) -> HandshakeCertificate? {
    serverName.flatMap { hosts?.certificate(for: $0) }
  }

  fileprivate func asksForCertificate(serverName: String?) -> Bool {
    switch clientCertificates {
    case .never: false
    case .always: true
    case .forServerName(let asks): asks(serverName)
    }
  }
}

/// OpenSSL calls this once it has read the ClientHello, with or without a server name.
private let decideByServerName:
  @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32 = {
    session, _, argument in
    guard let session = unsafe session, let argument = unsafe argument else { return SSL_TLSEXT_ERR_NOACK }
    let context = unsafe Unmanaged<TLSServerContext>.fromOpaque(argument).takeUnretainedValue()
    let name = unsafe SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map {
      unsafe String(cString: $0)
    }
    // If it cannot be used, the server's own certificate stays, and the client refuses that.
    if let certificate = context.certificate(for: name) { _ = unsafe certificate.use(in: session) }
    if context.asksForCertificate(serverName: name) {
      unsafe SSL_set_verify(session, SSL_VERIFY_PEER, eidolon_tls_accept_any)
    }
    return SSL_TLSEXT_ERR_OK
  }
