import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

private struct NoWork: Error {}

@Suite struct `A sandbox` {
  @Test func `is made with a name and answers below its prefix`() throws {
    let emulator = try TestEmulator.withItsme()
    let made = emulator.control(.post, "sandboxes", ["name": "t1"])
    #expect(made.status == 201)
    #expect(made.json["name"] == "t1")
    #expect(
      made.json["urls"]?["itsme"] == "http://localhost:8080/~t1/itsme/oidc/.well-known/openid-configuration")
    let discovery = emulator.get("/~t1/itsme/oidc/.well-known/openid-configuration")
    #expect(discovery.json["issuer"] == "http://localhost:8080/~t1/itsme/oidc")
    #expect(discovery.json["token_endpoint"] == "http://localhost:8080/~t1/itsme/oidc/token")
  }

  @Test func `is also a virtual host`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    let discovery = emulator.get(
      "/oidc/.well-known/openid-configuration", headers: ["Host": "t1--itsme.localhost:8080"])
    #expect(discovery.json["issuer"] == "http://t1--itsme.localhost:8080/oidc")
  }

  @Test func `keeps its queue, clock and transactions to itself`() throws {
    let emulator = try TestEmulator.withItsme()
    for name in ["one", "two"] {
      #expect(emulator.control(.post, "sandboxes", ["name": .string(name)]).status == 201)
    }
    #expect(emulator.control(.post, "queue", ["scenario": "reject"], in: "one").status == 201)
    #expect(emulator.startLogin(in: "two").locationQuery["code"] != nil)
    #expect(emulator.startLogin().locationQuery["code"] != nil)
    #expect(emulator.startLogin(in: "one").locationQuery["error"] == "access_denied")
    #expect(emulator.startLogin(in: "one").locationQuery["code"] != nil)
    let states = { (name: String) in
      emulator.control(.get, "transactions", in: name).json["transactions"]?.array?.map {
        $0["state"]?.string ?? ""
      }
    }
    #expect(states("one") == ["rejected", "approved"])
    #expect(states("two") == ["approved"])
  }

  @Test func `is named by its log lines, also after a reset`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    let sandboxes = {
      emulator.log.events.filter { $0.message.contains("starts a login") }.map(\.sandbox)
    }
    _ = emulator.startLogin(in: "t1")
    _ = emulator.startLogin()
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    _ = emulator.startLogin(in: "t1")
    #expect(sandboxes() == ["t1", "", "t1"])
  }

  @Test func `shows what it was made for`() throws {
    let emulator = try TestEmulator.withItsme()
    let made = emulator.control(.post, "sandboxes", ["name": "t1", "title": "test_login[1]"])
    #expect(made.json["title"] == "test_login[1]")
    #expect(emulator.control(.get, "sandboxes").json["sandboxes"]?[0]?["title"] == "test_login[1]")
    let long = JSON.string(String(repeating: "x", count: 300))
    #expect(emulator.control(.post, "sandboxes", ["title": long]).status == 400)
  }

  @Test func `that does not exist is a 404 which names the closest`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "checkout"])
    let answer = emulator.get("/~chekout/itsme/oidc/jwkSet")
    #expect(answer.status == 404 && answer.header("Content-Type") == "application/problem+json")
    #expect(answer.json["type"] == "urn:eidolon:problem:unknown-sandbox" && answer.json["status"] == 404)
    #expect(answer.json["detail"]?.string?.contains("closest: checkout") == true)
  }

  @Test func `that does not exist is a page in a browser, with ways to the root and to the report`() throws {
    let emulator = try TestEmulator.withItsme()
    let browser: Headers = ["Accept": "text/html"]
    let page = emulator.get("/~t1/stage/itsme", headers: browser)
    #expect(page.status == 404 && page.header("Eidolon") == "emulator")
    #expect(page.text.contains("<h1>There is no sandbox <bdi>t1</bdi></h1>"))
    #expect(page.text.contains("<a href=\"../../\" data-testid=\"to-root\">"))
    #expect(page.text.contains("<a href=\"../../report\" data-testid=\"to-report\">"))
    let host = emulator.get("/", headers: ["Accept": "text/html", "Host": "t1--itsme.localhost:8080"])
    #expect(host.text.contains("<a href=\"//itsme.localhost:8080/report\" data-testid=\"to-report\">"))
    // A control call is answered in its own form.
    let call = emulator.get("/~t1/_eidolon/report", headers: browser)
    #expect(call.json["type"] == "urn:eidolon:problem:unknown-sandbox")
  }

  @Test(arguments: ["", "Upper", "a_b", String(repeating: "a", count: 41), "a/b"])
  func `refuses a name that is not of the documented form`(name: String) throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.control(.post, "sandboxes", ["name": .string(name)])
    #expect(answer.status == 400)
    #expect(answer.header("Content-Type") == "application/problem+json")
  }

  @Test func `cannot be made twice and can be ended`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 409)
    #expect(emulator.control(.delete, "sandboxes/t1").status == 204)
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 404)
    #expect(emulator.control(.delete, "sandboxes/t1").status == 404)
  }

  @Test(arguments: [(pages: 3, isWork: false), (pages: 17, isWork: true)])
  func `is ended at once after a small test, and on a worker after a large one`(
    pages: Int, isWork: Bool
  ) throws {
    let emulator = try TestEmulator.withItsme()
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 8080)
    for path in ["/_eidolon/sandboxes/t1", "/~t1/_eidolon/sandbox"] {
      #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
      for _ in 0..<pages { _ = emulator.get("/~t1/itsme/oidc/jwkSet") }
      let request = Request(
        .delete, path, headers: ["Host": "localhost:8080", "Content-Type": "application/json"])
      let reply = emulator.emulator.respond(to: request, from: peer)
      if case .work(let work) = reply {
        #expect(isWork)
        _ = work()
      } else {
        #expect(!isWork)
      }
      #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 404)
    }
  }

  @Test func `is ended on a worker if the doctor may have to decrypt tokens`() throws {
    let sealed = #"{"title": "t", "provider": "itsme", "quirks": {"id_token_encryption": "RSA-OAEP"}}"#
    let emulator = try TestEmulator.withItsme(["itsme/sealed.json": sealed])
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    let login = emulator.startLogin(in: "t1", ["eidolon_scenario": "itsme/sealed"])
    #expect(try emulator.exchange(login.locationQuery["code"] ?? "", in: "t1").status == 200)
    let request = Request(
      .delete, "/_eidolon/sandboxes/t1",
      headers: ["Host": "localhost:8080", "Content-Type": "application/json"])
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 8080)
    guard case .work = emulator.emulator.respond(to: request, from: peer) else { throw NoWork() }
  }

  @Test func `ends when it was idle for longer than its ttl`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.post, "sandboxes", ["name": "t1", "ttl": "10m"]).status == 201)
    emulator.advance(by: .seconds(300))
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 200)
    emulator.advance(by: .seconds(599))
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 200)
    emulator.advance(by: .seconds(601))
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 404)
  }

  @Test func `starts from the loaded files and not from the root's run-time changes`() throws {
    let emulator = try TestEmulator.withItsme()
    let patch: JSON = ["people": ["carl": ["given_name": "Carl", "phone_number": "+32 470000003"]]]
    #expect(emulator.control(.patch, "world", patch).status == 200)
    #expect(emulator.control(.post, "sandboxes", ["name": "t1"]).status == 201)
    #expect(emulator.control(.get, "world").json["people"]?["carl"] != nil)
    #expect(emulator.control(.get, "world", in: "t1").json["people"]?["carl"] == nil)
    #expect(emulator.control(.get, "world", in: "t1").json["people"]?["anna"] != nil)
  }

  @Test func `reports every problem of its world with place and file`() throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.control(
      .post, "sandboxes", ["name": "t1", "world": ["people": ["eve": ["givn_name": "Eve"]]]])
    #expect(answer.status == 422)
    #expect(answer.json["problems"]?.array?.first?["message"]?.string?.contains("givn_name") == true)
  }

  @Test func `lives beside a thousand others that never see each other`() async throws {
    let emulator = try TestEmulator.withItsme()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...1000 {
        group.addTask {
          let name = "t\(number)"
          #expect(emulator.control(.post, "sandboxes", ["name": .string(name)]).status == 201)
          let isOdd = number % 2 == 1
          if isOdd { _ = emulator.control(.post, "queue", ["scenario": "reject"], in: name) }
          let answer = emulator.startLogin(in: name, ["state": name])
          #expect((answer.locationQuery["error"] == "access_denied") == isOdd)
          let transactions = emulator.control(.get, "transactions", in: name).json["transactions"]?.array
          #expect(transactions?.count == 1)
        }
      }
    }
    #expect(emulator.emulator.sandboxes.all.count == 1000)
  }
}
