import Glibc

/// Bytes that a socket is read into, at a place of their own: an array would be watched, at run time and at each request, for
/// somebody who writes to it while its bytes are looked at.
@safe final class ReceiveBuffer {
  /// How many bytes are received at the most.
  let size: Int
  private let start: UnsafeMutablePointer<UInt8>

  init(size: Int) {
    self.size = size
    unsafe start = .allocate(capacity: size)
    unsafe start.initialize(repeating: 0, count: size)
  }

  deinit { unsafe start.deallocate() }

  /// What `recv` says: how many bytes came, 0 at the end, less than 0 with `errno`.
  func receive(from descriptor: Int32) -> Int { unsafe recv(descriptor, start, size, 0) }

  /// Lends the first bytes.
  func withBytes(_ count: Int, _ body: (Span<UInt8>) -> Void) {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: min(count, size))
    body(unsafe bytes.span)
  }
}
