package import Flow
import ProviderKit

/// What shows only over several logins of a client: a nonce or a challenge that comes again, a key set that is never
/// kept.
package struct ExchangeHabits: Restorable {
  private let nonces = UsedIdentifiers(capacity: 10_000)
  private let challenges = UsedIdentifiers(capacity: 10_000)
  private let keySet = KeySetHabit()
  private let rules: RuleBook

  /// Nobody has exchanged anything; these rules are what clients can break.
  package init(_ rules: RuleBook) { self.rules = rules }

  package func noteKeySetFetch() { keySet.noteFetch() }

  /// A client exchanged the code of a login; what that shows.
  ///
  /// - Parameter rotations: how often the keys were rotated; after a rotation a fetch is right.
  package func noteExchange<Detail>(
    of login: Transaction<Detail>, nonce: String?, rotations: Int
  ) -> [Finding] {
    var findings: [Finding] = []
    if let nonce,
      !nonces.use(nonce, of: login.client, until: Instant(milliseconds: .max), at: login.started)
    {
      findings.append(Finding(rules[.nonceReused], nonce))
    }
    if keySet.noteExchange(of: login.client, rotations: rotations) {
      findings.append(Finding(rules[.keySetEachLogin]))
    }
    return findings
  }

  /// A client proved by its verifier that a login was its own; false if the challenge is one of its earlier logins.
  func noteProof<Detail>(of login: Transaction<Detail>, challenge: String) -> Bool {
    challenges.use(challenge, of: login.client, until: Instant(milliseconds: .max), at: login.started)
  }

  package func saved() -> Restoration {
    let (nonces, challenges, keySet) = (nonces.saved(), challenges.saved(), keySet.saved())
    return {
      nonces()
      challenges()
      keySet()
    }
  }
}
