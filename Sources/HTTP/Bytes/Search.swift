// Where bytes or a text stand in others, compared byte by byte.
//
// They take the calls of the standard library's `firstRange(of:)`, `contains(_:)` and `replacing(_:with:)`, which compare
// characters through generic collections, slow enough to be felt, and bring the parser of regular expressions into the
// program.

extension Span<UInt8> {
  /// Where `wanted` begins first.
  func firstOffset(of wanted: Span<UInt8>) -> Int? {
    guard !wanted.isEmpty else { return 0 }
    guard wanted.count <= count else { return nil }
    let first = wanted[0]
    for start in 0...count - wanted.count where self[start] == first {
      var length = 1
      while length < wanted.count, self[start + length] == wanted[length] { length += 1 }
      if length == wanted.count { return start }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  package func firstRange(of wanted: [UInt8]) -> Range<Int>? {
    range(at: span.firstOffset(of: wanted.span), wanted.count)
  }

  package func firstRange(of wanted: String) -> Range<Int>? {
    let wanted = wanted.utf8.span
    return range(at: span.firstOffset(of: wanted), wanted.count)
  }

  private func range(at offset: Int?, _ length: Int) -> Range<Int>? {
    offset.map { startIndex + $0..<startIndex + $0 + length }
  }
}

extension [UInt8] {
  package func firstRange(of wanted: [UInt8]) -> Range<Int>? { self[...].firstRange(of: wanted) }

  package func firstRange(of wanted: String) -> Range<Int>? { self[...].firstRange(of: wanted) }
}

extension Substring {
  /// What stands before the first of these ASCII characters; all of it if there is none.
  package func prefix(before marks: String) -> Substring {
    let (bytes, marks) = (utf8.span, marks.utf8.span)
    for index in bytes.indices {
      for mark in marks.indices where bytes[index] == marks[mark] {
        return self[..<utf8.index(startIndex, offsetBy: index)]
      }
    }
    return self
  }

  package func firstRange(of wanted: String) -> Range<Index>? {
    let wanted = wanted.utf8.span
    return utf8.span.firstOffset(of: wanted).map { offset in
      let start = utf8.index(startIndex, offsetBy: offset)
      return start..<utf8.index(start, offsetBy: wanted.count)
    }
  }

  package func contains(_ wanted: String) -> Bool { utf8.span.firstOffset(of: wanted.utf8.span) != nil }
}

extension String {
  package func prefix(before marks: String) -> Substring { self[...].prefix(before: marks) }

  package func firstRange(of wanted: String) -> Range<Index>? { self[...].firstRange(of: wanted) }

  package func contains(_ wanted: String) -> Bool { self[...].contains(wanted) }

  package func replacing(_ wanted: String, with text: String) -> String {
    var (replaced, rest) = ("", self[...])
    while let range = rest.firstRange(of: wanted), !range.isEmpty {
      replaced += rest[..<range.lowerBound] + text
      rest = rest[range.upperBound...]
    }
    return replaced + rest
  }
}
