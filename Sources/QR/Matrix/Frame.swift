/// A symbol before its mask: the function patterns, and the codewords placed around them.
struct Frame {
  let version: SymbolVersion
  private(set) var modules: Grid
  /// The modules that belong to function patterns, format or version; no mask touches them.
  private(set) var isFunction: Grid

  init(version: SymbolVersion, codewords: [UInt8]) {
    self.version = version
    modules = Grid(size: version.size)
    isFunction = Grid(size: version.size)
    drawTiming()
    drawFinders()
    drawAlignment()
    reserveFormat()
    drawVersion()
    place(codewords)
  }

  private mutating func draw(_ column: Int, _ row: Int, dark: Bool) {
    modules[column, row] = dark
    isFunction[column, row] = true
  }

  /// Alternating modules between the finders (§6.3.5).
  private mutating func drawTiming() {
    for position in 0..<version.size {
      draw(6, position, dark: position.isMultiple(of: 2))
      draw(position, 6, dark: position.isMultiple(of: 2))
    }
  }

  /// Three squares in squares with a light border toward the symbol (§6.3.3, §6.3.4).
  private mutating func drawFinders() {
    let far = version.size - 4
    for (column, row) in [(3, 3), (far, 3), (3, far)] {
      for y in -4...4 {
        for x in -4...4 where isInside(column + x, row + y) {
          let ring = max(abs(x), abs(y))
          draw(column + x, row + y, dark: ring != 2 && ring != 4)
        }
      }
    }
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool {
    (0..<version.size).contains(column) && (0..<version.size).contains(row)
  }

  /// Small squares at all crossings of the centres, except in the three corners with finders (§6.3.6).
  private mutating func drawAlignment() {
    let centres = version.alignmentCentres
    guard let last = centres.last else { return }
    for row in centres {
      for column in centres where ![(6, 6), (6, last), (last, 6)].contains(where: { $0 == (column, row) }) {
        for y in -2...2 {
          for x in -2...2 { draw(column + x, row + y, dark: max(abs(x), abs(y)) != 1) }
        }
      }
    }
  }

  private mutating func reserveFormat() {
    for position in FormatInformation.positions(size: version.size) {
      draw(position.column, position.row, dark: false)
    }
    // The one module that is always dark (§7.9.1).
    draw(8, version.size - 8, dark: true)
  }

  /// The version with its check, six by three modules beside two of the finders (§7.10).
  private mutating func drawVersion() {
    guard version.carriesVersion else { return }
    let bits = version.number << 12 | BCH.remainder(of: version.number, by: 0b1_1111_0010_0101, degree: 12)
    for bit in 0..<18 {
      let dark = (bits >> bit) & 1 == 1
      draw(version.size - 11 + bit % 3, bit / 3, dark: dark)
      draw(bit / 3, version.size - 11 + bit % 3, dark: dark)
    }
  }

  /// Bits go up and down in columns two modules wide, from the right, around everything drawn before (§7.7.3).
  private mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    var upward = true
    var right = version.size - 1
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<version.size {
        let row = upward ? version.size - 1 - step : step
        for column in [right, right - 1] where !isFunction[column, row] && bit < codewords.count * 8 {
          modules[column, row] = (codewords[bit / 8] >> UInt8(7 - bit % 8)) & 1 == 1
          bit += 1
        }
      }
      upward.toggle()
      right -= 2
    }
  }
}
