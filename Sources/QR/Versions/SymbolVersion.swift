/// A version of the symbol and the measures that follow from it (§6.1, annex E).
struct SymbolVersion: Hashable {
  let number: Int

  /// A number outside of 1 to 40 becomes the nearest inside.
  init(_ number: Int) { self.number = min(max(number, 1), 40) }

  /// The modules on a side.
  var size: Int { 17 + 4 * number }

  /// From version 7 on the symbol says its version in two places (§7.10).
  var carriesVersion: Bool { number >= 7 }

  /// The coordinates of the alignment patterns' centres, in each direction (table E.1).
  ///
  /// The table follows from a rule: equal even distances from the far end, and 6 at the near one; version 32 is the
  /// exception.
  var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// The codewords that fit beside the function patterns, data and check together (table 1).
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

/// The versions that share the widths of character counts (table 3).
enum VersionClass: CaseIterable {
  case small, middle, large

  /// The versions of the class.
  var numbers: ClosedRange<Int> {
    switch self {
    case .small: 1...9
    case .middle: 10...26
    case .large: 27...40
    }
  }
}
