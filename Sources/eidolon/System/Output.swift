import Glibc

/// Writing to the standard streams, which are all that the program prints to.
enum Output {
  /// Writes a text to standard output.
  static func print(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes a text to standard error.
  static func printError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes all bytes with as few calls as the system lets it; what cannot be written is lost.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Whoever reads a shared pipe may have made it non-blocking: wait until it takes bytes again.
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 1000) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }

  /// True if standard error is a terminal whose owner did not ask for plain text (no-color.org).
  static var isErrorColoured: Bool {
    guard isatty(STDERR_FILENO) == 1, unsafe getenv("NO_COLOR") == nil else { return false }
    return unsafe getenv("TERM").map { unsafe String(cString: $0) } != "dumb"
  }
}

/// What a command that does its work and ends has to say.
struct Report: Equatable {
  /// For standard output.
  var output = ""
  /// For standard error.
  var errors = ""
  /// The exit status.
  var status = ExitStatus.success
}

/// The exit statuses of the program.
enum ExitStatus: Int32 {
  /// All went well.
  case success = 0
  /// Something failed while running, or does not verify.
  case failure = 1
  /// The program was called wrongly, or scenarios are wrong.
  case usage = 2
  /// Relying parties broke rules, of the severity that `--fail-on` names or worse.
  case findings = 3
  /// The server that was to be steered does not answer.
  case unreachable = 4
  /// It answers that it will not do that.
  case refused = 5
}
