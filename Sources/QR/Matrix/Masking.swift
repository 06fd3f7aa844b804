extension Frame {
  /// Applies the mask with the lowest penalty, the first of equals (§7.8).
  func masked(level: ErrorCorrectionLevel) -> (mask: Int, modules: Grid) {
    var best = (mask: 0, modules: under(mask: 0, level: level))
    var least = Penalty.of(best.modules)
    for mask in 1..<8 {
      let candidate = under(mask: mask, level: level)
      let penalty = Penalty.of(candidate)
      if penalty < least { (best, least) = ((mask, candidate), penalty) }
    }
    return best
  }

  private func under(mask: Int, level: ErrorCorrectionLevel) -> Grid {
    var result = modules
    for row in 0..<result.size {
      for column in 0..<result.size where !isFunction[column, row] && Self.inverts(mask, column, row) {
        result[column, row].toggle()
      }
    }
    FormatInformation(level: level, mask: mask).draw(in: &result)
    return result
  }

  /// Table 10.
  private static func inverts(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}
