extension Target {
  /// Where the parts of a request target are in the head's bytes.
  struct Layout: Sendable {
    var whole: Range<UInt32>
    /// The authority of an absolute form; empty otherwise.
    var authority: Range<UInt32> = 0..<0
    /// Empty if an absolute form has none.
    var path: Range<UInt32>
    /// Without `?`; nil if there is none.
    var query: Range<UInt32>?
    /// True if the path begins with a slash and has neither an escape nor a repeated slash: it needs no
    /// decoding.
    var isPlain: Bool

    init(whole: Range<UInt32>, path: Range<UInt32>, query: Range<UInt32>?, isPlain: Bool) {
      self.whole = whole
      self.path = path
      self.query = query
      self.isPlain = isPlain
    }
  }
}

extension Target.Layout {
  /// Reads the target in `head[range]`, which is not empty: origin form, absolute form, or `*` for OPTIONS (RFC 9112 §3.2).
  ///
  /// All visible characters but `#` are accepted: browsers and curl send `|`, `{` or `[` bare, and the real
  /// services accept them.
  init(_ head: Span<UInt8>, _ range: Range<Int>, method: Method) throws(Refusal) {
    var pathStart = range.lowerBound
    var authority = 0..<0
    if head[pathStart] == UInt8(ascii: "*") {
      guard range.count == 1, method == .options else { throw .targetForm }
    } else if head[pathStart] != UInt8(ascii: "/") {
      authority = try Self.authority(head, range)
      pathStart = authority.upperBound
    }

    var queryStart = range.upperBound
    var isPlain = pathStart < range.upperBound && head[pathStart] != UInt8(ascii: "?")
    var hasEscape = false
    var lastSlash = -2
    var position = pathStart
    while position < queryStart {
      switch head[position] {
      case 0x20: throw .malformedRequestLine
      case UInt8(ascii: "#"): throw .fragment
      case UInt8(ascii: "?"): queryStart = position
      case UInt8(ascii: "%"): hasEscape = true
      case UInt8(ascii: "/"):
        if lastSlash == position - 1 { isPlain = false }
        lastSlash = position
      default: break
      }
      position += 1
    }
    for position in queryStart..<range.upperBound {
      if head[position] == 0x20 { throw .malformedRequestLine }
      if head[position] == UInt8(ascii: "#") { throw .fragment }
    }
    if hasEscape { try Self.checkEscapes(head.extracting(pathStart..<queryStart)) }
    self.init(
      whole: UInt32(range.lowerBound)..<UInt32(range.upperBound),
      path: UInt32(pathStart)..<UInt32(queryStart),
      query: queryStart < range.upperBound ? UInt32(queryStart + 1)..<UInt32(range.upperBound) : nil,
      isPlain: isPlain && !hasEscape)
    self.authority = UInt32(authority.lowerBound)..<UInt32(authority.upperBound)
  }

  /// The authority of `http://authority/...` (RFC 9112 §3.2.2); the scheme is case-insensitive.
  private static func authority(_ head: Span<UInt8>, _ range: Range<Int>) throws(Refusal) -> Range<Int> {
    var start = range.lowerBound
    for byte in "http".utf8 {
      guard start < range.upperBound, head[start].lowercased == byte else { throw .targetForm }
      start += 1
    }
    if start < range.upperBound, head[start].lowercased == UInt8(ascii: "s") { start += 1 }
    for byte in "://".utf8 {
      guard start < range.upperBound, head[start] == byte else { throw .targetForm }
      start += 1
    }
    var end = start
    while end < range.upperBound, head[end] != UInt8(ascii: "/"), head[end] != UInt8(ascii: "?") { end += 1 }
    // An http URL without host is invalid (RFC 9110 §4.2.1), and so is one with user information (§4.2.4).
    guard end > start, head[start] != UInt8(ascii: ":"), Authority.isValid(head.extracting(start..<end))
    else {
      throw .targetAuthority
    }
    return start..<end
  }

  private static func checkEscapes(_ path: Span<UInt8>) throws(Refusal) {
    do throws(PercentCoding.Problem) {
      _ = try PercentCoding.decode(path)
    } catch {
      throw .path(error)
    }
  }

  /// True if `path`, of a target made by hand, needs no decoding.
  static func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.first == UInt8(ascii: "/"), !path.contains(UInt8(ascii: "%")) else { return false }
    return !zip(path, path.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == $0 }
  }

  func withPath(_ path: Range<UInt32>, in bytes: [UInt8]) -> Target.Layout {
    var layout = self
    layout.path = path
    // What is left of a plain path is plain.
    let isLeft = layout.isPlain && !path.isEmpty
    layout.isPlain = isLeft || Self.isPlain(bytes[Int(path.lowerBound)..<Int(path.upperBound)])
    return layout
  }
}
