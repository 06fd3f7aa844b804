extension String {
  /// The words between blanks, as in scopes and hints.
  package var words: [String] {
    // By bytes: a blank and a combining accent after it are one character.
    utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// `nil` if the text does not begin with the prefix.
  package func rest(after prefix: String) -> String? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }

  /// Of the words that begin with the prefix, what follows it, in order.
  package func wordRests(after prefix: String) -> [String] { words.compactMap { $0.rest(after: prefix) } }
}
