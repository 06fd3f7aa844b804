package import Flow
import ProviderKit

/// What a provider remembers of the exchanges of its clients: assertions that were used, and their habits.
package final class ExchangeMemory: Restorable {
  /// The assertions whose `jti` counts no more.
  package let assertions = UsedIdentifiers()
  /// The clients that are to be told of the outcome of a login.
  let pings = AwaitedPings()
  /// What shows only over several logins.
  package let habits: ExchangeHabits

  /// Nothing was exchanged yet.
  ///
  /// - Parameter rules: those that clients can break.
  package init(_ rules: RuleBook) {
    habits = ExchangeHabits(rules)
  }

  package func saved() -> Restoration {
    let parts = [assertions.saved(), pings.saved(), habits.saved()]
    return { for restore in parts { restore() } }
  }
}
