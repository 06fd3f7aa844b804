import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The timeline of a transaction` {
  private func page(_ emulator: TestEmulator, _ query: String = "", at index: Int = 0) throws -> TestAnswer {
    let answer = emulator.control(.get, "transactions")
    let transactions = try JSON(parsing: answer.response?.body ?? [])["transactions"]?.array ?? []
    let identifier = try #require(transactions[index]["id"]?.string)
    return emulator.get("/transactions/\(identifier)\(query)")
  }

  private func sequence(_ emulator: TestEmulator) throws -> MessageSequence {
    let transaction = try #require(
      KnownTransactions(
        sandbox: emulator.sandbox, providers: emulator.application.providers, at: emulator.clock.now
      ).all.first)
    let entries = emulator.sandbox.journal.entries().filter { $0.transaction == transaction.identifier }
    return MessageSequence(
      of: transaction, Passage.passages(of: entries),
      states: emulator.sandbox.changes.changes(after: 0), deliveries: emulator.sandbox.deliveries.records,
      now: emulator.sandbox.environment.clock.now, providers: emulator.application.providers)
  }

  private func lines(_ sequence: MessageSequence) -> [String] {
    sequence.rows.map { row in
      switch row {
      case .state(let state, _): "[\(state)]"
      case .message(let message): "\(message.from.name) > \(message.to.name): \(message.text)"
      }
    }
  }

  @Test func `puts each message between those who sent and got it, in order`() throws {
    let emulator = try TestEmulator.withItsme()
    let started = emulator.startLogin(["eidolon_scenario": "reject"])
    #expect(started.locationQuery["error"] == "access_denied")
    let sequence = try sequence(emulator)
    #expect(sequence.parties == [.browser, .relyingParty, .emulator, .phone])
    #expect(
      lines(sequence) == [
        "Browser > Emulator: GET authorize", "Phone > Emulator: reject", "Emulator > Browser: 302 redirect",
        "Browser > Relying party: error, error_description, state", "[rejected]",
      ])
  }

  @Test func `shows what backends send in their own lane, and marks what was wrong`() throws {
    let emulator = try TestEmulator.withItsme()
    let code = try #require(emulator.startLogin().locationQuery["code"])
    _ = emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code", "code": code])
    let rows = try sequence(emulator).rows
    let tokens = rows.compactMap { row -> MessageSequence.Message? in
      guard case .message(let message) = row, message.from == .relyingParty else { return nil }
      return message
    }
    #expect(tokens.map(\.text) == ["POST token"])
    #expect(!tokens.contains { !$0.isMarked })
    let text = try page(emulator).text
    #expect(text.contains("class=\"finding error\""))
    #expect(text.contains("https://belgianmobileid.github.io/slate/"))
  }

  @Test func `draws waiting pages that ask again and again as one`() throws {
    let emulator = try TestEmulator.withItsme()
    let waiting = try Self.beginWaiting(emulator)
    for _ in 0..<5 { _ = emulator.get(waiting, headers: Self.browser) }
    let lines = try lines(sequence(emulator))
    #expect(lines.contains("Browser > Emulator: GET authorize_page, 5 times"), "\(lines)")
    // They can be unfolded.
    let text = try page(emulator).text
    let polls = try #require(text.firstRange(of: "data-testid=\"polls\"")).lowerBound
    #expect(text[polls...].contains("The 4 before it"))
    #expect(text[polls...].ranges(of: "href=\"/traffic/").count == 4)
  }

  @Test func `keeps the order of the messages where it draws several as one`() throws {
    let emulator = try TestEmulator.withItsme()
    let waiting = try Self.beginWaiting(emulator)
    let ask = {
      emulator.advance(by: .seconds(1))
      _ = emulator.get(waiting, headers: Self.browser)
    }
    for _ in 0..<3 { ask() }
    let logins = emulator.control(.get, "transactions").json["transactions"]?.array ?? []
    let identifier = try #require(logins.first?["id"]?.string)
    emulator.advance(by: .milliseconds(500))
    _ = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "approve"])
    ask()
    #expect(
      try lines(sequence(emulator)).filter { !$0.hasPrefix("[") } == [
        "Browser > Emulator: GET authorize", "Emulator > Browser: 200 page",
        "Browser > Emulator: GET authorize_page, 3 times", "Emulator > Browser: 200 page",
        "Phone > Emulator: approve", "Browser > Emulator: GET authorize_page",
        "Emulator > Browser: 302 redirect", "Browser > Relying party: code",
      ])
  }

  @Test func `has a state that somebody saw before a step above that step`() throws {
    let story =
      #"{"title": "t", "provider": "itsme", "phone": [{"after": "1s", "do": "open"}, {"after": "3s", "do": "reject"}]}"#
    let emulator = try TestEmulator.withItsme(["itsme/slow.json": story])
    let waiting = try Self.beginWaiting(emulator, "slow")
    emulator.advance(by: .milliseconds(200))
    _ = emulator.control(.get, "transactions")
    emulator.advance(by: .seconds(4))
    _ = emulator.get(waiting, headers: Self.browser)
    let lines = try lines(sequence(emulator))
    let (state, step) = (lines.firstIndex(of: "[waiting]"), lines.firstIndex(of: "Phone > Emulator: open"))
    #expect(try #require(state) < #require(step), "\(lines)")
  }

  private static let browser: Headers = ["Accept": "text/html"]

  /// A browser begins a login in which a human decides; the address of the page that waits.
  private static func beginWaiting(_ emulator: TestEmulator, _ story: String = "manual") throws -> String {
    let form: Form = [
      "client_id": "EIDOLON_TEST", "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
      "redirect_uri": "http://localhost:9000/cb", "login_hint": "32+470000001",
      "eidolon_scenario": story,
    ]
    let first = emulator.send(Request(.get, "/itsme/oidc/authorize?\(form.encoded)", headers: browser))
    return try #require(first.header("Location") ?? refresh(first.text))
  }

  private static func refresh(_ page: String) -> String? {
    guard let start = page.firstRange(of: "url=")?.upperBound else { return nil }
    return String(page[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  @Test func `stands by itself in a pane of the stage, and whole nowhere else`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    let (whole, pane) = (try page(emulator), try page(emulator, "/sequence"))
    for mark in ["diagram", "messages", "exchange"] {
      #expect(whole.text.contains("data-testid=\"\(mark)\"") && pane.text.contains("data-testid=\"\(mark)\""))
    }
    for mark in ["decision", "answer", "states", "file"] {
      #expect(
        whole.text.contains("data-testid=\"\(mark)\"") && !pane.text.contains("data-testid=\"\(mark)\""))
    }
    #expect(pane.header("Content-Security-Policy")?.hasSuffix("frame-ancestors 'self'") == true)
    #expect(whole.header("Content-Security-Policy")?.hasSuffix("frame-ancestors 'none'") == true)
    #expect(emulator.get("/transactions/nothing/sequence").status == 404)
  }

  @Test func `says until when the verdict is pending, and offers to judge now and to run it again`() throws {
    let story = #"{"title": "t", "provider": "itsme", "expect": {"order": ["authorize", "token"]}}"#
    let emulator = try TestEmulator.withItsme(["itsme/expects.json": story])
    _ = emulator.startLogin(["eidolon_scenario": "expects"])
    let text = try page(emulator).text
    #expect(text.contains("The verdict is pending until the login is over, at "))
    #expect(text.contains("data-testid=\"judge-now\"") && text.contains("data-testid=\"run-again\""))
    #expect(!(try page(emulator, "/file")).text.contains("<button"))
    _ = emulator.control(.post, "settle", [:])
    #expect(!(try page(emulator)).text.contains("judge-now"))
  }

  @Test func `has the moments of the messages on its left, each once`() throws {
    let emulator = try TestEmulator.withItsme()
    let code = try #require(emulator.startLogin().locationQuery["code"])
    emulator.advance(by: .milliseconds(1250))
    _ = emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code", "code": code])
    let moments = try page(emulator).text.split(separator: "class=\"moment\"").dropFirst().map {
      $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    }
    #expect(moments == ["+0.000 s", "+1.250 s"])
  }

  @Test func `takes tokens apart and says which key verified them`() throws {
    let emulator = try TestEmulator.withItsme()
    let code = try #require(emulator.startLogin().locationQuery["code"])
    let endpoint = "\(TestEmulator.address)/itsme/oidc/token"
    let assertion = try RelyingParty().assertion(audience: .string(endpoint), at: emulator.clock.now)
    let answer = emulator.post(
      endpoint,
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": "http://localhost:9000/cb",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": assertion,
      ])
    #expect(answer.status == 200)
    let text = try page(emulator).text
    let identity = answer.json["id_token"]?.string ?? ""
    for (name, token) in [("client_assertion", assertion), ("id_token", identity)] {
      #expect(text.contains("data-copies=\"the token \(name)\">\(token)</code>"), "\(name)")
    }
    #expect(!(try page(emulator, "/file")).text.contains(assertion))
    // Times are readable.
    let second = emulator.clock.now.text.prefix(19)
    #expect(text.contains("<span><code>iat</code> <time datetime=\"\(second)"))
    #expect(text.contains("Token <code>client_assertion</code>"))
    #expect(text.contains("Signature: verified with the default client&#39;s key s1"))
    #expect(text.contains("Token <code>id_token</code>"))
    #expect(text.contains("Signature: verified with the provider&#39;s key s1"))
    #expect(text.contains("&quot;iss&quot;"))
  }

  @Test func `offers to copy what is shown whole, and says what was cut`() throws {
    let emulator = try TestEmulator.withItsme()
    let code = try #require(emulator.startLogin().locationQuery["code"])
    let token = { (filler: String) in
      _ = emulator.post("/itsme/oidc/token", ["code": code, "filler": filler])
    }
    token("short")
    #expect(try page(emulator).text.contains("data-copies=\"the form\">code=\(code)\nfiller=short</pre>"))
    token(String(repeating: "x", count: 5000))
    let long = try #require(try page(emulator).text.firstRange(of: "filler=xxx")).lowerBound
    let rest = try page(emulator).text[long...]
    let all = 5013 + code.count
    #expect(rest.contains("x…</pre>\n<p class=\"faint\">Cut: the journal has all \(all) characters.</p>"))
  }

  @Test func `says which scenario it got and which came close`() throws {
    let emulator = try TestEmulator.withItsme([
      "itsme/hinted.json": """
      { "title": "For Bob", "provider": "itsme", "when": { "login_hint": "32+470000002" }, "phone": [ { "do": "reject" } ] }
      """
    ])
    _ = emulator.startLogin(["login_hint": "32+470000001"])
    let text = try page(emulator).text
    #expect(text.contains("the provider&#39;s default"))
    #expect(text.contains("data-testid=\"near-misses\""))
    #expect(text.contains("itsme/hinted: "))
  }

  @Test func `shows nothing that was sent as markup`() throws {
    let emulator = try TestEmulator.withItsme()
    let hostile = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>"
    let code = try #require(emulator.startLogin(["state": hostile, "nonce": hostile]).locationQuery["code"])
    _ = emulator.post(
      "/itsme/oidc/token", ["grant_type": hostile, "code": code],
      headers: ["X-Hostile": hostile, "User-Agent": hostile])
    for answer in [try page(emulator), emulator.get("/transactions"), emulator.get("/")] {
      #expect(answer.status == 200)
      #expect(!answer.text.contains("<script>alert"))
      #expect(!answer.text.contains("<img src=x"))
      let policy = try #require(answer.header("Content-Security-Policy"))
      #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe-inline"))
    }
    let shown = try page(emulator).text
    #expect(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(emulator.get("/transactions/%3Cscript%3Ealert(1)%3C%2Fscript%3E").status == 404)
    #expect(!emulator.get("/transactions/%3Cscript%3Ealert(1)%3C%2Fscript%3E").text.contains("<script>alert"))
  }

  @Test func `stays below 100 kB however long the journal is`() throws {
    let emulator = try TestEmulator.withItsme()
    let code = try #require(emulator.startLogin().locationQuery["code"])
    for number in 0..<120 {
      _ = emulator.post(
        "/itsme/oidc/token",
        ["code": code, "grant_type": "authorization_code", "filler": String(repeating: "x", count: 4000)],
        headers: ["X-Number": "\(number)"])
    }
    var from = 0
    var seen = 0
    for _ in 0..<40 {
      let text = try page(emulator, "?from=\(from)").text
      #expect(text.utf8.count < 100_000)
      seen += text.split(separator: "data-testid=\"exchange\"").count - 1
      guard let next = text.firstRange(of: "?from=")?.upperBound, text.contains("data-testid=\"later\"")
      else {
        break
      }
      let places = text[next...].split(separator: "?from=").compactMap { Int($0.prefix { $0.isNumber }) }
      from = try #require(places.last)
    }
    #expect(seen == 121)
  }
}
