/// How much of a symbol can be restored when it is unreadable (§7.5.1).
package enum ErrorCorrectionLevel: String, Sendable, Hashable, CaseIterable {
  /// L: about 7 % of the codewords.
  case low = "L"
  /// M: about 15 %.
  case medium = "M"
  /// Q: about 25 %.
  case quartile = "Q"
  /// H: about 30 %.
  case high = "H"

  /// Two bits of the format information (table 12).
  var formatBits: Int {
    switch self {
    case .low: 0b01
    case .medium: 0b00
    case .quartile: 0b11
    case .high: 0b10
    }
  }
}
