/// The check of a block: the remainder of its codewords divided by a generator polynomial (§7.5.2).
struct ReedSolomon {
  /// The generator's coefficients as powers of α, highest degree first, without the leading one.
  private let generator: [Int]

  /// The code with this many check codewords: its generator has the roots α⁰, α¹, ….
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

  /// The check codewords of a block's data.
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

/// The field of 256 elements in which codewords are calculated with: polynomials over bits modulo x⁸ + x⁴ + x³ + x² + 1.
enum GaloisField {
  /// α to this power, for 0 to 509.
  static func power(_ exponent: Int) -> UInt8 { tables.powers[exponent] }

  /// The power of α that an element is; zero is none and stands for 0 here, which no generator contains.
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
