/// What a vendor accepts as a `request_uri` that points to a client's server (OpenID Connect Core §6.2).
package struct RequestURIPolicy: Sendable {
  /// The event of the vocabulary at which scenarios strike the fetch; `nil` if they cannot.
  package var event: String?
  /// How long the client's server may take.
  package var timeout: Duration = .seconds(1)
  /// The most bytes that the object may have.
  package var limit = 64 * 1024

  package init() {}
}
