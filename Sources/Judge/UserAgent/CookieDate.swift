import Flow

/// The date of a cookie's `Expires`, read as leniently as RFC 6265 §5.1.1 says.
enum CookieDate {
  /// `nil` if it is not a date.
  static func instant(_ text: String) -> Instant? {
    var (year, month, day): (Int?, Int?, Int?)
    var time: (hour: Int, minute: Int, second: Int)?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = Self.time(token) {
        time = found
      } else if day == nil, let number = number(token, digits: 1...2) {
        day = number
      } else if month == nil, let found = Self.month(token) {
        month = found
      } else if year == nil, let number = number(token, digits: 2...4) {
        year = number < 70 ? 2000 + number : number < 100 ? 1900 + number : number
      }
    }
    guard let year, let month, let day, let time, year >= 1601 else { return nil }
    return CalendarDate(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)?.instant
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The number that the token begins with; what follows it is not a digit.
  private static func number(_ token: some Sequence<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let found = token.prefix { (0x30...0x39).contains($0) }
    return digits.contains(found.count) ? Int(String(decoding: found, as: UTF8.self)) : nil
  }

  private static func time(_ token: Substring.UTF8View.SubSequence) -> (Int, Int, Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"))
    guard parts.count == 3 else { return nil }
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    guard numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return (numbers[0], numbers[1], numbers[2])
  }

  private static func month(_ token: Substring.UTF8View.SubSequence) -> Int? {
    let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
    return ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
      .firstIndex(of: name).map { $0 + 1 }
  }
}
