import Dispatch
import Synchronization

/// A value that a queue makes on another core, until it is wanted.
final class Meanwhile<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let work = DispatchGroup()

  init(on queue: DispatchQueue, _ make: @escaping @Sendable () -> Value) {
    queue.async(group: work) {
      let made = make()
      self.value.withLock { $0 = made }
    }
  }

  /// The value, once it is made.
  func wait() -> Value {
    work.wait()
    guard let value = value.withLock({ $0 }) else { preconditionFailure("nothing was made") }
    return value
  }
}
