public import HTTP
import Synchronization

/// The outgoing messages of all sandboxes of the process, as the server sees them.
///
/// It knows only the sandboxes in which something waits, so thousands of quiet ones cost nothing.
public final class DeliveryOffice: Outbox {
  private struct State {
    var waiting: [ObjectIdentifier: Deliveries] = [:]
    var ring: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Nothing waits.
  public init() {}

  /// Something waits in a sandbox.
  func announce(_ deliveries: Deliveries) {
    state.withLock { $0.waiting[ObjectIdentifier(deliveries)] = deliveries }
    ring()
  }

  /// Something that waits may be due.
  func ring() { state.withLock { $0.ring }?() }

  /// Takes what is due in every sandbox.
  public func takeDue() -> DuePosts {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    var all = DuePosts()
    for (key, deliveries) in waiting {
      let (due, isWaiting) = deliveries.takeDue()
      all.posts += due.posts
      all.next = [all.next, due.next].compactMap { $0 }.min()
      if isWaiting { state.withLock { $0.waiting[key] = deliveries } }
    }
    return all
  }

  /// Says what to do when something may be due.
  public func onNews(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }
}
