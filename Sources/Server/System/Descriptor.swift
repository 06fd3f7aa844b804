import Glibc

/// A file descriptor that is closed when nobody holds it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over what a system call gave; throws its `errno` if it gave none.
  init(_ number: Int32, from call: String) throws(ServerError) {
    guard number >= 0 else { throw .system(call: call, code: errno) }
    self.number = number
  }

  deinit { close(number) }
}
