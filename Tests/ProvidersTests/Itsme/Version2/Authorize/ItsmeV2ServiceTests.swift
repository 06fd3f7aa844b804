import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

@Suite struct `A service of itsme's second version (contract 1_9)` {
  static func template(_ members: [String: String]) -> JSON {
    var values: JSONObject = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      values["\(ItsmeV2TestWorld.claim)claim_approval_\(name)"] = [
        "essential": true, "value": .string(value),
      ]
    }
    return .object(values)
  }

  static let payment = template([
    "template_name": "adv_payment", "amount_key": "1250", "currency_key": "EUR",
    "iban_key": "BE68539007547034",
  ])
  static let text = template(["template_name": "free_text", "text_key": "Close the <b>account</b>?"])

  func confirm(
    _ world: ItsmeV2TestWorld, _ claims: JSON, scenario: String? = nil, headers: Headers = [:]
  ) throws -> TestAnswer {
    let scope = "openid service:EIDOLON_CONFIRM"
    return try world.authorize(
      object: world.object(["scope": .string(scope), "claims": claims]), ["scope": scope], scenario: scenario,
      headers: headers)
  }

  @Test func `for Authentication needs nothing but the scopes (S1)`() throws {
    expectCode(try ItsmeV2TestWorld().authorize())
  }

  @Test func `is the first that the client has; others are reported for what they are (A3)`() throws {
    let world = try ItsmeV2TestWorld()
    let scope = { (codes: String) in ["scope": "openid \(codes)"] as [String: String?] }
    expectCode(
      world.authorize("EIDOLON_TEST", scope("service:NOPE service:EIDOLON_LOGIN")),
      ["itsme-v2.service-unknown"])
    expectCode(
      world.authorize("EIDOLON_TEST", scope("service:EIDOLON_LOGIN service:EIDOLON_SHARE")),
      ["itsme-v2.scope-service-repeated"])
  }

  @Test(arguments: [("IDENT", "https://rp.example/identified"), ("SHARE", ItsmeV2TestWorld.redirectURI)])
  func `for Identification and Data Sharing must ask for a claim (S1)`(service: String, uri: String) throws {
    let world = try ItsmeV2TestWorld()
    let scope = "openid service:EIDOLON_\(service)"
    let base: [String: String?] = ["scope": scope, "redirect_uri": uri]
    expectPage(
      world.authorize("EIDOLON_TEST", base), "invalid_request", "itsme-v2.no-claim-requested")
    expectCode(world.authorize("EIDOLON_TEST", base.merging(["scope": "\(scope) email"]) { $1 }))
    expectCode(
      world.authorize("EIDOLON_TEST", base.merging(["claims": #"{"userinfo":{"name":null}}"#]) { $1 }))
  }

  @Test func `for Confirmation needs a template and a request object (S2, Q7)`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      try confirm(world, ["userinfo": ["name": .null]]), "invalid_request", "itsme-v2.template-missing")
    expectCode(try confirm(world, ["userinfo": Self.payment]))
    expectCode(try confirm(world, ["id_token": Self.text]))
    let plain = world.authorize(
      "EIDOLON_TEST",
      ["scope": "openid service:EIDOLON_CONFIRM", "claims": (["userinfo": Self.payment] as JSON).text()])
    expectPage(plain, "invalid_request", "itsme-v2.confirm-without-request-object")
  }

  @Test(arguments: [
    (["template_name": "adv_payment", "amount_key": "12.50"], "template-incomplete"),
    (["template_name": "free_text"], "template-incomplete"),
    (["template_name": "free_text", "text_key": String(repeating: "x", count: 7501)], "text-too-long"),
    (["template_name": "free_text", "text_key": "Ω"], "text-charset"),
  ])
  func `for Confirmation is refused with a template that breaks its rules (S3, S4)`(
    members: [String: String], rule: String
  ) throws {
    expectPage(
      try confirm(ItsmeV2TestWorld(), ["userinfo": Self.template(members)]), "invalid_request",
      "itsme-v2.\(rule)")
  }

  @Test func `for Confirmation shows its template in the app (S3, S4)`() throws {
    let world = try ItsmeV2TestWorld(stories: ["page": #""phone": "manual", "person": "anna""#])
    for (template, texts) in [
      (Self.payment, ["1250 EUR", "BE68539007547034"]),
      (Self.text, ["Close the &lt;b&gt;account&lt;/b&gt;?"]),
    ] {
      let page = try confirm(
        world, ["userinfo": template], scenario: "page", headers: ItsmeV2TestWorld.browser)
      for text in texts { #expect(page.text.contains(text), "\(page.text)") }
    }
  }

  @Test func `for Confirmation names by its sub who shall confirm (S5)`() throws {
    let world = try ItsmeV2TestWorld()
    let scope = "openid service:EIDOLON_LOGIN"
    let bob = try world.login("EIDOLON_TEST", ["login_hint": "32+470000002", "scope": scope]).idToken["sub"]
    var claims = try #require(Self.payment.object)
    claims["sub"] = ["value": try #require(bob)]
    let answer = try confirm(world, ["userinfo": .object(claims)])
    expectCode(answer)
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    #expect(try world.claims(json["id_token"]?.string ?? "")["sub"] == bob)
    claims["sub"] = ["value": "nobody"]
    expectPage(
      try confirm(world, ["userinfo": .object(claims)]), "invalid_request", "itsme-v2.subject-unknown")
  }

  @Test func `for Confirmation ignores a sub in id_token (S5)`() throws {
    let answer = try confirm(
      ItsmeV2TestWorld(), ["userinfo": Self.payment, "id_token": ["sub": ["value": "nobody"]]])
    expectCode(answer, ["itsme-v2.sub-in-id-token-set"])
  }

  @Test func `gets no more than was agreed for it (K12)`() throws {
    let world = try ItsmeV2TestWorld(service: #""claims_allowed": ["name"]"#)
    let changes = ["claims": Optional(#"{"userinfo":{"name":null,"gender":null}}"#)]
    expectCode(world.authorize("EIDOLON_TEST", changes), ["itsme-v2.claim-not-allowed"])
    let userinfo = try world.login("EIDOLON_TEST", changes).userinfo
    #expect(userinfo["name"] == "Anna Peeters" && userinfo["gender"] == nil)
  }
}
