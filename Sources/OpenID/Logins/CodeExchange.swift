package import Flow

/// What an authorization code was issued for, and whether it may be exchanged (RFC 6749 §4.1.3, RFC 7636 §4.6).
package struct CodeExchange: Sendable {
  let client: String
  let redirectURIs: Set<String>
  let proofKey: ProofKey?
  let sent: Instant?
  let lifetime: Duration
  let isRedeemed: Bool

  /// A code that was issued.
  ///
  /// - Parameters:
  ///   - client: the client that it was issued to.
  ///   - redirectURI: where it was sent.
  ///   - written: the same as the client wrote it, if the vendor took a part away.
  ///   - proofKey: the challenge of the authorization request.
  ///   - sent: when it was sent.
  ///   - lifetime: how long it is valid from then.
  ///   - isRedeemed: true if it was exchanged.
  package init(
    client: String, redirectURI: String, writtenAs written: String? = nil, proofKey: ProofKey?,
    sent: Instant?, lifetime: Duration, isRedeemed: Bool
  ) {
    (self.client, self.proofKey) = (client, proofKey)
    redirectURIs = [redirectURI, written ?? redirectURI]
    (self.sent, self.lifetime, self.isRedeemed) = (sent, lifetime, isRedeemed)
  }

  package enum Problem: Error, Sendable, Hashable {
    /// It was issued to this other client.
    case ofOtherClient(String)
    case reused
    /// It came too late; how old it was.
    case expired(age: Duration)
    case redirectMismatch
    case verifierMissing
    /// It could belong to no challenge.
    case verifierMalformed
    case verifierMismatch
  }

  /// Why the code cannot be exchanged; `nil` if it can.
  ///
  /// - Parameter requiresRedirectURI: true if a missing redirect URI is a mismatch too.
  package func problem(
    for client: String, redirectURI: String?, verifier: String?, at now: Instant,
    requiresRedirectURI: Bool = true
  ) -> Problem? {
    guard self.client == client else { return .ofOtherClient(self.client) }
    guard !isRedeemed else { return .reused }
    if let sent, now - sent >= lifetime { return .expired(age: now - sent) }
    if requiresRedirectURI || redirectURI != nil, redirectURI.map(redirectURIs.contains) != true {
      return .redirectMismatch
    }
    guard let proofKey else { return nil }
    guard let verifier, !verifier.isEmpty else { return .verifierMissing }
    guard ProofKey.isValid(verifier) else { return .verifierMalformed }
    return proofKey.accepts(verifier) ? nil : .verifierMismatch
  }
}
