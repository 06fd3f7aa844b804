import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

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
    #expect(emulator.control(.get, "journal?client=OTHER").json["entries"] == [])
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
      answer.json["closest"]?.array?.first?["first_difference"] == "state is \"s\", wanted it like \"x*\"")
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
