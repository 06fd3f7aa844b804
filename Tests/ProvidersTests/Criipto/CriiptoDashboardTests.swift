import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Criipto

/// What a scenario can have set otherwise in the dashboard, or on the way (§4 8, 12, 13, 14, 16, 17).
@Suite struct `A scenario's word about the application` {
  let emulator: TestEmulator
  var login: VerifyLogin { VerifyLogin(emulator: emulator) }
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws {
    func quirk(_ name: String, _ value: String) -> String { #""quirks": { "\#(name)": \#(value) }"# }
    emulator = try CriiptoTestWorld.emulator(stories: [
      "swallowed": quirk("login_hint", #""swallowed""#), "browser": quirk("login_hint", #""browser""#),
      "basic": quirk("basic_encoding", #""documented""#), "refused": quirk("cors", #""refused""#),
      "par": quirk("require_par", "true"), "token": quirk("userinfo_strategy", #""fromTokenEndpoint""#),
      "signed": quirk("userinfo_strategy", #""signedJwt""#), "long": quirk("claim_names", #""long""#),
      "dynamic": quirk("scope_strategy", #""dynamic""#), "evidence": quirk("evidence", "true"),
    ])
  }

  @Test func `swallows the login_hint as a broker does: no JSON comes (4 8)`() {
    let start = client.start("ios", ["response_mode": nil], scenario: "swallowed")
    #expect(start.status == 302 && start.locationQuery["code"] != nil)
    #expect(start.findings.isEmpty)
  }

  @Test func `puts the hint of a browser in the place of the app's own (4 8)`() {
    let order = client.order("ios", scenario: "browser")
    #expect(order.json["pollUrl"]?.string?.hasSuffix("/poll") == true)
    #expect(order.json["launchLinks"]?["universalLink"]?.string?.hasSuffix("&redirect=null") == true)
    #expect(client.order("ios").json["pollUrl"] == .null)
  }

  @Test func `takes Basic credentials as documented alone (4 13)`() {
    let raw: Headers = [
      "Authorization": "Basic \(Base64.encode(Array("\(login.client):\(login.secret ?? "")".utf8)))"
    ]
    #expect(login.exchange(login.code(), headers: raw).status == 200)
    let refused = login.exchange(login.code(scenario: "basic"), headers: raw)
    #expect(refused.status == 401 && refused.json["error"] == "invalid_client")
    #expect(refused.findings == ["criipto.basic-not-encoded"])
    // Who asks is looked at before what for.
    let late = login.code(scenario: "basic")
    login.emulator.advance(by: .seconds(120))
    #expect(login.exchange(late, headers: raw).json["error"] == "invalid_client")
    #expect(login.exchange(login.code(scenario: "basic")).status == 200)
  }

  @Test func `lets no script read its answers, and blames nobody (4 14)`() {
    let origin: Headers = ["Origin": "https://app.example.test"]
    let plain = client.start("browser", headers: origin)
    #expect(plain.header("Access-Control-Allow-Origin") == "https://app.example.test")
    let start = client.start("browser", scenario: "refused", headers: origin)
    #expect(start.status == 200 && start.header("Access-Control-Allow-Origin") == nil)
    #expect(start.header("Vary") == "Origin" && start.findings.isEmpty)
    let order = BankIDClient.Order(emulator: emulator, json: start.json)
    #expect(order.get("pollUrl", headers: origin).header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `wants pushed requests (4 16)`() {
    let plain = login.authorize(scenario: "par")
    #expect(plain.locationQuery["error"] == "invalid_request" && plain.findings == ["criipto.par-required"])
    let pushed = login.push([:], headers: ["Eidolon-Scenario": "par"]).json["request_uri"]?.string ?? ""
    #expect(login.authorize(pushed: pushed).locationQuery["code"] != nil)
    let again = login.authorize(pushed: pushed)
    #expect(again.status == 400 && again.findings == ["criipto.request-uri-reused"])
  }

  @Test func `has another user info strategy (4 12)`() throws {
    let none = login.userinfo(login.tokens(scenario: "token")["access_token"]?.string ?? "")
    #expect(none.json["error_description"] == "Unknown Access Code")
    #expect(none.findings == ["criipto.userinfo-strategy"])
    let signed = login.userinfo(login.tokens(scenario: "signed")["access_token"]?.string ?? "")
    #expect(signed.header("Content-Type") == "application/jwt")
    #expect(try login.verified(signed.text)["sub"] != nil)
  }

  @Test func `names claims in full, and gives those of the scopes alone (4 17)`() throws {
    let long = try login.claims(["login_hint": "sub:2712589994"], scenario: "long")
    #expect(long["loA"] == nil && long["dk:gov:saml:attribute:LoA"] != nil)
    let dynamic = try login.claims(["login_hint": "sub:2712589994"], scenario: "dynamic")
    #expect(dynamic["cprNumberIdentifier"] == nil)
    let asked = try login.claims(
      ["login_hint": "sub:2712589994", "scope": "openid ssn"], scenario: "dynamic")
    #expect(asked["cprNumberIdentifier"] == "2712589994")
  }

  @Test func `puts the evidence into a token that travels in a URL (4 17)`() throws {
    let answer = login.authorize(
      ["acr_values": BankIDClient.sameDevice, "response_type": "id_token"], scenario: "evidence")
    let claims = try login.verified(answer.fragment["id_token"] ?? "")
    #expect(claims["evidence"] != nil && claims["ocspResponse"] != nil)
    #expect((answer.header("Location") ?? "").utf8.count > 2000)
  }
}
