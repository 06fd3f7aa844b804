/// The part of RFC 1951 that is enough to make pictures of squares small: one block of fixed codes, and repetitions
/// at only two distances, the byte before and the line above.
struct Deflate {
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  static func compress(_ input: [UInt8], lineLength: Int) -> [UInt8] {
    var output = Deflate()
    output.append(0b011, width: 3)
    var offset = 0
    while offset < input.count {
      let distances = [1, lineLength].filter { $0 <= offset && $0 <= 32768 }
      let matches = distances.map { (distance: $0, length: repetition(in: input, at: offset, distance: $0)) }
      if let match = matches.max(by: { $0.length < $1.length }), match.length >= 3 {
        output.append(length: match.length, distance: match.distance)
        offset += match.length
      } else {
        output.append(symbol: Int(input[offset]))
        offset += 1
      }
    }
    output.append(symbol: 256)
    output.flush()
    return output.bytes
  }

  /// How many bytes from `offset` on repeat those `distance` before, 258 at most.
  private static func repetition(in input: [UInt8], at offset: Int, distance: Int) -> Int {
    var length = 0
    while length < 258, offset + length < input.count,
      input[offset + length] == input[offset + length - distance]
    {
      length += 1
    }
    return length
  }

  /// Length and distance, each a code for its range and extra bits for its position in the range (§3.2.5).
  private mutating func append(length: Int, distance: Int) {
    if length == 258 {
      append(symbol: 285)
    } else {
      let (code, width, extraBits) = Self.range(of: length - 3, perWidth: 4)
      append(symbol: 257 + code)
      append(extraBits, width: width)
    }
    let (code, width, extraBits) = Self.range(of: distance - 1, perWidth: 2)
    append(Self.reversed(code, width: 5), width: 5)
    append(extraBits, width: width)
  }

  /// Each width of extra bits has `perWidth` ranges, width 0 twice as many.
  private static func range(of value: Int, perWidth: Int) -> (code: Int, width: Int, extraBits: Int) {
    guard value >= perWidth * 2 else { return (value, 0, 0) }
    let highest = Int.bitWidth - 1 - value.leadingZeroBitCount
    let width = highest - (perWidth == 4 ? 2 : 1)
    return (perWidth * width + (value >> width), width, value & ((1 << width) - 1))
  }

  /// A literal or length by the fixed codes (§3.2.6).
  private mutating func append(symbol: Int) {
    let (code, width) =
      switch symbol {
      case 0..<144: (0b0011_0000 + symbol, 8)
      case 144..<256: (0b1_1001_0000 + symbol - 144, 9)
      case 256..<280: (symbol - 256, 7)
      default: (0b1100_0000 + symbol - 280, 8)
      }
    append(Self.reversed(code, width: width), width: width)
  }

  /// Codes are written from their highest bit, everything else from its lowest (§3.1.1).
  private static func reversed(_ code: Int, width: Int) -> Int {
    (0..<width).reduce(0) { $0 << 1 | (code >> $1) & 1 }
  }

  private mutating func append(_ bits: Int, width: Int) {
    pending |= UInt32(bits) << UInt32(pendingCount)
    pendingCount += width
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  private mutating func flush() {
    guard pendingCount > 0 else { return }
    bytes.append(UInt8(truncatingIfNeeded: pending))
  }
}
