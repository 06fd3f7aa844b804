import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import Itsme

@Suite struct `The pages of itsme (contract 1_5)` {
  static let confirmation = "/itsme/oidc/authorization/phone/confirmation"

  func identifyPage(_ changes: [String: String?] = [:], headers: Headers = ItsmeTestWorld.browser) throws -> (
    TestEmulator, TestAnswer
  ) {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    return (emulator, emulator.authorize(RelyingParty(), changes, headers: headers))
  }

  func type(
    _ phone: String, country: String = "32", remember: Bool = false, in emulator: TestEmulator,
    _ page: TestAnswer
  )
    -> TestAnswer
  {
    var form: Form = ["transaction": page.transaction, "country": country, "phone": phone]
    if remember { form.append("remember", "on") }
    return emulator.post(Self.confirmation, form, headers: ItsmeTestWorld.browser)
  }

  @Test func `ask who logs in only when a human decides and the request names nobody`() throws {
    let (_, page) = try identifyPage()
    #expect(page.status == 200)
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    for text in [
      "Identify yourself", "Mobile phone number", "BE (+32)", "Remember my phone number?", ">send<",
      "id=\"phoneForm\"", "Enter your mobile phone number", "itsme® app",
    ] { #expect(page.text.contains(text), "\(text)") }
    let (_, known) = try identifyPage(["login_hint": "32+470000002"])
    #expect(!known.text.contains("phoneForm"))
    let scripted = try ItsmeTestWorld.emulator().authorize(headers: ItsmeTestWorld.browser)
    #expect(scripted.status == 302)
  }

  @Test func `have no script, no outside address, and a watermark`() throws {
    let (emulator, page) = try identifyPage()
    let waiting = emulator.get(
      type("470000002", in: emulator, page).header("Location") ?? "", headers: ItsmeTestWorld.browser)
    for page in [page, waiting] {
      #expect(page.foreignScripts == 0)
      #expect(page.text.contains("This is an emulator"))
      #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      #expect(page.header("Cache-Control") == "no-store")
      for address in page.text.matches(of: /https?:\/\/[^"'<> ]+/) {
        #expect(address.output.hasPrefix(TestEmulator.address), "\(address.output)")
      }
    }
  }

  @Test(arguments: ["470000002", "0470000002", "0470 00 00 02", "470/00.00.02"])
  func `take the phone number and go on at the confirmation address`(typed: String) throws {
    let (emulator, page) = try identifyPage()
    let answer = type(typed, in: emulator, page)
    #expect(answer.status == 303)
    #expect(
      answer.header("Location")
        == "\(TestEmulator.address)\(Self.confirmation)?transaction=\(page.transaction)")
    let waiting = emulator.get(answer.header("Location") ?? "", headers: ItsmeTestWorld.browser)
    #expect(waiting.text.contains("data-testid=\"icons\""))
    #expect(waiting.text.contains("Bob Janssens"))
  }

  @Test(arguments: ["", "abc", "47000000000000000000"])
  func `say what is wrong with a phone number`(typed: String) throws {
    let (emulator, page) = try identifyPage()
    let answer = type(typed, in: emulator, page)
    #expect(answer.status == 200)
    #expect(answer.text.contains("This is not a phone number."))
    #expect(answer.transaction == page.transaction)
  }

  @Test func `make up a person for a number that nobody has, and report it; under strict they say so`()
    throws
  {
    let (emulator, page) = try identifyPage()
    let answer = type("499999999", in: emulator, page)
    #expect(answer.status == 303)
    #expect(answer.findings == ["itsme.person-made-up"])
    let strict = try ItsmeTestWorld.emulator {
      $0.isInteractive = true
      $0.isStrict = true
    }
    let refused = type(
      "499999999", in: strict, strict.authorize(headers: ItsmeTestWorld.browser))
    #expect(refused.text.contains("This phone number has no itsme® account."))
  }

  @Test func `remember the phone number in the real page's cookie, if the person wants it`() throws {
    let (emulator, page) = try identifyPage()
    #expect(type("470000002", in: emulator, page).header("Set-Cookie") == nil)
    let (again, second) = try identifyPage()
    let cookie = type("470000002", remember: true, in: again, second).header("Set-Cookie") ?? ""
    #expect(cookie.hasPrefix("mobileid-phonenumber=32+470000002; Path=/"))
    #expect(cookie.contains("HttpOnly"))
    var headers = ItsmeTestWorld.browser
    headers.append("Cookie", "mobileid-phonenumber=32+470000002")
    let (_, filled) = try identifyPage(headers: headers)
    #expect(filled.text.contains("value=\"470000002\""))
  }

  @Test func `remember the phone number for their sandbox only`() throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    emulator.enter("t1")
    #expect(emulator.steer(.put, "sandbox", [:]).status == 201)
    let page = emulator.authorize(RelyingParty(), [:], headers: ItsmeTestWorld.browser)
    let cookie = type("470000002", remember: true, in: emulator, page).header("Set-Cookie") ?? ""
    #expect(cookie.hasPrefix("mobileid-phonenumber=32+470000002; Path=/~t1; "))
  }

  @Test func `offer the four languages and keep the chosen one`() throws {
    let (emulator, page) = try identifyPage(["scope": "openid service:EIDOLON_LOGIN profile"])
    #expect(page.text.contains("<strong aria-current=\"true\">en</strong>"))
    for language in ["en", "fr", "nl", "de"] {
      // The page's own language is not a link.
      #expect(page.text.contains("&amp;language=\(language)\"") == (language != "en"))
      let url = "\(Self.confirmation)?transaction=\(page.transaction)&language=\(language)"
      let answer = emulator.get(url, headers: ItsmeTestWorld.browser)
      #expect(answer.text.contains("<html lang=\"\(language)\">"))
    }
    let french = emulator.get(
      "\(Self.confirmation)?transaction=\(page.transaction)&language=fr", headers: ItsmeTestWorld.browser)
    #expect(french.text.contains("Identifiez-vous"))
    #expect(type("470000002", in: emulator, page).status == 303)
    let waiting = emulator.get(
      "\(Self.confirmation)?transaction=\(page.transaction)", headers: ItsmeTestWorld.browser)
    #expect(waiting.text.contains("<html lang=\"fr\">"))
    #expect(waiting.text.contains("Confirmer · ") && !waiting.text.contains("Do nothing"))
    #expect(waiting.text.contains("<li>Prénom(s)</li>") && !waiting.text.contains("First name(s)"))
  }

  @Test func `speak the browser's language where ui_locales says nothing`() throws {
    var headers = ItsmeTestWorld.browser
    headers.append("Accept-Language", "nl-BE,nl;q=0.9,en;q=0.5")
    let (_, page) = try identifyPage(headers: headers)
    #expect(page.text.contains("Identificeer jezelf"))
  }

  @Test func `escape whatever comes from outside`() throws {
    let hostile = "\"><script>alert(1)</script>"
    let emulator = try ItsmeTestWorld.emulator(
      clients: ItsmeTestWorld.any,
      people: #""evil": {"name": "<script>alert(1)</script>", "phone_number": "+32 470000003"}"#
    ) { $0.isInteractive = true }
    let form = emulator.request(
      RelyingParty(hostile),
      ["scope": "openid service:\(hostile.filter { $0 != " " })", "login_hint": "32+470000003"])
    for page in [
      emulator.get("/itsme/oidc/authorize?\(form.encoded)", headers: ItsmeTestWorld.browser),
      emulator.authorize(
        RelyingParty(), ["client_id": hostile, "scope": nil], headers: ItsmeTestWorld.browser),
      emulator.authorize(RelyingParty(), ["redirect_uri": hostile], headers: ItsmeTestWorld.browser),
      emulator.authorize(RelyingParty(), ["display": hostile], headers: ItsmeTestWorld.browser),
      emulator.get("\(Self.confirmation)?transaction=\(hostile)", headers: ItsmeTestWorld.browser),
    ] {
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      #expect(page.foreignScripts == 0)
    }
  }

  @Test func `of an error look like the real one, with the developer's hint below`() throws {
    let page = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["client_id": "EIDOLON_TSET"], headers: ItsmeTestWorld.browser)
    #expect(page.status == 400)
    #expect(page.text.contains("Oops!"))
    #expect(page.text.contains("Something went wrong."))
    #expect(page.text.contains("Code:400<br>Error message : ["))
    #expect(page.text.contains("invalid_request - Invalid request: Unknown"))
    #expect(page.text.contains("try again"))
    #expect(page.text.contains("did you mean &quot;EIDOLON_TEST&quot;?"))
  }

  @Test func `of not_implemented carry the status 501`() throws {
    let page = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["display": "wap"], headers: ItsmeTestWorld.browser)
    #expect(page.status == 501)
    #expect(page.text.contains("Code:501"))
    #expect(page.text.contains("not_implemented"))
  }

  @Test(arguments: ["application/json", "*/*", nil]) func `are JSON for a client that shows no pages`(
    accept: String?
  )
    throws
  {
    let headers: Headers = accept.map { ["Accept": $0] } ?? [:]
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["client_id": "NOBODY"], headers: headers)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.json.object?.names == ["error", "error_description"])
  }

  static let handsets: [String: String] = [
    "iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1",
    "Android phone": "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/124.0.0.0 Mobile Safari/537.36",
    "iPad": "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Mobile/15E148 Safari/604.1",
    "Android tablet": "Mozilla/5.0 (Linux; Android 14; SM-X700) Chrome/124.0.0.0 Safari/537.36",
  ]

  @Test(arguments: [
    ("iPhone", true), ("Android phone", true), ("iPad", false), ("Android tablet", false),
  ])
  func `offer the app link on phones alone: the app is not for tablets (guide 3_8)`(
    handset: String, opensApp: Bool
  ) throws {
    let headers: Headers = ["Accept": "text/html", "User-Agent": Self.handsets[handset] ?? ""]
    let (_, page) = try identifyPage(headers: headers)
    #expect(page.text.contains("data-testid=\"app-link\"") == opensApp)
    #expect(page.text.contains("phoneForm") != opensApp)
  }

  @Test func `of a POST never open the app: a phone is asked for the number, which is a warning (guide 3_2)`()
    throws
  {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    let page = emulator.post("/itsme/oidc/authorize", emulator.request(), headers: ItsmeTestWorld.phone)
    #expect(page.text.contains("phoneForm"))
    #expect(!page.text.contains("app-link"))
    #expect(page.findings == ["itsme.authorize-posted-on-phone"])
    #expect(emulator.log.events.contains { $0.level == .warning && $0.message.contains("on a phone") })
    let waiting = emulator.get(
      type("470000002", in: emulator, page).header("Location") ?? "", headers: ItsmeTestWorld.phone)
    #expect(!waiting.text.contains("app-link"))
    #expect(waiting.text.contains("data-testid=\"app-card\""))
  }

  @Test func `on a phone let the tester pick whose phone it is`() throws {
    let (emulator, page) = try identifyPage(headers: ItsmeTestWorld.phone)
    #expect(page.text.contains("data-testid=\"pick-anna\"") && page.text.contains("data-testid=\"pick-bob\""))
    let picked = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "pick": "32+470000002"],
      headers: ItsmeTestWorld.phone)
    let waiting = emulator.get(picked.header("Location") ?? "", headers: ItsmeTestWorld.phone)
    #expect(!waiting.text.contains("data-testid=\"pick-anna\""))
    let app = emulator.get(waiting.value(after: "<p><a href=\"") ?? "", headers: ItsmeTestWorld.phone)
    #expect(app.text.contains("data-testid=\"app-card\"") && app.text.contains("Bob Janssens"))
    _ = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "do": "approve"], headers: ItsmeTestWorld.phone)
    let back = emulator.get(picked.header("Location") ?? "", headers: ItsmeTestWorld.phone)
    #expect(try emulator.exchange(back.locationQuery["code"] ?? "").status == 200)
  }

  @Test func `on a phone skip the number and offer the app link (guide 3_4)`() throws {
    let (emulator, page) = try identifyPage(headers: ItsmeTestWorld.phone)
    #expect(!page.text.contains("phoneForm"))
    let link = page.value(after: "<p><a href=\"") ?? ""
    #expect(link == "\(TestEmulator.address)/itsme/mobile/authorize?transaction=\(page.transaction)")
    let app = emulator.get(link, headers: ItsmeTestWorld.phone)
    #expect(app.text.contains("data-testid=\"app-card\""))
    let done = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "do": "approve"], headers: ItsmeTestWorld.phone)
    #expect(
      emulator.get(done.header("Location") ?? "", headers: ItsmeTestWorld.phone).locationQuery["code"] != nil)
  }
}

@Suite struct `The waiting page of itsme (contract 1_5)` {
  static let confirmation = "/itsme/oidc/authorization/phone/confirmation"

  func page(_ emulator: TestEmulator, scenario: String? = nil, _ changes: [String: String?] = [:])
    -> TestAnswer
  {
    emulator.authorize(RelyingParty(), changes, scenario: scenario, headers: ItsmeTestWorld.browser)
  }

  func manual(_ service: String = "") throws -> (TestEmulator, TestAnswer) {
    let emulator = try ItsmeTestWorld.emulator(
      service: service, stories: ["manual": #""phone": "manual", "person": "bob""#])
    return (
      emulator, page(emulator, scenario: "manual", ["scope": "openid service:EIDOLON_LOGIN profile email"])
    )
  }

  func act(_ verb: String, in emulator: TestEmulator, _ page: TestAnswer) -> TestAnswer {
    let answer = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "do": verb], headers: ItsmeTestWorld.browser)
    guard answer.status == 303 else { return answer }
    return emulator.get(answer.header("Location") ?? "", headers: ItsmeTestWorld.browser)
  }

  @Test func `shows three icons, one of them highlighted`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["never": #""phone": []"#])
    let text = page(emulator, scenario: "never").text
    let list = text[(text.firstRange(of: "data-testid=\"icons\"")?.upperBound ?? text.startIndex)...]
      .prefix { $0 != "\u{0}" }
    let icons = list[..<(list.firstRange(of: "</ul>")?.lowerBound ?? list.endIndex)]
    #expect(icons.matches(of: /<svg/).count == 3)
    #expect(icons.matches(of: /class="chosen"/).count == 1)
  }

  @Test func `asks again by itself at its own address, and does not begin another login`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "soon": #""phone": [{"after": "3s", "do": "approve"}]"#
    ])
    var answer = page(emulator, scenario: "soon")
    let url = answer.value(after: "http-equiv=\"refresh\" content=\"1;url=") ?? ""
    #expect(url == "\(TestEmulator.address)\(Self.confirmation)?transaction=\(answer.transaction)")
    for second in 1...3 {
      emulator.advance(by: .seconds(1))
      answer = emulator.get(url, headers: ItsmeTestWorld.browser)
      #expect(answer.status == (second < 3 ? 200 : 302))
    }
    #expect(answer.locationQuery.names == ["code", "state"])
    #expect(try emulator.exchange(answer.locationQuery["code"] ?? "").status == 200)
  }

  @Test func `offers the person's choices where a human decides, with what is shared`() throws {
    let (_, page) = try manual()
    for text in [
      "data-testid=\"app-card\"", "data-testid=\"approve\"", "data-testid=\"wrong_icon\"",
      "data-testid=\"reject\"", "data-testid=\"cancel\"", "Eidolon &amp; Co", "Bob Janssens",
      "<li>First name(s)</li>", "<li>Surname</li>", "<li>Gender</li>", "<li>Date of birth</li>",
      "<li>Language</li>", "<li>E-mail address</li>", "Shared ID data",
    ] { #expect(page.text.contains(text), "\(text)") }
    #expect(!page.text.contains("<li>Phone number</li>"))
    let (_, narrow) = try manual(#""claims_allowed": ["email"]"#)
    #expect(narrow.text.contains("<li>E-mail address</li>"))
    #expect(!narrow.text.contains("<li>Surname</li>"))
  }

  @Test func `approving sends the browser back with a code`() throws {
    let (emulator, page) = try manual()
    let answer = act("approve", in: emulator, page)
    #expect(try emulator.exchange(answer.locationQuery["code"] ?? "").status == 200)
  }

  @Test(arguments: ["reject", "wrong_icon", "cancel"])
  func `rejecting, tapping another icon and cancelling are access_denied (section 5, 12)`(verb: String) throws
  {
    let (emulator, page) = try manual()
    let answer = act(verb, in: emulator, page)
    #expect(answer.status == 302)
    #expect(answer.error == "access_denied")
    #expect(answer.locationQuery["error_description"]?.isEmpty == false)
    #expect(answer.locationQuery["state"] == "a state")
  }

  @Test func `keeps waiting when the person does nothing or gives a wrong PIN`() throws {
    let (emulator, page) = try manual()
    for verb in ["ignore", "wrong_pin", "open"] {
      #expect(act(verb, in: emulator, page).status == 200)
    }
    #expect(act("approve", in: emulator, page).locationQuery["code"] != nil)
  }

  @Test func `takes only a cancel where the person is scripted`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["never": #""phone": []"#])
    let page = page(emulator, scenario: "never")
    #expect(act("approve", in: emulator, page).status == 400)
    #expect(act("nonsense", in: emulator, page).status == 400)
    #expect(act("cancel", in: emulator, page).error == "access_denied")
  }

  @Test func `does not let a second decision change the first`() throws {
    let (emulator, page) = try manual()
    #expect(act("reject", in: emulator, page).error == "access_denied")
    #expect(act("approve", in: emulator, page).error == "access_denied")
  }

  @Test func `does not let a phone number change the person of a login that has reached its phone`() throws {
    let (emulator, page) = try manual()
    _ = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "country": "32", "phone": "470000001"])
    let again = emulator.get(
      "\(Self.confirmation)?transaction=\(page.transaction)", headers: ItsmeTestWorld.browser)
    #expect(again.text.contains("Bob Janssens"))
  }

  @Test func `lets the person cancel before and after the phone number`() throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    let page = page(emulator)
    #expect(page.text.contains("data-testid=\"cancel\""))
    #expect(act("cancel", in: emulator, page).error == "access_denied")
  }

  @Test func `lets the person be picked without typing a number`() throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    let page = page(emulator)
    #expect(page.text.contains("data-testid=\"pick-bob\""))
    let picked = emulator.post(
      Self.confirmation,
      ["transaction": page.transaction, "country": "32", "phone": "", "pick": "32+470000002"])
    let waiting = emulator.get(picked.header("Location") ?? "", headers: ItsmeTestWorld.browser)
    #expect(waiting.text.contains("Bob Janssens"))
  }

  @Test func `gives the app its whole time from when the number was typed`() throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    let page = page(emulator)
    emulator.advance(by: .seconds(170))
    let typed = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "country": "32", "phone": "470000002"])
    emulator.advance(by: .seconds(170))
    let waiting = emulator.get(typed.header("Location") ?? "", headers: ItsmeTestWorld.browser)
    #expect(waiting.text.contains("data-testid=\"icons\""))
    #expect(act("approve", in: emulator, page).locationQuery["code"] != nil)
  }

  @Test func `of a login that is long over says so with 500 (contract 1_5, inactivity)`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["never": #""phone": []"#])
    let page = page(emulator, scenario: "never")
    emulator.advance(by: .seconds(7200))
    for handle in [page.transaction, "never-heard-of", ""] {
      let answer = emulator.get(
        "\(Self.confirmation)?transaction=\(handle)", headers: ItsmeTestWorld.browser)
      #expect(answer.status == 500)
      #expect(answer.text.contains("Authentication context is not valid anymore"))
      #expect(answer.findings == ["itsme.login-expired"])
    }
  }
}

@Suite struct `A person who never reacts (section 5, 13)` {
  static let confirmation = "/itsme/oidc/authorization/phone/confirmation"

  func timedOut(_ timeout: String?, headers: Headers) throws -> (TestEmulator, TestAnswer) {
    let quirks = timeout.map { ", \"quirks\": {\"timeout\": \"\($0)\"}" } ?? ""
    let emulator = try ItsmeTestWorld.emulator(stories: ["never": "\"phone\": []\(quirks)"])
    let first = emulator.authorize(scenario: "never", headers: headers)
    emulator.advance(by: .seconds(179))
    if let transaction = first.response.map({ _ in first.transaction }) {
      #expect(emulator.get("\(Self.confirmation)?transaction=\(transaction)", headers: headers).status == 200)
    } else {
      #expect(first.resume?().isHeld == true)
    }
    emulator.advance(by: .seconds(1))
    guard let resume = first.resume else {
      return (
        emulator, emulator.get("\(Self.confirmation)?transaction=\(first.transaction)", headers: headers)
      )
    }
    return (emulator, resume())
  }

  @Test(arguments: [nil, "no_redirect", "error_page"] as [String?])
  func `is not sent back by default; a page with status 500 says that the login is over`(timeout: String?)
    throws
  {
    let (emulator, answer) = try timedOut(timeout, headers: ItsmeTestWorld.browser)
    #expect(answer.status == 500)
    #expect(answer.text.contains("Code:500"))
    #expect(answer.header("Location") == nil)
    #expect(answer.text.contains("Authentication context is not valid anymore"))
    #expect(emulator.log.messages.contains("anna never reacted"))
  }

  @Test func `is access_denied where the variant says so`() throws {
    for headers in [ItsmeTestWorld.browser, [:]] {
      let (emulator, answer) = try timedOut("access_denied", headers: headers)
      #expect(answer.error == "access_denied")
      #expect(answer.locationQuery["state"] == "a state")
      #expect(emulator.log.messages.contains("anna never reacted"))
    }
  }

  @Test(arguments: [(nil, 408), ("error_page", 500)] as [(String?, Int)])
  func `leaves a client without pages with an error in JSON once its time is over`(
    timeout: String?, status: Int
  )
    throws
  {
    let (_, answer) = try timedOut(timeout, headers: [:])
    #expect(answer.status == status)
    #expect(answer.error == "server_error")
    #expect(answer.header("Cache-Control") == "no-store")
  }

  @Test func `cannot approve any more`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["manual": #""phone": "manual""#])
    let page = emulator.authorize(scenario: "manual", headers: ItsmeTestWorld.browser)
    emulator.advance(by: .seconds(180))
    let late = emulator.post(
      Self.confirmation, ["transaction": page.transaction, "do": "approve"], headers: ItsmeTestWorld.browser)
    let answer = emulator.get(late.header("Location") ?? "", headers: ItsmeTestWorld.browser)
    #expect(answer.text.contains("Authentication context is not valid anymore"))
  }
}

@Suite struct `A client without pages (scenarios.md)` {
  @Test func `has its answer held until the person has decided`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "slow": #""phone": [{"after": "1s", "do": "open"}, {"after": "3s", "do": "approve"}]"#
    ])
    let held = emulator.authorize(scenario: "slow")
    #expect(held.isHeld)
    #expect(held.atMost == .seconds(1))
    emulator.advance(by: .seconds(2))
    let still = held.resume?()
    #expect(still?.isHeld == true)
    #expect(still?.atMost == .seconds(1))
    emulator.advance(by: .seconds(1))
    #expect(still?.resume?().locationQuery["code"]?.count == 36)
  }

  @Test func `is answered when a human decides at another address, and the log says so once`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["manual": #""phone": "manual""#])
    let held = emulator.authorize(scenario: "manual")
    #expect(held.isHeld)
    #expect(held.atMost == .seconds(180))
    let provider = try #require(emulator.application.providers.first as? Itsme)
    let transaction = try #require(provider.logins.transactions.all.first).identifier
    let decided = emulator.post(
      "/itsme/oidc/authorization/phone/confirmation", ["transaction": transaction, "do": "approve"])
    #expect(decided.status == 303)
    #expect(held.resume?().locationQuery["code"]?.count == 36)
    let line = "anna approved; a code is sent to EIDOLON_TEST"
    #expect(emulator.log.messages.filter { $0 == line }.count == 1)
  }

  @Test func `is answered inside the call when all steps are due`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["no": #""phone": [{"do": "reject"}]"#])
    #expect(emulator.authorize(scenario: "no").error == "access_denied")
    #expect(emulator.authorize(scenario: "no", headers: ItsmeTestWorld.browser).error == "access_denied")
    #expect(emulator.authorize().locationQuery["code"] != nil)
  }
}
