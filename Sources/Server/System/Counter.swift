import Synchronization

/// Counts from 1, from any thread.
final class Counter: Sendable {
  private let last = Atomic<Int>(0)

  func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
