package import Flow
import ProviderKit
import Synchronization

/// What a provider remembers of its clients' exchanges: used assertions, and habits.
package final class ExchangeMemory: Restorable {
  private final class Parts: Sendable {
    let assertions = UsedIdentifiers()
    let pings = AwaitedPings()
    let habits: ExchangeHabits

    init(_ rules: RuleBook) { habits = ExchangeHabits(rules) }
  }

  private let rules: @Sendable () -> RuleBook
  /// Made when first needed: a sandbox has every provider, but mostly uses one.
  private let parts = Mutex<Parts?>(nil)

  /// - Parameter rules: the rules that clients can break.
  package init(_ rules: @escaping @autoclosure @Sendable () -> RuleBook) { self.rules = rules }

  /// The assertions whose `jti` was used.
  package var assertions: UsedIdentifiers { made.assertions }
  /// What only several logins can show.
  package var habits: ExchangeHabits { made.habits }

  /// Looks at the login again at that moment, to notify its client if it is decided.
  func look(at login: String, _ moment: Instant) { made.pings.look(at: login, moment) }

  /// The logins to look at now, in the order in which they fell due; they are removed.
  func due(at now: Instant) -> [String] { parts.withLock { $0 }?.pings.due(at: now) ?? [] }

  /// True while a client waits for a ping.
  var awaitsPings: Bool { parts.withLock { $0 }?.pings.isEmpty == false }

  private var made: Parts {
    parts.withLock { parts in
      if let parts { return parts }
      let new = Parts(rules())
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
