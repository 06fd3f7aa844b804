/// Where a vendor accepts a client's secret (RFC 6749 §2.3.1).
package struct SecretPolicy: Sendable {
  /// How a secret in the Authorization header, `client_secret_basic`, is treated.
  package enum Header: Sendable {
    /// Accepted if the client is registered for it, or for no particular method.
    case asRegistered
    /// Accepted like one in the form.
    case taken
    /// Accepted and reported, because the vendor documents only the form.
    case reported
    case refused
  }

  package var header = Header.asRegistered
  /// True if id and secret in the header must be form-encoded; otherwise plain ones are reported.
  package var requiresEncoding = false

  package init() {}

  /// - Parameter header: how a secret in the Authorization header is treated.
  package init(header: Header) { self.header = header }
}
