package import Flow
import ProviderKit
import Synchronization

/// What a provider remembers of the exchanges of its clients: assertions that were used, and their habits.
package final class ExchangeMemory: Restorable {
  private final class Parts: Sendable {
    let assertions = UsedIdentifiers()
    let pings = AwaitedPings()
    let habits: ExchangeHabits

    init(_ rules: RuleBook) { habits = ExchangeHabits(rules) }
  }

  private let rules: RuleBook
  /// Made when it is first needed: a sandbox has each provider, and mostly uses one.
  private let parts = Mutex<Parts?>(nil)

  /// Nothing was exchanged yet.
  ///
  /// - Parameter rules: those that clients can break.
  package init(_ rules: RuleBook) { self.rules = rules }

  /// The assertions whose `jti` counts no more.
  package var assertions: UsedIdentifiers { made.assertions }
  /// What shows only over several logins.
  package var habits: ExchangeHabits { made.habits }

  /// The login's client is to be told of its outcome; it is to be looked at then.
  func look(at login: String, _ moment: Instant) { made.pings.look(at: login, moment) }

  /// The logins to be looked at now, in the order in which they fell due; they are forgotten here.
  func due(at now: Instant) -> [String] { parts.withLock { $0 }?.pings.due(at: now) ?? [] }

  /// True while somebody is to be told of a login that is not decided.
  var awaitsPings: Bool { parts.withLock { $0 }?.pings.isEmpty == false }

  private var made: Parts {
    parts.withLock { parts in
      if let parts { return parts }
      let new = Parts(rules)
      parts = new
      return new
    }
  }

  package func saved() -> Restoration {
    guard let parts = parts.withLock({ $0 }) else {
      return { [weak self] in self?.parts.withLock { $0 = nil } }
    }
    let saved = [parts.assertions.saved(), parts.pings.saved(), parts.habits.saved()]
    return { [weak self] in
      self?.parts.withLock { $0 = parts }
      for restore in saved { restore() }
    }
  }
}
