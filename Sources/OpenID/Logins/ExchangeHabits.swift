package import Flow
import ProviderKit

/// What only several logins of a client can show: a repeated nonce or challenge, or a key set that is fetched every
/// time.
package struct ExchangeHabits: Restorable {
  private let nonces = UsedIdentifiers(capacity: 10_000)
  private let challenges = UsedIdentifiers(capacity: 10_000)
  private let keySet = KeySetHabit()
  private let rules: RuleBook

  /// - Parameter rules: the rules that clients can break.
  package init(_ rules: RuleBook) { self.rules = rules }

  package func noteKeySetFetch() { keySet.noteFetch() }

  /// Notes that a client exchanged the code of a login, and returns what that shows.
  ///
  /// - Parameter rotations: how often the keys were rotated; after a rotation a client must fetch them.
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

  /// Notes that a client proved a login its own by the verifier; false if an earlier login of it had the same
  /// challenge.
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
