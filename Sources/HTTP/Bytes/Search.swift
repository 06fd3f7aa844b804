// Where bytes or a text stand in others, compared byte by byte.
//
// They take the calls of the standard library's `firstRange(of:)`, `contains(_:)` and `replacing(_:with:)`, which compare
// characters through generic collections, slow enough to be felt, and bring the parser of regular expressions into the
// program.

extension ArraySlice<UInt8> {
  package func firstRange(of wanted: [UInt8]) -> Range<Int>? {
    guard let first = wanted.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first), endIndex - found >= wanted.count {
      let range = found..<found + wanted.count
      if self[range].elementsEqual(wanted) { return range }
      start = found + 1
    }
    return nil
  }
}

extension [UInt8] {
  package func firstRange(of wanted: [UInt8]) -> Range<Int>? { self[...].firstRange(of: wanted) }
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
    let bytes = Array(utf8)
    return bytes.firstRange(of: Array(wanted.utf8)).map { found in
      let start = utf8.index(startIndex, offsetBy: found.lowerBound)
      return start..<utf8.index(start, offsetBy: found.count)
    }
  }

  package func contains(_ wanted: String) -> Bool { firstRange(of: wanted) != nil }
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
