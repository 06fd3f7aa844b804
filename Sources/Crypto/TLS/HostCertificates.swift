import Synchronization

/// The certificates of hosts that the server's own certificate does not name, such as those of sandboxes and those
/// whose name asks for a fault.
///
/// Each is made at the first handshake for its host. A wildcard for all of them would be refused by clients, because
/// only a top-level domain follows it.
package final class HostCertificates: Sendable {
  private let authority: CertificateAuthority
  /// The server's own.
  private let certificate: Certificate?
  /// In seconds since 1970.
  private let now: @Sendable () -> Int
  /// `nil` for a host that gets the server's own.
  private let made = Mutex<[String: HandshakeCertificate?]>([:])

  /// The most that are kept; beyond it all are dropped and made again, so that clients cannot fill the memory with
  /// names.
  static let limit = 256

  /// - Parameter identity: the server's own certificate, with the authority's names.
  package init(
    _ authority: CertificateAuthority, beside identity: TLSIdentity, now: @escaping @Sendable () -> Int
  ) {
    (self.authority, self.now) = (authority, now)
    certificate = try? Certificate.list(pem: identity.certificateChain).first
  }

  /// The fault that is shown at this host.
  func fault(of host: String) -> TLSFault? {
    guard let fault = TLSFault(host: host), isForOthers(host.lowercased()) else { return nil }
    return fault
  }

  /// `nil` if the server's own certificate is for the host, or if the authority must not issue one for it.
  func certificate(for host: String) -> HandshakeCertificate? {
    let host = host.lowercased()
    guard authority.mayVouch(for: host) else { return nil }
    if let known = made.withLock({ $0[host] }) { return known }
    let issued = isForOthers(host) ? issue(for: host) : nil
    return made.withLock { made in
      // Another handshake may have been faster.
      if let known = made[host] { return known }
      if made.count == Self.limit { made = [:] }
      made[host] = .some(issued)
      return issued
    }
  }

  package func identity(for host: String) -> TLSIdentity? { certificate(for: host)?.identity }

  private func isForOthers(_ host: String) -> Bool {
    authority.mayVouch(for: host) && certificate?.covers(host: host) == false && !host.hasPrefix("*")
  }

  private func issue(for host: String) -> HandshakeCertificate? {
    guard let name = try? CertificateName(host) else { return nil }
    let identity =
      if let fault = TLSFault(host: host) {
        try? fault.identity(for: host, from: authority, now: now())
      } else {
        try? authority.leaf(for: [name], now: now())
      }
    return identity.flatMap { try? HandshakeCertificate($0) }
  }
}
