package import HTTP
import Synchronization

/// Something in a sandbox that sends requests to others on its own initiative.
package protocol Sender: AnyObject, Sendable {
  /// Takes what is due; called again after `announce` or `ring`, and after `next` if something still waits.
  func takeDue() -> (due: DuePosts, isWaiting: Bool)
}

/// The outgoing messages of all sandboxes, as the server sees them.
///
/// It knows only the senders that have something pending, so thousands of quiet sandboxes cost nothing.
package final class DeliveryOffice: Outbox {
  /// Weak: what is pending in a sandbox goes with it when it ends.
  private struct Waiting {
    weak var sender: (any Sender)?
  }

  private struct State {
    var waiting: [ObjectIdentifier: Waiting] = [:]
    var ring: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// Registers a sender that has something pending.
  package func announce(_ sender: any Sender) {
    state.withLock { $0.waiting[ObjectIdentifier(sender)] = Waiting(sender: sender) }
    ring()
  }

  /// Wakes the server, because something may be due.
  package func ring() { state.withLock { $0.ring }?() }

  package func takeDue() -> DuePosts {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.compactMap(\.sender)
    }
    var all = DuePosts()
    for sender in waiting {
      let (due, isWaiting) = sender.takeDue()
      all.posts += due.posts
      all.next = [all.next, due.next].compactMap { $0 }.min()
      guard isWaiting else { continue }
      state.withLock { $0.waiting[ObjectIdentifier(sender)] = Waiting(sender: sender) }
    }
    return all
  }

  /// Sets what to call when something may be due.
  package func onDue(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }
}
