/// Durations as scenario files write them: a whole or decimal number and one unit.
///
/// Units are `ms`, `s`, `m`, `h` and `d`; a minus sign is for offsets such as `issued_at`.
package enum DurationText {
  /// Reads `"250ms"`, `"1.5s"`, `"3m"`, `"-10m"`; `nil` for anything else or beyond a hundred years.
  package static func parse(_ text: String) -> Duration? {
    guard let milliseconds = milliseconds(text), abs(milliseconds) <= Double(longest.wholeMilliseconds) else {
      return nil
    }
    return .milliseconds(Int64(milliseconds.rounded()))
  }

  /// A hundred years.
  package static let longest: Duration = .seconds(100 * 366 * 86_400)

  /// True for a well-formed duration that `parse` refuses.
  package static func isTooLong(_ text: String) -> Bool { milliseconds(text) != nil && parse(text) == nil }

  private static func milliseconds(_ text: String) -> Double? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let first = number.first, first != ".", number.last != ".",
      let value = Double(number), let unit = units[String(rest[number.endIndex...])]
    else { return nil }
    return (isNegative ? -value : value) * Double(unit)
  }

  /// Writes a duration as `parse` reads it, in the largest unit that keeps it whole.
  package static func text(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    let unit = ordered.first { milliseconds % $0.size == 0 && abs(milliseconds) >= $0.size }
    guard let unit else { return "\(milliseconds)ms" }
    return "\(milliseconds / unit.size)\(unit.name)"
  }

  private static let ordered: [(name: String, size: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
  private static let units = Dictionary(uniqueKeysWithValues: ordered.map { ($0.name, $0.size) })
}
