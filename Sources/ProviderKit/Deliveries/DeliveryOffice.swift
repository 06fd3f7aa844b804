package import HTTP
import Synchronization

/// The outgoing messages of all sandboxes, as the server sees them.
///
/// Knows only the sandboxes with pending deliveries, so thousands of quiet ones cost nothing.
package final class DeliveryOffice: Outbox {
  /// Weak: the pending deliveries of a sandbox go with it when it ends.
  private struct Sender {
    weak var deliveries: Deliveries?
  }

  private struct State {
    var waiting: [ObjectIdentifier: Sender] = [:]
    var ring: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// A sandbox has pending deliveries.
  func announce(_ deliveries: Deliveries) {
    state.withLock { $0.waiting[ObjectIdentifier(deliveries)] = Sender(deliveries: deliveries) }
    ring()
  }

  /// Wakes the server, because something may be due.
  func ring() { state.withLock { $0.ring }?() }

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

  /// Sets what to call when something may be due.
  package func onNews(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }
}
