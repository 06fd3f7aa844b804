package import HTTP
import Synchronization

/// The outgoing messages of all sandboxes of the process, as the server sees them.
///
/// It knows only the sandboxes in which something waits, so thousands of quiet ones cost nothing.
package final class DeliveryOffice: Outbox {
  /// Held weakly: a sandbox that ends takes along what still waits in it.
  private struct Sender {
    weak var deliveries: Deliveries?
  }

  private struct State {
    var waiting: [ObjectIdentifier: Sender] = [:]
    var ring: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Nothing waits.
  package init() {}

  /// Something waits in a sandbox.
  func announce(_ deliveries: Deliveries) {
    state.withLock { $0.waiting[ObjectIdentifier(deliveries)] = Sender(deliveries: deliveries) }
    ring()
  }

  /// Something that waits may be due.
  func ring() { state.withLock { $0.ring }?() }

  /// Takes what is due in every sandbox.
  package func takeDue() -> DuePosts {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.compactMap(\.deliveries)
    }
    var all = DuePosts()
    for deliveries in waiting {
      let (due, isWaiting) = deliveries.takeDue()
      all.posts += due.posts
      all.next = [all.next, due.next].compactMap { $0 }.min()
      guard isWaiting else { continue }
      state.withLock { $0.waiting[ObjectIdentifier(deliveries)] = Sender(deliveries: deliveries) }
    }
    return all
  }

  /// Says what to do when something may be due.
  package func onNews(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }
}
