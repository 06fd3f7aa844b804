import CLinux
import Glibc

/// The machine's wall clock.
package enum SystemTime {
  /// Milliseconds since 1970, UTC.
  package static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
