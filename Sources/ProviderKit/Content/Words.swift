extension String {
  /// The words between blanks, as in scopes and hints.
  package var words: [String] {
    // Split as bytes, because a space followed by a combining accent is one character.
    utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// `nil` if the text does not begin with the prefix.
  package func rest(after prefix: String) -> String? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }

  /// The rest of each word that begins with the prefix, in order.
  package func wordRests(after prefix: String) -> [String] { words.compactMap { $0.rest(after: prefix) } }
}
