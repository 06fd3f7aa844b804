import Glibc
import Synchronization

/// An append-only file, which may be a pipe: each entry is written at once, so that a killed process loses nothing that was appended.
final class AppendedFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Held while an entry is written: a pipe takes a long one in several pieces, and mixes them with those of others.
  private let hasFailed = Mutex(false)
  private let report: @Sendable (String) -> Void

  /// Creates the file if it is not there; only its owner may read it, because journals have secrets.
  init(_ path: String, report: @escaping @Sendable (String) -> Void) throws(FileError) {
    descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path) }
    (self.path, self.report) = (path, report)
  }

  deinit { close(descriptor) }

  /// Reports the first failure only.
  func append(_ bytes: [UInt8]) {
    hasFailed.withLock { hasFailed in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          if !hasFailed { report("\(FileError(path)); entries are lost") }
          hasFailed = true
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }
}
