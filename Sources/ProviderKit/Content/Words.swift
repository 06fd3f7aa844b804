extension String {
  /// The words of a text that are parted by blanks, as scopes and hints are; looked at as bytes.
  public var words: [String] {
    utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }
}
