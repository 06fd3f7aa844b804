import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The hosted page of MitID (§3)` {
  let emulator: TestEmulator
  let login: VerifyLogin
  static let iPhone = "appswitch:ios appswitch:resumeUrl:https://app.example.test/resume"

  init() throws {
    emulator = try CriiptoTestWorld.emulator(stories: [
      "slow":
        #""person": "freja", "phone": [{ "after": "5s", "do": "open" }, { "after": "10s", "do": "approve" }]"#,
      "manual": #""phone": "manual""#,
      "cancel": #""phone": [{ "do": "cancel" }]"#,
      "reject": #""phone": [{ "do": "reject" }]"#,
      "old-cancel": #""phone": [{ "do": "cancel" }], "quirks": { "cancel_error": "USER_CANCEL" }"#,
      "never": #""phone": []"#,
      "trouble": #""phone": [{ "do": "fail", "reason": "mitid_core_client_error" }]"#,
      "malformed": #""phone": [{ "do": "fail", "reason": "MITID_NONCE_COOKIE_MALFORMED" }]"#,
      "elsewhere": #""phone": [{ "do": "return_to_other_browser" }]"#,
      "by-hand":
        #""phone": [{ "after": "1s", "do": "approve" }], "quirks": { "mitid_app_return": "manual" }"#,
    ])
    login = VerifyLogin(emulator: emulator)
  }

  private func open(_ story: String, hint: String? = nil) -> TestAnswer {
    login.authorize(["login_hint": hint], scenario: story, headers: CriiptoTestWorld.browser)
  }

  private func browser(_ page: TestAnswer) -> Headers {
    var headers = CriiptoTestWorld.browser
    headers.append("Cookie", page.cookies)
    return headers
  }

  /// The address of the hosted page, without the emulator's own.
  private func url(_ page: TestAnswer) -> String { page.value(after: "content=\"1;url=") ?? "" }

  @Test(arguments: [
    ("iframe", "cross-site", ["criipto.mitid-framed"]), ("iframe", "same-site", ["criipto.mitid-framed"]),
    ("iframe", "same-origin", []), ("document", "cross-site", []),
  ])
  func `is not shown in the frame of another site, which is told even where nobody looks (D8):`(
    destination: String, site: String, findings: [String]
  ) {
    let headers: Headers = ["Sec-Fetch-Dest": destination, "Sec-Fetch-Site": site]
    #expect(login.authorize(headers: headers).findings == findings)
    // BankID's page is.
    let bankID = ["acr_values": "urn:grn:authn:se:bankid:same-device"]
    #expect(login.authorize(bankID, headers: headers).findings == [])
  }

  @Test func `shows who asks and the button that opens the app, and goes on by itself`() throws {
    let page = open("slow")
    #expect(page.status == 200 && page.text.contains("Log on at Eidolon &amp; Co"))
    #expect(page.text.contains("data-testid=\"app-link\""))
    let danish = login.authorize(["ui_locales": "da"], scenario: "slow", headers: CriiptoTestWorld.browser)
    #expect(danish.text.contains("Log på hos Eidolon &amp; Co") && !danish.text.contains("Log on at"))
    // MitID has no Swedish.
    let swedish = login.authorize(["ui_locales": "sv"], scenario: "slow", headers: CriiptoTestWorld.browser)
    #expect(swedish.text.contains("lang=\"en\"") && swedish.text.contains("Log on at Eidolon &amp; Co"))
    // The header has the client's name, and the text in the app is nothing more.
    #expect(!page.text.contains("data-testid=\"body\""))
    #expect(open("slow", hint: "message:QnV5IDIgdGlja2V0cw==").text.contains("Buy 2 tickets"))
    #expect(page.text.contains("Waiting for <bdi>Freja Fiktivsen</bdi>, 5 minutes left."))
    #expect(page.foreignScripts == 0)
    #expect(url(page).hasPrefix("\(CriiptoTestWorld.domain)/mitid/"))
    let still = emulator.get(url(page), headers: browser(page))
    #expect(still.text.contains("data-testid=\"waiting\""))
    emulator.advance(by: .seconds(10))
    let done = emulator.get(url(page), headers: browser(page))
    #expect(done.locationQuery["code"] != nil && done.locationQuery["state"] == "a state")
    let again = emulator.get(url(page), headers: browser(page))
    #expect(again.locationQuery["code"] == done.locationQuery["code"])
  }

  @Test func `says of a login that never was, or is forgotten, that it has ended`() {
    for path in ["mitid/nothing", "mitid/nothing/app", "oauth2/select?transaction=nothing"] {
      let answer = emulator.get("/criipto/\(path)")
      #expect(answer.status == 400 && answer.findings == ["criipto.login-expired"])
      #expect(answer.json["error_description"] == "The login has ended or is not known")
    }
  }

  @Test func `returns twice to a native app: first the bare link, then the answer`() throws {
    let page = open("slow", hint: Self.iPhone)
    emulator.advance(by: .seconds(10))
    let first = emulator.get("\(url(page))/app", headers: CriiptoTestWorld.browser)
    #expect(first.status == 302 && first.header("Location") == "https://app.example.test/resume")
    let second = emulator.get(url(page), headers: browser(page))
    #expect(second.header("Location")?.hasPrefix("\(CriiptoTestWorld.callback)?code=") == true)
  }

  @Test func `returns to the redirect URI where no resumeUrl is given, and to https links only`() {
    let page = open("slow", hint: "appswitch:android")
    let plain = login.authorize(
      ["login_hint": "appswitch:ios", "redirect_uri": "http://localhost:9000/cb"], scenario: "slow",
      headers: CriiptoTestWorld.browser)
    emulator.advance(by: .seconds(10))
    #expect(
      emulator.get("\(url(page))/app", headers: CriiptoTestWorld.browser).header("Location")
        == CriiptoTestWorld.callback)
    let stays = emulator.get("\(url(plain))/app", headers: CriiptoTestWorld.browser)
    #expect(
      stays.text.contains("data-testid=\"done\"") && stays.findings == ["criipto.mitid-return-not-https"])
  }

  @Test(arguments: [nil, "appswitch:android target:web"])
  func `leaves the way back to the person in a web page:`(
    hint: String?
  ) {
    let page = open("slow", hint: hint)
    emulator.advance(by: .seconds(10))
    #expect(
      emulator.get("\(url(page))/app", headers: CriiptoTestWorld.browser).text.contains(
        "data-testid=\"done\""))
    #expect(emulator.get(url(page), headers: browser(page)).locationQuery["code"] != nil)
  }

  @Test func `can be told to leave the way back to the person in an app too`() {
    let page = open("by-hand", hint: Self.iPhone)
    emulator.advance(by: .seconds(1))
    #expect(
      emulator.get("\(url(page))/app", headers: CriiptoTestWorld.browser).text.contains(
        "data-testid=\"done\""))
  }

  @Test func `waits in the app for a client without pages`() {
    let page = open("slow", hint: Self.iPhone)
    let held = emulator.get("\(url(page))/app")
    #expect(held.isHeld)
    emulator.advance(by: .seconds(10))
    // What held it back asks again after each of the person's steps.
    var answer = held.resume?()
    if answer?.isHeld == true { answer = answer?.resume?() }
    #expect(answer?.header("Location") == "https://app.example.test/resume")
  }

  @Test func `must be finished by the browser that began, which its cookie says (§1.8)`() {
    let (lost, spoilt) = (open("slow"), open("slow"))
    let missing = emulator.get(url(lost), headers: CriiptoTestWorld.browser)
    #expect(missing.locationQuery["error"] == "MITID_NONCE_COOKIE_MISSING")
    #expect(missing.locationQuery["state"] == "a state")
    var headers = CriiptoTestWorld.browser
    headers.append("Cookie", spoilt.cookies + "x")
    #expect(
      emulator.get(url(spoilt), headers: headers).locationQuery["error"] == "MITID_NONCE_COOKIE_MALFORMED")
    #expect(
      emulator.sandbox.changes.changes(after: 0).map(\.transaction.state).contains("nonce_cookie_missing"))
  }

  static let endings = [
    ("cancel", "access_denied"), ("reject", "access_denied"), ("old-cancel", "USER_CANCEL"),
    ("trouble", "mitid_core_client_error"), ("malformed", "MITID_NONCE_COOKIE_MALFORMED"),
    ("elsewhere", "MITID_NONCE_COOKIE_MISSING"),
  ]

  @Test(arguments: endings) func `tells the client how it failed:`(story: String, error: String) {
    let answer = login.authorize(scenario: story)
    #expect(answer.locationQuery["error"] == error && answer.locationQuery["state"] == "a state")
    #expect(answer.locationQuery["code"] == nil)
  }

  @Test func `says the text of the vendor's example when the client fails`() {
    #expect(
      login.authorize(scenario: "trouble").locationQuery["error_description"] == "unknown: API xhr time error"
    )
  }

  @Test func `gives up after five minutes`() {
    let page = open("never")
    emulator.advance(by: .seconds(300))
    #expect(emulator.get(url(page), headers: browser(page)).locationQuery["error"] == "access_denied")
  }

  @Test func `lets a human be the person: user id, app, decision`() throws {
    let page = open("manual")
    #expect(page.text.contains("data-testid=\"user\""))
    let action = page.value(after: "<form method=\"post\" action=\"") ?? ""
    let unknown = emulator.post(action, ["user": ""], headers: browser(page))
    #expect(unknown.text.contains("data-testid=\"problem\""))
    #expect(emulator.post(action, ["user": "freja"], headers: browser(page)).status == 303)
    let waiting = emulator.get(action, headers: browser(page))
    #expect(waiting.text.contains("data-testid=\"app-link\""))
    let app = emulator.get("\(action)/app", headers: CriiptoTestWorld.browser)
    #expect(app.text.contains("data-testid=\"approve\"") && app.text.contains("Freja Fiktivsen"))
    let done = emulator.post("\(action)/app", ["do": "approve"], headers: CriiptoTestWorld.browser)
    #expect(done.text.contains("data-testid=\"done\""))
    let code = emulator.get(action, headers: browser(page)).locationQuery["code"] ?? ""
    let claims = try login.verified(login.exchange(code).json["id_token"]?.string ?? "")
    #expect(claims["name"] == "Freja Fiktivsen")
  }

  @Test func `makes a person up for a user id that nobody has, unless it is strict`() throws {
    let page = open("manual")
    let action = page.value(after: "<form method=\"post\" action=\"") ?? ""
    let answer = emulator.post(action, ["user": "nobody"], headers: browser(page))
    #expect(answer.status == 303 && answer.findings == ["criipto.person-made-up"])
    let app = emulator.get("\(action)/app", headers: CriiptoTestWorld.browser)
    #expect(!app.text.contains("Anna") && app.text.contains("data-testid=\"approve\""))
    let strict = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: ["manual": #""phone": "manual""#]) {
        $0.isStrict = true
      })
    let asked = strict.authorize(scenario: "manual", headers: CriiptoTestWorld.browser)
    let refused = strict.emulator.post(
      asked.value(after: "<form method=\"post\" action=\"") ?? "", ["user": "nobody"], headers: browser(asked)
    )
    #expect(refused.text.contains("data-testid=\"problem\""))
  }

  @Test func `lets a human cancel on the page, and act over the control plane`() throws {
    let page = open("manual", hint: "sub:2712589994")
    #expect(page.text.contains("data-testid=\"app-link\""))
    let back = emulator.post(url(page), ["do": "cancel"], headers: browser(page))
    #expect(back.status == 303)
    #expect(emulator.get(url(page), headers: browser(page)).locationQuery["error"] == "access_denied")
    let other = open("manual", hint: "sub:2712589994")
    let handle = String(url(other).split(separator: "/").last ?? "")
    let provider = try #require(emulator.application.providers.first)
    try provider.act("approve", reason: nil, on: handle, at: emulator.sandbox.environment.clock.now)
    #expect(emulator.get(url(other), headers: browser(other)).locationQuery["code"] != nil)
    #expect(throws: PhoneRefusal.decided(state: "authenticated")) {
      try provider.act("approve", reason: nil, on: handle, at: emulator.sandbox.environment.clock.now)
    }
  }

  @Test func `that is not known says so`() {
    #expect(emulator.get("/criipto/mitid/nothing").json["error"] == "invalid_request")
    #expect(emulator.get("/criipto/mitid/nothing/app", headers: CriiptoTestWorld.browser).status == 400)
  }
}
