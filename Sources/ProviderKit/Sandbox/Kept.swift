package import Flow
import Synchronization

/// What can be put back to where it stood, for snapshots of a sandbox.
package protocol Restorable: Sendable {
  /// Puts everything back to where it stands now.
  func saved() -> Restoration
}

/// What a provider keeps of a sandbox beside its transactions: one value behind a lock, which snapshots put back.
package final class Kept<Value: Sendable>: Restorable {
  private let value: Mutex<Value>

  /// Keeps a value.
  package init(_ value: Value) { self.value = Mutex(value) }

  /// Looks at the value, or changes it, in one step that nothing else can come between.
  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try value.withLock { value throws(Failure) in try body(&value) }
  }

  /// Puts the value back to what it is now; it keeps nobody alive.
  package func saved() -> Restoration {
    let saved = value.withLock { $0 }
    return { [weak self] in self?.value.withLock { $0 = saved } }
  }
}
