import HTTP

/// What an `Authorization` field says: a scheme and, after one blank or more, credentials (RFC 9110 §11.4).
package struct AuthorizationField: Sendable, Hashable {
  /// As it was sent.
  package let scheme: String
  /// `nil` if nothing follows the scheme.
  package let credentials: String?

  package init(_ value: String) {
    let scheme = value.prefix { $0 != " " }
    let rest = value[scheme.endIndex...].drop { $0 == " " }
    self.scheme = String(scheme)
    credentials = rest.isEmpty ? nil : String(rest)
  }

  /// The scheme for findings and logs: a word alone may be a secret whose scheme was forgotten.
  package var shownScheme: String { credentials == nil ? "(none)" : scheme }

  /// Compares schemes in any case, as RFC 9110 §11.1 requires.
  package func isOf(_ scheme: String) -> Bool { self.scheme.lowercased() == scheme.lowercased() }
}
