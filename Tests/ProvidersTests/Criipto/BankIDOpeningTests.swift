import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `A BankID order whose client gets links and no page` {
  static let stories = [
    "approves": "", "waits": #""quirks": { "app_answers": "when_opened" }"#,
    "matched": #""when": { "state": "matched" }"#,
  ]
  let emulator: TestEmulator
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws { emulator = try CriiptoTestWorld.emulator(stories: Self.stories) }

  private func link(_ order: BankIDClient.Order) -> String {
    order.json["launchLinks"]?["universalLink"]?.string ?? ""
  }

  @Test(arguments: ["android", "ios", "browser"])
  func `waits until the link is opened (guide, steps 2 to 4)`(_ platform: String) {
    let order = client.order(platform)
    let early = order.complete()
    #expect(early.status == 400 && early.text == "Native-app driven authentication is not done")
    #expect(order.poll().status == 202)
    let opened = emulator.steer(.post, "phone/open", ["link": .string(link(order))])
    #expect(opened.status == 200 && opened.json["result"] == "shown")
    #expect(order.poll().json["targetUrl"] == order.json["completeUrl"])
    #expect(client.parameters(order.complete())["code"] != nil)
  }

  @Test func `tells with the 400 how to open this very link`() throws {
    let order = client.order("ios")
    #expect(order.complete().findings == ["criipto.bankid-not-opened"])
    let finding = try #require(emulator.sandbox.findings.occurrences().last?.finding)
    #expect(
      finding.rule.fix
        == "curl \(TestEmulator.address)/_eidolon/phone/open -H 'Content-Type: application/json' "
        + "-d '{\"link\": \"\(link(order))\"}'")
    #expect(finding.rule.severity == .note)
  }

  @Test func `fails with startFailed when nobody opens it in time, and says why`() {
    let order = client.order("browser")
    emulator.advance(by: .seconds(30))
    for answer in [order.poll(), order.complete()] {
      #expect(answer.text == "Collect failed: startFailed")
      #expect(answer.findings == ["criipto.bankid-not-opened"])
    }
  }

  @Test func `waits until its QR code is scanned`() {
    let order = client.order(nil, ["acr_values": BankIDClient.qr])
    #expect(order.poll().status == 202)
    emulator.advance(by: .seconds(2))
    let code = order.poll().json["qrCode"]?.string ?? ""
    #expect(emulator.steer(.post, "phone/open", ["link": .string(code)]).json["result"] == "shown")
    #expect(order.poll().json["targetUrl"] != nil)
  }

  @Test func `waits without a browser too`() throws {
    let login = VerifyLogin(emulator: emulator)
    let start = emulator.post(
      "/criipto/headless/authorize", ["acr_values": BankIDClient.qr, "scope": "openid"] as Form,
      headers: login.basic)
    let poll = {
      emulator.post(
        "/criipto/oauth2/token",
        [
          "grant_type": "urn:grn:params:grant-type:headless",
          "headless_req_id": start.json["headless_req_id"]?.string ?? "",
        ] as Form, headers: login.basic)
    }
    let pending = poll()
    #expect(pending.json["error"] == "authorization_pending")
    #expect(pending.findings == ["criipto.bankid-not-opened"])
    let code = pending.json["acr_data"]?["qrData"] ?? .null
    #expect(emulator.steer(.post, "phone/open", ["link": code]).json["result"] == "shown")
    #expect(try login.verified(poll().json["id_token"]?.string ?? "")["ssn"] == "199007142384")
  }

  @Test func `is opened by whoever acts for the person as well`() {
    let order = client.order()
    let handle = emulator.transactionIdentifiers.last ?? ""
    #expect(emulator.steer(.post, "transactions/\(handle)/phone", ["do": "open"]).status == 200)
    #expect(order.complete().status == 200)
    let cancelled = client.order()
    let other = emulator.transactionIdentifiers.last ?? ""
    #expect(emulator.steer(.post, "transactions/\(other)/phone", ["do": "cancel"]).status == 200)
    #expect(client.parameters(cancelled.complete())["error"] == "access_denied")
  }

  @Test func `lets the person log in whose phone opens the link`() throws {
    let emulator = try CriiptoTestWorld.emulator()
    let client = BankIDClient(emulator: emulator)
    let order = client.order()
    _ = emulator.steer(.post, "phone/open", ["link": .string(link(order)), "person": "freja"])
    let login = VerifyLogin(emulator: emulator)
    let code = client.parameters(order.complete())["code"] ?? ""
    #expect(
      try login.verified(login.exchange(code).json["id_token"]?.string ?? "")["name"]
        == "Freja Fiktivsen")
  }

  @Test func `is done at once where a story was named, queued or matched`() {
    #expect(client.order(scenario: "approves").complete().status == 200)
    #expect(client.order("android", ["state": "matched"]).complete().status == 200)
    #expect(emulator.steer(.post, "queue", ["scenario": "criipto/approves"]).status == 201)
    #expect(client.order().complete().status == 200)
    #expect(client.order().complete().status == 400)
  }

  @Test func `is done at once where the client's quirk says so, and waits where a story's does`() throws {
    let quick = BankIDClient(
      emulator: try CriiptoTestWorld.emulator(
        #""quirks": { "app_answers": "at_once" }"#, stories: Self.stories))
    #expect(quick.order().complete().status == 200)
    #expect(quick.order(scenario: "waits").complete().status == 400)
    #expect(quick.order(scenario: "waits").opened().complete().status == 200)
  }

  @Test func `differs from the hosted page, which decides at once`() {
    let answer = client.start(nil, ["response_mode": nil])
    #expect(answer.status == 302 && answer.locationQuery["code"] != nil)
  }

  @Test func `is exported with what the person did`() {
    _ = client.order().opened()
    let handle = emulator.transactionIdentifiers.last ?? ""
    let steps = emulator.steer(.get, "transactions/\(handle)/export").json["phone"]?.array ?? []
    #expect(steps.map { $0["do"] } == ["open", "approve"])
  }

  // MARK: Errors

  @Test(arguments: ["json", "query", "fragment", "form_post", nil])
  func `is refused with a text that SDKs read, in response_mode (contract 1_5)`(_ mode: String?) {
    for (changes, word) in [
      (["scope": "profile"], "invalid_scope"), (["prompt": "sometimes"], "invalid_request"),
      (["prompt": "none"], "login_required"), (["code_challenge": "short"], "invalid_request"),
      (["response_type": "token"], "unsupported_response_type"),
    ] as [([String: String?], String)] {
      let answer = client.start("android", changes.merging(["response_mode": mode]) { $1 })
      #expect(answer.status == 400, "\(changes)")
      #expect(answer.header("Content-Type")?.hasPrefix("text/plain") == true, "\(changes)")
      #expect(answer.text.hasPrefix("\(word): "), "\(changes)")
    }
  }

  @Test func `is refused with a text where requests must be pushed, and in the QR flow`() {
    var login = VerifyLogin(emulator: emulator)
    (login.client, login.secret) = ("urn:par", "s")
    let plain = login.authorize(["acr_values": BankIDClient.sameDevice, "login_hint": "appswitch:ios"])
    #expect(plain.status == 400 && plain.findings == ["criipto.par-required"])
    #expect(plain.header("Content-Type")?.hasPrefix("text/plain") == true)
    let code = client.start(nil, ["acr_values": BankIDClient.qr, "scope": "profile"])
    #expect(code.status == 400 && code.text.hasPrefix("invalid_scope: "))
  }

  @Test func `is refused with a text also where nobody may be sent to the callback`() {
    let answers = [
      client.start("ios", ["redirect_uri": "https://elsewhere.example.test/cb"]),
      client.start("ios", ["client_id": "nobody"]), client.start("ios", scenario: "nothing"),
    ]
    for answer in answers {
      #expect(answer.status == 400 && answer.text.hasPrefix("invalid_request: "), "\(answer.text)")
      #expect(answer.header("Content-Type")?.hasPrefix("text/plain") == true)
    }
  }

  @Test func `is refused with a text where the path names the eID, too`() {
    let path = Base64.encode(Array(BankIDClient.sameDevice.utf8))
    let form = VerifyLogin(emulator: emulator).request(["acr_values": nil, "login_hint": "appswitch:ios"])
    let answer = emulator.get("/criipto/\(path)/oauth2/authorize?\(form.encoded)&nonce=another")
    #expect(answer.status == 400 && answer.findings == ["criipto.parameter-repeated"])
    #expect(answer.header("Content-Type")?.hasPrefix("text/plain") == true)
    #expect(answer.text.hasPrefix("invalid_request: "))
  }

  @Test func `leaves errors of other flows at the callback`() {
    let page = client.start(nil, ["response_mode": nil, "scope": "profile"])
    #expect(page.locationQuery["error"] == "invalid_scope")
    let mitID = client.start("ios", ["acr_values": "urn:grn:authn:dk:mitid:low", "scope": "profile"])
    #expect(mitID.status == 200 && client.parameters(mitID)["error"] == "invalid_scope")
  }
}
