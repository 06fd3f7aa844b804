import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import Criipto

@Suite struct `The addresses of a BankID order` {
  let emulator: TestEmulator
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: Self.stories)
  }

  static let stories = [
    "slow": #""phone": [{ "after": "3s", "do": "open" }, { "after": "8s", "do": "approve" }]"#,
    "cancels": #""phone": [{ "after": "2s", "do": "open" }, { "after": "5s", "do": "cancel" }]"#,
    "revoked": #""phone": [{ "do": "fail", "reason": "certificateErr" }]"#,
    "never": #""phone": []"#,
    "leaves": #""phone": [{ "after": "2s", "do": "open" }, { "after": "4s", "do": "return" }]"#,
    "text":
      #""phone": [{ "do": "cancel" }], "quirks": { "error_channel": "text", "complete_error": "text" }"#,
    "quoted": #""phone": [], "quirks": { "error_text": "quoted" }"#,
    "not-done-twice": """
    "faults": [{ "at": "complete", "times": 2, "do": "respond", "status": 400,
      "body": "Native-app driven authentication is not done" }]
    """,
  ]

  // MARK: completeUrl

  @Test func `complete with a location once the person is done (guide, 200)`() {
    let answer = client.order().opened().complete()
    #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
    let parameters = client.parameters(answer)
    #expect(parameters["code"] != nil && parameters["state"] == "a state")
    #expect(answer.json["location"]?.string?.hasPrefix("\(CriiptoTestWorld.callback)?code=") == true)
    let tokens = VerifyLogin(emulator: emulator).exchange(parameters["code"] ?? "")
    #expect(tokens.status == 200 && tokens.json["id_token"]?.string != nil)
  }

  @Test(arguments: ["query", nil]) func `complete with a redirect in mode (guide, 302)`(_ mode: String?) {
    let answer = client.order("ios", ["response_mode": mode]).opened().complete()
    #expect(
      answer.status == 302 && answer.locationQuery["code"] != nil
        && answer.locationQuery["state"] == "a state")
  }

  @Test func `complete with a fragment for an id_token (contract 2_3)`() {
    let answer = client.order("ios", ["response_mode": nil, "response_type": "id_token"]).opened()
      .complete()
    #expect(
      answer.status == 302 && answer.fragment["id_token"] != nil && answer.fragment["state"] == "a state")
  }

  @Test func `keep the query of the redirect URI (contract 2_3)`() {
    let answer = client.order("ios", ["redirect_uri": "\(CriiptoTestWorld.callback)?app=1"]).opened()
      .complete()
    #expect(answer.json["location"]?.string?.hasPrefix("\(CriiptoTestWorld.callback)?app=1&code=") == true)
  }

  @Test func `say that the login is not done, and stay open (contract 1_6)`() {
    let order = client.order(scenario: "slow")
    for _ in 0..<2 {
      let early = order.complete()
      #expect(early.status == 400 && early.text == "Native-app driven authentication is not done")
      #expect(early.header("Content-Type")?.hasPrefix("text/plain") == true && early.findings.isEmpty)
      emulator.advance(by: .seconds(4))
    }
    #expect(order.complete().status == 200)
  }

  @Test func `give one code and never a second one (contract 3, consumed)`() {
    let order = client.order().opened()
    let code = client.parameters(order.complete())["code"] ?? ""
    let again = order.complete()
    #expect(again.status == 400 && again.findings == ["criipto.bankid-completed-twice"])
    // The poll still says where; the first code still counts.
    #expect(order.poll().json["targetUrl"] == order.json["completeUrl"])
    #expect(VerifyLogin(emulator: emulator).exchange(code).status == 200)
  }

  @Test func `tell a cancelled login with access_denied (contract 1_8)`() {
    let order = client.order(scenario: "cancels")
    emulator.advance(by: .seconds(5))
    let answer = order.complete()
    #expect(answer.status == 200)
    #expect(
      answer.json["location"]?.string
        == "\(CriiptoTestWorld.callback)?error=access_denied&error_description=Collect%20failed%3A%20userCancel&state=a%20state"
    )
    #expect(
      client.order("ios", ["response_mode": "query"], scenario: "revoked").complete().locationQuery[
        "error_description"] == "Collect failed: certificateErr")
  }

  @Test func `tell a failure as a text where the quirk says so (contract 5, 3)`() {
    let answer = client.order(scenario: "text").complete()
    #expect(answer.status == 400 && answer.text == "Collect failed: userCancel")
  }

  @Test func `are 400 once the app was not opened in time (contract 3, startFailed)`() {
    let order = client.order("browser", scenario: "never")
    emulator.advance(by: .seconds(30))
    for answer in [order.complete(), order.poll()] {
      #expect(answer.status == 400 && answer.text == "Collect failed: startFailed")
    }
  }

  @Test func `say not done as often as a scenario wants, then succeed (contract 4, 1)`() {
    let order = client.order(scenario: "not-done-twice")
    #expect(
      [order.complete(), order.complete()].allSatisfy { $0.status == 400 && $0.text.contains("is not done") })
    #expect(order.complete().status == 200)
  }

  // MARK: pollUrl

  @Test func `poll with 202 and null, then with the completeUrl (contract 2_4)`() {
    let order = client.order("browser", scenario: "slow")
    for _ in 0..<2 {
      let pending = order.poll()
      #expect(pending.status == 202 && pending.text == "null")
      emulator.advance(by: .seconds(4))
    }
    let done = order.poll()
    #expect(done.status == 200 && done.json["targetUrl"] == order.json["completeUrl"])
    #expect(order.complete().status == 200)
  }

  @Test func `poll a QR order with the code of each second, and with an object without it (contract 2_4)`() {
    let order = client.order(nil, ["acr_values": BankIDClient.qr], scenario: "slow")
    for second in 0..<3 {
      let code = order.poll().json["qrCode"]?.string ?? ""
      #expect(AnimatedQR.Frame(code)?.second == Int64(second))
      emulator.advance(by: .seconds(1))
    }
    // An app has picked the order up.
    #expect(order.poll().status == 202 && order.poll().text == "{}")
    emulator.advance(by: .seconds(5))
    #expect(order.poll().json["targetUrl"]?.string != nil)
  }

  @Test func `poll a cancelled login with a targetUrl or a text (contract 1_6, two channels)`() {
    let order = client.order("browser", scenario: "cancels")
    emulator.advance(by: .seconds(5))
    let answer = order.poll()
    #expect(answer.status == 200)
    let parameters = client.parameters(answer, "targetUrl")
    #expect(
      parameters["error"] == "access_denied"
        && parameters["error_description"] == "Collect failed: userCancel")
    let text = client.order("browser", scenario: "text").poll()
    #expect(text.status == 400 && text.text == "access_denied")
  }

  @Test func `poll with quoted text where the quirk says so (contract 5, 2)`() {
    let order = client.order("browser", scenario: "quoted")
    #expect(order.complete().text == "\"Native-app driven authentication is not done\"")
    emulator.advance(by: .seconds(30))
    let answer = order.poll()
    #expect(
      answer.text == "\"Collect failed: startFailed\"" && answer.json.string == "Collect failed: startFailed")
    #expect(answer.header("Content-Type") == "application/json")
  }

  // MARK: cancelUrl

  @Test func `cancel as often as one likes (contract 1_6, 5 5)`() {
    let order = client.order("browser", scenario: "slow")
    for _ in 0..<3 {
      let answer = order.cancel()
      #expect(answer.status == 200 && answer.text == "{}" && answer.findings.isEmpty)
    }
    emulator.advance(by: .seconds(8))
    #expect(order.complete().status == 400 && order.poll().status == 400)
    #expect(!order.complete().text.contains("is not done"))
  }

  @Test func `cancel nothing that is complete (contract 3)`() {
    let order = client.order().opened()
    #expect(order.cancel().status == 200)
    #expect(order.complete().status == 200)
    #expect(order.cancel().status == 200)
  }

  // MARK: Late calls

  @Test func `forget a completed order after 180 seconds and a failed one after 300 (contract 3, purged)`() {
    let done = client.order("browser").opened()
    let failed = client.order("browser", scenario: "revoked")
    emulator.advance(by: .seconds(179))
    #expect(done.poll().status == 200 && failed.poll().status == 200)
    emulator.advance(by: .seconds(1))
    for answer in [done.poll(), done.complete()] {
      #expect(answer.status == 400 && answer.findings == ["criipto.bankid-order-unknown"])
    }
    emulator.advance(by: .seconds(120))
    #expect(failed.poll().status == 400 && failed.complete().status == 400)
    #expect(failed.cancel().status == 200)
  }

  @Test(arguments: ["poll", "complete", "cancel"]) func `are 400 for an order that nobody has`(_ name: String)
  {
    let answer = emulator.get("/criipto/bankid/nobody/\(name)")
    #expect(answer.status == 400 && answer.header("Content-Type")?.hasPrefix("text/plain") == true)
    #expect(answer.findings == ["criipto.bankid-order-unknown"])
  }

  @Test func `can be read by scripts of a registered callback's origin alone (contract 1_6, CORS)`() {
    let order = client.order("browser")
    let mine = order.get("pollUrl", headers: ["Origin": "https://app.example.test"])
    #expect(mine.header("Access-Control-Allow-Origin") == "https://app.example.test")
    let other = order.get("pollUrl", headers: ["Origin": "https://evil.example.test"])
    #expect(other.header("Access-Control-Allow-Origin") == nil)
  }

  // MARK: The personal number

  @Test func `hold a personal number until the order is over (guide, contract 3)`() {
    let hint: [String: String?] = ["login_hint": "appswitch:android sub:\(BankIDClient.number)"]
    let open = client.order("android", hint, scenario: "leaves")
    let refused = client.start("android", hint)
    #expect(refused.status == 400 && refused.text == "alreadyInProgress")
    #expect(refused.findings == ["criipto.bankid-order-left-open"])
    // Without a number nothing is blocked, and for nobody else.
    #expect(client.start().status == 200)
    #expect(client.start("android", ["login_hint": "appswitch:android sub:195812279994"]).status == 200)
    #expect(open.cancel().status == 200)
    #expect(client.start("android", hint).status == 200)
  }

  @Test func `free the number when the person finishes, fails or lets 180 seconds go by (contract 3)`() {
    let hint: [String: String?] = ["login_hint": "appswitch:android sub:\(BankIDClient.number)"]
    for (scenario, seconds) in [("slow", 8), ("cancels", 5), ("never", 30), ("leaves", 180)] {
      _ = client.order("android", hint, scenario: scenario)
      emulator.advance(by: .seconds(seconds - 1))
      #expect(client.start("android", hint).status == 400, "\(scenario)")
      emulator.advance(by: .seconds(1))
      let next = client.order("android", hint)
      #expect(next.opened().complete().status == 200, "\(scenario)")
    }
  }

  @Test func `are ended by another order for the number where the quirk says so (contract 3, abort-old)`()
    throws
  {
    let emulator = try CriiptoTestWorld.emulator(
      #""quirks": { "ssn_lock": "abort_old" }"#, stories: Self.stories)
    let client = BankIDClient(emulator: emulator)
    let hint: [String: String?] = ["login_hint": "appswitch:browser sub:\(BankIDClient.number)"]
    let old = client.order("browser", hint, scenario: "leaves")
    #expect(client.start("browser", hint).text == "alreadyInProgress")
    // The open one is over, no new one was made, and only the next attempt works.
    #expect(client.parameters(old.poll(), "targetUrl")["error_description"] == "Collect failed: cancelled")
    #expect(client.start("browser", hint).status == 200)
  }

  @Test func `give the queued scenario back when the number is blocked`() {
    let hint: [String: String?] = ["login_hint": "appswitch:android sub:\(BankIDClient.number)"]
    _ = client.order("android", hint, scenario: "leaves")
    #expect(client.start("android", hint, scenario: "slow").status == 400)
  }
}
