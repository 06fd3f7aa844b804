/// Where a vendor takes a client's secret (RFC 6749 §2.3.1).
package struct SecretPolicy: Sendable {
  /// What becomes of a secret in the Authorization header, `client_secret_basic`.
  package enum Header: Sendable {
    case taken
    /// Let in and reported, where the vendor documents the form alone.
    case reported
    case refused
  }

  package var header = Header.taken

  package init() {}
}
