import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Frame
@testable import Pages
@testable import TestWorlds

@Suite struct `The list of logins` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  private func rows(_ query: String = "") -> [Substring] {
    Array(
      emulator.get("/transactions\(query)").text.split(separator: "data-testid=\"transaction\"").dropFirst())
  }

  @Test func `has pages of a hundred, the latest first, below 100 kB`() throws {
    for _ in 0..<120 { _ = emulator.startLogin() }
    let text = emulator.get("/transactions").text
    #expect(rows().count == 100)
    #expect(text.utf8.count < 100_000)
    #expect(text.contains("20 earlier ones") && text.contains("120 logins"))
    let link = try #require(text.firstRange(of: "?before=")).lowerBound
    let older = String(text[link...].prefix { $0 != "\"" })
    #expect(rows(older).count == 20)
    #expect(emulator.get("/transactions\(older)").text.contains("data-testid=\"latest\""))
  }

  @Test func `tells outcome, story and findings by severity`() {
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    _ = emulator.startLogin(["eidolon_scenario": "manual", "nonce": "n"])
    let rows = rows()
    #expect(rows[0].contains("badge waiting") && rows[0].contains("title=\"itsme/manual\"><bdi>manual</bdi>"))
    #expect(rows[0].contains("badge note\"><bdi>1 note</bdi>"))
    #expect(
      rows[1].contains("badge error\"><bdi>rejected</bdi>") && rows[1].contains("title=\"itsme/reject\""))
    #expect(rows[1].contains("Anna Peeters"))
  }

  @Test func `names nobody where nobody was identified, and does not find it by the usual person`() {
    _ = emulator.startLogin(["eidolon_scenario": "manual"])
    #expect(rows()[0].contains("Nobody is identified yet") && !rows()[0].contains("Anna Peeters"))
    let identifier = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    _ = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "cancel"])
    #expect(rows()[0].contains("Nobody was identified") && !rows()[0].contains("Anna Peeters"))
    #expect(rows("?q=anna").isEmpty)
    let page = emulator.get("/transactions/\(identifier)").text
    let answer = page.firstRange(of: "data-testid=\"answer\"")?.lowerBound ?? page.endIndex
    #expect(page[answer...].prefix(300).contains("Nobody was identified"))
    #expect(page.contains("<dt>Person</dt><dd>nobody</dd>"))
  }

  @Test func `goes on naming nobody when such a login is long over`() {
    _ = emulator.startLogin(["eidolon_scenario": "manual"])
    for _ in 0..<4 { emulator.advance(by: .seconds(1800)) }
    #expect(rows()[0].contains("Nobody was identified"))
  }

  @Test func `keeps the outcome when the login is long over`() {
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    for _ in 0..<4 { emulator.advance(by: .seconds(1800)) }
    #expect(rows()[0].contains("badge error\"><bdi>rejected</bdi>"))
    #expect(rows()[0].contains(">2 h ago</span>"))
    let identifier = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    #expect(
      emulator.get("/transactions/\(identifier)").text.contains("data-testid=\"state\">rejected</strong>"))
  }

  @Test func `say how many were forgotten, and the others keep their outcomes`() throws {
    var settings = Sandbox.Settings()
    settings.keptBytes = 64 << 10
    let emulator = try TestEmulator.withItsme(settings: settings)
    for _ in 0..<40 { _ = emulator.startLogin(["eidolon_scenario": "reject"]) }
    for _ in 0..<4 { emulator.advance(by: .seconds(1800)) }
    for _ in 0..<20 { _ = emulator.startLogin(["eidolon_scenario": "reject"]) }
    for _ in 0..<4 { emulator.advance(by: .seconds(1800)) }
    let answer = emulator.control(.get, "transactions").json
    let (forgotten, kept) = (answer["forgotten"]?.integer ?? 0, answer["transactions"]?.array ?? [])
    #expect(forgotten > 0 && forgotten + kept.count == 60)
    let text = emulator.get("/transactions").text
    #expect(text.contains("data-testid=\"forgotten\">\(forgotten) earlier ones were forgotten"))
    #expect(text.split(separator: "badge error\"><bdi>rejected</bdi>").count == kept.count + 1)
    #expect(emulator.get("/traffic").text.contains("earlier ones were forgotten"))
    let identifier = kept[0]["id"]?.string ?? ""
    let page = emulator.get("/transactions/\(identifier)").text
    #expect(page.contains("data-testid=\"forgotten\"") && page.contains("data-testid=\"state\">rejected"))
  }

  @Test func `has those that were refused before they began`() {
    _ = emulator.startLogin(["redirect_uri": "javascript:alert(1)"])
    let rows = rows()
    #expect(rows.count == 1)
    #expect(rows[0].contains("before it began") && rows[0].contains("badge error\"><bdi>refused</bdi>"))
    #expect(rows[0].contains("EIDOLON_TEST") && rows[0].contains("1 error"))
    #expect(rows[0].contains("href=\"/traffic/1\""))
    #expect(emulator.get("/traffic/1").status == 200)
  }

  @Test(arguments: [
    ("?q=REJECT", 1), ("?q=anna+reject", 1), ("?q=nobody", 0), ("?outcome=rejected", 1),
    ("?outcome=approved", 2), ("?provider=itsme", 3), ("?provider=criipto", 0), ("?client=EIDOLON_TEST", 3),
    ("?findings=warning", 1), ("?findings=none", 2), ("?q=state-missing", 1), ("?q=&outcome=&client=", 3),
  ])
  func `is narrowed by the address`(_ query: String, _ count: Int) {
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    _ = emulator.startLogin()
    _ = emulator.startLogin(["state": ""])
    #expect(rows(query).count == count)
    let text = emulator.get("/transactions\(query)").text
    #expect(text.contains("No login fits this choice.") == (count == 0))
    #expect(text.contains("3 logins</p>"))
  }

  @Test func `name the eID that a broker was asked for`() {
    let names = ["se:bankid:same-device", "dk:mitid:low", ""].map { PhoneApp.eID(of: "criipto", asked: $0) }
    #expect(names == ["BankID", "MitID", nil])
    #expect(PhoneApp.eID(of: "itsme", asked: "bankid") == nil)
  }

  @Test func `goes on to the next page with the same filter`() throws {
    for _ in 0..<101 { _ = emulator.startLogin() }
    let text = emulator.get("/transactions?outcome=approved&q=").text
    #expect(text.contains("href=\"/transactions?outcome=approved&amp;before="))
    #expect(text.contains("data-testid=\"show-all\""))
    #expect(text.contains("<option value=\"approved\" selected>"))
  }

  @Test(arguments: ["<script>alert(1)</script>", "\u{202e}gnp.exe", "\"'><svg onload=alert(1)>"])
  func `isolates and escapes what others wrote`(_ name: String) {
    _ = emulator.startLogin(["client_id": name])
    var form = Form()
    form.append("q", name)
    for text in [emulator.get("/transactions").text, emulator.get("/transactions?\(form.encoded)").text] {
      #expect(text.contains("<bdi>\(HTML(escaping: name).text)</bdi>"))
      #expect(!text.contains("<script>alert") && !text.contains("<svg onload"))
    }
  }

  @Test func `cuts a long name, with the whole in the title`() {
    let name = String(repeating: "x", count: 200)
    _ = emulator.startLogin(["client_id": name])
    let text = emulator.get("/transactions").text
    #expect(text.contains("<bdi title=\"\(name)\">\(name.prefix(31))…</bdi>"))
  }
}

@Suite struct `The frame of the pages` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  @Test(arguments: ["/", "/transactions", "/traffic", "/phone", "/stage", "/docs"])
  func `names the page first, marks it and leads everywhere`(_ path: String) throws {
    let text = emulator.get(path).text
    #expect(text.contains("<title>") && !text.contains("<title>Eidolon"))
    #expect(text.contains("href=\"\(path)\" data-testid") && text.contains("aria-current=\"page\""))
    for place in ["/", "/transactions", "/traffic", "/phone", "/stage", "/docs"] {
      #expect(text.contains("<a href=\"\(place)\" data-testid=\"page-"), "\(place)")
    }
    #expect(text.contains("rel=\"icon\" href=\"data:image/svg+xml,"))
    #expect(!text.contains("http-equiv=\"refresh\""))
  }

  @Test func `leads from a sandbox back to the root, and to the others`() {
    for name in ["t1", "t2"] { _ = emulator.control(.post, "sandboxes", ["name": .string(name)]) }
    let text = emulator.get("/~t1/transactions").text
    #expect(text.contains("Sandbox: <bdi>t1</bdi>"))
    #expect(text.contains("<a href=\"/\" data-testid=\"to-root\">"))
    #expect(text.contains("<a href=\"/~t2/\"") && !text.contains("<a href=\"/~t1/\" data-testid=\"to-"))
    #expect(!emulator.get("/").text.contains("to-root"))
  }

  @Test func `wraps what was asked for and the outcome, so that long ones do not push findings out of sight`()
  {
    _ = emulator.startLogin()
    let text = emulator.get("/transactions").text
    #expect(text.contains("<td class=\"wrap\" data-testid=\"transaction-state\">"))
    #expect(text.contains("</span></td><td class=\"wrap\"><bdi>"))
  }

  @Test func `says that the clock of a sandbox stands`() {
    emulator.sandbox.environment.clock.freeze(at: Instant("2040-01-02T03:04:05Z"))
    let text = emulator.get("/transactions").text
    #expect(text.contains("data-stands=\"\">03:04:05 UTC</time> (stands)"))
    // An open page that renews its parts renews the clock with them.
    #expect(text.contains("<span class=\"clock\" data-part=\"site-clock\""))
  }

  @Test(arguments: [
    (0, "just now"), (12, "12 s ago"), (200, "3 min ago"), (7300, "2 h ago"), (200_000, "2 d ago"),
    (-30, "in 30 s"),
  ])
  func `tells how long ago something was`(_ seconds: Int, _ text: String) {
    #expect(TimeText.ago(.seconds(seconds)) == text)
  }

  @Test(arguments: [(0, "0 ms"), (840, "840 ms"), (12_340, "12.3 s"), (250_000, "4 min 10 s")])
  func `tells how long something took`(_ milliseconds: Int, _ text: String) {
    #expect(TimeText.took(.milliseconds(milliseconds)) == text)
  }
}
