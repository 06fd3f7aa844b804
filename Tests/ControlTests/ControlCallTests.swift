import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `Control calls` {
  @Test func `act as the person on a waiting transaction`() throws {
    let emulator = try TestEmulator.withItsme()
    let held = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    let list = emulator.control(.get, "transactions?state=waiting").json["transactions"]?.array
    let identifier = list?.first?["id"]?.string ?? ""
    #expect(list?.first?["person"] == "bob")
    let unknown = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "aprove"])
    #expect(unknown.status == 404)
    #expect(unknown.json["closest"]?.array?.first == "approve")
    let acted = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "approve"])
    #expect(acted.json["state"] == "approved")
    #expect(held.resume?().locationQuery["code"] != nil)
    #expect(emulator.control(.post, "transactions/\(identifier)/phone", ["do": "reject"]).status == 409)
  }

  @Test func `wait for the next state with a cursor, so that readers do not steal from each other`() throws {
    let emulator = try TestEmulator.withItsme()
    let waiting = emulator.control(.get, "wait?timeout=5s")
    #expect(waiting.isHeld)
    _ = emulator.startLogin()
    let first = waiting.resume?()
    #expect(first?.json["transaction"]?["state"] == "approved")
    let second = emulator.control(.get, "wait?timeout=5s")
    #expect(second.json["cursor"] == first?.json["cursor"])
    let cursor = first?.json["cursor"]?.integer ?? 0
    #expect(emulator.control(.get, "wait?after=\(cursor)&timeout=5s").isHeld)
    #expect(emulator.control(.get, "wait?after=\(cursor)&timeout=0s").json["transaction"] == .null)
  }

  @Test func `show exact requests and answers with decoded tokens, and never themselves`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin(["state": "see me"])
    let entries = emulator.control(.get, "journal").json["entries"]?.array
    #expect(entries?.count == 1)
    #expect(entries?.first?["endpoint"] == "authorize")
    #expect(entries?.first?["client"] == "EIDOLON_TEST")
    #expect(emulator.control(.get, "journal?endpoint=token&client=EIDOLON_TEST").json["entries"] == [])
    #expect(entries?.first?["request"]?["target"]?.string?.contains("see+me") == true)
    #expect(entries?.first?["response"]?["status"] == 302)
    #expect(emulator.control(.delete, "journal").status == 204)
    #expect(emulator.control(.get, "journal").json["entries"] == [])
  }

  @Test func `verify what was sent, and show the closest when it was not`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    let good: JSON = [
      "request": ["provider": "itsme", "endpoint": "authorize", "params": ["nonce": ["present": true]]],
      "count": ["exactly": 1],
    ]
    #expect(emulator.control(.post, "verify", good).status == 200)
    let bad: JSON = ["request": ["endpoint": "authorize", "params": ["state": ["like": "x*"]]]]
    let answer = emulator.control(.post, "verify", bad)
    #expect(answer.status == 409)
    #expect(
      answer.json["closest"]?.array?.first?["first_difference"]
        == "state is \"some state\", wanted it like \"x*\"")
  }

  @Test func `verify counts none of the test's own calls, unless their endpoint is named`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    for _ in 0..<2 { #expect(emulator.control(.post, "saw", ["saw": "refused"]).status == 200) }
    let verified = { (request: JSON, count: Int) in
      emulator.control(.post, "verify", ["request": request, "count": ["exactly": .integer(count)]])
    }
    #expect(verified([:], 1).status == 200)
    #expect(verified(["params": ["saw": "refused"]], 0).status == 200)
    #expect(verified(["endpoint": "control POST /_eidolon/saw"], 2).status == 200)
    #expect(
      verified([:], 0).json["detail"]
        == "1 of 1 requests match, wanted exactly 0; it is 1 of the journal.")
    for _ in 0..<4 { _ = emulator.startLogin() }
    #expect(
      verified(["endpoint": "authorize"], 2).json["detail"]
        == "5 of 5 requests match, wanted exactly 2; the latest are 5, 6, 7 of the journal.")
  }

  @Test func `verify counts a refused call of the client that it names, in the header too`() throws {
    let emulator = try TestEmulator.withItsme()
    let verified = { (endpoint: String) in
      emulator.control(
        .post, "verify",
        ["request": ["client": "EIDOLON_TEST", "endpoint": .string(endpoint)], "count": ["exactly": 1]]
      ).status
    }
    _ = emulator.get("/itsme/oidc/authorize?client_id=EIDOLON_TEST&redirect_uri=https://other.example")
    #expect(verified("authorize") == 200)
    // EIDOLON_TEST:wrong
    let basic: Headers = ["Authorization": "Basic RUlET0xPTl9URVNUOndyb25n"]
    _ = emulator.post("/itsme/oidc/token", ["code": "none"], headers: basic)
    #expect(verified("token") == 200)
    let clients = emulator.sandbox.findings.occurrences().map(\.client)
    #expect(clients.count > 1 && clients.allSatisfy { $0 == "EIDOLON_TEST" })
  }

  @Test func `rotate the signing key in one step or in two`() throws {
    let emulator = try TestEmulator.withItsme()
    let kids = { (emulator: TestEmulator) in
      emulator.get("/itsme/oidc/jwkSet").json["keys"]?.array?.compactMap {
        $0["use"] == "sig" ? $0["kid"]?.string : nil
      }
    }
    #expect(kids(emulator) == ["s1"])
    #expect(emulator.control(.post, "keys/rotate", ["publish_only": true]).json["signing"] == "s1")
    #expect(kids(emulator) == ["s1", "spare-1"])
    #expect(emulator.control(.post, "keys/rotate", [:]).json["signing"] == "spare-1")
    #expect(kids(emulator) == ["spare-1", "s1"])
  }

  @Test
  func `rotate the encryption key, in one step or in two, and still read what was encrypted to the old one`()
    throws
  {
    let emulator = try TestEmulator.withItsme()
    let kids = {
      emulator.get("/itsme/oidc/jwkSet").json["keys"]?.array?.compactMap {
        $0["use"] == "enc" ? $0["kid"]?.string : nil
      }
    }
    #expect(kids() == ["e1"])
    let first = emulator.control(.post, "keys/rotate", ["use": "enc", "publish_only": true]).json
    #expect(first["encryption"] == "e1" && first["published"] == ["e1", "spare-1"])
    // The key that is published for one use is not taken for the other.
    #expect(emulator.control(.post, "keys/rotate", ["use": "sig"]).json["signing"] == "spare-2")
    let second = emulator.control(.post, "keys/rotate", ["use": "enc"]).json
    #expect(second["encryption"] == "spare-1" && second["published"] == ["spare-1", "e1"])
    #expect(kids() == ["spare-1", "e1"])
    let keys = emulator.sandbox.keys
    #expect(keys.decryption(of: "e1").kid == "e1" && keys.decryption(of: nil).kid == "spare-1")
  }

  @Test func `take no parameter that they do not know, and none twice`() throws {
    let emulator = try TestEmulator.withItsme()
    let unknown = emulator.control(.get, "journal?limt=5")
    #expect(unknown.status == 400)
    #expect(unknown.json["detail"] == "unknown parameter \"limt\"; did you mean \"limit\"?")
    #expect(emulator.control(.get, "journal?limit=5&limit=6").status == 400)
    #expect(emulator.control(.get, "queue?x=1").json["detail"] == "unknown parameter \"x\"; it takes none")
    #expect(emulator.control(.get, "journal?limit=+5").status == 400)
    #expect(emulator.control(.get, "journal?%FF=5").status == 400)
    #expect(emulator.control(.delete, "queue", ["a": 1]).status == 400)
    #expect(emulator.control(.delete, "queue", [:]).status == 204)
  }

  @Test func `say what was meant in a world that is laid over another`() throws {
    let emulator = try TestEmulator.withItsme()
    let wrong: JSON = ["poeple": ["carl": ["given_name": "Carl"]]]
    for (method, path, body) in [
      (HTTP.Method.patch, "world", wrong), (.put, "world", wrong), (.post, "sandboxes", ["world": wrong]),
    ] {
      let answer = emulator.control(method, path, body)
      #expect(answer.status == 400)
      #expect(answer.json["detail"]?.string?.contains("did you mean \"people\"?") == true)
    }
    #expect(emulator.control(.put, "world", []).status == 400)
  }

  @Test func `say who logs in where nobody is named`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.patch, "world", ["default_person": "bob"]).status == 200)
    _ = emulator.startLogin()
    #expect(emulator.control(.get, "transactions").json["transactions"]?[0]?["person"] == "bob")
    let unknown = emulator.control(.patch, "world", ["default_person": "bbo"])
    #expect(unknown.status == 422)
    #expect(unknown.json["detail"]?.string?.contains("did you mean \"bob\"?") == true)
  }

  @Test func `change one story with the loader's own errors`() throws {
    let emulator = try TestEmulator.withItsme()
    let story: JSON = ["title": "No", "provider": "itsme", "phone": [["do": "rejct"]]]
    let refused = emulator.control(.put, "scenarios/itsme/no", story)
    #expect(refused.status == 422)
    #expect(refused.json["detail"]?.string?.contains("did you mean \"reject\"?") == true)
    let good: JSON = ["title": "No", "provider": "itsme", "phone": [["do": "reject"]]]
    #expect(emulator.control(.put, "scenarios/itsme/no", good).status == 201)
    #expect(emulator.startLogin(["eidolon_scenario": "no"]).locationQuery["error"] == "access_denied")
    #expect(emulator.control(.delete, "scenarios/itsme/no").status == 204)
    #expect(emulator.startLogin(["eidolon_scenario": "no"]).status == 400)
  }

  @Test func `refuse unknown members with did you mean, and malformed JSON with its place`() throws {
    let emulator = try TestEmulator.withItsme()
    let unknown = emulator.control(.post, "queue", ["scenario": "reject", "time": 1])
    #expect(unknown.status == 400)
    #expect(unknown.json["detail"]?.string?.contains("did you mean \"times\"?") == true)
    let malformed = emulator.send(
      Request(
        .post, "/_eidolon/queue", headers: ["Content-Type": "application/json"], body: Array("{\"a\" 1}".utf8)
      ))
    #expect(malformed.status == 400)
    #expect(malformed.json["problems"]?.array?.first?["line"] == 1)
  }

  @Test func `need the content type of JSON for every mutation`() throws {
    let emulator = try TestEmulator.withItsme()
    for (method, path) in [(HTTP.Method.post, "queue"), (.delete, "journal"), (.put, "clock")] {
      #expect(emulator.send(Request(method, "/_eidolon/\(path)")).status == 415)
    }
  }

  @Test func `are refused for hosts that a stranger could own`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "evil.example"]).status == 421)
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "eidolon:8080"]).status == 200)
  }
}
