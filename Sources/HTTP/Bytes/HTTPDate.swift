/// An instant as `Date` and cookies write it: IMF-fixdate (RFC 9110 §5.6.7), `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// 29 bytes ready to send; a server makes one a second.
package struct HTTPDate: Sendable, Hashable {
  package let bytes: [UInt8]
  /// The line of the `Date` field and the empty line after it: the end of nearly every head.
  let headEnd: [UInt8]

  /// In UTC, clamped to the years 0 to 9999.
  package init(unixSeconds: Int64) {
    let seconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = Int(seconds - days * 86_400)
    let (year, month, day) = Self.civil(days: Int(days))
    // 1970-01-01 was a Thursday; the list starts with it.
    let weekday = Self.weekdays[((Int(days) % 7) + 7) % 7]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    func append(_ value: Int, digits: Int) {
      var divisor = digits == 4 ? 1000 : 10
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
    }
    bytes.append(contentsOf: weekday.utf8)
    bytes.append(contentsOf: ", ".utf8)
    append(day, digits: 2)
    bytes.append(contentsOf: " \(Self.months[month - 1]) ".utf8)
    append(year, digits: 4)
    bytes.append(UInt8(ascii: " "))
    append(second / 3600, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, digits: 2)
    bytes.append(contentsOf: " GMT".utf8)
    self.bytes = bytes
    headEnd = Array("Date: ".utf8) + bytes + Array("\r\n\r\n".utf8)
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Year, month and day of the proleptic Gregorian calendar.
  ///
  /// Counting years from March puts the leap day at the end of a year, and a 400-year era always has 146,097
  /// days.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarchOfYear0 = days + 719_468
    let era = (sinceMarchOfYear0 >= 0 ? sinceMarchOfYear0 : sinceMarchOfYear0 - 146_096) / 146_097
    let dayOfEra = sinceMarchOfYear0 - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension HTTPDate: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
