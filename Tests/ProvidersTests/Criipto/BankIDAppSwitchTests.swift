import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The app-switch answer of BankID` {
  let emulator: TestEmulator
  var client: BankIDClient { BankIDClient(emulator: emulator) }

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: [
      "waits": #""phone": [{ "after": "10s", "do": "approve" }]"#
    ])
  }

  @Test func `is 200 JSON with launch links, cancelUrl and completeUrl (guide)`() {
    let answer = client.start()
    #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
    #expect(answer.header("Cache-Control") == "no-store")
    let names = answer.json.object?.map(\.name) ?? []
    #expect(names == ["launchLinks", "cancelUrl", "completeUrl", "pollUrl"])
    for name in ["cancelUrl", "completeUrl"] {
      #expect(answer.json[name]?.string?.hasPrefix(CriiptoTestWorld.domain + "/") == true)
    }
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: ["android", "ios"]) func `has a null pollUrl for apps (contract 1_5)`(_ platform: String) {
    #expect(client.start(platform).json["pollUrl"] == .null)
  }

  @Test func `has a pollUrl for browsers (contract 1_5)`() {
    #expect(client.start("browser").json["pollUrl"]?.string?.hasPrefix(CriiptoTestWorld.domain) == true)
  }

  @Test func `leaves pollUrl out where the quirk says so, as in the guide`() throws {
    let emulator = try CriiptoTestWorld.emulator(#""quirks": { "poll_url": "omitted" }"#)
    let client = BankIDClient(emulator: emulator)
    #expect(client.start().json["pollUrl"] == nil)
    #expect(client.start("browser").json["pollUrl"]?.string != nil)
  }

  @Test func `returns to the redirect URI on iOS and to nothing on Android (contract 1_5)`() {
    func redirect(_ platform: String, _ changes: [String: String?] = [:]) -> String {
      let link = client.start(platform, changes).json["launchLinks"]?["universalLink"]?.string ?? ""
      return String(link.split(separator: "&redirect=").last ?? "")
    }
    #expect(redirect("ios") == "https%3A%2F%2Fapp.example.test%2Fcallback")
    #expect(redirect("android") == "null")
    #expect(redirect("browser") == "null")
    let resume = "https%3A%2F%2Fapp.example.test%2Fresume"
    #expect(
      redirect("ios", ["login_hint": "appswitch:ios appswitch:resumeUrl:https://app.example.test/resume"])
        == resume)
    #expect(redirect("ios", ["login_hint": "appswitch:ios appswitch:resumeUrl:disable"]) == redirect("ios"))
  }

  @Test func `leaves redirect out for browsers where the quirk says so, as old servers did`() throws {
    let emulator = try CriiptoTestWorld.emulator(#""quirks": { "launch_redirect": "absent" }"#)
    let link = BankIDClient(emulator: emulator).start("browser").json["launchLinks"]?["universalLink"]?.string
    #expect(link?.contains("redirect") == false)
  }

  @Test(arguments: ["query", "json", nil]) func `needs no response_mode (contract 1_5, trigger)`(
    _ mode: String?
  ) {
    #expect(client.start("android", ["response_mode": mode]).json["completeUrl"]?.string != nil)
  }

  @Test func `is given to response_mode json without a platform as to a browser (contract 5, 10)`() {
    #expect(client.start(nil).json["pollUrl"]?.string != nil)
  }

  @Test func `is not given without a platform: the flow stays in the browser (contract 1_4)`() {
    let answer = client.start(
      nil, ["response_mode": nil, "login_hint": "appswitch:resumeUrl:https://app.example.test/resume"])
    #expect(answer.status == 302 && answer.locationQuery["code"] != nil)
  }

  @Test func `begins a new order with every call (contract 1_5, side effect)`() {
    let tokens = (0..<3).map { _ in client.order(scenario: "waits").token }
    #expect(Set(tokens).count == 3)
  }

  @Test func `is refused for form_post, which nobody could post (contract 5, 9)`() {
    let answer = client.start("ios", ["response_mode": "form_post"])
    #expect(answer.status == 400 && answer.findings == ["criipto.bankid-app-switch-form-post"])
  }

  @Test func `of a QR flow with response_mode json is the first code and a pollUrl (contract 1_5)`() {
    let answer = client.start(nil, ["acr_values": BankIDClient.qr], scenario: "waits")
    #expect(answer.json.object?.map(\.name) == ["initialQrCode", "pollUrl"])
    let code = answer.json["initialQrCode"]?.string ?? ""
    #expect(code.hasPrefix("bankid.") && AnimatedQR.Frame(code)?.second == 0)
  }

  @Test func `has a QR picture nevertheless, another each second`() {
    let order = client.order(scenario: "waits")
    let url = (order.json["completeUrl"]?.string ?? "").replacing("/complete", with: "/qr.png")
    let first = emulator.get(url)
    #expect(first.status == 200 && emulator.get(url).response?.body == first.response?.body)
    emulator.advance(by: .seconds(1))
    #expect(emulator.get(url).response?.body != first.response?.body)
  }

  @Test func `names the wrong platform when the caller's system is another`() {
    let iOS: Headers = ["User-Agent": "Example/1 CFNetwork/1494 Darwin/23.4.0"]
    #expect(client.start("android", headers: iOS).findings == ["criipto.bankid-wrong-platform"])
    #expect(client.start("ios", headers: iOS).findings.isEmpty)
    let android: Headers = ["User-Agent": "okhttp/4.12.0"]
    #expect(client.start("ios", headers: android).findings == ["criipto.bankid-wrong-platform"])
    #expect(client.start("android", headers: android).findings.isEmpty)
    #expect(client.start("browser", headers: android).findings.isEmpty)
  }

  @Test func `says when hints contradict each other, or do nothing`() {
    let several = client.start("ios", ["login_hint": "appswitch:ios appswitch:browser"])
    #expect(several.findings == ["criipto.appswitch-contradicts"])
    #expect(several.json["pollUrl"] == .null)
    let ignored = client.start("ios", ["acr_values": BankIDClient.qr])
    #expect(ignored.findings == ["criipto.bankid-app-switch-ignored"])
  }

  @Test func `is refused for a message that BankID does not show (contract 1_4)`() {
    let message = { (count: Int) in String(repeating: "QUFB", count: count / 4) }
    let hint = { (text: String) in "appswitch:ios \(text)" }
    #expect(client.start("ios", ["login_hint": hint("message:\(message(1500))")]).status == 200)
    let long = client.start("ios", ["login_hint": hint("message:\(message(1504))")])
    #expect(long.status == 400 && long.findings == ["criipto.bankid-message-too-long"])
    #expect(client.start("ios", ["login_hint": hint("action:sign message:\(message(1504))")]).status == 200)
    #expect(client.start("ios", ["login_hint": hint("action:sign message:\(message(40_004))")]).status == 400)
  }

  @Test func `says when the personal number has not its twelve digits`() {
    let answer = client.start("ios", ["login_hint": "appswitch:ios sub:9007142384"])
    #expect(answer.findings.contains("criipto.bankid-personal-number-malformed"))
  }
}
