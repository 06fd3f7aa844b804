/// What is wrong with the connection to a host whose name begins with this word, such as `expired.localhost`.
///
/// A handshake comes before any request, so no story can choose the fault; the host name that a client calls does.
package enum TLSFault: String, Sendable, Hashable, CaseIterable {
  /// The certificate expired yesterday.
  case expired
  /// The certificate is for another host.
  case otherName = "other-name"
  /// An unknown authority signed the certificate.
  case unknownAuthority = "unknown-authority"
  /// The server offers nothing newer than TLS 1.1; see `eidolon_tls_hello`.
  case oldProtocol = "old-protocol"

  /// The fault that the first label of the host names.
  package init?(host: String) {
    guard let dot = host.firstIndex(of: ".") else { return nil }
    self.init(rawValue: host[..<dot].lowercased())
  }

  /// A certificate for the host that has this fault.
  func identity(
    for host: String, from authority: CertificateAuthority, now: Int
  ) throws(TLSError) -> TLSIdentity {
    switch self {
    case .expired:
      let days = 90
      return try authority.leaf(
        for: [CertificateName(host)], now: now - (days + 1) * 86_400, days: days)
    case .otherName:
      return try authority.leaf(for: [CertificateName("not-\(host)")], now: now)
    case .unknownAuthority:
      let stranger = try CertificateAuthority(
        names: authority.names, commonName: "A stranger's CA", now: now)
      return try stranger.leaf(for: [CertificateName(host)], now: now)
    case .oldProtocol:
      return try authority.leaf(for: [CertificateName(host)], now: now)
    }
  }
}
