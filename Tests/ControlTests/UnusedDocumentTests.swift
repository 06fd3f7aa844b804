import EidolonTesting
import JSON
import Testing

@testable import Control
@testable import TestWorlds

/// A relying party that drops a wrong document and goes on with the right one is right, and nothing shows which it used.
@Suite struct `A discovery document of another issuer` {
  private let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator.withTwoClients([
      "itsme/forged.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "tokens": { "id_token": { "defect": "bad_signature" } },
        "faults": [{ "at": "discovery", "do": "delay", "by": "1ms" },
          { "at": "discovery", "do": "alter", "body": { "issuer": "https://x.test" } }] }
      """,
      "itsme/once.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "alter", "body": { "issuer": "https://x.test" } }] }
      """,
      "itsme/moved.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "alter", "times": "always",
          "body": { "token_endpoint": "https://x.test/token" } }] }
      """,
      "itsme/slow.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "delay", "by": "1ms" }] }
      """,
      "itsme/more.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_accept" },
        "faults": [{ "at": "discovery", "do": "alter", "body": { "further": 1 } }] }
      """,
      "itsme/same.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "alter", "body": { "response_types_supported": ["code"] } }] }
      """,
      "itsme/keys.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "jwks", "do": "alter", "body": { "keys": [] } }] }
      """,
      "itsme/person.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "tokens": { "userinfo": { "defect": "wrong_subject" } },
        "faults": [{ "at": "token", "do": "delay", "by": "1ms" }] }
      """,
    ])
  }

  private func fetch() {
    #expect(emulator.get("/itsme/oidc/.well-known/openid-configuration").status == 200)
  }

  private func login(as client: String = "EIDOLON_TEST") {
    #expect(emulator.startLogin(["client_id": client]).status == 302)
  }

  private func queue(_ story: String) {
    #expect(emulator.control(.post, "queue", ["scenario": .string("itsme/\(story)")]).status == 201)
  }

  /// What comes of its story where the person gets in.
  private func judged(_ story: String = "document", saw: String = "accepted") throws -> JSON {
    queue(story)
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

  /// The relying party forgets nothing when the emulator does.
  @Test func `may have been dropped for one from before a reset or the restoring of a snapshot`() throws {
    let saved = emulator.control(.get, "snapshot").json["id"] ?? .null
    fetch()
    #expect(emulator.control(.put, "snapshot", ["id": saved]).status == 200)
    #expect(try judged()["result"] == "inconclusive")
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    let judged = try judged()
    #expect(judged["result"] == "inconclusive")
    #expect(judged["reasons"]?.text().contains("restart the emulator and the relying party") == true)
  }

  @Test func `is known after a reset too to be fetched for each login`() throws {
    for _ in 1...2 {
      fetch()
      login()
    }
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    #expect(try judged()["result"] == "unmet")
  }

  @Test(arguments: ["slow", "more", "same"])
  func `may have been dropped for one that came late, with more members or as it was in spite of a fault`(
    story: String
  ) throws {
    queue(story)
    fetch()
    login()
    #expect(try judged()["result"] == "inconclusive")
  }

  @Test func `was not dropped for a right one that came after the person got in`() throws {
    #expect(try judged("once")["result"] == "unmet")
    fetch()
    login()
    emulator.advance(by: .seconds(86_400))
    #expect(RunReport(ofRoot: emulator).unmet.map(\.entry.scenario) == ["itsme/once"])
  }

  @Test func `does not excuse who takes a forged token too`() throws {
    fetch()
    queue("forged")
    fetch()
    let code = emulator.startLogin(["client_id": "EIDOLON_TEST"]).locationQuery["code"] ?? ""
    #expect(try emulator.exchange(code).status == 200)
    #expect(emulator.control(.post, "saw", ["saw": "accepted"]).status == 200)
    #expect(emulator.control(.post, "settle", [:]).json["judged"]?[0]?["result"] == "unmet")
  }

  @Test func `is not alone in being dropped: so may a key set be`() throws {
    for result in ["unmet", "inconclusive"] {
      queue("keys")
      #expect(emulator.get("/itsme/oidc/jwkSet").status == 200)
      login()
      #expect(emulator.control(.post, "saw", ["saw": "accepted"]).status == 200)
      #expect(emulator.control(.post, "settle", [:]).json["judged"]?[0]?["result"]?.string == result)
      #expect(emulator.get("/itsme/oidc/jwkSet").status == 200)
    }
  }

  @Test func `is like userinfo, of which nothing shows either that it was used, late as the token may be`()
    throws
  {
    queue("person")
    let code = emulator.startLogin(["client_id": "EIDOLON_TEST"]).locationQuery["code"] ?? ""
    _ = emulator.userinfo(try emulator.exchange(code))
    #expect(emulator.control(.post, "saw", ["saw": "accepted"]).status == 200)
    #expect(emulator.control(.post, "settle", [:]).json["judged"]?[0]?["result"] == "inconclusive")
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

  @Test func `names a token endpoint that a client need not take, which redeems the code at the right one`()
    throws
  {
    for isRedeemed in [false, true] {
      for _ in 1...2 {
        fetch()
        login()
      }
      queue("moved")
      fetch()
      let code = emulator.startLogin(["client_id": "EIDOLON_TEST"]).locationQuery["code"] ?? ""
      if isRedeemed { #expect(try emulator.exchange(code).status == 200) }
      #expect(emulator.control(.post, "saw", ["saw": "accepted"]).status == 200)
      let judged = emulator.control(.post, "settle", [:]).json["judged"]?.array?.last
      #expect(judged?["result"]?.string == (isRedeemed ? "inconclusive" : "unmet"))
    }
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
