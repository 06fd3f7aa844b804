import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import TestWorlds

@Suite struct `A provider's page that waits` {
  let emulator: TestEmulator
  private let page: TestAnswer
  private let next: String

  init() throws {
    emulator = try .withItsme()
    let query: Form = [
      "client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
      "redirect_uri": "http://localhost:9000/cb", "state": "some state", "nonce": "some nonce",
      "eidolon_scenario": "manual", "login_hint": "32+470000001",
    ]
    page = emulator.get("/itsme/oidc/authorize?\(query.encoded)", headers: ItsmeTestWorld.browser)
    let start = try #require(page.text.firstRange(of: "data-next=\"")).upperBound
    next = String(page.text[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  @Test func `reloads whole only where no script runs, and allows its own script alone`() throws {
    #expect(page.text.contains("<noscript><meta http-equiv=\"refresh\""))
    let policy = try #require(page.header("Content-Security-Policy"))
    #expect(policy.contains("script-src 'sha256-") && policy.contains("connect-src 'self'"))
    #expect(policy.contains("default-src 'none'"))
    #expect(page.text.split(separator: "<script").count == 2)
  }

  @Test func `tells its script where the browser goes when the person has decided`() throws {
    let identifier = try #require(
      emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string)
    let renewed: Headers = ["Eidolon-Page": "renewed", "Accept": "text/html"]
    #expect(emulator.get(next, headers: renewed).text.contains("data-next=\""))
    _ = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "reject"])
    let answer = emulator.get(next, headers: renewed)
    #expect(answer.status == 200 && answer.header("Location") == nil)
    #expect(answer.header("Eidolon-Location")?.contains("error=access_denied") == true)
    // The journal has the answer as it is for a browser.
    let recorded = emulator.control(.get, "journal").json["entries"]?.array?.last
    #expect(recorded?["response"]?["status"] == 302)
  }
}
