import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import QR
import Testing

@testable import Criipto

@Suite struct `The pages of BankID` {
  let emulator: TestEmulator
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: [
      "manual": #""phone": "manual""#,
      "slow": #""phone": [{ "after": "3s", "do": "open" }, { "after": "6s", "do": "approve" }]"#,
      "never": #""phone": []"#,
    ])
  }

  func page(_ acr: String, _ changes: [String: String?] = [:], scenario: String = "manual") -> TestAnswer {
    VerifyLogin(emulator: emulator).authorize(
      ["acr_values": acr].merging(changes) { $1 }, scenario: scenario, headers: CriiptoTestWorld.browser)
  }

  /// The address that a page asks again.
  func address(_ page: TestAnswer) -> String {
    let refresh = page.text.firstMatch(of: /http-equiv="refresh" content="1;url=([^"]+)"/)
    return refresh.map { String($0.1) } ?? ""
  }

  func hint(_ page: TestAnswer) -> String {
    page.text.firstMatch(of: /data-hint="(\w+)"/).map { String($0.1) } ?? ""
  }

  @Test func `show the QR code of each second, without script (contract 3)`() throws {
    let first = page(BankIDClient.qr)
    #expect(first.status == 200 && first.foreignScripts == 0)
    let url = address(first)
    var seen: Set<String> = []
    for second in 0..<5 {
      let page = emulator.get(url, headers: CriiptoTestWorld.browser)
      let login = try #require(provider.logins.transactions.all.last)
      let data = try #require(login.bankIDOrder?.qrData(at: emulator.clock.now))
      #expect(AnimatedQR.Frame(data)?.second == Int64(second))
      #expect(page.text.contains(try Symbol(data, level: .medium).svg(label: "BankID QR")))
      let picture = emulator.get("\(url)/qr.png")
      #expect(picture.header("Content-Type") == "image/png")
      #expect(picture.response?.body == (try Symbol(data, level: .medium).png()))
      seen.insert(data)
      emulator.advance(by: .seconds(1))
    }
    #expect(seen.count == 5)
  }

  var provider: Criipto {
    get throws { try #require(emulator.application.providers.first as? Criipto) }
  }

  @Test func `show the code of a new order when nobody scanned the last one for 30 seconds`() throws {
    let first = page(BankIDClient.qr)
    let url = address(first)
    let order = { () throws -> BankIDOrder in
      let login = try provider.logins.transactions.all.last
      return try #require(login?.bankIDOrder)
    }
    let (old, start) = (try #require(try order().qr).startToken, emulator.clock.now)
    emulator.advance(by: .seconds(29))
    #expect(hint(emulator.get(url, headers: CriiptoTestWorld.browser)) == "outstandingTransaction")
    #expect(try order().qr?.startToken == old)
    emulator.advance(by: .seconds(1))
    let renewed = emulator.get(url, headers: CriiptoTestWorld.browser)
    let data = try #require(try order().qrData(at: emulator.clock.now))
    #expect(hint(renewed) == "outstandingTransaction" && AnimatedQR.Frame(data)?.second == 0)
    #expect(renewed.text.contains(try Symbol(data, level: .medium).svg(label: "BankID QR")))
    #expect(try order().qr?.startToken != old && order().renewals == 1)
    // Nobody has the old code any more; the new one is scanned as ever.
    #expect(client.app("qr=bankid.\(old).30.00").findings == ["criipto.bankid-order-unknown"])
    #expect(client.app("qr=\(data)").json["state"] == "started")
    // The login as a whole waits no longer than before.
    #expect(emulator.clock.now - start == .seconds(30))
    emulator.advance(by: .seconds(150))
    let back = emulator.get(url, headers: CriiptoTestWorld.browser).locationQuery
    #expect(back["error_description"] == "Collect failed: expiredTransaction")
  }

  @Test func `leave a code that a client shows, or a scenario lets go by, to fail`() {
    let never = page(BankIDClient.qr, scenario: "never")
    let shown = client.order(nil, ["acr_values": BankIDClient.qr], scenario: "manual")
    emulator.advance(by: .seconds(30))
    let back = emulator.get(address(never), headers: CriiptoTestWorld.browser).locationQuery
    #expect(back["error_description"] == "Collect failed: startFailed")
    #expect(shown.poll().bareText == "Collect failed: startFailed")
  }

  @Test func `go with the app from the code to the client`() throws {
    let url = address(page(BankIDClient.qr, scenario: "slow"))
    #expect(hint(emulator.get(url, headers: CriiptoTestWorld.browser)) == "outstandingTransaction")
    emulator.advance(by: .seconds(3))
    let started = emulator.get(url, headers: CriiptoTestWorld.browser)
    #expect(hint(started) == "started" && !started.text.contains("<svg"))
    #expect(emulator.get("\(url)/qr.png").status == 410)
    emulator.advance(by: .seconds(3))
    #expect(emulator.get(url, headers: CriiptoTestWorld.browser).locationQuery["code"] != nil)
  }

  @Test func `send a cancelling person back with access_denied (contract 1_8)`() {
    let url = address(page(BankIDClient.sameDevice))
    let pressed = emulator.post(url, ["do": "cancel"], headers: CriiptoTestWorld.browser)
    #expect(pressed.status == 303)
    let back = emulator.get(url, headers: CriiptoTestWorld.browser).locationQuery
    #expect(back["error"] == "access_denied" && back["error_description"] == "Collect failed: userCancel")
  }

  @Test func `let the person choose the device where the acr value does not`() {
    let first = page("urn:grn:authn:se:bankid")
    #expect(first.text.contains("data-testid=\"same-device\"") && address(first).isEmpty)
    #expect(first.text.contains("Where is your BankID?"))
    let url = first.text.firstMatch(of: /action="([^"]+\/bankid\/[^"]+)"/).map { String($0.1) } ?? ""
    #expect(emulator.post(url, ["device": "other"], headers: CriiptoTestWorld.browser).status == 303)
    #expect(emulator.get(url, headers: CriiptoTestWorld.browser).text.contains("data-testid=\"qr\""))
  }

  @Test func `ask for the personal number where the app is told by it`() {
    let first = page("urn:grn:authn:se:bankid:another-device")
    let url = first.text.firstMatch(of: /action="([^"]+\/bankid\/[^"]+)"/).map { String($0.1) } ?? ""
    #expect(
      emulator.post(url, ["number": "12"], headers: CriiptoTestWorld.browser).text.contains(
        "data-testid=\"problem\""))
    #expect(
      emulator.post(url, ["number": BankIDClient.number], headers: CriiptoTestWorld.browser).status == 303)
    #expect(hint(emulator.get(url, headers: CriiptoTestWorld.browser)) == "outstandingTransaction")
    emulator.advance(by: .seconds(5))
    #expect(hint(emulator.get(url, headers: CriiptoTestWorld.browser)) == "noClient")
  }

  @Test func `are in Swedish for ui_locales sv, and escape what they show`() {
    let message = "VmlzYSA8Yj4gJiBvayI="  // Visa <b> & ok"
    let shown = page(BankIDClient.sameDevice, ["ui_locales": "sv-SE", "login_hint": "message:\(message)"])
    #expect(shown.text.contains("lang=\"sv\"") && shown.text.contains("Öppna BankID-appen"))
    #expect(shown.text.contains("Visa &lt;b&gt; &amp; ok&quot;"))
    #expect(shown.text.contains("Logga in hos <bdi>Eidolon &amp; Co</bdi> med BankID</h1>"))
    #expect(shown.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
  }

  @Test(arguments: [("da", "en"), ("da sv", "sv"), ("fr", "sv"), ("en sv", "en")])
  func `pass over languages that BankID does not have, and then ask the browser's`(
    locales: String, language: String
  ) {
    var headers = CriiptoTestWorld.browser
    if locales == "fr" { headers.set("Accept-Language", "da, sv;q=0.5") }
    let shown = VerifyLogin(emulator: emulator).authorize(
      ["acr_values": BankIDClient.sameDevice, "ui_locales": locales], scenario: "manual", headers: headers)
    #expect(shown.text.contains("lang=\"\(language)\""))
  }

  @Test func `hold the answer of a client without pages until the app was not opened in time`() {
    let held = VerifyLogin(emulator: emulator).authorize(
      ["acr_values": BankIDClient.sameDevice], scenario: "never")
    #expect(held.isHeld && held.atMost == .seconds(30))
    emulator.advance(by: .seconds(30))
    #expect(held.resume?().locationQuery["error_description"] == "Collect failed: startFailed")
  }
}

@Suite struct `The page that stands for the BankID app` {
  let emulator: TestEmulator
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: [
      "manual": #""phone": "manual""#,
      "slow": #""phone": [{ "after": "3s", "do": "open" }, { "after": "6s", "do": "approve" }]"#,
      "never": #""phone": []"#,
    ])
  }

  /// The query of a launch link.
  func query(_ order: BankIDClient.Order) -> String {
    String((order.json["launchLinks"]?["universalLink"]?.string ?? "").split(separator: "?").last ?? "")
  }

  @Test func `is opened by the launch link, shows the person's choices, and returns on iOS`() {
    let order = client.order("ios", scenario: "manual")
    let page = emulator.get("/criipto/bankid-app?\(query(order))", headers: CriiptoTestWorld.browser)
    #expect(
      page.text.contains("data-testid=\"approve\"") && page.text.contains("https://app.example.test/callback")
    )
    #expect(page.text.contains("<bdi>Eidolon &amp; Co</bdi> asks you to identify yourself"))
    #expect(order.complete().status == 400)
    let done = emulator.post(
      "/criipto/bankid-app?\(query(order))", ["do": "approve"], headers: CriiptoTestWorld.browser)
    #expect(done.header("Location") == CriiptoTestWorld.callback)
    #expect(order.complete().status == 200)
  }

  @Test func `leaves the way back to the person on Android`() {
    let order = client.order("android", scenario: "manual")
    let done = emulator.post(
      "/criipto/bankid-app?\(query(order))", ["do": "approve"], headers: CriiptoTestWorld.browser)
    #expect(done.status == 200 && done.text.contains("data-testid=\"done\""))
  }

  @Test func `tells a client without pages what it was given (contract 4, 5)`() {
    let order = client.order("ios", scenario: "slow")
    let answer = client.app(query(order))
    #expect(answer.json["state"] == "outstandingTransaction" && answer.findings.isEmpty)
    #expect(answer.json["redirect"] == .string(CriiptoTestWorld.callback))
    #expect(answer.json["opens"] == .string(CriiptoTestWorld.callback))
    #expect(client.app(query(client.order("android", scenario: "slow"))).json["opens"] == .null)
  }

  @Test func `does nothing to a person whom a scenario plays`() {
    let order = client.order("ios", scenario: "slow")
    _ = emulator.post(
      "/criipto/bankid-app?\(query(order))", ["do": "approve"], headers: CriiptoTestWorld.browser)
    #expect(order.complete().status == 400)
  }

  @Test func `reports a redirect that was encoded twice, appended, left out or foreign (contract 4, 5)`() {
    let order = client.order("browser", scenario: "never")
    let start = "autostarttoken=\(order.token)"
    let page = "https%3A%2F%2Fapp.example.test%2Flogin"
    #expect(client.app("\(start)&redirect=\(page)").findings.isEmpty)
    #expect(client.app("\(start)&redirect=null").findings.isEmpty)
    let twice = client.app("\(start)&redirect=https%253A%252F%252Fapp.example.test%252Flogin")
    #expect(twice.findings == ["criipto.bankid-redirect-encoded-twice"] && twice.json["opens"] == .null)
    #expect(
      client.app("\(start)&redirect=null&redirect=\(page)").findings == ["criipto.bankid-redirect-twice"])
    #expect(client.app(start).findings == ["criipto.bankid-redirect-missing"])
    let foreign = client.app("\(start)&redirect=https%3A%2F%2Fevil.example.test%2F")
    #expect(foreign.findings == ["criipto.bankid-redirect-foreign"] && foreign.json["opens"] == .null)
  }

  @Test func `finds a launch link whose time is over (contract 4, 4)`() {
    let order = client.order("ios", scenario: "manual")
    emulator.advance(by: .seconds(30))
    let answer = client.app(query(order))
    #expect(answer.json["state"] == "startFailed" && answer.findings == ["criipto.bankid-link-too-old"])
  }

  @Test func `scans a QR code of the last seconds, and no older one (contract 4, 4)`() {
    let order = client.order(nil, ["acr_values": BankIDClient.qr], scenario: "manual")
    let code = { order.poll().json["qrCode"]?.string ?? order.json["initialQrCode"]?.string ?? "" }
    let old = code()
    emulator.advance(by: .seconds(6))
    #expect(client.app("qr=\(old)").findings == ["criipto.bankid-qr-stale"])
    #expect(client.app("qr=\(old)").json["state"] == "outstandingTransaction")
    #expect(client.app("qr=\(code())").json["state"] == "started")
    #expect(order.poll().text == "{}")
  }

  @Test func `takes no code that BankID did not make`() {
    let order = client.order(nil, ["acr_values": BankIDClient.qr], scenario: "manual")
    let parts = (order.json["initialQrCode"]?.string ?? "").split(separator: ".").map(String.init)
    let forged = "bankid.\(parts[1]).1.\(parts[3])"
    let answer = client.app("qr=\(forged)")
    #expect(answer.status == 400 && answer.findings == ["criipto.bankid-qr-forged"])
    #expect(order.poll().json["qrCode"] != nil)
  }

  @Test func `knows no other tokens`() {
    #expect(client.app("autostarttoken=nobody").status == 400)
    #expect(client.app("").findings == ["criipto.bankid-order-unknown"])
  }
}
