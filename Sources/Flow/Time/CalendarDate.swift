/// A date of the proleptic Gregorian calendar and a time of day in UTC.
///
/// Conversion follows the days-from-civil arithmetic: eras of 400 years that begin on 1 March.
package struct CalendarDate: Hashable, Sendable {
  /// 0 to 9999 in texts.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// Of the month, 1 to 31.
  package var day: Int
  /// 0 to 23.
  package var hour = 0
  /// 0 to 59.
  package var minute = 0
  /// 0 to 59.
  package var second = 0

  package init(_ instant: Instant) {
    let seconds = instant.seconds
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let time = Int(seconds - days * 86_400)
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
  }

  /// `nil` if the date or time does not exist (30 February, month 13).
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...12).contains(month), (1...CalendarDate.days(in: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Reads `YYYY-MM-DD`; `nil` if it is written otherwise or does not exist.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package var instant: Instant {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Instant(seconds: Int64(days * 86_400 + hour * 3600 + minute * 60 + second))
  }

  /// `YYYY-MM-DD`.
  package var dateText: String {
    written { $0.writeDate(self) }
  }

  /// `YYYY-MM-DDThh:mm:ss`, without zone.
  package var dateTimeText: String {
    written { $0.writeDateTime(self) }
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension Instant {
  /// RFC 3339 with milliseconds, in UTC: `2026-11-21T02:13:00.250Z`.
  package var text: String { written { $0.write(self) } }

  /// The end of the year 9999, the last that RFC 3339 can write.
  package static let latest = Instant(milliseconds: 253_402_300_799_999)
  private static let earliest = Instant(seconds: -62_167_219_200)

  /// Reads an RFC 3339 date-time (§5.6) with any offset; digits after the millisecond are dropped.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
      bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10]),
      let hour = decimal(bytes[11..<13]), let minute = decimal(bytes[14..<16]),
      let second = decimal(bytes[17..<19]),
      let date = CalendarDate(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    var rest = bytes[19...]
    var fraction: Int64 = 0
    if rest.first == 0x2E {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      let three = digits.prefix(3) + repeatElement(0x30, count: max(0, 3 - digits.count))
      fraction = Int64(decimal(three) ?? 0)
      rest = rest[digits.endIndex...]
    }
    guard let offset = offsetSeconds(rest) else { return nil }
    self.init(milliseconds: date.instant.milliseconds - offset * 1000 + fraction)
    // In UTC it may be another year.
    guard (Self.earliest...Self.latest).contains(self) else { return nil }
  }
}

/// The seconds of `Z` or `+hh:mm`.
private func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
  let bytes = Array(bytes)
  if bytes.count == 1, bytes[0] | 0x20 == 0x7A { return 0 }
  guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
    let hours = decimal(bytes[1..<3]), let minutes = decimal(bytes[4..<6]), hours < 24, minutes < 60
  else { return nil }
  let seconds = Int64(hours * 3600 + minutes * 60)
  return bytes[0] == 0x2B ? seconds : -seconds
}

private func decimal(_ digits: some Sequence<UInt8>) -> Int? {
  var value = 0
  for digit in digits {
    guard (0x30...0x39).contains(digit) else { return nil }
    value = value * 10 + Int(digit - 0x30)
  }
  return value
}

/// The bytes of a date; every log line and token has one, so no `String` is made for each number.
private struct Digits {
  var bytes: [UInt8] = []

  mutating func writeDate(_ date: CalendarDate) {
    writeYear(date.year)
    bytes.append(UInt8(ascii: "-"))
    writePair(date.month)
    bytes.append(UInt8(ascii: "-"))
    writePair(date.day)
  }

  mutating func writeDateTime(_ date: CalendarDate) {
    writeDate(date)
    bytes.append(UInt8(ascii: "T"))
    writePair(date.hour)
    bytes.append(UInt8(ascii: ":"))
    writePair(date.minute)
    bytes.append(UInt8(ascii: ":"))
    writePair(date.second)
  }

  mutating func write(_ instant: Instant) {
    writeDateTime(CalendarDate(instant))
    bytes.append(UInt8(ascii: "."))
    let milliseconds = Int(instant.milliseconds - instant.seconds * 1000)
    writeDigit(milliseconds / 100)
    writePair(milliseconds % 100)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Four digits, unless a time before or after them was reckoned.
  private mutating func writeYear(_ year: Int) {
    guard (0...9999).contains(year) else { return bytes.append(contentsOf: String(year).utf8) }
    writePair(year / 100)
    writePair(year % 100)
  }

  private mutating func writePair(_ number: Int) {
    writeDigit(number / 10)
    writeDigit(number % 10)
  }

  private mutating func writeDigit(_ digit: Int) { bytes.append(UInt8(ascii: "0") + UInt8(digit)) }
}

private func written(_ write: (inout Digits) -> Void) -> String {
  var digits = Digits()
  digits.bytes.reserveCapacity(24)
  write(&digits)
  return String(decoding: digits.bytes, as: UTF8.self)
}
