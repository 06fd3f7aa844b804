/// A way to write characters as bits (§7.4).
enum Mode: Int, CaseIterable {
  /// Ten bits for three digits.
  case numeric
  /// Eleven bits for two of the 45 characters of table 5.
  case alphanumeric
  /// Eight bits for each byte.
  case byte

  /// Four bits (table 2).
  var indicator: Int {
    switch self {
    case .numeric: 0b0001
    case .alphanumeric: 0b0010
    case .byte: 0b0100
    }
  }

  /// Table 3.
  func countWidth(in versions: VersionClass) -> Int {
    switch (self, versions) {
    case (.numeric, .small): 10
    case (.numeric, .middle): 12
    case (.numeric, .large): 14
    case (.alphanumeric, .small): 9
    case (.alphanumeric, .middle): 11
    case (.alphanumeric, .large): 13
    case (.byte, .small): 8
    case (.byte, .middle), (.byte, .large): 16
    }
  }

  /// Nil if the mode cannot write this character (table 5).
  func value(of byte: UInt8) -> Int? {
    switch self {
    case .byte: Int(byte)
    case .numeric: Self.digit(byte)
    case .alphanumeric:
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
      case UInt8(ascii: " "): 36
      case UInt8(ascii: "$"): 37
      case UInt8(ascii: "%"): 38
      case UInt8(ascii: "*"): 39
      case UInt8(ascii: "+"): 40
      case UInt8(ascii: "-"): 41
      case UInt8(ascii: "."): 42
      case UInt8(ascii: "/"): 43
      case UInt8(ascii: ":"): 44
      default: Self.digit(byte)
      }
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}

/// Characters written in one mode.
struct Segment: Hashable {
  let mode: Mode
  let bytes: ArraySlice<UInt8>

  /// Includes the mode and the character count.
  func bitCount(in versions: VersionClass) -> Int {
    let count = bytes.count
    let header = 4 + mode.countWidth(in: versions)
    return switch mode {
    case .numeric: header + count / 3 * 10 + [0, 4, 7][count % 3]
    case .alphanumeric: header + count / 2 * 11 + count % 2 * 6
    case .byte: header + count * 8
    }
  }
}
