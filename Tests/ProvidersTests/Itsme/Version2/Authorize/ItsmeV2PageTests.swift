import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

@Suite struct `The page of itsme's second version (contract 1_6)` {
  static let page = #""phone": "manual""#

  func world(_ story: String = page, _ change: (inout Sandbox.Settings) -> Void = { _ in }) throws
    -> ItsmeV2TestWorld
  {
    try ItsmeV2TestWorld(stories: ["page": story], change)
  }

  func begin(
    _ world: ItsmeV2TestWorld, _ changes: [String: String?] = [:], headers: Headers = ItsmeV2TestWorld.browser
  )
    -> TestAnswer
  { world.authorize("EIDOLON_TEST", changes, scenario: "page", headers: headers) }

  func link(_ transaction: String) -> String {
    "\(ItsmeV2TestWorld.home)/v2/authorization/scan?transaction=\(transaction)"
  }

  /// What the client learns of how the person was found.
  func mode(_ world: ItsmeV2TestWorld, _ transaction: String) throws -> String? {
    let code = world.page(transaction).locationQuery["code"] ?? ""
    let json = try world.exchange(code).json
    let claims = try world.claims(json["id_token"]?.string ?? "")
    return claims["\(ItsmeV2TestWorld.claim)identification_mode"]?.string
  }

  static let asksMode: [String: String?] = [
    "claims": "{\"id_token\":{\"\(ItsmeV2TestWorld.claim)identification_mode\":null}}"
  ]

  @Test func `shows a QR code on a desktop, and works without script (P1, P7)`() throws {
    let answer = try begin(world())
    #expect(answer.status == 200 && answer.text.contains("data-testid=\"qr\""))
    #expect(answer.text.contains("<svg") && answer.text.contains("Scan the QR code"))
    #expect(answer.foreignScripts == 0 && !answer.text.contains("data-testid=\"app-link\""))
    #expect(!answer.text.contains("data-testid=\"icons\"") && answer.text.contains("http-equiv=\"refresh\""))
  }

  @Test func `has its QR code opened by the phone, which finds the person (P1, C21)`() throws {
    let world = try world()
    let transaction = begin(world, Self.asksMode).transaction
    let opened = world.open(link(transaction), as: "bob")
    #expect(opened.status == 200, "\(opened.text)")
    #expect(world.login(transaction)?.person.key == "bob" && world.login(transaction)?.detail.way == .code)
    let page = world.page(transaction)
    #expect(!page.text.contains("data-testid=\"icons\"") && page.text.contains("Confirm in the app"))
    #expect(world.act("approve", transaction).status == 200)
    #expect(try mode(world, transaction) == "QR")
  }

  @Test func `has its QR code opened in a browser, which shows the app (P7)`() throws {
    let world = try world()
    let transaction = begin(world, Self.asksMode).transaction
    let app = world.emulator.get(link(transaction), headers: ItsmeV2TestWorld.phone)
    #expect(app.status == 200 && app.text.contains("data-testid=\"app-card\""), "\(app.text)")
    #expect(world.login(transaction)?.detail.way == .code)
    _ = world.submit(transaction, ["do": "approve"])
    #expect(try mode(world, transaction) == "QR")
    let gone = world.emulator.get(link("nobody"), headers: ItsmeV2TestWorld.phone)
    #expect(gone.status == 500 && gone.findings == ["itsme-v2.login-expired"])
  }

  @Test func `lets a person be picked beside the QR code, who scans it`() throws {
    let world = try world()
    let first = begin(world, Self.asksMode)
    let by = try #require(first.value(after: "name=\"by\" value=\""))
    _ = world.submit(first.transaction, ["pick": "32+470000002", "by": by])
    #expect(world.login(first.transaction)?.detail.way == .code)
    #expect(world.login(first.transaction)?.person.key == "bob")
  }

  @Test func `shows icons only after the phone form (P2, P7)`() throws {
    let world = try world()
    let first = begin(world, Self.asksMode)
    let form = world.page(first.transaction, "&by=number")
    #expect(form.text.contains("id=\"phoneForm\"") && form.text.contains("Use your phone number"))
    #expect(!form.text.contains("http-equiv=\"refresh\""))
    #expect(world.submit(first.transaction, ["country": "32", "phone": "0470/00.00.02"]).status == 303)
    let waiting = world.page(first.transaction)
    #expect(waiting.text.contains("data-testid=\"icons\""))
    _ = world.submit(first.transaction, ["do": "approve"])
    #expect(try mode(world, first.transaction) == "MSISDN")
  }

  @Test func `is left as rejected by a tap on the wrong icon (P7)`() throws {
    let world = try world()
    let transaction = begin(world).transaction
    _ = world.submit(transaction, ["country": "32", "phone": "470000001"])
    #expect(world.act("wrong_icon", transaction).status == 200)
    #expect(world.page(transaction).locationQuery["error"] == "access_denied")
  }

  @Test func `has no wrong icon to tap after a scan (P7)`() throws {
    let world = try world()
    let transaction = begin(world).transaction
    _ = world.open(link(transaction), as: "anna")
    #expect(world.act("wrong_icon", transaction).status == 409)
    #expect(world.submit(transaction, ["do": "wrong_icon"]).status == 400)
    #expect(world.act("approve", transaction).status == 200)
  }

  @Test(arguments: [("scan", "QR"), ("enter_number", "MSISDN"), ("follow_link", "a2a")])
  func `is passed by a verb of the control plane in the way that it says (P7)`(verb: String, way: String)
    throws
  {
    let world = try world()
    let transaction = begin(world, Self.asksMode).transaction
    #expect(world.act(verb, transaction).status == 200)
    #expect(world.login(transaction)?.state(at: world.emulator.clock.now) == "waiting")
    #expect(world.act("approve", transaction).status == 200)
    #expect(try mode(world, transaction) == way)
  }

  @Test(arguments: [false, true])
  func `stays where a typed number is nobody's, strict or not (P7)`(isStrict: Bool) throws {
    let world = try world { $0.isStrict = isStrict }
    let transaction = begin(world).transaction
    let answer = world.submit(transaction, ["country": "32", "phone": "470000099"])
    #expect(answer.status == 200 && answer.header("Location") == nil)
    #expect(answer.text.contains("data-testid=\"problem\"") && answer.text.contains("id=\"phoneForm\""))
    #expect(answer.findings == ["itsme-v2.person-unknown"])
    #expect(world.submit(transaction, ["country": "32", "phone": "470000001"]).status == 303)
  }

  @Test func `says when a typed number is none`() throws {
    let world = try world()
    let answer = world.submit(begin(world).transaction, ["country": "32", "phone": "abc"])
    #expect(answer.status == 200 && answer.text.contains("This is not a phone number"))
  }

  @Test func `shows the app's link on a phone, and the way to the phone form (P2, P3)`() throws {
    let world = try world()
    let first = begin(world, Self.asksMode, headers: ItsmeV2TestWorld.phone)
    #expect(
      first.text.contains("data-testid=\"app-link\"") && first.text.contains("data-testid=\"use-number\""))
    #expect(!first.text.contains("data-testid=\"qr\""))
    let link = try #require(first.value(after: "<a href=\"\(ItsmeV2TestWorld.home)/v2/authorization/app"))
    let app = world.emulator.get(
      "/itsme-v2/v2/authorization/app\(link)", headers: ItsmeV2TestWorld.phone)
    #expect(app.text.contains("data-testid=\"app-card\""))
    _ = world.submit(first.transaction, ["do": "approve"])
    #expect(try mode(world, first.transaction) == "a2a")
  }

  @Test func `is not loaded where the phone opens the app for the address itself (P3)`() throws {
    let world = try world()
    let answer = world.open("\(world.url(.authorize))?\(world.parameters().encoded)", as: "anna")
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test(arguments: [
    "https://idp.e2e.itsme.services/v2/authorization", "https://idp.prd.itsme.services/v2/authorization",
    "https://oidc.prd.itsme.services/clientsecret-oidc/csapi/v0.1/connect/authorize",
  ])
  func `is opened by links of the real hosts, though version 1 is served too (E11, P3)`(url: String) throws {
    let path = try #require(url.firstRange(of: ".services")).upperBound
    let people = #"{"people": {"anna": {"given_name": "Anna"}}}"#
    let emulator = try TestEmulator([Itsme.self, ItsmeV2.self], files: ["world.json": people])
    let opened = emulator.send(
      Request(
        .post, "/_eidolon/phone/open", headers: ["Content-Type": "application/json"],
        body: (["link": .string("\(url)?client_id=A")] as JSON).bytes()))
    #expect(
      opened.json["page"]?.string == "\(ItsmeV2TestWorld.home)\(url[path...])?client_id=A", "\(opened.text)")
  }

  @Test(arguments: [
    (#"[{"do": "approve"}]"#, false, "QR"), (#"[{"do": "approve"}]"#, true, "a2a"),
    (#"[{"do": "scan"}, {"do": "approve"}]"#, true, "QR"),
    (#"[{"do": "enter_number"}, {"do": "approve"}]"#, false, "MSISDN"),
    (#"[{"do": "follow_link"}, {"do": "approve"}]"#, false, "a2a"),
  ])
  func `is passed by a person of a story in the way that it says (P7, C21)`(
    steps: String, isPhone: Bool, way: String
  ) throws {
    let world = try world("\"phone\": \(steps)")
    let answer = begin(world, Self.asksMode, headers: isPhone ? ItsmeV2TestWorld.phone : [:])
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    let claims = try world.claims(json["id_token"]?.string ?? "")
    #expect(claims["\(ItsmeV2TestWorld.claim)identification_mode"]?.string == way)
  }

  @Test(arguments: [
    (#"{"do": "call_starts"}, {"do": "approve"}"#, true), (#"{"do": "approve"}"#, false),
    (#"{"do": "call_starts"}, {"do": "call_ends"}, {"do": "approve"}"#, false),
  ])
  func `is approved during a phone call, which the client may ask about (P7, C21, G35)`(
    steps: String, isCalling: Bool
  ) throws {
    let world = try world("\"phone\": [\(steps)]")
    let name = "\(ItsmeV2TestWorld.claim)ongoing_call"
    let answer = begin(world, ["claims": "{\"id_token\":{\"\(name)\":null}}"], headers: [:])
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    #expect(try world.claims(json["id_token"]?.string ?? "")[name] == .bool(isCalling))
  }

  @Test(arguments: [
    ("call_starts", "id_token", true, 1), ("call_starts", "id_token", false, 0),
    ("call_starts", "userinfo", true, 0), ("open", "id_token", true, 0),
  ])
  func `is noted when the client goes on after it was told of a call (contract 7)`(
    verb: String, part: String, readsUserinfo: Bool, count: Int
  ) throws {
    let world = try world(#""phone": [{"do": "\#(verb)"}, {"do": "approve"}]"#)
    let claims = "{\"\(part)\":{\"\(ItsmeV2TestWorld.claim)ongoing_call\":null}}"
    let tokens = try world.tokens("EIDOLON_TEST", ["claims": claims], scenario: "page")
    if readsUserinfo { #expect(world.get(.userinfo, tokens.accessToken).status == 200) }
    world.emulator.advance(by: .seconds(100_000))
    let found = world.emulator.sandbox.findings.occurrences().map(\.finding.rule.identifier)
    #expect(found.count { $0 == "itsme-v2.ongoing-call-ignored" } == count)
  }

  @Test func `asks for the number on a phone whose app did not open (P2, E2)`() throws {
    let world = try world()
    let answer = world.emulator.post(
      world.url(.authorize), world.parameters("EIDOLON_TEST", ["eidolon_scenario": "page"]),
      headers: ItsmeV2TestWorld.phone)
    #expect(answer.text.contains("id=\"phoneForm\"") && !answer.text.contains("data-testid=\"app-link\""))
    #expect(world.page(answer.transaction, "&by=code").text.contains("data-testid=\"qr\""))
  }

  @Test(arguments: [
    "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
  ])
  func `shows the QR code on a tablet (P4)`(agent: String) throws {
    let answer = try begin(world(), headers: ["Accept": "text/html", "User-Agent": agent])
    #expect(answer.text.contains("data-testid=\"qr\"") && !answer.text.contains("data-testid=\"app-link\""))
  }

  @Test func `comes in four languages, from the request, the browser or its menu (P6)`() throws {
    let titles: KeyValuePairs = [
      "en": "Scan the QR code", "fr": "Scannez le code QR", "nl": "Scan de QR-code",
      "de": "Scannen Sie den QR-Code",
    ]
    for (language, title) in titles {
      let world = try world()
      #expect(begin(world, ["ui_locales": language]).text.contains(title))
      let browser: Headers = ["Accept": "text/html", "Accept-Language": language]
      let first = begin(world, headers: browser)
      #expect(first.text.contains(title))
      let other = begin(world)
      // The page's own language is not a link.
      #expect(other.text.contains("hreflang=\"\(language)\"") == (language != "en"))
      #expect(world.page(other.transaction, "&language=\(language)").text.contains(title))
      let error = world.authorize("NOBODY", headers: browser)
      #expect(error.text.contains("<html lang=\"\(language)\""))
    }
  }

  @Test func `of an error has a menu of languages, which asks again, and names the help desk (P6)`() throws {
    let world = try world()
    let page = world.authorize(
      "EIDOLON_TEST", ["display": "wap", "ui_locales": "nl"], headers: ItsmeV2TestWorld.browser)
    #expect(page.text.contains("<html lang=\"nl\"") && page.text.contains("helpdesk"))
    let link = try #require(page.text.firstMatch(of: #/<a href="([^"]+)" hreflang="fr">/#)?.1)
    let french = world.emulator.get(
      String(link).replacing("&amp;", with: "&"), headers: ItsmeV2TestWorld.browser)
    #expect(french.status == 400 && french.text.contains("<html lang=\"fr\""))
  }

  @Test func `names what is shared, and the client (P5)`() throws {
    let world = try world(#""phone": "manual", "person": "anna""#)
    let page = begin(world, ["scope": "openid service:EIDOLON_LOGIN email"])
    #expect(page.text.contains("Eidolon &amp; Co") && page.text.contains("E-mail address"))
    #expect(!page.text.contains("Legal address"))
  }

  @Test func `leaves the callback to another browser where a story says so (P4, G25)`() throws {
    let world = try world(#""quirks": {"callback": "other_browser"}"#)
    let answer = begin(world)
    #expect(answer.status == 200 && answer.text.contains("data-testid=\"callback\""))
    #expect(answer.value(after: "href=\"\(ItsmeV2TestWorld.redirectURI)") != nil)
  }

  // MARK: The states of a login

  @Test func `is left with access_denied by Cancel, at any time`() throws {
    let world = try world()
    let transaction = begin(world).transaction
    #expect(world.submit(transaction, ["do": "cancel"]).status == 303)
    let answer = world.page(transaction)
    #expect(answer.status == 302 && answer.locationQuery["error"] == "access_denied")
    #expect(answer.locationQuery["error_description"] == nil && answer.locationQuery["state"] == "the state")
  }

  @Test func `goes from asked to opened, coded, and completed (contract 3)`() throws {
    let world = try world()
    let transaction = begin(world).transaction
    let state = { world.login(transaction)?.state(at: world.emulator.clock.now) }
    #expect(state() == "identifying")
    _ = world.open(link(transaction), as: "anna")
    #expect(state() == "waiting")
    _ = world.act("approve", transaction)
    #expect(state() == "approved")
    let json = try world.exchange(world.page(transaction).locationQuery["code"] ?? "").json
    #expect(state() == "exchanged")
    _ = world.get(.userinfo, json["access_token"]?.string ?? "")
    #expect(state() == "completed")
  }

  @Test(arguments: [true, false])
  func `is over after 180 seconds without a decision, and does not redirect (contract 3, Z2)`(isOpened: Bool)
    throws
  {
    let world = try world()
    let transaction = begin(world).transaction
    if isOpened { _ = world.open(link(transaction), as: "anna") }
    world.emulator.advance(by: .seconds(179))
    #expect(world.page(transaction).status == 200)
    world.emulator.advance(by: .seconds(2))
    let answer = world.page(transaction)
    #expect(answer.status == 500 && answer.header("Location") == nil)
    #expect(world.login(transaction)?.state(at: world.emulator.clock.now) == "timed_out")
  }

  @Test func `tells of the timeout as a switch says (Z2)`() throws {
    for (choice, status) in [("access_denied", 302), ("error_page", 500), ("no_redirect", 500)] {
      let world = try world(#""phone": [{"do": "ignore"}], "quirks": {"timeout": "\#(choice)"}"#)
      let transaction = begin(world).transaction
      world.emulator.advance(by: .seconds(181))
      let answer = world.page(transaction)
      #expect(answer.status == status)
      #expect(answer.locationQuery["error"] == (status == 302 ? "access_denied" : nil))
    }
  }

  @Test func `gives a code that is good for 180 seconds (contract 3)`() throws {
    let world = try ItsmeV2TestWorld()
    let code = world.code()
    world.emulator.advance(by: .seconds(181))
    #expect(try world.exchange(code).json["error"] == "invalid_grant")
  }
}
