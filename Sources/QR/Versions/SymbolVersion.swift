/// A version, and the dimensions that follow from it (§6.1, annex E).
struct SymbolVersion: Hashable {
  let number: Int

  /// Clamps the number to 1 to 40.
  init(_ number: Int) { self.number = min(max(number, 1), 40) }

  /// Modules on a side.
  var size: Int { 17 + 4 * number }

  /// Symbols carry their version, twice, from version 7 on (§7.10).
  var carriesVersion: Bool { number >= 7 }

  /// The centres of the alignment patterns, in each direction (table E.1).
  ///
  /// The table follows a rule, with version 32 as the exception: 6 at the near end, equal even distances from the far
  /// one.
  var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// Codewords that fit beside the function patterns, data and check together (table 1).
  var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number > 1 {
      let count = number / 7 + 2
      modules -= (25 * count - 10) * count - 55
    }
    if carriesVersion { modules -= 36 }
    return modules / 8
  }
}

/// Versions that share the widths of character counts (table 3).
enum VersionClass: CaseIterable {
  case small, middle, large

  var numbers: ClosedRange<Int> {
    switch self {
    case .small: 1...9
    case .middle: 10...26
    case .large: 27...40
    }
  }
}
