import Flow
import JOSE
import OpenID
import ProviderKit

// Whom tokens are encrypted to (criipto-2026 K6, K7, FI8, FI9).

extension Criipto {
  /// The keys that an application's id_tokens can be encrypted to; empty if its strategy is to sign them alone.
  func idTokenRecipients(_ client: CriiptoClient, _ call: Call) throws(Interruption) -> [JWK] {
    guard client.idToken == .signedAndEncryptedJWT else { return [] }
    return try recipients(client, missing: CriiptoRules.idTokenKeyMissing, call)
  }

  /// Fetches what an application's id_tokens are encrypted with; that there is no key is told where one is needed.
  func fetchRecipients(of client: CriiptoClient, _ call: Call) throws(Interruption) {
    do throws(Interruption) { _ = try idTokenRecipients(client, call) } catch {
      if case .needs = error { throw error }
    }
  }

  /// The keys of an application that tokens can be encrypted to; never empty.
  ///
  /// - Parameter rule: the rule that an application without such a key breaks.
  func recipients(
    _ client: CriiptoClient, missing rule: Rule, _ call: Call
  ) throws(Interruption) -> [JWK] {
    let found = try fetching { () throws(DocumentNeeded) in
      try encryptionKeys(of: client, for: "RSA-OAEP-256", call)
    }
    switch found {
    case .success(let keys): return keys
    case .failure(let problem):
      let broken = if case .unavailable = problem { Self.book[.clientKeysUnavailable] } else { rule }
      throw .refused(OpenIDRefusal(.serverError, broken, problem.reason, problem.reason))
    }
  }

  /// The key that a login's tokens are encrypted to; `nil` if there is none to choose from.
  func recipient(of login: Transaction<CriiptoLogin>, among keys: [JWK]) -> JWK? {
    recipient(of: login, among: keys, purpose: "criipto/recipient")
  }
}
