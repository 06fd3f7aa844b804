import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Synchronization
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `The control plane is safe: it` {
  private func emulator(_ control: Sandbox.Settings.Control) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    settings.control = control
    return try TestEmulator(
      registry, files: ["world.json": "{ \"people\": { \"anna\": { \"given_name\": \"Anna\" } } }"],
      settings: settings)
  }

  @Test func `asks for the token where one is set, and leaves health, ready and ca.pem open`() throws {
    var control = Sandbox.Settings.Control()
    control.token = "a long secret"
    let emulator = try emulator(control)
    let refused = emulator.get("/_eidolon/journal")
    #expect(refused.status == 401)
    #expect(refused.header("WWW-Authenticate") == "Bearer realm=\"eidolon\"")
    #expect(
      emulator.get("/_eidolon/journal", headers: ["Authorization": "Bearer a long secreT"]).status == 401)
    #expect(emulator.get("/_eidolon/journal", headers: ["Authorization": "Bearer a"]).status == 401)
    #expect(emulator.get("/_eidolon/health").status == 200)
    #expect(emulator.get("/_eidolon/ready").status == 200)
    #expect(emulator.get("/_eidolon/ca.pem").status == 404)
  }

  @Test func `says in its health which version it is, so that a client can tell whether they fit`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    for call in ["health", "ready"] {
      #expect(emulator.get("/_eidolon/\(call)").json["version"]?.string == Control.version)
    }
  }

  @Test func `takes the right token`() throws {
    var control = Sandbox.Settings.Control()
    control.token = "secret"
    #expect(
      try emulator(control).get("/_eidolon/journal", headers: ["Authorization": "Bearer secret"]).status
        == 200)
  }

  @Test func `takes a host of its own, and still refuses others`() throws {
    var control = Sandbox.Settings.Control()
    control.hosts = ["box.example.test"]
    let emulator = try emulator(control)
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "Box.Example.Test:8080"]).status == 200)
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "evil.example.test"]).status == 421)
  }

  @Test func `takes a host of its own for health, ready and ca.pem too`() throws {
    var control = Sandbox.Settings.Control()
    control.hosts = ["box.example.test"]
    let emulator = try emulator(control)
    for path in ["health", "ready"] {
      #expect(emulator.get("/_eidolon/\(path)", headers: ["Host": "box.example.test"]).status == 200)
      #expect(emulator.get("/_eidolon/\(path)", headers: ["Host": "evil.example.test"]).status == 421)
    }
  }

  @Test func `refuses every call for a host that a stranger could own`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    for route in Control.routes {
      let path = route.fullPath.replacing("{", with: "").replacing("}", with: "")
      let answer = emulator.send(
        Request(
          route.method, path, headers: ["Host": "evil.example.test", "Content-Type": "application/json"]))
      #expect(answer.status == 421, "\(route.method) \(path)")
    }
    #expect(emulator.get("/", headers: ["Host": "evil.example.test"]).status == 421)
  }

  @Test func `wants the content type of JSON for every mutation`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    for route in Control.routes where route.method != .get {
      let path = route.fullPath.replacing("{", with: "").replacing("}", with: "")
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil]
      {
        let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
        let answer = emulator.send(Request(route.method, path, headers: headers, body: Array("{}".utf8)))
        #expect(answer.status == 415, "\(route.method) \(path) \(type ?? "none")")
      }
    }
  }

  @Test func `asks for the token at every call but the open ones`() throws {
    var control = Sandbox.Settings.Control()
    control.token = "secret"
    let emulator = try emulator(control)
    for route in Control.routes {
      let path = route.fullPath.replacing("{", with: "").replacing("}", with: "")
      let answer = emulator.send(
        Request(route.method, path, headers: ["Content-Type": "application/json"], body: Array("{}".utf8)))
      #expect((answer.status == 401) == !route.isOpen, "\(route.method) \(path)")
    }
    #expect(
      Control.routes.filter(\.isOpen).map(\.path)
        == ["health", "ready", "ca.pem", "foreign/jwks", "foreign/cert.pem"])
  }

  @Test func `lets no page of another origin read anything, unless it is named`() throws {
    var control = Sandbox.Settings.Control()
    let closed = try emulator(control)
    let preflight = { (emulator: TestEmulator, origin: String) in
      emulator.send(
        Request(
          .options, "/_eidolon/queue",
          headers: [
            "Origin": origin, "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Private-Network": "true",
          ]))
    }
    #expect(preflight(closed, "http://localhost:3000").status == 405)
    #expect(
      closed.get("/_eidolon/queue", headers: ["Origin": "http://localhost:3000"])
        .header("Access-Control-Allow-Origin") == nil)

    control.origins = ["http://localhost:3000"]
    control.token = "secret"
    let open = try emulator(control)
    // A preflight has no token; the call itself needs it.
    let allowed = preflight(open, "http://localhost:3000")
    #expect(allowed.status == 204)
    #expect(allowed.header("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(allowed.header("Access-Control-Allow-Methods") == "GET, POST, DELETE")
    #expect(allowed.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
    #expect(allowed.header("Access-Control-Allow-Private-Network") == "true")
    #expect(allowed.header("Access-Control-Allow-Credentials") == nil)
    let stranger = preflight(open, "http://localhost:3001")
    #expect(stranger.header("Access-Control-Allow-Origin") == nil)
    #expect(stranger.header("Access-Control-Allow-Methods") == nil)
    let headers: Headers = ["Origin": "http://localhost:3000", "Authorization": "Bearer secret"]
    let call = open.get("/_eidolon/queue", headers: headers)
    #expect(call.status == 200)
    #expect(call.header("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(call.header("Vary") == "Origin")
    #expect(open.get("/_eidolon/events", headers: headers).header("Access-Control-Allow-Origin") != nil)
    // The page can read what went wrong, too.
    let refused = open.get("/_eidolon/queue", headers: ["Origin": "http://localhost:3000"])
    #expect(refused.status == 401)
    #expect(refused.header("Access-Control-Allow-Origin") == "http://localhost:3000")
  }

  @Test func `answers no page of another site, even if it reaches a safe host`() throws {
    var control = Sandbox.Settings.Control()
    let emulator = try emulator(control)
    for route in Control.routes where !route.isOpen {
      let path = route.fullPath.replacing("{", with: "").replacing("}", with: "")
      let answer = emulator.send(
        Request(
          route.method, path, headers: ["Origin": "http://evil.test", "Content-Type": "application/json"],
          body: route.method == .get ? [] : Array("{}".utf8)))
      #expect(answer.status == 403, "\(route.method) \(path)")
      #expect(answer.json["type"] == "urn:eidolon:problem:origin-not-allowed")
    }
    let calls = emulator.control(.get, "openapi.json").json["paths"]
    #expect(calls?["/_eidolon/clock"]?["get"]?["responses"]?["403"] != nil)
    #expect(calls?["/_eidolon/health"]?["get"]?["responses"]?["403"] == nil)
    let refused = emulator.get("/_eidolon/clock", headers: ["Origin": "http://evil.test"]).json["detail"]?
      .string
    #expect(refused?.hasSuffix("start the server with --control-origin http://evil.test.") == true)
    #expect(emulator.get("/_eidolon/clock", headers: ["Origin": "null"]).status == 403)
    #expect(emulator.get("/_eidolon/health", headers: ["Origin": "http://evil.test"]).status == 200)
    control.origins = ["http://localhost:3000"]
    let open = try self.emulator(control)
    #expect(open.get("/_eidolon/clock", headers: ["Origin": "http://localhost:3000"]).status == 200)
    #expect(open.get("/_eidolon/clock", headers: ["Origin": "http://localhost:3001"]).status == 403)
  }

  @Test(
    arguments: [
      ["Origin": "http://localhost:8080"], ["Origin": "https://localhost:8080"],
      ["Origin": "https://login.test"], ["Origin": "https://proxy.test", "Sec-Fetch-Site": "same-origin"],
    ] as [Headers])
  func `answers its own pages, also behind a proxy that speaks https or changes the host`(headers: Headers)
    throws
  {
    var settings = Sandbox.Settings()
    settings.publicURL = "https://login.test"
    let emulator = try TestEmulator(
      registry, files: ["world.json": "{ \"people\": { \"anna\": { \"given_name\": \"Anna\" } } }"],
      settings: settings)
    var all = headers
    all.set("Host", "localhost:8080")
    #expect(emulator.get("/_eidolon/clock", headers: all).status == 200)
  }

  @Test func `asks once on its pages, and keeps a cookie that no script reads and no other site sends`()
    throws
  {
    var control = Sandbox.Settings.Control()
    control.token = "a secret; with % signs"
    let emulator = try emulator(control)
    let asked = emulator.get("/")
    #expect(asked.status == 401)
    #expect(asked.text.contains("data-testid=\"control-token\""))
    #expect(!asked.text.contains("EIDOLON_TEST"))
    let wrong = emulator.post("/", ["token": "guess"])
    #expect(wrong.status == 401 && wrong.header("Set-Cookie") == nil)
    #expect(wrong.text.contains("This is not the token."))
    let right = emulator.post("/", ["token": "a secret; with % signs"])
    #expect(right.status == 303 && right.header("Location") == "\(TestEmulator.address)/")
    let cookie = right.header("Set-Cookie") ?? ""
    #expect(
      cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && cookie.contains("; Path=/"))
    #expect(!cookie.contains("Secure"))
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(emulator.get("/", headers: ["Cookie": pair]).status == 200)
    #expect(emulator.get("/_eidolon/journal", headers: ["Cookie": pair]).status == 200)
    #expect(emulator.get("/_eidolon/journal", headers: ["Cookie": "eidolon_control=guess"]).status == 401)
    let secure = emulator.send(
      Request(.post, "/", form: ["token": "a secret; with % signs"]), isSecure: true)
    #expect(secure.header("Set-Cookie")?.contains("; Secure") == true)
  }

  @Test func `has no form for a token where there is none`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    #expect(emulator.get("/").status == 200)
    #expect(emulator.post("/", ["token": "x"]).status == 405)
  }

  @Test func `is not in the journal, whether a call is known or not`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    for path in ["queue", "no-such-call", "queue/", "journal"] { _ = emulator.get("/_eidolon/\(path)") }
    _ = emulator.send(Request(.patch, "/_eidolon/queue"))
    _ = emulator.get("/_eidolon/queue", headers: ["Host": "evil.example.test"])
    #expect(emulator.sandbox.journal.count == 0)
  }

  @Test func `is in the journal when that was asked for, but the journal itself is not`() throws {
    var control = Sandbox.Settings.Control()
    control.isRecorded = true
    let emulator = try emulator(control)
    _ = emulator.control(.post, "queue", ["scenario": "no-such"])
    for _ in 0..<8 { _ = emulator.control(.get, "catalog") }
    let entries = emulator.control(.get, "journal").json["entries"]?.array
    #expect(entries?.first?["endpoint"] == "control POST /_eidolon/queue")
    #expect(entries?.first?["response"]?["status"] == 404)
    #expect(emulator.sandbox.journal.entries().allSatisfy { $0.exchange.size < 40_000 })
  }

  @Test func `answers an unknown call and a wrong method with a problem`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    let unknown = emulator.get("/_eidolon/queu")
    #expect(unknown.status == 404 && unknown.header("Content-Type") == "application/problem+json")
    #expect(unknown.json["type"] == "urn:eidolon:problem:unknown-call")
    #expect(unknown.json["closest"]?.array?.contains("/_eidolon/queue") == true)
    let wrong = emulator.send(Request(.patch, "/_eidolon/queue"))
    #expect(wrong.status == 405 && wrong.json["type"] == "urn:eidolon:problem:wrong-method")
    #expect(Set(wrong.header("Allow")?.split(separator: ", ") ?? []) == ["GET", "HEAD", "POST", "DELETE"])
  }

  @Test func `answers on its own ports alone where they are set`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    emulator.state.access.restrict(to: [9])
    let elsewhere = emulator.get("/_eidolon/journal")
    #expect(elsewhere.status == 404)
    #expect(elsewhere.json["type"] == "urn:eidolon:problem:control-elsewhere")
    #expect(emulator.get("/_eidolon/health").status == 200)
    emulator.state.access.restrict(to: [9], at: "http://localhost:9")
    #expect(
      emulator.get("/_eidolon/journal").json["detail"]
        == "Control calls are answered on the address of --control only: http://localhost:9/_eidolon.")
    emulator.state.access.restrict(to: [8080])
    #expect(emulator.get("/_eidolon/journal").status == 200)
  }

  @Test func `tells browsers where its pages are, and leads to none of them from elsewhere`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    emulator.state.access.restrict(to: [9], at: "http://localhost:9")
    let browser: Headers = ["Accept": "text/html"]
    let phone = emulator.get("/~t1/phone?open=a%20b", headers: browser)
    #expect(phone.status == 404 && phone.header("Content-Type")?.hasPrefix("text/html") == true)
    #expect(
      phone.text.contains("<a href=\"http://localhost:9/~t1/phone?open=a%20b\" data-testid=\"control-page\">")
    )
    #expect(!phone.text.contains("data-testid=\"page-"))
    #expect(emulator.get("/phone").header("Content-Type")?.hasPrefix("text/plain") == true)
    let start = emulator.get("/", headers: browser)
    #expect(start.status == 200 && !start.text.contains("data-testid=\"page-"))
    emulator.state.access.restrict(to: [8080], at: "http://localhost:8080")
    #expect(emulator.get("/", headers: browser).text.contains("data-testid=\"page-phone\""))
  }
}

@Suite struct `A recorded journal` {
  @Test func `is a line for each exchange, in order, with its sandbox and its tokens`() throws {
    let lines = Mutex<[[UInt8]]>([])
    let keys = KeyRing()
    let journal = Journal(record: { entry in
      let line = JournalLine.bytes(entry, sandbox: "t1", openedWith: keys)
      lines.withLock { $0.append(line) }
    })
    let assertion = try RelyingParty().assertion(audience: "x", at: TestClock.start)
    for number in 1...3 {
      let request = Request(
        .post, "/itsme/oidc/token", form: ["client_assertion": assertion, "n": "\(number)"])
      journal.append(
        Journal.Entry(
          at: TestClock.start, provider: "itsme", endpoint: "token", client: nil, transaction: nil,
          exchange: RecordedExchange(request: request, response: .text("ok")), findings: []))
    }
    let read = try lines.withLock { $0 }.map { line in
      #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 != 0x0A })
      return try JSONParser.parse(Array(line.dropLast())).json
    }
    #expect(read.map { $0["number"] } == [1, 2, 3])
    #expect(read.allSatisfy { $0["sandbox"] == "t1" })
    #expect(read[0]["tokens"]?.array?.first?["claims"]?["sub"] == "EIDOLON_TEST")
  }
}
