import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `The journal as an HTTP Archive` {
  private func log(_ emulator: TestEmulator, _ query: String = "", in sandbox: String = "") -> JSON {
    let answer = emulator.control(.get, "journal?format=har\(query)", in: sandbox)
    #expect(answer.status == 200)
    return answer.json["log"] ?? .null
  }

  @Test func `has requests and answers as they were`() throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.startLogin(["state": "a b"])
    let log = log(emulator)
    #expect(log["version"] == "1.2")
    let entry = try #require(log["entries"]?[0])
    let request = try #require(entry["request"])
    #expect(request["method"] == "GET")
    #expect(
      request["url"]?.string?.hasPrefix("\(TestEmulator.address)/itsme/oidc/authorize?client_id=") == true)
    #expect(
      request["queryString"]?.array?.contains(["name": "state", "value": "a b"]) == true)
    #expect(request["headers"]?.array?.contains(["name": "Host", "value": "localhost:8080"]) == true)
    #expect(request["postData"] == nil)
    #expect(entry["response"]?["status"] == 302)
    #expect(entry["response"]?["statusText"] == "Found")
    #expect(entry["response"]?["redirectURL"]?.string == answer.header("Location"))
    #expect(entry["startedDateTime"]?.string == emulator.clock.now.text)
    #expect(entry["_eidolon"]?["endpoint"] == "authorize")
  }

  @Test func `names addresses as the caller saw them, in sandboxes and on virtual hosts`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    _ = emulator.get("/~t1/itsme/oidc/jwkSet")
    #expect(
      log(emulator, in: "t1")["entries"]?[0]?["request"]?["url"]?.string
        == "\(TestEmulator.address)/~t1/itsme/oidc/jwkSet")
    _ = emulator.send(
      Request(.get, "/oidc/jwkSet?x=1", headers: ["Host": "itsme.localhost:8443"]), isSecure: true)
    #expect(
      log(emulator)["entries"]?[0]?["request"]?["url"]?.string
        == "https://itsme.localhost:8443/oidc/jwkSet?x=1")
  }

  @Test func `has bodies exactly, those that are not text in base64`() throws {
    let emulator = try TestEmulator.withItsme()
    let form = Form(dictionaryLiteral: ("grant_type", "authorization_code"), ("code", "x"))
    _ = emulator.post("/itsme/oidc/token", form)
    _ = emulator.send(
      Request(
        .post, "/itsme/oidc/token", headers: ["Content-Type": "application/octet-stream"],
        body: [0xFF, 0x00, 0xFE]))
    let entries = log(emulator)["entries"]
    #expect(entries?[0]?["request"]?["postData"]?["text"] == "grant_type=authorization_code&code=x")
    #expect(
      entries?[0]?["request"]?["postData"]?["mimeType"]?.string?.hasPrefix(
        "application/x-www-form-urlencoded")
        == true)
    #expect(entries?[1]?["request"]?["postData"]?["text"] == "/wD+")
    #expect(entries?[1]?["request"]?["postData"]?["_encoding"] == "base64")
    #expect(entries?[1]?["request"]?["bodySize"] == 3)
  }

  @Test func `filters as the JSON journal does, and is whole unless limited`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<250 { _ = emulator.get("/itsme/oidc/jwkSet") }
    _ = emulator.startLogin()
    #expect(log(emulator)["entries"]?.array?.count == 251)
    #expect(log(emulator, "&endpoint=authorize")["entries"]?.array?.count == 1)
    #expect(log(emulator, "&limit=3&after=10")["entries"]?.array?.count == 3)
    #expect(emulator.control(.get, "journal?format=xml").status == 400)
  }

  @Test func `tells how long an answer was held back, and what a fault did to it`() throws {
    let emulator = try TestEmulator.withItsme()
    let held = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    try #require(held.isHeld)
    emulator.advance(by: .seconds(7))
    let open = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    #expect(emulator.control(.post, "transactions/\(open)/phone", ["do": "approve"]).status == 200)
    #expect(held.resume?().status == 302)
    let story: JSON = [
      "title": "Cut", "provider": "itsme",
      "faults": [["at": "authorize", "do": "delay", "by": "2s"], ["at": "authorize", "do": "reset"]],
    ]
    _ = emulator.control(.post, "queue", ["scenario": story])
    _ = emulator.startLogin()
    let entries = log(emulator, "&endpoint=authorize")["entries"]
    #expect(entries?[0]?["time"] == 7000)
    #expect(entries?[0]?["timings"]?["wait"] == 7000)
    #expect(entries?[0]?["startedDateTime"]?.string == TestClock.start.text)
    #expect(entries?[1]?["timings"]?["wait"] == 2000)
    #expect(entries?[1]?["comment"]?.string?.contains("reset") == true)
  }

  @Test func `takes cookies apart`() throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.send(
      Request(
        .get, "/itsme/oidc/jwkSet", headers: ["Host": "localhost:8080", "Cookie": "a=1; b=two=2"]))
    #expect(answer.status == 200)
    #expect(
      log(emulator)["entries"]?[0]?["request"]?["cookies"]
        == [["name": "a", "value": "1"], ["name": "b", "value": "two=2"]])
  }
}
