/// The check of a block: the remainder of its codewords divided by a generator polynomial (§7.5.2).
struct ReedSolomon {
  /// The generator's coefficients as powers of α, highest degree first, without the leading one.
  private let generator: [Int]

  /// The generator has the roots α⁰, α¹, …, one for each check codeword.
  init(checkLength: Int) {
    var polynomial: [UInt8] = [1]
    for root in 0..<checkLength {
      // Multiply by (x - α^root); in this field minus is plus.
      var product = polynomial + [0]
      for (index, coefficient) in polynomial.enumerated() {
        product[index + 1] ^= GaloisField.product(coefficient, GaloisField.power(root))
      }
      polynomial = product
    }
    generator = polynomial.dropFirst().map { GaloisField.logarithm($0) }
  }

  func check(of data: ArraySlice<UInt8>) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ remainder[0]
      remainder.removeFirst()
      remainder.append(0)
      guard factor != 0 else { continue }
      let logarithm = GaloisField.logarithm(factor)
      for index in remainder.indices { remainder[index] ^= GaloisField.power(logarithm + generator[index]) }
    }
    return remainder
  }
}

/// GF(256), the field of the codewords: polynomials over bits modulo x⁸ + x⁴ + x³ + x² + 1.
enum GaloisField {
  /// `exponent` is 0 to 509, so that two logarithms can be added without a modulus.
  static func power(_ exponent: Int) -> UInt8 { tables.powers[exponent] }

  /// Zero has no logarithm; 0 stands in for it, as no generator contains zero.
  static func logarithm(_ element: UInt8) -> Int { tables.logarithms[Int(element)] }

  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    left == 0 || right == 0 ? 0 : power(logarithm(left) + logarithm(right))
  }

  private static let tables: (powers: [UInt8], logarithms: [Int]) = {
    var powers = [UInt8](repeating: 0, count: 510)
    var logarithms = [Int](repeating: 0, count: 256)
    var element = 1
    for exponent in 0..<255 {
      powers[exponent] = UInt8(element)
      powers[exponent + 255] = UInt8(element)
      logarithms[element] = exponent
      element <<= 1
      if element > 255 { element ^= 0b1_0001_1101 }
    }
    return (powers, logarithms)
  }()
}
