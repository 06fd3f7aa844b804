import Dispatch
import Flow
import Glibc
import ProviderKit
import Synchronization

/// Writes the log on a queue of its own, so that no event loop ever waits for its reader.
///
/// A single line is written at once. The lines of a burst are written together, at most `pause` later: a system call and a
/// wake-up for each would cost more than the lines. At most `capacity` lines wait; further ones are dropped, and their number
/// is logged.
final class LogWriter: Log {
  private struct State {
    var waiting: [String] = []
    var dropped = 0
    var isDraining = false
  }

  /// Long enough to gather the lines of a burst, too short to be noticed by a person reading along.
  private static let pause = DispatchTimeInterval.milliseconds(25)
  /// As much as a pipe takes atomically (PIPE_BUF, pipe(7)), so that lines of other programs do not tear ours.
  private static let chunkSize = 4096

  /// Room for the bursts of a load test; some megabytes at worst.
  private let capacity: Int
  private let line: LogLine
  private let now: @Sendable () -> Instant
  private let write: @Sendable ([UInt8]) -> Void
  private let queue = DispatchQueue(label: "log")
  private let state = Mutex(State())

  /// - Parameter write: may block; by default it writes to standard error.
  init(
    _ form: LogForm, isColoured: Bool = false, capacity: Int = 8192,
    now: @escaping @Sendable () -> Instant = { WallClock.now },
    write: @escaping @Sendable ([UInt8]) -> Void = { Output.write($0, to: STDERR_FILENO) }
  ) {
    line = LogLine(form: form, isColoured: isColoured)
    (self.capacity, self.now, self.write) = (capacity, now, write)
  }

  func write(_ event: LogEvent) {
    let text = line.text(event, at: now())
    let startsDraining = state.withLock { state in
      guard state.waiting.count < capacity else {
        state.dropped += 1
        return false
      }
      state.waiting.append(text)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if startsDraining { queue.async { self.drain() } }
  }

  /// Waits until everything is written, but not for ever: a reader that has stopped reading must not keep the program alive.
  func flush(atMost milliseconds: Int = 500) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      while self.writeWaiting() {}
      done.signal()
    }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  /// Writes what waits, and again after a pause, until nothing waits.
  private func drain() {
    guard writeWaiting() else { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { self.drain() }
  }

  /// Writes what waits; false if that was nothing, so that the next event has to start draining.
  private func writeWaiting() -> Bool {
    var (lines, dropped) = state.withLock { state in
      let taken = (state.waiting, state.dropped)
      (state.waiting, state.dropped) = ([], 0)
      state.isDraining = !taken.0.isEmpty || taken.1 > 0
      return taken
    }
    guard !lines.isEmpty || dropped > 0 else { return false }
    if dropped > 0 {
      let event = LogEvent(
        .warning, "\(dropped.counted("line was", "lines were")) dropped here: the log is not read fast enough"
      )
      lines.append(line.text(event, at: now()))
    }
    writeChunks(of: lines)
    return true
  }

  /// Writes as many lines at once as fit into a chunk; a longer line is a chunk of its own.
  private func writeChunks(of lines: [String]) {
    var chunk: [UInt8] = []
    for line in lines {
      if !chunk.isEmpty, chunk.count + line.utf8.count > Self.chunkSize {
        write(chunk)
        chunk = []
      }
      chunk += line.utf8
    }
    write(chunk)
  }
}
