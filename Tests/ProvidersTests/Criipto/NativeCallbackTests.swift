import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The callback of a native app` {
  static let native = #"""
    "urn:native": { "public": true, "redirect_uris": ["/criipto/android/callback", "/criipto/ios/callback"] }
    """#
  let emulator: TestEmulator

  init() throws { emulator = try CriiptoTestWorld.emulator(clients: Self.native) }

  private func login(_ uri: String, host: String? = nil) -> TestAnswer {
    let login = VerifyLogin(emulator: emulator, client: "urn:native", secret: nil)
    let query = login.request([
      "redirect_uri": uri, "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ]).encoded
    guard let host else { return emulator.get("/criipto/oauth2/authorize?\(query)") }
    return emulator.get("/oauth2/authorize?\(query)", headers: ["Host": host])
  }

  @Test(arguments: ["android", "ios"])
  func `is the domain's own, wherever that is (criipto-2026 M1)`(_ system: String) {
    let mounted = "\(CriiptoTestWorld.domain)/\(system)/callback"
    #expect(login(mounted).header("Location")?.hasPrefix("\(mounted)?code=") == true)
    let own = "http://criipto.localhost:8080/\(system)/callback"
    #expect(
      login(own, host: "criipto.localhost:8080").header("Location")?.hasPrefix("\(own)?code=") == true)
    #expect(
      login("https://elsewhere.example.test/\(system)/callback").findings
        == ["criipto.redirect-uri-unregistered"])
  }

  @Test func `shows what it brought where no app caught it (criipto-2026 M2)`() {
    let page = emulator.get(
      "/criipto/ios/callback?code=a%3Cb&state=s", headers: CriiptoTestWorld.browser)
    #expect(page.status == 200 && page.findings == ["criipto.native-callback-uncaught"])
    #expect(page.text.contains("data-testid=\"code\">a&lt;b</td>"))
    let plain = emulator.get("/criipto/android/callback?code=c")
    #expect(plain.json["callback"]?["code"] == "c")
  }

  @Test func `without parameters is the way back from the eID's app (criipto-2026 M9)`() {
    let page = emulator.get("/criipto/ios/callback", headers: CriiptoTestWorld.browser)
    #expect(page.status == 200 && page.text.contains("data-testid=\"empty\""))
  }

  @Test func `is where a logout leads back to (criipto-2026 M10)`() {
    let callback = "\(CriiptoTestWorld.domain)/android/callback"
    let query = "client_id=urn:native&state=s&post_logout_redirect_uri=\(PercentCoding.encode(callback))"
    let answer = emulator.get("/criipto/oauth2/logout?\(query)")
    #expect(answer.header("Location") == "\(callback)?state=s")
  }
}
