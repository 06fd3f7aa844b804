import Flow
import JSON
import OpenID
import Testing

@testable import Itsme

@Suite struct `The template of a Confirmation` {
  static let key = "http://itsme.services/v2/claim/claim_approval"

  /// A claims parameter with these members, by the ends of their names.
  static func claims(_ values: KeyValuePairs<String, String>, part: String = "userinfo") -> String {
    let members = values.map {
      (name: "\(key)_\($0.key)", value: ["essential": true, "value": .string($0.value)] as JSON)
    }
    return JSON.object([part: .object(JSONObject(members))]).text()
  }

  static func template(_ text: String) throws(OpenIDRefusal) -> ConfirmationTemplate {
    try `The claims parameter of itsme's second version`.read(text).confirmation()
  }

  static func refusal(_ text: String) -> OpenIDRefusal? {
    do throws(OpenIDRefusal) {
      _ = try template(text)
      return nil
    } catch { return error }
  }

  static let payment: KeyValuePairs = [
    "template_name": "adv_payment", "amount_key": "100", "currency_key": "EUR",
    "iban_key": "BE68539007547034",
  ]

  @Test func `is a payment with amount, currency and IBAN (S3)`() throws {
    let payment = ConfirmationTemplate.payment(amount: "100", currency: "EUR", iban: "BE68539007547034")
    #expect(try Self.template(Self.claims(Self.payment)) == payment)
  }

  @Test func `may stand in id_token, though userinfo is its place (S2)`() throws {
    let text = Self.claims(["template_name": "free_text", "text_key": "Yes?"], part: "id_token")
    #expect(try Self.template(text) == .text("Yes?"))
  }

  @Test func `is a text with few tags (S4)`() throws {
    let text = "Sign <b>this</b>?<br>Price: 5 € à la carte"
    #expect(
      try Self.template(Self.claims(["template_name": "free_text", "text_key": text])) == .text(text))
  }

  @Test func `is missing where no member of it is there (S2)`() {
    let refusal = Self.refusal(#"{"userinfo":{"name":null}}"#)
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.template-missing")
  }

  @Test(
    arguments: [
      (["text_key": "Yes?"], "without"),
      (["template_name": "free_text"], "text_key is missing"),
      (["template_name": "free_text", "text_key": ""], "the text is empty"),
      (["template_name": "payment", "text_key": "Yes?"], "no template \"payment\""),
      (["template_name": "adv_payment", "amount_key": "100", "currency_key": "EUR"], "iban_key is missing"),
      (
        [
          "template_name": "adv_payment", "amount_key": "1.50", "currency_key": "EUR",
          "iban_key": "BE68539007547034",
        ], "is not a whole number"
      ),
      (
        [
          "template_name": "adv_payment", "amount_key": "1", "currency_key": "Euro",
          "iban_key": "BE68539007547034",
        ], "is not a code"
      ),
      (
        [
          "template_name": "adv_payment", "amount_key": "1", "currency_key": "EUR",
          "iban_key": "BE68539007547035",
        ], "is not an IBAN"
      ),
    ] as [(KeyValuePairs<String, String>, String)])
  func `that lacks something is invalid_request (S3, S4)`(
    values: KeyValuePairs<String, String>, hint: String
  ) {
    let refusal = Self.refusal(Self.claims(values))
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.template-incomplete")
    #expect(refusal?.finding?.detail.contains(hint) == true, "\(refusal?.finding?.detail ?? "")")
  }

  @Test func `has a value in each member`() {
    let refusal = Self.refusal("{\"userinfo\":{\"\(Self.key)_template_name\":null}}")
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.template-incomplete")
  }

  @Test func `has a text of 7500 characters at most (S4)`() throws {
    let text = { (length: Int) in
      Self.claims(["template_name": "free_text", "text_key": String(repeating: "é", count: length)])
    }
    #expect(throws: Never.self) { try Self.template(text(7500)) }
    let refusal = Self.refusal(text(7501))
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.text-too-long")
  }

  @Test(arguments: [("Ω", "U+03A9"), ("½", "U+00BD"), ("e\u{301}", "U+0301"), ("😀", "U+1F600")])
  func `has a text in the characters of ISO 8859-15 (S4)`(text: String, code: String) {
    let refusal = Self.refusal(Self.claims(["template_name": "free_text", "text_key": text]))
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.text-charset")
    #expect(refusal?.finding?.detail == code)
  }

  @Test func `may have every letter that ISO 8859-15 added to Latin-1 (S4)`() throws {
    let text = "€ŠšŽžŒœŸ ÿ"
    #expect(
      try Self.template(Self.claims(["template_name": "free_text", "text_key": text])) == .text(text))
  }
}
