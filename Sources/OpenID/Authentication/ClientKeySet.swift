package import Flow
package import JOSE
package import ProviderKit

extension OpenIDProvider {
  /// The public keys of a client.
  ///
  /// - Throws: if its key set must be fetched first.
  package func keySet(
    of client: RelyingParty, wanting kid: String?, for call: Call
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    if let keys = client.keys {
      return try sandbox.keys(
        keys, wanting: kid, for: call, acceptsSelfSigned: Self.profile.acceptsSelfSignedKeySets,
        timeout: Self.profile.keySetTime.longest)
    }
    guard client.isWildcard || Self.profile.lendsTestKeys else {
      return .failure(KeysUnavailable(reason: "the client has no keys"))
    }
    return .success(StandardClientKeys.set)
  }

  /// Findings about a key set that this call fetched.
  func keySetAdvice(_ client: RelyingParty, _ call: Call) -> [Finding] {
    guard case .at(let url) = client.keys, call.fetched.contains(url) else { return [] }
    let history = sandbox.keySets.history(of: url)
    return (sandbox.keySets.isSelfSigned(url) ? Self.book.advice(.clientKeysSelfSigned, url) : [])
      + (url.hasPrefix("https://") ? [] : Self.book.advice(.clientKeysPlain, url))
      + (history.last.map { Self.advice(on: $0, after: history.dropLast().last) } ?? [])
  }

  private static func advice(on now: KeySetCache.Fetched, after earlier: KeySetCache.Fetched?) -> [Finding] {
    KeySetProblem.of(now.keys, after: earlier?.keys).flatMap { book.advice($0.rule, $0.seen) }
      + (now.took > profile.keySetTime.usual
        ? book.advice(.clientKeysSlow, "it took \(now.took.components.seconds) s") : [])
  }

  /// What an assertion must be like; a scenario or a client's switches may change it.
  package func assertionPolicy(
    for client: RelyingParty, of login: Transaction<Login>?
  ) -> AssertionPolicy { Self.profile.authentication.assertions }

  /// Where a secret is accepted; a scenario or a client's switches may change it.
  package func secretPolicy(for client: RelyingParty, of login: Transaction<Login>?) -> SecretPolicy {
    Self.profile.authentication.secrets
  }

  package func assertionPolicy(
    for client: RelyingParty, of login: Transaction<Login>?, at call: Call
  ) -> AssertionPolicy { assertionPolicy(for: client, of: login) }
}
