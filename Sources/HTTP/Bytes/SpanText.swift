// What the scanners need of spans: copies, and comparison without case.

extension Array<UInt8> {
  package init(copying span: Span<UInt8>) {
    self = []
    append(copying: span)
  }

  mutating func append(copying span: Span<UInt8>) {
    // Adding room for nothing writes to the empty array that all share.
    guard !span.isEmpty else { return }
    append(addingCapacity: span.count) { added in
      for index in span.indices { added.append(span[index]) }
    }
  }
}

extension Span<UInt8> {
  /// True if these are the bytes of `text`.
  func isEqual(to text: String) -> Bool {
    let text = text.utf8.span
    guard count == text.count else { return false }
    for index in indices where self[index] != text[index] { return false }
    return true
  }

  /// True if the bytes spell `word` in any case.
  func spells(_ word: String) -> Bool {
    let word = word.utf8.span
    guard count == word.count else { return false }
    for index in indices where self[index].lowercased != word[index].lowercased { return false }
    return true
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
