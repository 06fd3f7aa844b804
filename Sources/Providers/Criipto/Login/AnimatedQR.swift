import Crypto
import ProviderKit

/// BankID's animated QR code: a new text each second, which only BankID and the server can make (§1.9).
struct AnimatedQR: Sendable, Hashable {
  /// Identifies the order in the QR code.
  let startToken: String
  /// Known to the server only.
  let startSecret: String

  /// Takes 48 random bytes, of which the first 16 are for the order's `autoStartToken`.
  init(_ random: [UInt8]) {
    self.init(startToken: UUIDText(random[16..<32]).text, startSecret: UUIDText(random[32...]).text)
  }

  init(startToken: String, startSecret: String) {
    (self.startToken, self.startSecret) = (startToken, startSecret)
  }

  /// The text at a second of the order's age: `bankid.<token>.<second>.<HMAC of the second>`.
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

  /// A scanned text; its HMAC is not verified.
  struct Frame: Sendable, Hashable {
    let startToken: String
    let second: Int64
    let text: String

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0] == "bankid", let second = Int64(parts[2]), second >= 0,
        parts[3].count == 64
      else { return nil }
      (startToken, self.second, self.text) = (String(parts[1]), second, text)
    }
  }
}
