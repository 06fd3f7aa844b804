import Dispatch
import Flow
import Glibc
import ProviderKit
import Synchronization

/// Writes the log on a queue of its own, so that no event loop ever waits for who reads it.
///
/// One write(2) an event. At most `capacity` events wait; what comes beyond is dropped, counted and said.
final class LogWriter: Log {
  private struct State {
    var waiting: [(event: LogEvent, time: Instant)] = []
    var dropped = 0
    var isDraining = false
  }

  /// Room for the bursts of a load test; some megabytes at worst.
  private let capacity: Int
  private let line: LogLine
  private let now: @Sendable () -> Instant
  private let write: @Sendable ([UInt8]) -> Void
  private let queue = DispatchQueue(label: "log")
  private let state = Mutex(State())

  /// A log in a form, written by a function that may wait; by default to standard error.
  init(
    _ form: LogForm, isColoured: Bool = false, capacity: Int = 8192,
    now: @escaping @Sendable () -> Instant = { WallClock.now },
    write: @escaping @Sendable ([UInt8]) -> Void = { Output.write($0, to: STDERR_FILENO) }
  ) {
    line = LogLine(form: form, isColoured: isColoured)
    (self.capacity, self.now, self.write) = (capacity, now, write)
  }

  func write(_ event: LogEvent) {
    let time = now()
    let startsDraining = state.withLock { state in
      guard state.waiting.count < capacity else {
        state.dropped += 1
        return false
      }
      state.waiting.append((event, time))
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if startsDraining { queue.async { self.drain() } }
  }

  /// Waits until everything is written, but not for ever: a reader that has stopped reading must not keep the program.
  func flush(atMost milliseconds: Int = 500) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      self.drain()
      done.signal()
    }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func drain() {
    while true {
      let (batch, dropped) = state.withLock { state in
        let taken = (state.waiting, state.dropped)
        (state.waiting, state.dropped) = ([], 0)
        state.isDraining = !taken.0.isEmpty || taken.1 > 0
        return taken
      }
      guard !batch.isEmpty || dropped > 0 else { return }
      for (event, time) in batch { write(Array(line.text(of: event, at: time).utf8)) }
      guard dropped > 0 else { continue }
      let lines = dropped == 1 ? "1 line was" : "\(dropped) lines were"
      let event = LogEvent(.warning, "\(lines) dropped here: the log is not read fast enough")
      write(Array(line.text(of: event, at: now()).utf8))
    }
  }
}
