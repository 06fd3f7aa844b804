package import Flow
import ProviderKit

/// The logins whose clients are notified of the decision, each with the next instant at which it may fall.
package struct AwaitedPings: Restorable {
  private let agenda = Kept(Agenda<String>())

  init() {}

  var isEmpty: Bool { agenda.withLock { $0.first == nil } }

  /// Looks at the login again at that moment.
  func look(at login: String, _ moment: Instant) { agenda.withLock { $0.add(login, at: moment) } }

  /// The logins to look at now, in the order in which they fell due; they are removed.
  func due(at now: Instant) -> [String] {
    agenda.withLock { agenda in
      var due: [String] = []
      while let first = agenda.first, first.at <= now {
        agenda.popFirst()
        due.append(first.item)
      }
      return due
    }
  }

  package func saved() -> Restoration { agenda.saved() }
}
