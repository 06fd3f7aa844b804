/// A word to look for, regardless of case.
package struct SearchedWord: Sendable {
  /// In lower case.
  private let bytes: [UInt8]
  private let isASCII: Bool

  package init(_ text: some StringProtocol) {
    bytes = Array(text.lowercased().utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// The words of a search, which must all occur.
  package static func words(of search: String) -> [SearchedWord] {
    search.split(separator: " ").map { SearchedWord($0) }
  }

  /// True if it could stand in `2026-11-23T20:50:29Z`; times become text only for such words.
  package var mayOccurInTime: Bool { bytes.allSatisfy { "0123456789-:.tz".utf8.contains($0) } }

  package func occurs(in text: String) -> Bool { offset(in: isASCII ? text : text.lowercased()) != nil }

  /// Where it stands first; of letters beyond ASCII the case must match.
  package func range(in text: String) -> Range<String.Index>? {
    offset(in: text).map { offset in
      let start = text.utf8.index(text.startIndex, offsetBy: offset)
      return start..<text.utf8.index(start, offsetBy: bytes.count)
    }
  }

  // In bytes. Lists are searched byte by byte, because making lower-case copies of them takes most of the time.
  private func offset(in text: String) -> Int? {
    let span = text.utf8Span.span
    guard let first = bytes.first else { return 0 }
    guard span.count >= bytes.count else { return nil }
    for start in 0...(span.count - bytes.count) where Self.lower(span[start]) == first {
      var length = 1
      while length < bytes.count, Self.lower(span[start + length]) == bytes[length] { length += 1 }
      if length == bytes.count { return start }
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
