// What the scanners need of spans: copies, and comparison without case.

extension Array<UInt8> {
  init(copying span: Span<UInt8>) {
    self = []
    append(copying: span)
  }

  mutating func append(copying span: Span<UInt8>) {
    reserveCapacity(count + span.count)
    for index in span.indices { append(span[index]) }
  }
}

extension Span<UInt8> {
  /// True if the bytes spell `word` in any case.
  func spells(_ word: String) -> Bool {
    guard count == word.utf8.count else { return false }
    return zip(indices, word.utf8).allSatisfy { index, byte in self[index].lowercased == byte.lowercased }
  }

  /// True if these are the name of a framing field, which only the serializer writes.
  var isFramingName: Bool {
    spells("connection") || spells("content-length") || spells("transfer-encoding")
  }

  /// True if `word` is a member of this comma-separated list, in any case.
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
