package import Flow
package import JOSE
package import ProviderKit

/// Why nothing can be encrypted to a client.
package enum NoRecipient: Error, Sendable {
  /// Its key set is not available; why.
  case unavailable(String)
  /// None of its keys is for encryption.
  case missing

  /// For people.
  package var reason: String {
    switch self {
    case .unavailable(let reason): reason
    case .missing: "the client has no key to encrypt to"
    }
  }
}

extension OpenIDProvider {
  /// The keys of a client that tokens can be encrypted to; never empty.
  ///
  /// - Parameters:
  ///   - algorithm: the `alg` of the encryption.
  ///   - delay: how long a key set is used after it was fetched, even if a newer one is known; up to a day.
  package func encryptionKeys(
    of client: RelyingParty, for algorithm: String, noticingNewOnesAfter delay: Duration = .zero,
    _ call: Call
  ) throws(DocumentNeeded) -> Result<[JWK], NoRecipient> {
    switch try keySet(of: client, wanting: nil, for: call) {
    case .failure(let error): return .failure(.unavailable(error.reason))
    case .success(let current):
      let set = earlierSet(of: client, since: call.now - delay) ?? current
      let candidates = set.candidates(use: "enc", alg: algorithm)
      let named = candidates.filter { $0.use == "enc" }
      if !named.isEmpty { return .success(named) }
      guard !candidates.isEmpty, !Self.profile.requiresKeyUse || set.keys.count == 1 else {
        return .failure(.missing)
      }
      return .success(candidates)
    }
  }

  /// One of the keys to encrypt to, at random, but always the same for the same login and purpose.
  package func recipient(of login: Transaction<Login>, among keys: [JWK], purpose: String) -> JWK? {
    guard !keys.isEmpty else { return nil }
    let random = sandbox.environment.bytes(1, ordinal: login.ordinal, purpose: purpose)
    return keys[Int(random[0]) % keys.count]
  }

  /// The refusal of a call whose answer cannot be encrypted.
  package static func refusal(_ problem: NoRecipient) -> OpenIDRefusal {
    switch problem {
    case .unavailable(let reason):
      OpenIDRefusal(
        .invalidClient, book[.clientKeysUnavailable], reason, "The client's keys are not available")
    case .missing:
      OpenIDRefusal(.invalidClient, book[.encryptionKeyMissing], "", "The client has no encryption key")
    }
  }

  /// Does work whose documents were fetched before the login was redeemed; one that is lacking all the same is unavailable.
  package static func prepared<Result>(
    _ work: () throws(Interruption) -> Result
  ) throws(OpenIDRefusal) -> Result {
    do throws(Interruption) {
      return try work()
    } catch {
      switch error {
      case .refused(let refusal): throw refusal
      case .needs(let document): throw refusal(.unavailable(document.url))
      }
    }
  }

  /// The first key set fetched after a moment, for a vendor that is slow to notice a new one.
  private func earlierSet(of client: RelyingParty, since moment: Instant) -> JWKSet? {
    guard case .at(let url) = client.keys else { return nil }
    return sandbox.keySets.history(of: url).first { $0.at > moment }?.keys
  }
}
