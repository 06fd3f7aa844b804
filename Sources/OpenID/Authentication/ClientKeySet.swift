package import Flow
package import JOSE
package import ProviderKit

extension OpenIDProvider {
  /// The public keys of a client.
  ///
  /// - Throws: when its key set must be fetched first.
  package func keySet(
    of client: RelyingParty, wanting kid: String?, for call: Call
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    if let keys = client.keys {
      return try sandbox.keys(
        keys, wanting: kid, for: call, takesSelfSigned: Self.profile.takesSelfSignedKeySets)
    }
    guard client.isAnything || Self.profile.lendsTestKeys else {
      return .failure(KeysUnavailable(reason: "the client has no keys"))
    }
    return .success(StandardClientKeys.set)
  }

  /// What to say of a key set that this call fetched from a server for which nobody vouches.
  func keySetAdvice(_ client: RelyingParty, _ call: Call) -> [Finding] {
    guard case .at(let url) = client.keys, call.fetched.contains(url), sandbox.keySets.isSelfSigned(url)
    else { return [] }
    return Self.book.advice(.clientKeysSelfSigned, url)
  }

  /// What is demanded of an assertion; a scenario or a client's switches may change it.
  package func assertionPolicy(
    for client: RelyingParty, of login: Transaction<Login>?
  ) -> AssertionPolicy { Self.profile.authentication.assertions }

  /// Where its secret is taken; a scenario or a client's switches may change it.
  package func secretPolicy(for client: RelyingParty, of login: Transaction<Login>?) -> SecretPolicy {
    Self.profile.authentication.secrets
  }

  package func assertionPolicy(
    for client: RelyingParty, of login: Transaction<Login>?, at call: Call
  ) -> AssertionPolicy { assertionPolicy(for: client, of: login) }
}
