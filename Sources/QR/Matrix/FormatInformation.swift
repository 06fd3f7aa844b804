/// The level and the mask, written twice around the finders (§7.9).
struct FormatInformation {
  /// Fifteen bits, lowest first.
  let bits: [Bool]

  init(level: ErrorCorrectionLevel, mask: Int) {
    let data = level.formatBits << 3 | mask
    let word = (data << 10 | BCH.remainder(of: data, by: 0b101_0011_0111, degree: 10)) ^ 0b101_0100_0001_0010
    bits = (0..<15).map { (word >> $0) & 1 == 1 }
  }

  func draw(in modules: inout Grid) {
    for position in Self.positions(size: modules.size) {
      modules[position.column, position.row] = bits[position.bit]
    }
  }

  /// The module of each bit, in both copies.
  static func positions(size: Int) -> [(bit: Int, column: Int, row: Int)] {
    (0..<15).flatMap { bit in
      // The first copy goes around the upper left finder, past the timing patterns.
      let near =
        switch bit {
        case 0..<6: (bit, 8, bit)
        case 6, 7: (bit, 8, bit + 1)
        case 8: (bit, 7, 8)
        default: (bit, 14 - bit, 8)
        }
      let far = bit < 8 ? (bit, size - 1 - bit, 8) : (bit, 8, size - 15 + bit)
      return [near, far]
    }
  }
}

/// Bose–Chaudhuri–Hocquenghem codes, which check format and version (annexes C and D).
enum BCH {
  /// The remainder of `data · x^degree` divided by the generator, over bits.
  static func remainder(of data: Int, by generator: Int, degree: Int) -> Int {
    var remainder = data << degree
    while remainder >> degree != 0 {
      let excess = Int.bitWidth - 1 - remainder.leadingZeroBitCount - degree
      remainder ^= generator << excess
    }
    return remainder
  }
}
