extension String {
  /// The words of a text that are parted by blanks, as scopes and hints are.
  package var words: [String] {
    // By bytes: as characters, a blank and an accent behind it are one.
    utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  /// What follows a prefix; `nil` for a text that begins otherwise.
  package func rest(after prefix: String) -> String? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }

  /// What follows a prefix in those of the words that begin with it, in order.
  package func wordRests(after prefix: String) -> [String] { words.compactMap { $0.rest(after: prefix) } }
}
