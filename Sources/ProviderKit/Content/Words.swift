extension String {
  /// The words of a text that are parted by blanks, as scopes and hints are; looked at as bytes.
  public var words: [String] {
    // Nearly all such texts are one word.
    guard hasBlank else { return isEmpty ? [] : [self] }
    return utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// What follows a prefix; `nil` for a text that begins otherwise.
  public func rest(after prefix: String) -> String? {
    let (text, start) = (utf8.span, prefix.utf8.span)
    guard text.count >= start.count else { return nil }
    for place in start.indices where text[place] != start[place] { return nil }
    return String(Substring(utf8.dropFirst(start.count)))
  }

  /// Pieces one behind the other, which costs less than to append one to the other.
  public init(joining pieces: String...) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    for piece in pieces { bytes.append(contentsOf: piece.utf8) }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// What follows a prefix in those of the words that begin with it, in order.
  public func wordRests(after prefix: String) -> [String] {
    let (text, prefix) = (utf8.span, prefix.utf8.span)
    var starts: [Int] = []
    var start = 0
    while start + prefix.count <= text.count {
      var place = 0
      while place < prefix.count, text[start + place] == prefix[place] { place += 1 }
      if place == prefix.count { starts.append(start + place) }
      start += place
      while start < text.count, text[start] != UInt8(ascii: " ") { start += 1 }
      start += 1
    }
    return starts.map { start in
      let rest = utf8.dropFirst(start)
      return String(Substring(rest.prefix { $0 != UInt8(ascii: " ") }))
    }
  }

  private var hasBlank: Bool {
    let bytes = utf8.span
    for place in bytes.indices where bytes[place] == UInt8(ascii: " ") { return true }
    return false
  }
}
