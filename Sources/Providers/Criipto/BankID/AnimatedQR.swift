import Crypto
import ProviderKit

/// BankID's animated QR code: each second another text, which only BankID and the server can make (§1.9).
struct AnimatedQR: Sendable, Hashable {
  /// Names the order.
  let startToken: String
  /// Known to the server alone.
  let startSecret: String

  /// A code whose identifiers come from 48 bytes of chance: the first 16 are the order's own, for its links.
  init(_ chance: [UInt8]) {
    self.init(startToken: UUIDText(chance[16..<32]).text, startSecret: UUIDText(chance[32...]).text)
  }

  /// A code of two identifiers.
  init(startToken: String, startSecret: String) {
    (self.startToken, self.startSecret) = (startToken, startSecret)
  }

  /// The text of a second since the order was made: `bankid.<token>.<second>.<HMAC of the second>`.
  func data(second: Int64) -> String {
    let code = HMAC.sha256(key: Array(startSecret.utf8), Array(String(second).utf8))
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in code {
      for half in [byte >> 4, byte & 15] {
        digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
      }
    }
    return "bankid.\(startToken).\(second).\(String(decoding: digits, as: UTF8.self))"
  }

  /// The parts of a scanned text.
  struct Frame: Sendable, Hashable {
    let startToken: String
    let second: Int64
    /// The text as it was scanned.
    let text: String

    /// The parts of a text of the right form; `nil` for any other.
    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0] == "bankid", let second = Int64(parts[2]), second >= 0,
        parts[3].count == 64
      else { return nil }
      (startToken, self.second, self.text) = (String(parts[1]), second, text)
    }
  }
}
