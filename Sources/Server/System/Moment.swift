import CLinux
import Glibc

/// An instant of the monotonic clock.
struct Moment: Comparable, Sendable {
  var nanoseconds: Int64

  /// Later than any deadline.
  static var never: Moment { Moment(nanoseconds: .max) }

  static func now() -> Moment {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  static func + (moment: Moment, duration: Duration) -> Moment { moment + duration.nanoseconds }

  static func + (moment: Moment, nanoseconds: Int64) -> Moment {
    let sum = moment.nanoseconds.addingReportingOverflow(nanoseconds)
    return sum.overflow ? .never : Moment(nanoseconds: sum.partialValue)
  }

  /// Whole milliseconds until `later`, rounded up so that a wait does not end too early; 0 if it is past.
  func milliseconds(until later: Moment) -> Int32 {
    guard later > self else { return 0 }
    let left = later.nanoseconds - nanoseconds
    return Int32(clamping: left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1))
  }
}

extension Duration {
  /// Clamped to what an `Int64` holds (292 years).
  var nanoseconds: Int64 {
    let whole = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !whole.overflow else { return components.seconds < 0 ? .min : .max }
    let sum = whole.partialValue.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    return sum.overflow ? .max : sum.partialValue
  }
}
