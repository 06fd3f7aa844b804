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

  /// As a login hint: `32+470000001`.
  package var hint: String { "\(countryCode)+\(national)" }

  /// As the `phone_number` claim shows it: `+32 470000001`.
  package var claim: String { "+\(countryCode) \(national)" }
}
