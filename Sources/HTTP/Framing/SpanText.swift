// What the scanners need of spans: copies, and comparison without case.

extension Array<UInt8> {
  /// The bytes of `span`; one allocation, one memcpy.
  init(copying span: Span<UInt8>) {
    // The pointer does not leave the closure; no safe call of the library copies a whole span.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Adds the bytes of `span`; one memcpy.
  mutating func append(copying span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension String {
  /// The text of `span`.
  init(copying span: Span<UInt8>) { self.init(decoding: Array(copying: span), as: UTF8.self) }
}

extension Span<UInt8> {
  /// Whether the bytes spell `word`, given in small letters, in any case.
  func spells(_ word: String) -> Bool {
    guard count == word.utf8.count else { return false }
    var position = 0
    for byte in word.utf8 {
      guard self[position].lowercased == byte else { return false }
      position += 1
    }
    return true
  }

  /// Whether `word`, given in small letters, is a member of this comma-separated list, in any case.
  func hasMember(_ word: String) -> Bool {
    var start = 0
    while start <= count {
      var end = start
      while end < count, self[end] != UInt8(ascii: ",") { end += 1 }
      var last = end
      while start < last, self[start].isBlank { start += 1 }
      while last > start, self[last - 1].isBlank { last -= 1 }
      if extracting(start..<last).spells(word) { return true }
      start = end + 1
    }
    return false
  }
}
