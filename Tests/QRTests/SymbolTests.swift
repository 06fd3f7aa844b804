import Testing

@testable import QR

private let digits = Array("0123456789".utf8)
private let alphanumeric = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

@Suite struct `A symbol` {
  @Test(.enabled(if: Reference.mayCompare, Reference.whyNot), arguments: 1...40)
  func `is module by module that of qrencode in version`(_ version: Int) throws {
    var chance = Chance(state: UInt64(version))
    for level in ErrorCorrectionLevel.allCases {
      try compare(text(of: Array(1...255), 1...16, &chance), level, version, byteModeOnly: true)
    }
    // One kind of characters each, so that both must choose the same mode.
    let level = ErrorCorrectionLevel.allCases[version % 4]
    try compare(text(of: digits, 1...16, &chance), level, version, byteModeOnly: false)
    try compare(text(of: alphanumeric, 1...10, &chance), level, version, byteModeOnly: false)
  }

  @Test(
    .enabled(if: Reference.mayCompare, Reference.whyNot),
    arguments: [
      (1, .low), (2, .high), (5, .quartile), (9, .medium), (10, .low), (14, .high), (26, .quartile),
      (27, .medium), (32, .high), (40, .low),
    ] as [(Int, ErrorCorrectionLevel)])
  func `is that of qrencode when it is filled to the last codeword`(
    _ version: Int, _ level: ErrorCorrectionLevel
  ) throws {
    let codewords = BlockLayout(version: SymbolVersion(version), level: level).dataCodewords
    // Mode and count take 12 bits in the versions up to 9, else 20.
    let capacity = codewords - (version < 10 ? 2 : 3)
    var chance = Chance(state: UInt64(version * 7))
    let full = text(of: Array(1...255), capacity...capacity, &chance)
    try compare(full, level, 1, byteModeOnly: true)
    #expect(try Symbol(bytes: full, level: level).version == version)
    if version < 40 {
      #expect(try Symbol(bytes: full + [1], level: level).version == version + 1)
    }
  }

  @Test(.enabled(if: Reference.mayCompare, Reference.whyNot), arguments: ErrorCorrectionLevel.allCases)
  func `of many texts is that of qrencode at level`(_ level: ErrorCorrectionLevel) throws {
    var chance = Chance(state: 20_260_101)
    for _ in 0..<10 {
      try compare(text(of: Array(0x20...0x7E), 1...150, &chance), level, 1, byteModeOnly: true)
      try compare(text(of: digits, 1...150, &chance), level, 1, byteModeOnly: false)
      try compare(text(of: alphanumeric, 1...150, &chance), level, 1, byteModeOnly: false)
    }
  }

  @Test(.enabled(if: Reference.mayCompare, Reference.whyNot))
  func `of a mixed text is never larger than that of qrencode`() throws {
    var chance = Chance(state: 4)
    for _ in 0..<30 {
      let kinds = [digits, alphanumeric, Array("abcdef?=&_".utf8)]
      let mixed = (0..<Int.random(in: 1...6, using: &chance)).flatMap { _ in
        text(of: kinds.randomElement(using: &chance) ?? digits, 1...20, &chance)
      }
      let theirs = try Reference.symbol(of: mixed, level: .medium, smallestVersion: 1, byteModeOnly: false)
      let ours = try Symbol(String(decoding: mixed, as: UTF8.self), level: .medium)
      #expect(ours.size <= theirs.count)
    }
  }

  @Test func `writes the example of the standard in the mask that the standard's annex I arrives at`() throws
  {
    // Annex I: 01234567 as version 1-M.
    let symbol = try Symbol("01234567", level: .medium)
    #expect(symbol.version == 1 && symbol.mask == 2)
  }

  @Test func `takes the shorter of two mixes`() throws {
    // 41 digits in byte mode take a byte each and version 3; as digits behind a letter they fit into version 2.
    let text = "a" + String(repeating: "7", count: 41)
    #expect(try Symbol(text, level: .medium).version == 2)
    #expect(try Symbol(bytes: Array(text.utf8), level: .medium).version == 3)
  }

  @Test func `holds 7089 digits, 4296 letters or 2953 bytes, and not one more`() throws {
    for (character, capacity) in [("1", 7089), ("A", 4296), ("a", 2953)] {
      let full = String(repeating: character, count: capacity)
      #expect(try Symbol(full, level: .low).version == 40)
      let error = #expect(throws: QRError.self) { try Symbol(full + character, level: .low) }
      if case .tooLong(let bits, let capacity) = error {
        #expect(bits > capacity && capacity == 23648)
      }
    }
  }

  @Test func `keeps a size when asked to`() throws {
    #expect(try Symbol("1", smallestVersion: 9).version == 9)
    #expect(try Symbol("1", smallestVersion: 0).version == 1)
    #expect(throws: QRError.self) { try Symbol("1", smallestVersion: 41) }
  }

  @Test func `of no text is a symbol too`() throws {
    #expect(try Symbol("").version == 1)
  }

  private func compare(
    _ bytes: [UInt8], _ level: ErrorCorrectionLevel, _ version: Int, byteModeOnly: Bool
  ) throws {
    let theirs = try Reference.symbol(
      of: bytes, level: level, smallestVersion: version, byteModeOnly: byteModeOnly)
    let ours =
      byteModeOnly
      ? try Symbol(bytes: bytes, level: level, smallestVersion: version)
      : try Symbol(String(decoding: bytes, as: UTF8.self), level: level, smallestVersion: version)
    #expect(ours.lines == theirs, "\(bytes) at \(level), version \(ours.version), mask \(ours.mask)")
  }

  private func text(of characters: [UInt8], _ lengths: ClosedRange<Int>, _ chance: inout Chance) -> [UInt8] {
    (0..<Int.random(in: lengths, using: &chance)).map { _ in characters.randomElement(using: &chance) ?? 0 }
  }
}
