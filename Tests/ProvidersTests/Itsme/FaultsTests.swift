import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Itsme

@Suite struct `Faults at itsme's endpoints (scenarios.md)` {
  func emulator(_ faults: String, _ more: String = "") throws -> TestEmulator {
    try ItsmeTestWorld.emulator(stories: ["broken": "\"faults\": [\(faults)]\(more)"])
  }

  static let unavailable =
    #""do": "respond", "status": 503, "headers": {"Retry-After": "1"}, "body": {"error": "temporarily_unavailable"}"#

  @Test func `respond answers the first calls instead, and the code stays good`() throws {
    let emulator = try emulator("{\"at\": \"token\", \"times\": 2, \(Self.unavailable)}")
    let code = emulator.code(scenario: "broken")
    for _ in 0..<2 {
      let answer = try emulator.exchange(code)
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "1")
      #expect(answer.error == "temporarily_unavailable")
      #expect(answer.header("Eidolon") == "emulator")
    }
    #expect(try emulator.exchange(code).status == 200)
  }

  @Test func `nth strikes one call only`() throws {
    let emulator = try emulator("{\"at\": \"userinfo\", \"nth\": 2, \(Self.unavailable)}")
    let token = try emulator.tokens(scenario: "broken").accessToken
    #expect((0..<3).map { _ in emulator.userinfo(token).status } == [200, 503, 200])
  }

  @Test func `always strikes every call of that login and of no other`() throws {
    let emulator = try emulator("{\"at\": \"userinfo\", \"times\": \"always\", \(Self.unavailable)}")
    let token = try emulator.tokens(scenario: "broken").accessToken
    let other = try emulator.tokens().accessToken
    #expect((0..<3).map { _ in emulator.userinfo(token).status } == [503, 503, 503])
    #expect(emulator.userinfo(other).status == 200)
  }

  @Test func `respond with a text is plain text`() throws {
    let emulator = try emulator(
      #"{"at": "token", "do": "respond", "status": 502, "body": "<h1>Bad gateway</h1>"}"#)
    let answer = try emulator.exchange(emulator.code(scenario: "broken"))
    #expect(answer.text == "<h1>Bad gateway</h1>")
    #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
  }

  @Test func `delay answers rightly, but later`() throws {
    let emulator = try emulator(#"{"at": "token", "do": "delay", "by": "3s"}"#)
    let answer = try emulator.exchange(emulator.code(scenario: "broken"))
    #expect(answer.status == 200)
    #expect(answer.transmission == Transmission(after: .seconds(3)))
  }

  @Test func `lose_answer spends the code and answers nothing`() throws {
    let emulator = try emulator(#"{"at": "token", "do": "lose_answer"}"#)
    let code = emulator.code(scenario: "broken")
    #expect(try emulator.exchange(code).transmission.shape == .empty)
    let again = try emulator.exchange(code)
    #expect(again.error == "invalid_grant")
    #expect(again.findings == ["itsme.code-reused"])
    #expect(again.transmission == Transmission())
  }

  @Test(arguments: [
    ("reset", Transmission.Shape.reset), ("empty", .empty), ("truncate", .truncated(bytes: 20)),
  ])
  func `reset, empty and truncate shape what is sent`(kind: String, shape: Transmission.Shape) throws {
    let emulator = try emulator("{\"at\": \"userinfo\", \"do\": \"\(kind)\"}")
    let token = try emulator.tokens(scenario: "broken").accessToken
    #expect(emulator.userinfo(token).transmission.shape == shape)
    #expect(emulator.userinfo(token).transmission.shape == .whole)
  }

  @Test func `at authorize strike the answer to the browser`() throws {
    let emulator = try emulator("{\"at\": \"authorize\", \(Self.unavailable)}")
    #expect(emulator.authorize(scenario: "broken").status == 503)
    #expect(emulator.authorize().status == 302)
  }

  @Test func `at authorize_page strike the pages behind it`() throws {
    let emulator = try emulator(
      "{\"at\": \"authorize_page\", \"nth\": 2, \(Self.unavailable)}", #", "phone": []"#)
    let page = emulator.authorize(scenario: "broken", headers: ItsmeTestWorld.browser)
    let url = "/itsme/oidc/authorization/phone/confirmation?transaction=\(page.transaction)"
    #expect(
      (0..<3).map { _ in emulator.get(url, headers: ItsmeTestWorld.browser).status } == [200, 503, 200])
  }

  @Test(arguments: [("jwks", "jwkSet"), ("discovery", ".well-known/openid-configuration")])
  func `at an endpoint that no login owns are armed by the login and strike everybody`(
    at: String, path: String
  )
    throws
  {
    let emulator = try emulator("{\"at\": \"\(at)\", \"times\": 2, \(Self.unavailable)}")
    #expect(emulator.get("/itsme/oidc/\(path)").status == 200)
    _ = emulator.authorize(scenario: "broken")
    let statuses = (0..<3).map { _ in emulator.get("/itsme/oidc/\(path)").status }
    #expect(statuses == [503, 503, 200])
  }

  @Test func `at an endpoint that no login owns are disarmed when the login ends`() throws {
    let emulator = try emulator("{\"at\": \"jwks\", \"times\": \"always\", \(Self.unavailable)}")
    _ = emulator.authorize(scenario: "broken")
    #expect(emulator.get("/itsme/oidc/jwkSet").status == 503)
    emulator.advance(by: .seconds(7200))
    #expect(emulator.get("/itsme/oidc/jwkSet").status == 200)
  }

  @Test func `rotate_keys signs with another key from then on, and publishes both`() throws {
    let emulator = try emulator(#"{"at": "token", "do": "rotate_keys"}"#)
    let before = emulator.document("jwkSet")["keys"]?.array?.count
    let token = try emulator.tokens(scenario: "broken").idToken
    let keys = emulator.document("jwkSet")["keys"]?.array ?? []
    #expect(keys.count == (before ?? 0) + 1)
    #expect(token.hasPrefix("ey"))
    #expect(try emulator.claims(token, key: emulator.sandbox.keys.signing)["nonce"] == "a nonce")
  }

  @Test func `do not count a call twice that waits for the client's keys`() throws {
    let url = "https://client.test/jwks"
    let emulator = try ItsmeTestWorld.emulator(
      client: "\"jwks_uri\": \"\(url)\"",
      stories: ["broken": "\"faults\": [{\"at\": \"token\", \"nth\": 2, \(Self.unavailable)}]"])
    let code = emulator.code(scenario: "broken")
    #expect(try emulator.exchange(code).error == "unauthorized_client")
    #expect(emulator.fetched == [url])
    #expect(try emulator.exchange(code).status == 503)
  }
}
