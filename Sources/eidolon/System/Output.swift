import Glibc

/// Writes to the standard streams.
enum Output {
  static func print(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  static func printError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes all bytes; those that cannot be written are lost.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The other end of a shared pipe may have made it non-blocking: wait until it takes bytes again.
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 1000) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }

  /// True if standard error is a terminal and `NO_COLOR` is unset (no-color.org).
  static var isErrorColoured: Bool {
    guard isatty(STDERR_FILENO) == 1, unsafe getenv("NO_COLOR") == nil else { return false }
    return unsafe getenv("TERM").map { unsafe String(cString: $0) } != "dumb"
  }
}

/// The output of a one-shot command.
struct Report: Equatable {
  /// For standard output.
  var output = ""
  /// For standard error.
  var errors = ""
  var status = ExitStatus.success
}

enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// Something failed at run time, or did not verify.
  case failure = 1
  /// Invalid arguments, or invalid scenarios.
  case usage = 2
  /// Relying parties broke rules of at least the severity of `--fail-on`, or did not do what stories expect.
  case findings = 3
  /// The server that `ctl` calls did not answer.
  case unreachable = 4
  /// It answered with an error.
  case refused = 5
}
