/// A moment of the sandbox's time, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, UTC, without leap seconds.
  public var milliseconds: Int64

  /// The moment this many milliseconds after 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The moment this many seconds after 1970: the `NumericDate` of RFC 7519 §2.
  public init(seconds: Int64) {
    milliseconds = seconds * 1000
  }

  /// Whole seconds since 1970, rounded down, as tokens carry them.
  public var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }

  /// True if the left moment is the earlier one.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment that much later; fractions of a millisecond are dropped.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds &+ duration.wholeMilliseconds)
  }

  /// The moment that much earlier; fractions of a millisecond are dropped.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds &- duration.wholeMilliseconds)
  }

  /// How much time lies between two moments, negative when the right one is later.
  public static func - (left: Instant, right: Instant) -> Duration {
    let (difference, isTooLong) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
    // The least and the greatest moment stand for "always" and "never".
    return .milliseconds(isTooLong ? (left > right ? .max : .min) : difference)
  }
}

extension Duration {
  /// The duration in milliseconds, fractions dropped.
  public var wholeMilliseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000_000_000)
  }
}
