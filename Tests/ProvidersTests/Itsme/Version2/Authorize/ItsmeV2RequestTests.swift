import EidolonTesting
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

/// A request that is told on itsme's page: status, error, no redirect, and the rule that it broke.
func expectPage(
  _ answer: TestAnswer, _ error: String, _ rule: String, _ location: SourceLocation = #_sourceLocation
) {
  #expect(answer.status == 400, sourceLocation: location)
  #expect(answer.json["error"]?.string == error, "\(answer.text)", sourceLocation: location)
  #expect(answer.header("Location") == nil, sourceLocation: location)
  #expect(answer.findings.last == rule, sourceLocation: location)
}

/// A request that is let in, with what it broke.
func expectCode(
  _ answer: TestAnswer, _ rules: [String] = [], _ location: SourceLocation = #_sourceLocation
) {
  #expect(answer.status == 302, "\(answer.text)", sourceLocation: location)
  #expect(answer.locationQuery["code"] != nil, sourceLocation: location)
  #expect(answer.findings == rules, sourceLocation: location)
}

@Suite struct `An authorization request of itsme's second version` {
  @Test func `is answered with a code of 36 characters and the state (contract 1_4)`() throws {
    let answer = try ItsmeV2TestWorld().authorize()
    expectCode(answer)
    #expect(answer.header("Location")?.hasPrefix("\(ItsmeV2TestWorld.redirectURI)?code=") == true)
    #expect(answer.locationQuery["code"]?.count == 36)
    #expect(answer.locationQuery["state"] == "the state")
  }

  @Test func `appends to a query that the redirect URI has`() throws {
    let uri = "\(ItsmeV2TestWorld.redirectURI)?app=1"
    let answer = try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["redirect_uri": uri])
    #expect(answer.header("Location")?.hasPrefix("\(uri)&code=") == true)
  }

  @Test(arguments: ["reject", "wrong_icon", "cancel"])
  func `that the person denies is sent back with access_denied and the state alone`(verb: String) throws {
    let world = try ItsmeV2TestWorld(stories: ["no": #""phone": [{"do": "\#(verb)"}]"#])
    let answer = world.authorize(scenario: "no")
    #expect(answer.status == 302)
    #expect(
      answer.header("Location") == "\(ItsmeV2TestWorld.redirectURI)?error=access_denied&state=the%20state")
  }

  @Test func `that is denied tells why where a switch says so (contract 5, Z17)`() throws {
    let world = try ItsmeV2TestWorld(
      stories: ["no": #""phone": [{"do": "reject"}], "quirks": {"denial_description": true}"#])
    #expect(world.authorize(scenario: "no").locationQuery["error_description"]?.isEmpty == false)
  }

  // MARK: client_id

  @Test func `needs the client_id (A1)`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      world.authorize("EIDOLON_TEST", ["client_id": nil]), "unauthorized_client", "itsme-v2.client-id-missing"
    )
    expectPage(world.authorize("NOBODY"), "unauthorized_client", "itsme-v2.client-id-unknown")
  }

  @Test(arguments: ["Käthe", String(repeating: "A", count: 256), "A\u{7}"])
  func `with an ill-formed client_id is invalid_client_id (A1, Z3)`(identifier: String) throws {
    expectPage(
      try ItsmeV2TestWorld().authorize(identifier), "invalid_client_id", "itsme-v2.client-id-unknown")
  }

  // MARK: response_type, scope

  @Test func `needs a response_type, in the words of the real page (A2)`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = world.authorize("EIDOLON_TEST", ["response_type": nil])
    expectPage(answer, "invalid_request", "itsme-v2.response-type-missing")
    #expect(answer.json["error_description"] == "Missing \"response_type\" parameter")
    let page = world.authorize(
      "EIDOLON_TEST", ["response_type": nil], headers: ItsmeV2TestWorld.browser)
    #expect(page.status == 400 && page.header("Content-Type")?.hasPrefix("text/html") == true)
    let words =
      #/Error message : \[[0-9]{9}\] invalid_request - Invalid request: Missing &quot;response_type&quot; parameter/#
    #expect(page.text.firstMatch(of: words) != nil, "\(page.text)")
    #expect(page.text.contains("Code:400") && page.text.contains("Oops!"))
  }

  @Test(arguments: ["token", "id_token", "code id_token"])
  func `of another response_type is unsupported_response_type (A2)`(type: String) throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["response_type": type]), "unsupported_response_type",
      "itsme-v2.response-type-unsupported")
  }

  @Test(arguments: [
    (nil, "scope-openid-missing"), ("service:EIDOLON_LOGIN", "scope-openid-missing"),
    ("openid", "scope-service-missing"), ("openid profile", "scope-service-missing"),
    ("openid service:EIDOLON_LOGIM", "service-unknown"),
  ])
  func `without openid or a service of its own is invalid_scope (A3)`(scope: String?, rule: String) throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["scope": scope]), "invalid_scope", "itsme-v2.\(rule)")
  }

  @Test func `may name its service in odd ways, with a finding`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(
      world.authorize("EIDOLON_TEST", ["scope": "openid service: EIDOLON_LOGIN"]),
      ["itsme-v2.scope-service-spaced"])
    expectCode(
      world.authorize("EIDOLON_TEST", ["scope": "openid service:EIDOLON_LOGIN service:EIDOLON_SHARE"]),
      ["itsme-v2.scope-service-repeated"])
  }

  @Test func `may ask for every documented scope (A4 to A6)`() throws {
    let scope = "openid service:EIDOLON_LOGIN profile email phone address eid idDocument"
    expectCode(try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["scope": scope]))
  }

  @Test(arguments: ["offline_access", "iddocument"])
  func `with an unknown scope is let in, or refused where all is strict (A3, Z5)`(scope: String) throws {
    let changes = ["scope": "openid service:EIDOLON_LOGIN \(scope)"].mapValues { Optional($0) }
    expectCode(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", changes), ["itsme-v2.scope-unknown"])
    expectPage(
      try ItsmeV2TestWorld(client: #""preset": "strict""#).authorize("EIDOLON_TEST", changes),
      "invalid_scope", "itsme-v2.scope-unknown")
  }

  // MARK: redirect_uri

  @Test(arguments: [
    (nil, "redirect-uri-missing"), ("https://rp.example/CB", "redirect-uri-mismatch"),
    ("https://rp.example/cb/", "redirect-uri-mismatch"),
    ("https://rp.example/cb?more=1", "redirect-uri-extra-query"),
    ("https://rp.example/cb#part", "redirect-uri-fragment"), ("rp.example/cb", "redirect-uri-unsafe"),
    ("com.example.app://cb", "redirect-uri-custom-scheme"), ("javascript:alert(1)", "redirect-uri-unsafe"),
  ])
  func `with another redirect URI than the registered one is told on the page (A7, K4, G23)`(
    uri: String?, rule: String
  ) throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["redirect_uri": uri]), "invalid_redirect_uri",
      "itsme-v2.\(rule)")
  }

  @Test func `may use a redirect URI of its service alone (K3)`() throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["redirect_uri": "https://rp.example/identified"]),
      "invalid_redirect_uri", "itsme-v2.redirect-uri-mismatch")
  }

  @Test func `may return to this machine by http, where a switch does not forbid it (K4, Z27)`() throws {
    let changes = ["redirect_uri": Optional("http://localhost:9000/cb")]
    let world = try ItsmeV2TestWorld()
    expectCode(world.authorize("EIDOLON_TEST", changes), ["itsme-v2.redirect-uri-not-https"])
    #expect(world.emulator.log.events.allSatisfy { $0.level == .info })
    expectPage(
      try ItsmeV2TestWorld(client: #""quirks": {"https_rule": "strict"}"#).authorize("EIDOLON_TEST", changes),
      "invalid_redirect_uri", "itsme-v2.redirect-uri-not-https")
  }

  @Test func `never returns to another machine by http or to an app's scheme, though registered (K4)`() throws
  {
    let services =
      #""services": {"APP": {"type": "authentication", "redirect_uris": ["http://rp.example/cb", "app://cb"]}}"#
    let world = try ItsmeV2TestWorld(clients: "\"APPS\": {\(services)}")
    for (uri, rule) in [("http://rp.example/cb", "not-https"), ("app://cb", "custom-scheme")] {
      expectPage(
        world.authorize("APPS", ["scope": "openid service:APP", "redirect_uri": uri]), "invalid_redirect_uri",
        "itsme-v2.redirect-uri-\(rule)")
    }
  }

  // MARK: state, nonce, ui_locales, display

  @Test func `should have a state and a nonce that nobody can guess (A8)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(
      world.authorize("EIDOLON_TEST", ["state": nil, "nonce": nil]),
      ["itsme-v2.state-missing", "itsme-v2.nonce-missing"])
    expectCode(
      world.authorize("EIDOLON_TEST", ["state": "1", "nonce": "1"]),
      ["itsme-v2.state-short", "itsme-v2.nonce-short"])
  }

  @Test func `should bring no secret of the server's (RFC 6749 2_3_1)`() throws {
    expectCode(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["code_verifier": "secret"]),
      ["itsme-v2.secret-in-front-channel"])
  }

  @Test func `gives state back and its nonce to the id_token, unchanged (A8)`() throws {
    let world = try ItsmeV2TestWorld()
    let odd = "ä +/%&= 1"
    #expect(world.authorize("EIDOLON_TEST", ["state": odd]).locationQuery["state"] == odd)
    #expect(try world.login("EIDOLON_TEST", ["nonce": odd]).idToken["nonce"]?.string == odd)
  }

  @Test func `names a scenario by a state with two colons`() throws {
    expectCode(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["state": "scenario:none"]),
      ["itsme-v2.scenario-unfinished"])
    let answer = try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["state": "scenario:none:x1y2z3"])
    #expect(answer.status == 400 && answer.findings.last == "itsme-v2.scenario-unknown")
  }

  @Test func `chooses the language of the page in order of preference (A9)`() throws {
    let world = try ItsmeV2TestWorld(stories: ["page": #""phone": "manual""#])
    for (locales, language) in [("fr", "fr"), ("nl de", "nl"), ("xx de", "de"), ("en", "en")] {
      let answer = world.authorize(
        "EIDOLON_TEST", ["ui_locales": locales], scenario: "page", headers: ItsmeV2TestWorld.browser)
      #expect(answer.text.contains("<html lang=\"\(language)\""))
      #expect(answer.findings == (locales == "xx de" ? ["itsme-v2.ui-locales-unsupported"] : []))
    }
  }

  @Test func `has the display page or none (A10)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(world.authorize("EIDOLON_TEST", ["display": "page"]))
    expectPage(
      world.authorize("EIDOLON_TEST", ["display": "popup"]), "unsupported_display",
      "itsme-v2.display-unsupported")
  }

  // MARK: acr_values, claims

  @Test(arguments: [
    ("acr_basic", "basic"), ("acr_advanced", "advanced"), ("acr_basic acr_advanced", "advanced"),
  ])
  func `asks for a level, of which the strictest counts (A11)`(values: String, level: String) throws {
    let world = try ItsmeV2TestWorld()
    let asked = values.split(separator: " ").map { ItsmeV2TestWorld.claim + $0 }.joined(separator: " ")
    let token = try world.claims(
      world.exchange(
        world.authorize(object: world.object(["acr_values": .string(asked)])).locationQuery["code"] ?? ""
      )
      .json["id_token"]?.string ?? "")
    #expect(token["acr"]?.string == "\(ItsmeV2TestWorld.claim)acr_\(level)")
  }

  @Test func `with an unknown level is let in (A11)`() throws {
    let answer = try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["acr_values": "urn:high"])
    #expect(answer.locationQuery["code"] != nil && answer.findings.contains("itsme-v2.acr-unknown"))
  }

  @Test func `should ask for a level inside a signed request object (G18)`() throws {
    let world = try ItsmeV2TestWorld()
    let level = ItsmeV2TestWorld.claim + "acr_advanced"
    expectCode(
      world.authorize("EIDOLON_TEST", ["acr_values": level]), ["itsme-v2.acr-outside-request-object"])
    expectCode(
      world.authorize("EIDOLON_TEST", ["claims": #"{"id_token":{"acr":{"value":"\#(level)"}}}"#]),
      ["itsme-v2.acr-outside-request-object"])
    expectCode(try world.authorize(object: world.object(["acr_values": .string(level)])))
    expectCode(world.authorize("EIDOLON_SECRET", ["acr_values": level]))
  }

  @Test func `with claims of another form is invalid_request (A12)`() throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["claims": "[]"]), "invalid_request",
      "itsme-v2.claims-malformed")
  }

  @Test func `gets a claim of the id_token in the id_token (A12)`() throws {
    let tokens = try ItsmeV2TestWorld().login(
      "EIDOLON_TEST", ["claims": #"{"id_token":{"name":null},"userinfo":{"gender":null}}"#])
    #expect(tokens.idToken["name"] == "Anna Peeters" && tokens.idToken["gender"] == nil)
    #expect(tokens.userinfo["gender"] == "female" && tokens.userinfo["name"] == nil)
  }

  @Test func `may escape slashes and name a claim twice, but give none a value (A13)`() throws {
    let world = try ItsmeV2TestWorld()
    let odd =
      #"{"userinfo":{"http:\/\/itsme.services\/v2\/claim\/BENationalNumber":null,"name":null,"name":null}}"#
    expectCode(world.authorize("EIDOLON_TEST", ["claims": odd]))
    expectPage(
      world.authorize(
        "EIDOLON_TEST", ["claims": #"{"userinfo":{"name":{"essential":true,"value":"Anna"}}}"#]),
      "invalid_request", "itsme-v2.claim-value-forbidden")
  }

  // MARK: PKCE

  @Test func `should have a code challenge (A16)`() throws {
    expectCode(
      try ItsmeV2TestWorld().authorize(
        "EIDOLON_TEST", ["code_challenge": nil, "code_challenge_method": nil]), ["itsme-v2.pkce-missing"])
  }

  @Test func `needs a code challenge where PKCE is enforced for the client (A16, K11)`() throws {
    let world = try ItsmeV2TestWorld(client: #""require_pkce": true"#)
    expectPage(
      world.authorize("EIDOLON_TEST", ["code_challenge": nil, "code_challenge_method": nil]),
      "invalid_request", "itsme-v2.pkce-enforced-missing")
    expectCode(world.authorize())
  }

  @Test(arguments: [nil, "plain", "s256"])
  func `takes S256 alone (A17)`(method: String?) throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["code_challenge_method": method]), "invalid_request",
      "itsme-v2.pkce-plain")
  }

  @Test func `with an ill-formed code challenge, or none beside its method, is invalid_request (A16, A17)`()
    throws
  {
    let world = try ItsmeV2TestWorld()
    for challenge in [nil, "short"] {
      expectPage(
        world.authorize("EIDOLON_TEST", ["code_challenge": challenge]), "invalid_request",
        "itsme-v2.code-challenge-unsupported")
    }
  }

  // MARK: prompt and the rest

  @Test(arguments: ["login", "consent", "login consent"])
  func `may have the prompts of itsme's own samples (A18, Z6)`(prompt: String) throws {
    expectCode(try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["prompt": prompt]))
  }

  @Test(arguments: [
    ("login_required", ""), ("interaction_required", #""quirks": {"prompt_none": "interaction_required"}"#),
  ])
  func `with prompt=none is sent back at once (A18, Z6)`(error: String, client: String) throws {
    let answer = try ItsmeV2TestWorld(client: client).authorize("EIDOLON_TEST", ["prompt": "none"])
    #expect(answer.status == 302 && answer.locationQuery["error"] == error)
    #expect(answer.locationQuery["state"] == "the state")
    #expect(answer.findings == ["itsme-v2.prompt-none"])
  }

  @Test func `with another prompt is invalid_request (Z6)`() throws {
    expectPage(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", ["prompt": "select_account"]), "invalid_request",
      "itsme-v2.prompt-unsupported")
  }

  @Test func `may have a max_age, which does nothing (A19)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(world.authorize("EIDOLON_TEST", ["max_age": "1"]))
    expectCode(world.authorize("EIDOLON_TEST", ["max_age": "soon"]), ["itsme-v2.max-age-malformed"])
  }

  @Test func `names the person by the phone number of login_hint (A19)`() throws {
    let world = try ItsmeV2TestWorld()
    let named = try world.login(
      "EIDOLON_TEST", ["login_hint": "32+470000002", "scope": "openid service:EIDOLON_LOGIN profile"])
    #expect(named.userinfo["given_name"] == "Bob")
    expectCode(
      world.authorize("EIDOLON_TEST", ["login_hint": "bob@example.test"]), ["itsme-v2.login-hint-malformed"])
  }

  @Test
  func `with a login_hint that nobody has makes up a person who has it, as nobody else's data may come`()
    throws
  {
    let world = try ItsmeV2TestWorld()
    let changes = ["login_hint": "32+470000099", "scope": "openid service:EIDOLON_LOGIN profile phone"]
    let person = try world.login("EIDOLON_TEST", changes).userinfo
    #expect(person["phone_number"] == "+32 470000099" && person["given_name"] != "Anna")
    expectCode(world.authorize("EIDOLON_TEST", changes), ["itsme-v2.person-made-up"])
  }

  @Test func `with a login_hint that nobody has is access_denied under strict (amendment I8)`() throws {
    let world = try ItsmeV2TestWorld { $0.isStrict = true }
    let answer = world.authorize("EIDOLON_TEST", ["login_hint": "32+470000099"])
    #expect(answer.status == 302 && answer.locationQuery["error"] == "access_denied")
    #expect(answer.locationQuery["code"] == nil && answer.locationQuery["error_description"] == nil)
    #expect(answer.findings == ["itsme-v2.person-unknown"])
  }

  @Test(arguments: ["response_mode", "id_token_hint", "claims_locales", "registration"])
  func `with an unsupported parameter is let in, or refused where all is strict (A20, Z7)`(name: String)
    throws
  {
    expectCode(
      try ItsmeV2TestWorld().authorize("EIDOLON_TEST", [name: "x"]), ["itsme-v2.parameter-ignored"])
    expectPage(
      try ItsmeV2TestWorld(client: #""preset": "strict""#).authorize("EIDOLON_TEST", [name: "x"]),
      "unsupported_request", "itsme-v2.parameter-ignored")
  }

  @Test(arguments: ["state", "scope", "client_id", "redirect_uri", "nonce"])
  func `with a parameter twice is invalid_request on the page (A21)`(name: String) throws {
    let world = try ItsmeV2TestWorld()
    let answer = world.emulator.get("\(world.url(.authorize))?\(world.parameters().encoded)&\(name)=other")
    expectPage(answer, "invalid_request", "itsme-v2.parameter-repeated")
  }

  @Test func `that cannot be read is invalid_request`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      world.emulator.get("\(world.url(.authorize))?\(world.parameters().encoded)&claims=%FF"),
      "invalid_request", "itsme-v2.parameters-malformed")
  }

  @Test func `is sent back with temporary_unavailable when there is no room (A22)`() throws {
    let world = try ItsmeV2TestWorld(stories: ["full": #""quirks": {"temporary_unavailable": true}"#])
    for headers in [[:], ItsmeV2TestWorld.browser] {
      let answer = world.authorize(scenario: "full", headers: headers)
      #expect(answer.status == 302 && answer.locationQuery["error"] == "temporary_unavailable")
      #expect(answer.locationQuery["state"] == "the state" && answer.findings.isEmpty)
    }
  }

  /// Each breaks one rule more than the one before, which therefore is told first.
  static let faults: [(changes: [String: String?], error: String)] = [
    (["prompt": "none"], "login_required"),
    (["claims": "[]"], "invalid_request"),
    (["code_challenge_method": "plain"], "invalid_request"),
    (["display": "popup"], "unsupported_display"),
    (["response_type": "token"], "unsupported_response_type"),
    (["redirect_uri": "https://evil.example"], "invalid_redirect_uri"),
    (["scope": "openid service:OTHER_LOGIN"], "invalid_scope"),
    (["request": "x"], "invalid_request_object"),
    (["client_id": "NOBODY"], "unauthorized_client"),
  ]

  @Test func `is checked in the contract's order (A23)`() throws {
    let world = try ItsmeV2TestWorld()
    var changes: [String: String?] = [:]
    for fault in Self.faults {
      changes.merge(fault.changes) { $1 }
      #expect(world.authorize("EIDOLON_TEST", changes).error == fault.error)
    }
  }

  @Test func `has its faults redirected where a switch says so (Z1)`() throws {
    let world = try ItsmeV2TestWorld(client: #""quirks": {"request_errors": "redirect"}"#)
    for fault in Self.faults.dropFirst().prefix(4) {
      let answer = world.authorize("EIDOLON_TEST", fault.changes)
      #expect(answer.status == 302 && answer.locationQuery["error"] == fault.error)
      #expect(answer.locationQuery["state"] == "the state")
    }
    expectPage(
      world.authorize("EIDOLON_TEST", ["redirect_uri": "https://evil.example"]), "invalid_redirect_uri",
      "itsme-v2.redirect-uri-mismatch")
    let story = try ItsmeV2TestWorld(stories: ["back": #""quirks": {"request_errors": "redirect"}"#])
    #expect(story.authorize("EIDOLON_TEST", ["display": "wap"], scenario: "back").status == 302)
  }

  @Test func `by POST is let in, with a finding (E2)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(
      world.emulator.post(world.url(.authorize), world.parameters()), ["itsme-v2.authorize-posted"])
    expectCode(
      world.emulator.post(
        world.url(.authorize), world.parameters(),
        headers: ["User-Agent": ItsmeV2TestWorld.phone["User-Agent"] ?? ""]),
      ["itsme-v2.authorize-posted-on-phone"])
  }

  @Test(arguments: [
    "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/1.0]",
  ])
  func `of a webview opens no app, which is a finding (P4, G24)`(agent: String) throws {
    expectCode(
      try ItsmeV2TestWorld().authorize(headers: ["User-Agent": agent]), ["itsme-v2.authorize-embedded"])
  }

  @Test func `of a phone's own browser is not a webview`() throws {
    let agent = ItsmeV2TestWorld.phone["User-Agent"] ?? ""
    expectCode(try ItsmeV2TestWorld().authorize(headers: ["User-Agent": agent]))
  }

  // MARK: The client that stands for any

  @Test func `of a client that nobody registered is let in by "*", with findings (K14)`() throws {
    let world = try ItsmeV2TestWorld(clients: ItsmeV2TestWorld.any)
    expectCode(
      world.authorize("NOBODY", ["scope": "openid service:ANY", "redirect_uri": "https://any.example/cb"]),
      ["itsme-v2.client-unregistered", "itsme-v2.redirect-uri-unregistered"])
    let strict = try ItsmeV2TestWorld(clients: ItsmeV2TestWorld.any) { $0.isStrict = true }
    #expect(strict.authorize("NOBODY").error == "unauthorized_client")
  }

  // MARK: Facts

  @Test(arguments: [
    #""is.flow": "redirect""#, #""is.client": "EIDOLON_TEST""#, #""is.person": "bob""#,
    #""is.service": "EIDOLON_LOGIN""#, #""is.service_type": "authentication""#, #""is.acr": "advanced""#,
    #""is.platform": "ios""#, #""nonce": "the nonce""#,
  ])
  func `tells scenarios what it is (contract 6)`(condition: String) throws {
    let world = try ItsmeV2TestWorld(
      stories: ["no": #""phone": [{"do": "reject"}], "when": {\#(condition)}"#])
    let answer = world.authorize(
      "EIDOLON_TEST",
      ["acr_values": ItsmeV2TestWorld.claim + "acr_advanced", "login_hint": "32+470000002"],
      headers: ["User-Agent": ItsmeV2TestWorld.phone["User-Agent"] ?? ""])
    #expect(answer.error == "access_denied")
  }

  @Test(arguments: [
    #""is.flow": "ciba""#, #""is.person": "anna""#, #""is.service_type": "confirmation""#,
    #""is.acr": "advanced""#, #""is.platform": "android""#, #""is.mode": "poll""#,
  ])
  func `tells scenarios nothing else (contract 6)`(condition: String) throws {
    let world = try ItsmeV2TestWorld(
      stories: ["no": #""phone": [{"do": "reject"}], "when": {\#(condition)}"#])
    expectCode(world.authorize())
  }
}
