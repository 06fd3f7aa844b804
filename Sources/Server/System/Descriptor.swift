import Glibc

/// A file descriptor that is closed with its last reference.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes ownership of a system call's result; throws its `errno` if the call failed.
  init(_ number: Int32, from call: String) throws(ServerError) {
    guard number >= 0 else { throw .system(call: call, code: errno) }
    self.number = number
  }

  deinit { close(number) }
}
