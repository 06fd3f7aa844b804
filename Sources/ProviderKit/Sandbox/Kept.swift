package import Flow
import Synchronization

/// State that snapshots of a sandbox can restore.
package protocol Restorable: Sendable {
  /// A closure that restores the present state.
  func saved() -> Restoration
}

/// A provider's state besides transactions: a value behind a lock, which snapshots restore.
package final class Kept<Value: Sendable>: Restorable {
  private let value: Mutex<Value>

  package init(_ value: Value) { self.value = Mutex(value) }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try value.withLock { value throws(Failure) in try body(&value) }
  }

  /// The restoration does not retain this object.
  package func saved() -> Restoration {
    let saved = value.withLock { $0 }
    return { [weak self] in self?.value.withLock { $0 = saved } }
  }
}
