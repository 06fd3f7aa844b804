/// A code, token or identifier under which a transaction is found.
///
/// Nearly all of it is chance, and tokens are long: the end and the middle tell handles apart as well as the whole would.
struct Handle: Sendable {
  let text: String
  /// What the table of handles finds it by; kept, so that the text need not be read to forget it.
  let mark: Mark

  /// A handle whose mark nobody can foresee who does not know the seed.
  init(_ text: String, seed: UInt64) {
    self.text = text
    let bytes = text.utf8.span
    let count = bytes.count
    var number = seed.mixed(with: Self.word(bytes, endingAt: count) ^ UInt64(truncatingIfNeeded: count))
    if count > 8 { number = number.mixed(with: Self.word(bytes, endingAt: count - 8)) }
    if count > 64 { number = number.mixed(with: Self.word(bytes, endingAt: count / 2)) }
    mark = Mark(UInt32(truncatingIfNeeded: number))
  }

  /// Up to eight bytes before a place as a number.
  private static func word(_ bytes: Span<UInt8>, endingAt end: Int) -> UInt64 {
    guard end >= 8 else {
      var word: UInt64 = 0
      for place in 0..<end { word = word << 8 | UInt64(bytes[place]) }
      return word
    }
    // One check of bounds for all eight, which the compiler then reads as one.
    let part = bytes.extracting(end - 8..<end)
    var word: UInt64 = 0
    for place in 0..<8 { word = word << 8 | UInt64(part[place]) }
    return word
  }
}

extension UInt64 {
  /// Both in one number, of which each bit depends on all of theirs.
  fileprivate func mixed(with other: UInt64) -> UInt64 {
    // An odd constant without pattern: the golden ratio's digits, as often taken for this.
    let product = (self ^ other).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
