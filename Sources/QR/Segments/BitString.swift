/// The bits of a text before they become codewords, first bit first.
struct BitString {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// Each segment follows its mode and character count.
  init(_ segments: [Segment], in versions: VersionClass) {
    for segment in segments {
      append(segment.mode.indicator, width: 4)
      append(segment.bytes.count, width: segment.mode.countWidth(in: versions))
      append(segment)
    }
  }

  private mutating func append(_ segment: Segment) {
    let values = segment.bytes.map { segment.mode.value(of: $0) ?? 0 }
    switch segment.mode {
    case .byte:
      for value in values { append(value, width: 8) }
    case .numeric:
      for start in stride(from: 0, to: values.count, by: 3) {
        let group = values[start..<min(start + 3, values.count)]
        append(group.reduce(0) { $0 * 10 + $1 }, width: [0, 4, 7, 10][group.count])
      }
    case .alphanumeric:
      for start in stride(from: 0, to: values.count, by: 2) {
        let group = values[start..<min(start + 2, values.count)]
        append(group.reduce(0) { $0 * 45 + $1 }, width: [0, 6, 11][group.count])
      }
    }
  }

  /// Appends the low `width` bits, highest first.
  private mutating func append(_ value: Int, width: Int) {
    for shift in stride(from: width - 1, through: 0, by: -1) {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8((value >> shift) & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }

  /// The data codewords: the bits, up to four zeros to end them, and alternating padding (§7.4.10).
  func codewords(filling capacity: Int) -> [UInt8] {
    // Bits beyond `count` are zero already; a terminator that needs another codeword gets a whole one of zeros.
    var codewords = bytes
    if count % 8 == 0 || count % 8 > 4, codewords.count < capacity { codewords.append(0) }
    var padding: UInt8 = 0b1110_1100
    while codewords.count < capacity {
      codewords.append(padding)
      padding ^= 0b1110_1100 ^ 0b0001_0001
    }
    return codewords
  }
}
