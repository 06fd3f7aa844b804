import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `A person whom nobody in the world is` {
  static let number = "199001019802"
  static let stories = [
    "manual": #""phone": "manual""#, "freja": #""person": "freja""#, "approves": "",
  ]

  let emulator: TestEmulator
  let strict: TestEmulator

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: Self.stories)
    strict = try CriiptoTestWorld.emulator(stories: Self.stories) { $0.isStrict = true }
  }

  private func claims(_ acr: String, _ hint: String, scenario: String? = nil) throws -> JSONObject {
    try VerifyLogin(emulator: emulator).claims(
      ["acr_values": acr, "login_hint": hint], scenario: scenario)
  }

  // MARK: Made up

  @Test func `is made up with exactly the personal number of the login_hint`() throws {
    let claims = try claims(BankIDClient.sameDevice, "sub:\(Self.number)")
    #expect(claims["ssn"] == .string(Self.number) && claims["name"] != "Anna Peeters")
    #expect(claims["given_name"]?.string?.isEmpty == false)
    let again = try self.claims(BankIDClient.sameDevice, "sub:\(Self.number)")
    #expect(again["sub"] == claims["sub"] && again["name"] == claims["name"])
    let other = try self.claims(BankIDClient.sameDevice, "sub:198503022397")
    #expect(other["sub"] != claims["sub"])
  }

  @Test func `is made up with exactly the CPR number, and its birthdate`() throws {
    let claims = try claims("urn:grn:authn:dk:mitid:low", "sub:010170-0000")
    #expect(claims["cprNumberIdentifier"] == "0101700000" && claims["birthdate"] == "1970-01-01")
    #expect(claims["name"] != "Anna Peeters")
  }

  @Test func `is whoever has a number of another country`() throws {
    let login = VerifyLogin(emulator: emulator)
    for (acr, hint, rule) in [
      ("urn:grn:authn:dk:mitid:low", "sub:199007142384", "criipto.mitid-personal-number-malformed"),
      (
        "urn:grn:authn:se:bankid:another-device", "sub:2712589994", "criipto.bankid-personal-number-malformed"
      ),
    ] {
      let answer = login.authorize(["acr_values": acr, "login_hint": hint])
      #expect(answer.findings == ["criipto.person-made-up", rule], "\(acr)")
    }
    #expect(
      try claims("urn:grn:authn:dk:mitid:low", "sub:199007142384")["cprNumberIdentifier"] == "199007142384")
  }

  @Test(arguments: ["sub:", "sub:abc"]) func `is nobody whom no number names:`(hint: String) throws {
    for emulator in [emulator, strict] {
      let answer = VerifyLogin(emulator: emulator).authorize(["login_hint": hint])
      #expect(answer.findings == ["criipto.mitid-personal-number-malformed"])
      #expect(answer.locationQuery["code"] != nil)
    }
    #expect(try claims("urn:grn:authn:dk:mitid:low", hint)["name"] == "Anna Peeters")
  }

  @Test func `is made up with exactly the MitID user`() throws {
    let uuid = "8e6ab4ea-58b9-4130-a900-4366ba54eed9"
    let claims = try claims("urn:grn:authn:dk:mitid:low", "uuid:\(uuid)")
    #expect(claims["uuid"] == .string(uuid) && claims["name"] != "Anna Peeters")
  }

  @Test func `comes with a note that says how to keep the person`() throws {
    let answer = VerifyLogin(emulator: emulator).authorize(["login_hint": "sub:0101700000"])
    #expect(answer.findings == ["criipto.person-made-up"])
    let occurrence = try #require(emulator.sandbox.findings.occurrences().last)
    let entry = try #require(
      occurrence.finding.detail.firstRange(of: "{").map {
        String(occurrence.finding.detail[$0.lowerBound...])
      })
    #expect(
      emulator.steer(.patch, "world", try JSONParser.parse(Array(entry.utf8)).json).status == 200)
    #expect(VerifyLogin(emulator: emulator).authorize(["login_hint": "sub:0101700000"]).findings == [])
  }

  @Test func `does not come up for somebody of the world, also acting for a company`() throws {
    let employee = try claims("urn:grn:authn:dk:mitid:business", "sub:2712589994")
    let uuid = employee["uuid"]?.string ?? ""
    let answer = VerifyLogin(emulator: emulator).authorize(
      ["acr_values": "urn:grn:authn:dk:mitid:business", "login_hint": "uuid:\(uuid)"])
    #expect(answer.findings == [])
    #expect(
      try claims("urn:grn:authn:dk:mitid:business", "uuid:\(uuid)")["uuid"] == .string(uuid))
  }

  @Test func `is not needed where a story says who logs in`() throws {
    let answer = VerifyLogin(emulator: emulator).authorize(
      ["login_hint": "sub:0101700000"], scenario: "freja")
    #expect(answer.findings == [])
    #expect(
      try claims("urn:grn:authn:dk:mitid:low", "sub:0101700000", scenario: "freja")["name"]
        == "Freja Fiktivsen")
  }

  @Test func `is made up for the personal number that is typed on the page`() throws {
    let login = VerifyLogin(emulator: emulator)
    let page = login.authorize(
      ["acr_values": "urn:grn:authn:se:bankid:another-device"], scenario: "manual",
      headers: CriiptoTestWorld.browser)
    let action = page.value(after: "<form method=\"post\" action=\"") ?? ""
    let typed = emulator.post(action, ["number": "19900101-9802"], headers: CriiptoTestWorld.browser)
    #expect(typed.status == 303 && typed.findings == ["criipto.person-made-up"])
    let handle = String(action.split(separator: "/").last ?? "")
    #expect(emulator.steer(.post, "transactions/\(handle)/phone", ["do": "approve"]).status == 200)
    let back = emulator.get(action, headers: CriiptoTestWorld.browser)
    let token = login.exchange(back.locationQuery["code"] ?? "").json["id_token"]?.string ?? ""
    #expect(try login.verified(token)["ssn"] == .string(Self.number))
  }

  @Test func `is made up for a login without a browser`() {
    var headers = VerifyLogin(emulator: emulator).basic
    headers.append("Eidolon-Scenario", "approves")
    let answer = emulator.post(
      "/criipto/headless/authorize",
      ["acr_values": BankIDClient.qr, "scope": "openid", "login_hint": "sub:\(Self.number)"] as Form,
      headers: headers)
    #expect(answer.status == 200 && answer.findings == ["criipto.person-made-up"])
  }

  // MARK: In a strict sandbox

  @Test func `is an ordinary BankID order in a strict sandbox, which ends startFailed`() {
    let client = BankIDClient(emulator: strict)
    let start = client.start("browser", ["login_hint": "appswitch:browser sub:\(Self.number)"])
    #expect(start.status == 200 && start.findings == ["criipto.person-unknown"])
    let order = BankIDClient.Order(emulator: strict, json: start.json)
    #expect(order.poll().status == 202)
    strict.advance(by: .seconds(30))
    #expect(order.poll().text == "Collect failed: startFailed")
  }

  @Test func `lets the opened app look for its BankID until the order expires`() {
    let client = BankIDClient(emulator: strict)
    for scenario in [nil, "approves", "manual"] {
      let order = client.order(
        "browser", ["login_hint": "appswitch:browser sub:\(Self.number)"], scenario: scenario
      ).opened()
      let handle = strict.transactionIdentifiers.last ?? ""
      _ = strict.steer(.post, "transactions/\(handle)/phone", ["do": "approve"])
      #expect(order.poll().status == 202 && order.complete().status == 400)
      strict.advance(by: .seconds(180))
      let parameters = client.parameters(order.poll(), "targetUrl")
      #expect(parameters["error_description"] == "Collect failed: expiredTransaction")
      strict.advance(by: .seconds(600))
    }
  }

  @Test func `never comes through MitID in a strict sandbox: its page knows no such user`() {
    let login = VerifyLogin(emulator: strict)
    let page = login.authorize(
      ["login_hint": "sub:0101700000"], scenario: "manual", headers: CriiptoTestWorld.browser)
    #expect(page.status == 200 && page.text.contains("data-testid=\"problem\""))
    #expect(page.findings == ["criipto.person-unknown"])
    let action = page.value(after: "<form method=\"post\" action=\"") ?? ""
    var headers = CriiptoTestWorld.browser
    headers.append("Cookie", page.cookies)
    let typed = strict.post(action, ["user": "anna"], headers: headers)
    #expect(typed.text.contains("data-testid=\"problem\""))
    let held = login.authorize(["login_hint": "uuid:nobody"])
    #expect(held.isHeld)
    strict.advance(by: .seconds(300))
    #expect(held.resume?().locationQuery["error"] == "access_denied")
  }
}
