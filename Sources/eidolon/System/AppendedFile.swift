import Flow
import Glibc
import Synchronization

/// An append-only file, which may be a pipe: each entry is written at once, so that a killed process loses nothing that was appended.
///
/// What cannot be written, because the disk is full or nobody reads the pipe, is lost and counted; nobody waits for it.
final class AppendedFile: Sendable {
  private struct State {
    /// What is left of an entry of which the beginning was written.
    var rest: ArraySlice<UInt8> = []
    var lost = 0
    /// True if the latest entry could not be written.
    var isStalled = false

    mutating func dropRest() {
      lost += rest.isEmpty ? 0 : 1
      rest = []
    }
  }

  private let descriptor: Int32
  private let path: String
  /// Held while an entry is written: a pipe takes a long one in several pieces, and mixes them with those of others.
  private let state = Mutex(State())
  private let report: @Sendable (String) -> Void

  /// How long a reader of a pipe may take until there is room in it, in milliseconds.
  private static let patience: Int32 = 100

  /// Creates the file if it is not there; only its owner may read it, because journals have secrets.
  init(_ path: String, report: @escaping @Sendable (String) -> Void) throws(FileError) {
    descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path) }
    _ = fcntl(descriptor, F_SETFL, O_APPEND | O_NONBLOCK)
    (self.path, self.report) = (path, report)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) {
    state.withLock { state in
      var problem = write(&state.rest, isWaitedFor: !state.isStalled)
      var entry = bytes[...]
      if problem == 0 { problem = write(&entry, isWaitedFor: !state.isStalled) }
      guard problem != 0 else { return noteEnd(of: &state) }
      if entry.count == bytes.count { state.lost += 1 } else { state.rest = entry }
      // The reader of a pipe has gone, with the beginning of the entry.
      if problem == EPIPE { state.dropRest() }
      guard !state.isStalled else { return }
      state.isStalled = true
      report("\(path): \(systemReason(problem)); until it can be written, entries are lost")
    }
  }

  /// Reports how many entries were lost, if that was not reported yet.
  func end() {
    state.withLock { state in
      if write(&state.rest, isWaitedFor: false) != 0 { state.dropRest() }
      noteEnd(of: &state)
    }
  }

  private func noteEnd(of state: inout State) {
    if state.lost > 0 { report("\(path): \(state.lost.counted("entry was", "entries were")) lost") }
    state = State()
  }

  /// Writes as much as there is room for, and removes it from `bytes`.
  ///
  /// - Returns: what is wrong (`errno`), or 0 if all was written.
  private func write(_ bytes: inout ArraySlice<UInt8>, isWaitedFor: Bool) -> Int32 {
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        let problem = errno
        guard problem == EAGAIN, isWaitedFor, isReady() else { return problem }
      }
    }
    return 0
  }

  private func isReady() -> Bool {
    var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&pipe, 1, Self.patience) > 0
  }
}
