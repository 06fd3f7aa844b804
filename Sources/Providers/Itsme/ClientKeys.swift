import Flow
import JOSE
import ProviderKit

/// Why a client's key set cannot be had, for people.
struct KeysUnavailable: Error {
  let reason: String
}

extension Itsme {
  /// The public keys of a client.
  ///
  /// A set behind a URL is fetched when it is not known, and again when it lacks the `kid` that is wanted (§1.2): then
  /// the call is asked again with what came.
  func keys(
    of client: ItsmeClient, wanting kid: String?, for call: Call
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    switch client.keys {
    case .standard: return .success(Itsme.standardClientKeys)
    case .given(let set): return .success(set)
    case .at(let url):
      let mayFetch = !call.fetched.contains(url)
      switch sandbox.keySets.entry(url, at: sandbox.environment.clock.now) {
      case .keys(let set, _):
        let isKnown = kid == nil || set.keys.contains { $0.kid == kid }
        guard isKnown || !mayFetch else { throw DocumentNeeded(url: url) }
        return .success(set)
      case .failed(let reason, _):
        return .failure(KeysUnavailable(reason: "\(url): \(reason)"))
      case nil:
        guard mayFetch else { return .failure(KeysUnavailable(reason: "\(url) gave no key set")) }
        throw DocumentNeeded(url: url)
      }
    }
  }

  /// The default client's key set: one key to sign with, one to encrypt to (guide §2).
  static let standardClientKeys = JWKSet([TestKeys.clientSignature.jwk, TestKeys.clientEncryption.jwk])
}
