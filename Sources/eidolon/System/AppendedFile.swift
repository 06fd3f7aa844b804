import Flow
import Glibc
import Synchronization

/// An append-only file, which may be a pipe: each entry is written at once, so that a killed process loses nothing that was appended.
///
/// What cannot be written, because the disk is full or nobody reads the pipe, is lost and counted; nobody waits for it.
final class AppendedFile: Sendable {
  private struct State {
    var descriptor: Int32
    /// What is left of an entry of which the beginning was written.
    var rest: ArraySlice<UInt8> = []
    var lost = 0
    /// True if the latest entry could not be written.
    var isStalled = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    mutating func dropRest() {
      lost += rest.isEmpty ? 0 : 1
      rest = []
    }
  }

  private let path: String
  /// Held while an entry is written: a pipe takes a long one in several pieces, and mixes them with those of others.
  private let state: Mutex<State>
  private let report: @Sendable (String) -> Void

  /// How long a reader of a pipe may take until there is room in it, in milliseconds.
  private static let patience: Int32 = 100

  /// Creates the file if it is not there; only its owner may read it, because journals have secrets.
  init(_ path: String, report: @escaping @Sendable (String) -> Void) throws(FileError) {
    // Whoever is to read a pipe is waited for.
    let descriptor = Self.open(path)
    guard descriptor >= 0 else { throw FileError(path) }
    _ = fcntl(descriptor, F_SETFL, O_APPEND | O_NONBLOCK)
    Self.appendStandardStreams(to: descriptor)
    (self.path, self.report) = (path, report)
    state = Mutex(State(descriptor))
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  private static func open(_ path: String, _ flags: Int32 = 0) -> Int32 {
    unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | flags, 0o600)
  }

  /// Has standard output and error append as well where they go to the same file, as with `--journal /dev/stdout >FILE 2>&1`.
  ///
  /// They would write over entries otherwise, each at a position of its own.
  private static func appendStandardStreams(to descriptor: Int32) {
    var (file, other) = (stat(), stat())
    guard unsafe fstat(descriptor, &file) == 0 else { return }
    for stream in [STDOUT_FILENO, STDERR_FILENO] where unsafe fstat(stream, &other) == 0 {
      guard (file.st_dev, file.st_ino) == (other.st_dev, other.st_ino) else { continue }
      _ = fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) | O_APPEND)
    }
  }

  /// Goes on in the file that has the path now, after the present one was renamed to rotate it.
  ///
  /// If it cannot be opened, that is reported, and the present one is written on.
  func reopen() {
    let descriptor = Self.open(path, O_NONBLOCK)
    guard descriptor >= 0 else {
      return report("\(path): \(systemReason(errno)); the earlier file is written on")
    }
    state.withLock { state in
      // An entry that was begun ends where its beginning is.
      if write(&state.rest, to: state.descriptor, isWaitedFor: !state.isStalled) != 0 { state.dropRest() }
      _ = close(state.descriptor)
      state.descriptor = descriptor
    }
  }

  func append(_ bytes: [UInt8]) {
    state.withLock { state in
      var problem = write(&state.rest, to: state.descriptor, isWaitedFor: !state.isStalled)
      var entry = bytes[...]
      if problem == 0 { problem = write(&entry, to: state.descriptor, isWaitedFor: !state.isStalled) }
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
      if write(&state.rest, to: state.descriptor, isWaitedFor: false) != 0 { state.dropRest() }
      noteEnd(of: &state)
    }
  }

  private func noteEnd(of state: inout State) {
    if state.lost > 0 { report("\(path): \(state.lost.counted("entry was", "entries were")) lost") }
    state = State(state.descriptor)
  }

  /// Writes as much as there is room for, and removes it from `bytes`.
  ///
  /// - Returns: what is wrong (`errno`), or 0 if all was written.
  private func write(
    _ bytes: inout ArraySlice<UInt8>, to descriptor: Int32, isWaitedFor: Bool
  ) -> Int32 {
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        let problem = errno
        guard problem == EAGAIN, isWaitedFor, Self.isReady(descriptor) else { return problem }
      }
    }
    return 0
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&pipe, 1, patience) > 0
  }
}
