import Dispatch
import Synchronization

/// Runs jobs on Dispatch's threads, at most so many at a time, first come first served.
final class WorkQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Jobs before this place have been taken; they are cut off now and then, so that taking is cheap.
    var taken = 0
    var running = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let queue: DispatchQueue

  init(_ label: String, width: Int) {
    self.width = width
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  func submit(_ job: @escaping @Sendable () -> Void) {
    let startsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.running < width else { return false }
      state.running += 1
      return true
    }
    if startsThread { queue.async { self.work() } }
  }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.taken < state.waiting.count else {
        state.waiting.removeAll(keepingCapacity: state.waiting.capacity <= 64)
        state.taken = 0
        state.running -= 1
        return nil
      }
      let job = state.waiting[state.taken]
      state.taken += 1
      if state.taken >= 64, state.taken * 2 >= state.waiting.count {
        state.waiting.removeFirst(state.taken)
        state.taken = 0
      }
      return job
    }
  }
}
