import COpenSSL

/// A TLS connection over memory, without a socket: ciphertext in, plaintext out, and the other way round.
///
/// Call `receive` with what arrived, then `advance` or `read` until they need more, then send what `takeCiphertext`
/// gives. Belongs to one thread at a time.
@safe package final class TLSSession {
  package enum Handshake: Sendable, Hashable {
    case complete
    /// More must arrive from the peer.
    case needsMore
    /// An alert may be pending.
    case failed(TLSFailure)
  }

  package enum Reading: Sendable, Hashable {
    /// How many bytes were written to the start of the buffer.
    case bytes(Int)
    /// More ciphertext must arrive.
    case needsMore
    /// The peer sent close_notify.
    case closed
    /// The session is broken; an alert may be pending.
    case failed(TLSFailure)
  }

  private let session: OpaquePointer
  private let transport = TLSTransport()
  /// Kept alive because OpenSSL calls back into it.
  private let server: TLSServerContext?

  package init(_ server: TLSServerContext) throws(TLSError) {
    self.server = server
    unsafe session = try unsafe Self.open(server.context, over: transport)
    unsafe SSL_set_accept_state(session)
  }

  /// `host` is a name or an IP address, which the peer's certificate must cover.
  package init(_ client: TLSClientContext, host: String) throws(TLSError) {
    server = nil
    unsafe session = try unsafe Self.open(client.context, over: transport)
    unsafe SSL_set_connect_state(session)
    let parameters = unsafe SSL_get0_param(session)
    if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 {
      Library.clearErrors()
      unsafe SSL_set1_host(session, host)
      // A server name is never an IP address (RFC 6066 section 3).
      unsafe eidolon_tls_set_server_name(session, host)
    }
    let http11: [UInt8] = [8] + Array("http/1.1".utf8)
    unsafe SSL_set_alpn_protos(session, http11, UInt32(http11.count))
  }

  deinit {
    unsafe SSL_free(session)
  }

  private static func open(
    _ context: OpaquePointer?, over transport: TLSTransport
  ) throws(TLSError) -> OpaquePointer {
    guard let session = unsafe SSL_new(context) else { throw .unavailable(takeOpenSSLReason()) }
    guard unsafe transport.attach(to: session) else {
      unsafe SSL_free(session)
      throw .unavailable(takeOpenSSLReason())
    }
    return unsafe session
  }

  /// Takes ciphertext from the peer.
  package func receive(_ ciphertext: Span<UInt8>) { transport.receive(ciphertext) }

  /// Continues the handshake as far as it can.
  package func advance() -> Handshake {
    Library.clearErrors()
    let result = unsafe SSL_do_handshake(session)
    if result == 1 { return .complete }
    switch unsafe SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsMore
    case SSL_ERROR_ZERO_RETURN: return .failed(.refusedByPeer("close_notify"))
    default: return .failed(failure())
    }
  }

  /// Overwrites the start of `buffer`, which keeps its count.
  package func read(into buffer: inout [UInt8]) -> Reading {
    Library.clearErrors()
    let result = unsafe buffer.withUnsafeMutableBytes {
      unsafe SSL_read(session, $0.baseAddress, Int32(clamping: $0.count))
    }
    if result > 0 { return .bytes(Int(result)) }
    switch unsafe SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsMore
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: return .failed(failure())
    }
  }

  /// True if `read` may give something before more is received.
  package var hasInput: Bool { unsafe !transport.isDrained || SSL_has_pending(session) == 1 }

  /// Encrypts all of `plaintext` and appends the records to `ciphertext`; call it only after the handshake.
  package func write(_ plaintext: Span<UInt8>, to ciphertext: inout [UInt8]) throws(TLSFailure) {
    takeCiphertext(to: &ciphertext)
    guard !plaintext.isEmpty else { return }
    Library.clearErrors()
    // The caller's buffer is lent to the transport, so that the records need not be copied.
    swap(&transport.unsent, &ciphertext)
    defer { swap(&transport.unsent, &ciphertext) }
    var taken = 0
    let result = unsafe plaintext.withUnsafeBytes { bytes in
      unsafe SSL_write_ex(session, bytes.baseAddress, bytes.count, &taken)
    }
    if result != 1 { throw failure() }
  }

  /// Appends what is pending for the peer: handshake messages, tickets, alerts.
  package func takeCiphertext(to ciphertext: inout [UInt8]) {
    guard !transport.unsent.isEmpty else { return }
    ciphertext += transport.unsent
    transport.unsent = []
  }

  /// Queues close_notify (RFC 8446 section 6.1), if the handshake is complete and it was not sent yet.
  package func close() {
    guard unsafe SSL_is_init_finished(session) == 1 else { return }
    Library.clearErrors()
    unsafe SSL_shutdown(session)
    Library.clearErrors()
  }

  /// Nil if the peer sent none.
  package var peerCertificate: Certificate? {
    guard let certificate = unsafe SSL_get1_peer_certificate(session) else { return nil }
    defer { unsafe X509_free(certificate) }
    return unsafe Certificate(certificate)
  }

  /// As OpenSSL writes it: `TLSv1.2` or `TLSv1.3`.
  package var version: String { unsafe String(cString: SSL_get_version(session)) }

  /// The negotiated protocol (RFC 7301), nil if the client offered none.
  package var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(session, &name, &count)
    guard let name = unsafe name else { return nil }
    return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }

  /// The fault that the client asked for by the host's name and accepted, once the handshake is complete.
  package var acceptedFault: TLSFault? {
    guard let server, server.hasFaultyHosts,
      let name = unsafe SSL_get_servername(session, TLSEXT_NAMETYPE_host_name)
    else { return nil }
    return unsafe server.fault(of: String(cString: name))
  }

  /// True if a ticket resumed an earlier session.
  package var isResumed: Bool { unsafe SSL_session_reused(session) == 1 }

  /// For tests of old and new clients.
  enum Version: Sendable, CaseIterable {
    case tls11
    case tls12
    case tls13
  }

  /// Offers, or accepts, only this version.
  func speakOnly(_ version: Version) {
    let number =
      switch version {
      case .tls11: TLS1_1_VERSION
      case .tls12: TLS1_2_VERSION
      case .tls13: TLS1_3_VERSION
      }
    unsafe eidolon_tls_set_session_versions(session, number, number)
  }

  /// Uses the ticket that another session of this client got; call it before the handshake.
  func resume(from earlier: TLSSession) throws(TLSError) {
    guard let ticket = unsafe SSL_get1_session(earlier.session) else { throw .unavailable("no ticket") }
    defer { unsafe SSL_SESSION_free(ticket) }
    guard unsafe SSL_set_session(session, ticket) == 1 else { throw .unavailable(takeOpenSSLReason()) }
  }

  private func failure() -> TLSFailure {
    let verdict = unsafe SSL_get_verify_result(session)
    let code = ERR_peek_error()
    let reason = takeOpenSSLReason()
    if verdict != Int(X509_V_OK), eidolon_error_is(code, ERR_LIB_SSL, SSL_R_CERTIFICATE_VERIFY_FAILED) == 1 {
      return unsafe .certificateNotTrusted(String(cString: X509_verify_cert_error_string(verdict)))
    }
    // Alerts from the peer carry reason codes from 1000 on (SSL_AD_REASON_OFFSET).
    if eidolon_error_is_alert(code) == 1 { return .refusedByPeer(reason) }
    return .protocolViolation(reason)
  }
}
