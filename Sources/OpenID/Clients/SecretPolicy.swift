/// Where a vendor takes a client's secret (RFC 6749 §2.3.1).
package struct SecretPolicy: Sendable {
  /// What becomes of a secret in the Authorization header, `client_secret_basic`.
  package enum Header: Sendable {
    /// It is what the client is registered with, if that says anything.
    case asRegistered
    /// It is as good as one in the form.
    case taken
    /// Let in and reported, where the vendor documents the form alone.
    case reported
    case refused
  }

  package var header = Header.asRegistered

  package init() {}

  /// - Parameter header: what becomes of a secret in the Authorization header.
  package init(header: Header) { self.header = header }
}
