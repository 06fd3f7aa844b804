import Glibc

/// The memory that sockets are read into; an object, so that a loop can lend it while it serves what was read.
@safe final class ReceiveBuffer {
  /// The most bytes that one call receives.
  let size: Int
  private let start: UnsafeMutablePointer<UInt8>

  init(size: Int) {
    self.size = size
    unsafe start = .allocate(capacity: size)
    unsafe start.initialize(repeating: 0, count: size)
  }

  deinit { unsafe start.deallocate() }

  /// The result of `recv`: the number of bytes, 0 at the end of input, negative with `errno` set.
  func receive(from descriptor: Int32) -> Int { unsafe recv(descriptor, start, size, 0) }

  /// Lends the first `count` bytes.
  func withBytes(_ count: Int, _ body: (Span<UInt8>) -> Void) {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: min(count, size))
    body(unsafe bytes.span)
  }
}
