import Dispatch
import Synchronization

/// Runs jobs on threads of its own, at most `width` at a time, first come, first served.
///
/// Dispatch's threads were measured too: light calls are answered later while logins sign on all cores (p99 of authorize).
final class WorkQueue: Sendable {
  /// Held by the threads in place of the queue, so that they end when it is released.
  private final class Shared: Sendable {
    struct State {
      var jobs: [@Sendable () -> Void] = []
      var threads = 1
      /// Threads that have no job, or have not taken theirs yet.
      var idle = 1
    }

    let state = Mutex(State())
    /// Signalled once per job, and at the end once per thread.
    let news = DispatchSemaphore(value: 0)
  }

  private let name: String
  private let width: Int
  private let niceness: Int32
  private let shared = Shared()

  /// Starts one thread; the others start when a job finds none idle.
  init(_ name: String, width: Int, niceness: Int32 = 0) throws(ServerError) {
    (self.name, self.width, self.niceness) = (name, width, niceness)
    try startThread()
  }

  deinit {
    for _ in 0..<shared.state.withLock({ $0.threads }) { shared.news.signal() }
  }

  func submit(_ job: @escaping @Sendable () -> Void) {
    let needsThread = shared.state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count > state.idle, state.threads < width else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    shared.news.signal()
    // If the system gives no more threads, the existing ones do the job.
    if needsThread { try? startThread() }
  }

  /// Starts a thread that has already been counted; uncounts it on failure.
  private func startThread() throws(ServerError) {
    do throws(ServerError) {
      try SystemThread(name, niceness: niceness) { [shared] in Self.work(shared) }.detach()
    } catch {
      shared.state.withLock { state in
        state.threads -= 1
        state.idle -= 1
      }
      throw error
    }
  }

  private static func work(_ shared: Shared) {
    while true {
      shared.news.wait()
      let job: (@Sendable () -> Void)? = shared.state.withLock { state in
        guard !state.jobs.isEmpty else { return nil }
        state.idle -= 1
        return state.jobs.removeFirst()
      }
      guard let job else { return }
      job()
      shared.state.withLock { $0.idle += 1 }
    }
  }
}
