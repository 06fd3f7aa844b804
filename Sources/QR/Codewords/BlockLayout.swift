/// How the codewords of a symbol are divided into blocks, each with its own check (§7.5.1, table 9).
struct BlockLayout {
  let blocks: Int
  /// Check codewords in each block.
  let checkLength: Int
  /// Data and check codewords together.
  let codewords: Int

  init(version: SymbolVersion, level: ErrorCorrectionLevel) {
    let (blockCounts, checkLengths) = Self.table(level)
    blocks = blockCounts[version.number - 1]
    checkLength = checkLengths[version.number - 1]
    codewords = version.codewords
  }

  var dataCodewords: Int { codewords - blocks * checkLength }

  /// The codewords in the order of the symbol: one of each block in turn, first data, then check (§7.6).
  ///
  /// If blocks differ in length, the longer ones come last.
  func interleaved(_ data: [UInt8]) -> [UInt8] {
    let shortLength = dataCodewords / blocks
    let shortBlocks = blocks - dataCodewords % blocks
    let code = ReedSolomon(checkLength: checkLength)
    var dataBlocks: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<blocks {
      let end = start + shortLength + (index < shortBlocks ? 0 : 1)
      dataBlocks.append(data[start..<end])
      start = end
    }
    let checks = dataBlocks.map { code.check(of: $0) }
    var result: [UInt8] = []
    result.reserveCapacity(codewords)
    for offset in 0...shortLength {
      for block in dataBlocks where offset < block.count { result.append(block[block.startIndex + offset]) }
    }
    for offset in 0..<checkLength {
      for check in checks { result.append(check[offset]) }
    }
    return result
  }

  /// One element for each version, 1 to 40.
  private static func table(_ level: ErrorCorrectionLevel) -> (blocks: [Int], checkLengths: [Int]) {
    switch level {
    case .low: (lowBlocks, lowChecks)
    case .medium: (mediumBlocks, mediumChecks)
    case .quartile: (quartileBlocks, quartileChecks)
    case .high: (highBlocks, highChecks)
    }
  }

  private static let lowBlocks = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
    8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ]
  private static let mediumBlocks = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
    17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ]
  private static let quartileBlocks = [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
    23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ]
  private static let highBlocks = [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
    25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ]
  private static let lowChecks = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
  private static let mediumChecks = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ]
  private static let quartileChecks = [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
    28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
  private static let highChecks = [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
    30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
}
