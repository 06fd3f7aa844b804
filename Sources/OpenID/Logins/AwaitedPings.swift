package import Flow
import ProviderKit

/// The logins whose clients are to be told once they are decided, each with the instant at which that may be.
package struct AwaitedPings: Restorable {
  private let agenda = Kept(Agenda<String>())

  init() {}

  var isEmpty: Bool { agenda.withLock { $0.first == nil } }

  /// The login is to be looked at then.
  func look(at login: String, _ moment: Instant) { agenda.withLock { $0.add(login, at: moment) } }

  /// The logins to be looked at now, in the order in which they fell due; they are forgotten here.
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
