import EidolonTesting
import JSON
import Testing

@testable import Control
@testable import TestWorlds

/// A relying party that drops a wrong document and goes on with the right one is right, and nothing shows which it used.
@Suite struct `A discovery document of another issuer` {
  private let emulator: TestEmulator

  init() throws {
    let service = #"{ "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } }"#
    emulator = try TestEmulator.withItsme([
      "world.json": """
      { "people": { "anna": { "given_name": "Anna", "phone_number": "+32 470000001" } },
        "clients": { "itsme": { "EIDOLON_TEST": \(service), "OTHER": \(service) } } }
      """,
      "itsme/document.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "alter", "times": "always", "body": { "issuer": "https://x.test" } }] }
      """,
    ])
  }

  private func fetch() {
    #expect(emulator.get("/itsme/oidc/.well-known/openid-configuration").status == 200)
  }

  private func login(as client: String = "EIDOLON_TEST") {
    #expect(emulator.startLogin(["client_id": client]).status == 302)
  }

  /// What comes of its story where the person gets in.
  private func judged(saw: String = "accepted") throws -> JSON {
    #expect(emulator.control(.post, "queue", ["scenario": "itsme/document"]).status == 201)
    fetch()
    login()
    #expect(emulator.control(.post, "saw", ["saw": .string(saw)]).status == 200)
    return try #require(emulator.control(.post, "settle", [:]).json["judged"]?.array?.last)
  }

  @Test func `must not be used, where no right one was ever sent`() throws {
    #expect(try judged()["result"] == "unmet")
    #expect(try judged()["result"] == "unmet")
  }

  @Test func `may have been dropped for one from before, which accuses nobody`() throws {
    fetch()
    let judged = try judged()
    #expect(judged["result"] == "inconclusive")
    #expect(judged["reasons"]?.text().contains("rightly if it dropped the document") == true)
    #expect(try self.judged(saw: "refused")["result"] == "met")
  }

  @Test func `is judged again after a reset, as the reason says`() throws {
    fetch()
    #expect(try judged()["reasons"]?.text().contains("reset the sandbox, queue itsme/document") == true)
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    #expect(try judged()["result"] == "unmet")
  }

  @Test func `is used by who fetches it for each login`() throws {
    for _ in 1...2 {
      fetch()
      login()
    }
    #expect(try judged()["result"] == "unmet")
    // Until its login ends, the story's document is fetched by the next one too.
    fetch()
    login()
    #expect(try judged()["result"] == "unmet")
  }

  @Test func `may have been dropped by who fetches it for some logins only`() throws {
    fetch()
    login()
    login()
    fetch()
    login()
    #expect(try judged()["result"] == "inconclusive")
  }

  @Test func `may have been dropped where nothing shows whose fetches they were`() throws {
    for client in ["EIDOLON_TEST", "OTHER", "EIDOLON_TEST"] {
      fetch()
      login(as: client)
    }
    #expect(try judged()["result"] == "inconclusive")
  }
}
