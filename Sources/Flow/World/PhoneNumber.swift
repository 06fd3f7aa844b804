/// A phone number as a country code and a national number.
///
/// itsme reads `\+?(\d{1,3})[ +](\d*)`, so a `+` that a form decoder turned into a space still reads (contract itsme §1.3).
package struct PhoneNumber: Hashable, Sendable {
  /// The country code, one to three digits.
  package let countryCode: String
  /// The national number without leading zero, digits only.
  package let national: String

  /// Reads `32+470000001`, `+32 470000001` and `32 470000001`; `nil` for anything else.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    let code = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(code.count) else { return nil }
    rest = rest[code.endIndex...]
    guard rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: " ") else { return nil }
    rest = rest.dropFirst()
    guard !rest.isEmpty, rest.count <= 15, rest.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    countryCode = String(Substring(code))
    national = String(Substring(rest))
  }

  /// Reads an international number however it is written: also `+32470000001`, `0032470000001` and
  /// `+32 (470) 00-00-01`; `nil` without a country code.
  package init?(anyFormat text: String) {
    if let number = PhoneNumber(text) {
      self = number
      return
    }
    var digits = text.utf8.filter { (0x30...0x39).contains($0) }[...]
    if digits.starts(with: Array("00".utf8)) { digits = digits.dropFirst(2) }
    let length = Self.countryCodeLength(digits)
    guard digits.first != UInt8(ascii: "0"), (length + 1...15).contains(digits.count) else { return nil }
    countryCode = String(decoding: digits.prefix(length), as: UTF8.self)
    national = String(decoding: digits.dropFirst(length), as: UTF8.self)
  }

  /// Country codes are assigned so that none begins another (ITU-T E.164, list of assigned codes).
  private static func countryCodeLength(_ digits: ArraySlice<UInt8>) -> Int {
    let start = String(decoding: digits.prefix(2), as: UTF8.self)
    if start.hasPrefix("1") || start.hasPrefix("7") { return 1 }
    return twoDigitCodes.contains(start) ? 2 : 3
  }

  private static let twoDigitCodes: Set = [
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48",
    "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81",
    "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
  ]

  /// Country code and national number, as E.164 has them after the `+`.
  package var digits: String { countryCode + national }

  /// As a login hint: `32+470000001`.
  package var hint: String { "\(countryCode)+\(national)" }

  /// As the `phone_number` claim shows it: `+32 470000001`.
  package var claim: String { "+\(countryCode) \(national)" }
}
