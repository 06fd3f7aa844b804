extension Scanner {
  /// A number (RFC 8259, section 6): minus, whole part, fraction, exponent.
  mutating func number() throws(JSONProblem) -> JSON {
    var end = offset
    if bytes[end] == UInt8(ascii: "-") { end += 1 }
    let firstDigit = end
    end = try digits(from: end, wantedAt: "after the minus sign")
    if bytes[firstDigit] == UInt8(ascii: "0"), end > firstDigit + 1 {
      throw problem("a number has no leading zeros")
    }
    var isWhole = true
    let wholeEnd = end
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      isWhole = false
      end = try digits(from: end + 1, wantedAt: "after the decimal point")
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
      end = try digits(from: end, wantedAt: "in the exponent")
    }
    guard end == bytes.count || !isWordByte(bytes[end]) else { throw noNumber() }
    let value = isWhole ? try whole(digits: firstDigit..<wholeEnd) : try decimal(upTo: end)
    offset = end
    return value
  }

  /// The index after one or more digits.
  private func digits(from start: Int, wantedAt location: String) throws(JSONProblem) -> Int {
    var end = start
    while end < bytes.count, 0x30...0x39 ~= bytes[end] { end += 1 }
    guard end > start else {
      guard end == bytes.count || !isWordByte(bytes[end]) || bytes[end] | 0x20 == UInt8(ascii: "e") else {
        throw noNumber()
      }
      throw problem("expected a digit \(location)")
    }
    return end
  }

  /// A number without fraction and exponent: an integer, or a decimal if it is too large for one but kept
  /// exactly.
  private func whole(digits: Range<Int>) throws(JSONProblem) -> JSON {
    let isNegative = digits.lowerBound > offset
    if digits.count <= 18 {
      var magnitude = 0
      for index in digits { magnitude = magnitude * 10 + Int(bytes[index] & 0x0F) }
      return .integer(isNegative ? -magnitude : magnitude)
    }
    let text = String(decoding: bytes[offset..<digits.upperBound], as: UTF8.self)
    if let integer = Int(text) { return .integer(integer) }
    guard let value = Double(text), value.isFinite, isExact(value, digits: bytes[digits]) else {
      throw problem("\(short(text)) is too large to be kept exactly")
    }
    return .decimal(value)
  }

  private func decimal(upTo end: Int) throws(JSONProblem) -> JSON {
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw problem("\(short(text)) is too large for a number")
    }
    return .decimal(value)
  }

  /// A number for use in a message, shortened to fit a line.
  private func short(_ digits: String) -> String {
    digits.utf8.count <= 40 ? digits : String(digits.prefix(40)) + "…"
  }
}

/// True if the double, 2^63 or more in magnitude, equals exactly these decimal digits.
///
/// Such a double is a whole number: a 53-bit significand doubled at most 971 times, which decimal digits do
/// exactly.
private func isExact(_ value: Double, digits: ArraySlice<UInt8>) -> Bool {
  var reversed: [UInt8] = []
  var significand = value.significandBitPattern | 1 << 52
  while significand > 0 {
    reversed.append(UInt8(significand % 10))
    significand /= 10
  }
  for _ in 0..<max(0, Int(value.exponent) - 52) {
    var carry: UInt8 = 0
    for index in reversed.indices {
      let doubled = reversed[index] * 2 + carry
      reversed[index] = doubled % 10
      carry = doubled / 10
    }
    if carry > 0 { reversed.append(carry) }
  }
  return reversed.reversed().elementsEqual(digits.lazy.map { $0 & 0x0F })
}
