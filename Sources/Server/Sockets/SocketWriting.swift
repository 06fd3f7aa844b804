import CLinux
import Glibc

extension Span<UInt8> {
  /// The number of bytes that a non-blocking socket took: 0 if it is full, nil if it is broken.
  func write(to descriptor: Int32) -> Int? {
    unsafe withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let start = unsafe bytes.baseAddress.map { unsafe $0 + sent }
        let count = unsafe Glibc.send(descriptor, start, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count >= 0 {
          sent += count
        } else if errno == EAGAIN {
          return sent
        } else if errno != EINTR {
          return nil
        }
      }
      return sent
    }
  }
}
