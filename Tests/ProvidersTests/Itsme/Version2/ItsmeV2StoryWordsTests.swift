import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

/// The words that stories of version 2 have beside those of version 1.
@Suite struct `The words of itsme's second version in stories` {
  private static let mode = "http://itsme.services/v2/claim/identification_mode"
  private static let browser: Headers = ["Accept": "text/html"]

  private func emulator(_ members: String) throws -> TestEmulator {
    try TestEmulator(
      [ItsmeV2.self],
      files: [
        "world.json": """
        { "people": { "anna": { "given_name": "Anna" } },
          "clients": { "itsme-v2": { "SHOP": {
            "secret": "a secret of the shop", "quirks": { "id_token_encryption": "none" },
            "services": { "LOGIN": { "type": "authentication", "redirect_uris": ["https://shop.example.test/cb"] } } } } } }
        """,
        "itsme-v2/story.json": "{ \"title\": \"Story\", \"provider\": \"itsme-v2\", \(members) }",
      ])
  }

  private func authorize(
    _ emulator: TestEmulator, claims: String = #"{"id_token":{"\#(Self.mode)":null}}"#, headers: Headers = [:]
  ) -> TestAnswer {
    let query: Form = [
      "client_id": "SHOP", "response_type": "code", "scope": "openid service:LOGIN", "state": "a state",
      "redirect_uri": "https://shop.example.test/cb", "nonce": "a nonce", "eidolon_scenario": "story",
      "claims": claims,
    ]
    return emulator.get("/itsme-v2/v2/authorization?\(query.encoded)", headers: headers)
  }

  private func mode(_ emulator: TestEmulator) throws -> String? {
    try token(emulator, authorize(emulator))[Self.mode]?.string
  }

  private func token(_ emulator: TestEmulator, _ callback: TestAnswer) throws -> JSON {
    let tokens = emulator.post(
      "/itsme-v2/v2/token",
      [
        "grant_type": "authorization_code", "code": callback.locationQuery["code"] ?? "",
        "redirect_uri": "https://shop.example.test/cb", "client_id": "SHOP",
        "client_secret": "a secret of the shop",
      ])
    let token = try JWS(parsing: tokens.json["id_token"]?.string ?? "")
    return try JSON(parsing: token.payload)
  }

  /// Where the request names nobody by sub, nothing shows that another person confirmed.
  @Test(arguments: [(false, Verdict.Result.notRun), (true, .unmet)])
  func `make another person of who confirms only where the request names one`(
    isNamed: Bool, result: Verdict.Result
  ) throws {
    let other = #"{ "defect": "wrong_subject" }"#
    let emulator = try emulator(
      #""tokens": { "id_token": \#(other), "userinfo": \#(other) }, "expect": { "right": "must_refuse" }"#)
    let anna = try #require(emulator.sandbox.library.world.people["anna"])
    let subject = Subject.of(anna, at: "SHOP")
    let claims = isNamed ? #"{"userinfo":{"sub":{"value":"\#(subject)"}}}"# : "{}"
    #expect(try token(emulator, authorize(emulator, claims: claims))["sub"]?.string != subject)
    let provider = try #require(emulator.application.providers.lazy.compactMap { $0 as? ItsmeV2 }.first)
    let now = emulator.clock.now
    let login = try #require(provider.logins.summaries(at: now).last?.identifier)
    #expect(provider.logins.saw(Sighting(.accepted, .said, at: now), of: login, at: now))
    #expect(provider.logins.settle(login, at: now).map(\.verdict.result) == [result])
  }

  @Test(arguments: [("scan", "QR"), ("enter_number", "MSISDN"), ("follow_link", "a2a")])
  func `say how the person got the request, and identification_mode agrees`(
    verb: String, word: String
  ) throws {
    let emulator = try emulator(#""phone": [{ "do": "\#(verb)" }, { "do": "approve" }]"#)
    #expect(try mode(emulator) == word)
  }

  @Test func `need no way where nothing but the approval is told`() throws {
    #expect(try mode(try emulator(#""phone": [{ "do": "open" }, { "do": "approve" }]"#)) == "QR")
  }

  @Test func `have an icon to tap only after the phone form`() throws {
    let story = #""phone": [{ "after": "5s", "do": "wrong_icon" }]"#
    let page = authorize(try emulator(story), headers: Self.browser)
    #expect(page.text.contains("data-testid=\"icons\""))
    let scanned = #""phone": [{ "do": "scan" }, { "after": "5s", "do": "reject" }]"#
    #expect(!authorize(try emulator(scanned), headers: Self.browser).text.contains("data-testid=\"icons\""))
  }

  @Test func `turn the browser away with the vendor's own word, and no description`() throws {
    let emulator = try emulator(#""quirks": { "temporary_unavailable": true }"#)
    let answer = authorize(emulator)
    #expect(answer.status == 302)
    #expect(answer.locationQuery["error"] == "temporary_unavailable")
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.locationQuery["error_description"] == nil)
  }

  @Test func `leave the callback to another browser, and other clients their redirect`() throws {
    let emulator = try emulator(#""quirks": { "callback": "other_browser" }"#)
    let page = authorize(emulator, headers: Self.browser)
    #expect(page.status == 200 && page.header("Location") == nil)
    #expect(page.text.contains("https://shop.example.test/cb?code="))
    #expect(authorize(emulator).status == 302)
  }
}
