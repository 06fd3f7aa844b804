import Flow
import OpenID

/// What a Confirmation shows to the person in the app (S3, S4).
enum ConfirmationTemplate: Equatable, Sendable {
  case payment(amount: String, currency: String, iban: String)
  /// May hold `<b>`, `<i>`, `<u>` and `<br>`.
  case text(String)

  /// The claims that make up a template, each with a value.
  enum Member: String, CaseIterable, Sendable {
    case name = "http://itsme.services/v2/claim/claim_approval_template_name"
    case amount = "http://itsme.services/v2/claim/claim_approval_amount_key"
    case currency = "http://itsme.services/v2/claim/claim_approval_currency_key"
    case iban = "http://itsme.services/v2/claim/claim_approval_iban_key"
    case text = "http://itsme.services/v2/claim/claim_approval_text_key"
  }

  /// The maximum number of characters of a text, including its tags.
  static let longestText = 7500

  init(_ values: [Member: String]) throws(OpenIDRefusal) {
    guard let name = values[.name] else {
      guard let stray = Member.allCases.first(where: { values[$0] != nil }) else {
        throw OpenIDRefusal(
          .invalidRequest, ClaimRules.templateMissing, "", "Missing template in the claims parameter")
      }
      throw Self.incomplete("\(stray.rawValue) without \(Member.name.rawValue)")
    }
    switch name {
    case "adv_payment": self = try Self.payment(values)
    case "free_text": self = try .text(Self.checked(Self.member(.text, of: values)))
    default: throw Self.incomplete("no template \"\(name)\"; there are adv_payment and free_text")
    }
  }

  private static func payment(_ values: [Member: String]) throws(OpenIDRefusal) -> ConfirmationTemplate {
    let amount = try member(.amount, of: values)
    guard !amount.isEmpty, amount.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw incomplete("the amount \"\(amount)\" is not a whole number")
    }
    let currency = try member(.currency, of: values)
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw incomplete("the currency \"\(currency)\" is not a code such as EUR")
    }
    let iban = try member(.iban, of: values)
    guard isIBAN(iban) else { throw incomplete("\"\(iban)\" is not an IBAN") }
    return .payment(amount: amount, currency: currency, iban: iban)
  }

  private static func member(_ member: Member, of values: [Member: String]) throws(OpenIDRefusal) -> String {
    guard let value = values[member] else { throw incomplete("\(member.rawValue) is missing") }
    return value
  }

  private static func checked(_ text: String) throws(OpenIDRefusal) -> String {
    guard !text.isEmpty else { throw incomplete("the text is empty") }
    let length = text.unicodeScalars.count
    guard length <= longestText else {
      throw OpenIDRefusal(
        .invalidRequest, ClaimRules.textTooLong, "\(length) characters", "The text is too long")
    }
    if let stranger = text.unicodeScalars.first(where: { !isLatin9($0) }) {
      let code = String(stranger.value, radix: 16, uppercase: true)
      throw OpenIDRefusal(
        .invalidRequest, ClaimRules.textCharacters,
        "U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)",
        "The text has an unsupported character")
    }
    return text
  }

  /// ISO 8859-15: the first 256 characters of Unicode, eight of them replaced.
  private static func isLatin9(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "€", "Š", "š", "Ž", "ž", "Œ", "œ", "Ÿ": true
    case "¤", "¦", "¨", "´", "¸", "¼", "½", "¾": false
    default: scalar.value < 0x100
    }
  }

  /// The check digits of ISO 13616: country and check digits at the end, letters as 10 to 35, modulo 97.
  private static func isIBAN(_ text: String) -> Bool {
    let bytes = Array(text.filter { $0 != " " }.utf8)
    guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return false
    }
    var rest = 0
    for byte in bytes[4...] + bytes[..<4] {
      switch byte {
      case 0x30...0x39: rest = (rest * 10 + Int(byte - 0x30)) % 97
      case 0x41...0x5A: rest = (rest * 100 + Int(byte - 0x41) + 10) % 97
      default: return false
      }
    }
    return rest == 1
  }

  private static func incomplete(_ detail: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, ClaimRules.templateIncomplete, detail, "Incomplete template")
  }
}
