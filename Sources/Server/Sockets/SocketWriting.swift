import CLinux
import Glibc

extension Span<UInt8> {
  /// How many of the bytes a socket that does not block took, 0 if it is full, nil if it is broken.
  func write(to descriptor: Int32) -> Int? {
    unsafe withUnsafeBytes { bytes in
      var given = 0
      while given < bytes.count {
        let start = unsafe bytes.baseAddress.map { unsafe $0 + given }
        let count = unsafe Glibc.send(descriptor, start, bytes.count - given, Int32(MSG_NOSIGNAL))
        if count >= 0 {
          given += count
        } else if errno == EAGAIN {
          return given
        } else if errno != EINTR {
          return nil
        }
      }
      return given
    }
  }
}
