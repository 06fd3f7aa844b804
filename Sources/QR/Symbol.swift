package struct Symbol: Sendable, Hashable {
  /// 1 to 40: the size is 17 + 4 × version.
  package let version: Int
  package let level: ErrorCorrectionLevel
  /// The mask pattern, 0 to 7.
  package let mask: Int
  /// True is dark.
  let modules: Grid

  /// Modules on a side, without the quiet zone.
  package var size: Int { modules.size }

  /// True if the module is dark.
  package subscript(column: Int, row: Int) -> Bool { modules[column, row] }

  /// Uses the shortest mix of modes and the smallest version that holds the text.
  ///
  /// - Parameters:
  ///   - text: anything outside ASCII is written as UTF-8.
  ///   - smallestVersion: no smaller version is used, so that a series of texts can keep one size.
  package init(
    _ text: String, level: ErrorCorrectionLevel = .medium, smallestVersion: Int = 1
  ) throws(QRError) {
    let bytes = Array(text.utf8)
    try self.init(level: level, smallestVersion: smallestVersion) { versions in
      Segmentation.shortest(of: bytes, in: versions)
    }
  }

  /// Uses byte mode alone.
  package init(
    bytes: [UInt8], level: ErrorCorrectionLevel = .medium, smallestVersion: Int = 1
  ) throws(QRError) {
    try self.init(level: level, smallestVersion: smallestVersion) { _ in
      bytes.isEmpty ? [] : [Segment(mode: .byte, bytes: bytes[...])]
    }
  }

  private init(
    level: ErrorCorrectionLevel, smallestVersion: Int, segments: (VersionClass) -> [Segment]
  ) throws(QRError) {
    let (version, content) = try Self.fit(level: level, smallestVersion: smallestVersion, segments)
    let layout = BlockLayout(version: version, level: level)
    let codewords = layout.interleaved(content.codewords(filling: layout.dataCodewords))
    let frame = Frame(version: version, codewords: codewords)
    let (mask, modules) = frame.masked(level: level)
    self.version = version.number
    self.level = level
    self.mask = mask
    self.modules = modules
  }

  /// The smallest version that holds the text, with the text's bits.
  ///
  /// The width of the character counts depends on the version's class, so the best mix is computed once a class.
  private static func fit(
    level: ErrorCorrectionLevel, smallestVersion: Int, _ segments: (VersionClass) -> [Segment]
  ) throws(QRError) -> (SymbolVersion, BitString) {
    var needed = 0
    for versions in VersionClass.allCases {
      let mix = segments(versions)
      needed = mix.reduce(0) { $0 + $1.bitCount(in: versions) }
      for number in versions.numbers where number >= smallestVersion {
        let version = SymbolVersion(number)
        guard BlockLayout(version: version, level: level).dataCodewords * 8 >= needed else { continue }
        return (version, BitString(mix, in: versions))
      }
    }
    let largest = BlockLayout(version: SymbolVersion(40), level: level)
    throw .tooLong(bits: needed, capacity: largest.dataCodewords * 8)
  }
}
