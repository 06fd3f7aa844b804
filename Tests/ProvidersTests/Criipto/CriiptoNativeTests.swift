import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Criipto

/// What the vendor's SDKs for iOS and Android send (criipto-2026 §5, M5 to M9): a pushed request, a browser tab, a deep link.
@Suite struct `The native SDKs of Criipto` {
  static let ios = "https://app.example.test/ios/callback"
  static let android = "https://app.example.test/android/callback"
  static let client = "urn:native"

  let emulator: TestEmulator

  init() throws {
    emulator = try CriiptoTestWorld.emulator(
      clients: #""urn:native": { "public": true, "redirect_uris": ["\#(Self.ios)", "\#(Self.android)"] }"#,
      stories: ["slow": #""phone": [{ "after": "2s", "do": "open" }, { "after": "4s", "do": "approve" }]"#])
  }

  /// Pushes a request; the SDK for iOS sends the query of a URL as the body, decoded (M6).
  private func push(_ acr: String, _ hint: String, to callback: String, isDecoded: Bool) -> TestAnswer {
    let form: Form = [
      "client_id": Self.client, "redirect_uri": callback, "response_type": "code", "state": "9f0c a state",
      "nonce": "4b1e a nonce", "scope": "openid", "acr_values": acr, "login_hint": hint,
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ]
    let raw = form.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let headers: Headers = [
      "Content-Type": "application/x-www-form-urlencoded",
      "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ]
    return emulator.send(
      Request(
        .post, "/criipto/oauth2/par", headers: headers, body: Array((isDecoded ? raw : form.encoded).utf8)))
  }

  /// The browser tab that the SDK opens.
  private func tab(_ pushed: TestAnswer) -> TestAnswer {
    var headers = CriiptoTestWorld.browser
    headers.append("Eidolon-Scenario", "slow")
    let form: Form = [
      "client_id": Self.client, "request_uri": pushed.json["request_uri"]?.string ?? "",
    ]
    return emulator.get("/criipto/oauth2/authorize?\(form.encoded)", headers: headers)
  }

  private func link(_ page: TestAnswer) -> String {
    let link = page.text.firstMatch(of: /href="([^"]+)" data-testid="app-link"/).map { String($0.1) } ?? ""
    return link.replacing("&amp;", with: "&")
  }

  private func refreshed(_ page: TestAnswer) -> TestAnswer {
    let url = page.text.firstMatch(of: /http-equiv="refresh" content="1;url=([^"]+)"/).map { String($0.1) }
    var headers = CriiptoTestWorld.browser
    if !page.cookies.isEmpty { headers.append("Cookie", page.cookies) }
    return emulator.get(url ?? "/nothing", headers: headers)
  }

  /// The claims' person of a callback, after the SDK's token call.
  private func person(_ callback: TestAnswer, to uri: String) throws -> JSON? {
    #expect(callback.header("Location")?.hasPrefix("\(uri)?code=") == true)
    #expect(callback.locationQuery["state"] == "9f0c a state")
    let login = VerifyLogin(emulator: emulator, client: Self.client, secret: nil)
    let tokens = login.exchange(
      callback.locationQuery["code"] ?? "",
      ["redirect_uri": uri, "code_verifier": CriiptoTestWorld.verifier])
    let claims = try login.verified(tokens.json["id_token"]?.string ?? "")
    #expect(claims["nonce"] == "4b1e a nonce")
    return claims["name"]
  }

  @Test func `keep the + of a message though the SDK's form is not encoded (M6, T29)`() throws {
    for (isDecoded, findings) in [(true, ["criipto.form-unencoded"]), (false, [])] {
      let pushed = push(
        BankIDClient.sameDevice, "appswitch:ios message:fn5+aGVsbG8= action:sign", to: Self.ios,
        isDecoded: isDecoded)
      #expect(pushed.status == 201 && pushed.findings == findings)
    }
  }

  @Test(arguments: [BankIDClient.sameDevice, "urn:grn:authn:se:bankid"])
  func `are brought back by BankID to the resumeUrl, which comes without a platform (contract 1_4):`(
    acr: String
  ) throws {
    let pushed = push(
      acr, "appswitch:resumeUrl:\(Self.ios) action:login", to: Self.ios, isDecoded: true)
    #expect(pushed.status == 201 && pushed.findings.isEmpty)
    let page = tab(pushed)
    let opened = link(page)
    #expect(page.status == 200 && page.findings.isEmpty)
    #expect(opened.hasSuffix("&redirect=\(PercentCoding.encode(Self.ios))"))
    emulator.advance(by: .seconds(3))
    let app = emulator.get(opened)
    #expect(app.json["redirect"]?.string == Self.ios && app.json["opens"]?.string == Self.ios)
    #expect(app.findings.isEmpty)
    emulator.advance(by: .seconds(1))
    // The first link has no parameters; the tab goes on by itself.
    #expect(emulator.get(opened, headers: CriiptoTestWorld.browser).header("Location") == Self.ios)
    #expect(try person(refreshed(page), to: Self.ios) == "Anna Peeters")
  }

  @Test func `are brought back by BankID to its page where no resumeUrl is given, or it is disabled`() {
    for hint in ["action:login", "appswitch:resumeUrl:disable"] {
      let page = tab(push(BankIDClient.sameDevice, hint, to: Self.ios, isDecoded: false))
      #expect(link(page).contains("&redirect=http%3A%2F%2Flocalhost%3A8080%2Fcriipto%2Fbankid%2F"))
    }
  }

  @Test(arguments: [
    ("appswitch:ios appswitch:resumeUrl:\(ios) action:login", ios, ios, true),
    (
      "mobile:continue_button:never appswitch:android appswitch:resumeUrl:\(android)?idura_android_sdk_appswitch=null action:login",
      android, "\(android)?idura_android_sdk_appswitch=null", false
    ),
  ]) func `are brought back by MitID to the resumeUrl:`(
    hint: String, callback: String, resumed: String, isDecoded: Bool
  ) throws {
    let pushed = push(
      "urn:grn:authn:dk:mitid:substantial", hint, to: callback, isDecoded: isDecoded)
    #expect(pushed.status == 201 && pushed.findings.isEmpty)
    let page = tab(pushed)
    emulator.advance(by: .seconds(4))
    #expect(emulator.get(link(page)).header("Location") == resumed)
    #expect(try person(refreshed(page), to: callback) == "Anna Peeters")
  }
}
