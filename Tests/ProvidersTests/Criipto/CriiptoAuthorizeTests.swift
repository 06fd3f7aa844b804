import Crypto
import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `An authorization request of Criipto (§1.2)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  @Test func `is answered with code and state in the query`() {
    let answer = login.authorize()
    #expect(answer.status == 302)
    #expect(answer.header("Location")?.hasPrefix("\(CriiptoTestWorld.callback)?code=") == true)
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings.isEmpty)
  }

  @Test func `of an unknown client is an error page, never a redirect`() {
    let answer = login.authorize(["client_id": "urn:nobody"], headers: CriiptoTestWorld.browser)
    #expect(answer.status == 400 && answer.header("Location") == nil)
    #expect(answer.findings == ["criipto.client-unknown"])
    #expect(login.authorize(["client_id": nil]).findings == ["criipto.client-missing"])
  }

  @Test(arguments: [
    ("https://evil.example/cb", "criipto.redirect-uri-unregistered"),
    ("\(CriiptoTestWorld.callback)?returnTo=%2Fbasket", "criipto.redirect-uri-extra-query"),
    ("javascript:alert(1)", "criipto.redirect-uri-unsafe"),
  ]) func `with a callback that is not registered is an error page:`(uri: String, rule: String) {
    let answer = login.authorize(["redirect_uri": uri])
    #expect(answer.status == 400 && answer.header("Location") == nil)
    #expect(answer.findings == [rule])
  }

  @Test func `without a callback is an error page`() {
    #expect(login.authorize(["redirect_uri": nil]).findings == ["criipto.redirect-uri-missing"])
  }

  @Test func `loses the fragment of its callback, and keeps its query`() {
    let written = "\(CriiptoTestWorld.callback)#x"
    for uri in [written, CriiptoTestWorld.callback] {
      let answer = login.authorize(["redirect_uri": written, "nonce": "a nonce for \(uri)"])
      #expect(answer.findings == ["criipto.redirect-uri-fragment"])
      #expect(answer.header("Location")?.hasPrefix("\(CriiptoTestWorld.callback)?code=") == true)
      // The exchange demands the same string again (§1.7).
      let tokens = login.exchange(answer.locationQuery["code"] ?? "", ["redirect_uri": uri])
      #expect(tokens.status == 200 && tokens.findings.isEmpty)
    }
    let kept = login.authorize(["redirect_uri": "\(CriiptoTestWorld.callback)?app=1"])
    #expect(kept.header("Location")?.hasPrefix("\(CriiptoTestWorld.callback)?app=1&code=") == true)
  }

  /// The vendor's SDK for Express asks to be sent back to `/callback?returnTo=…`.
  @Test func `may add to the query of its callback where the quirk redirect_uri_query allows it`() throws {
    let allowed = #""quirks": { "redirect_uri_query": "allowed" }"#
    let uri = "\(CriiptoTestWorld.callback)?returnTo=%2Fbasket"
    let express = VerifyLogin(emulator: try CriiptoTestWorld.emulator(allowed))
    let answer = express.authorize(["redirect_uri": uri])
    #expect(answer.findings == ["criipto.redirect-uri-extra-query"])
    #expect(answer.header("Location")?.hasPrefix("\(uri)&code=") == true)
    let code = answer.locationQuery["code"] ?? ""
    #expect(express.exchange(code, ["redirect_uri": uri]).status == 200)
    #expect(express.push(["redirect_uri": uri]).status == 201)
    let failed = express.authorize(["redirect_uri": uri, "scope": "none"])
    #expect(failed.header("Location")?.hasPrefix("\(uri)&error=invalid_scope") == true)
    #expect(express.authorize(["redirect_uri": "\(CriiptoTestWorld.callback)/more?x=1"]).status == 400)
    let story = VerifyLogin(emulator: try CriiptoTestWorld.emulator(stories: ["lenient": allowed]))
    #expect(story.authorize(["redirect_uri": uri], scenario: "lenient").locationQuery["code"] != nil)
  }

  @Test func `with an unknown acr is an error page (§1.8)`() {
    let answer = login.authorize(["acr_values": "urn:grn:authn:xx:nothing"])
    #expect(answer.status == 400 && answer.header("Location") == nil)
    #expect(answer.findings == ["criipto.acr-unknown"])
  }

  static let broken: [(change: [String: String?], error: String, rule: String)] = [
    (["response_type": nil], "invalid_request", "criipto.response-type-missing"),
    (["response_type": "token"], "unsupported_response_type", "criipto.response-type-unsupported"),
    (["response_mode": "web_message"], "invalid_request", "criipto.response-mode-unsupported"),
    (["scope": "profile"], "invalid_scope", "criipto.scope-openid-missing"),
    (["prompt": "none login"], "invalid_request", "criipto.prompt-unknown"),
    (["prompt": "none"], "login_required", "criipto.login-required"),
    (
      ["code_challenge": CriiptoTestWorld.challenge], "invalid_request", "criipto.code-challenge-method"
    ),
    (
      ["code_challenge": "short", "code_challenge_method": "S256"], "invalid_request",
      "criipto.code-challenge-malformed"
    ),
  ]

  @Test(arguments: broken) func `that is broken is answered at the callback, with its state:`(
    change: [String: String?], error: String, rule: String
  ) {
    let answer = login.authorize(change)
    #expect(answer.status == 302)
    #expect(answer.locationQuery["error"] == error)
    #expect(answer.locationQuery["error_description"]?.isEmpty == false)
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == [rule])
  }

  @Test func `with a parameter twice is refused`() {
    let answer = login.emulator.get(
      "/criipto/oauth2/authorize?\(login.request().encoded)&nonce=another")
    #expect(answer.findings == ["criipto.parameter-repeated"])
    #expect(
      login.emulator.get("/criipto/oauth2/authorize?state=%zz").findings == ["criipto.authorize-malformed"])
  }

  /// OpenID Connect Core §3.2.2.1 and §3.3.2.11, RFC 9700 §2.1.
  static let loose: [(change: [String: String?], client: String, rules: [String: Rule.Severity])] = [
    (["state": nil], CriiptoTestWorld.client, ["criipto.state-missing": .warning]),
    (["state": "scenario:cancel"], CriiptoTestWorld.client, ["criipto.scenario-unfinished": .warning]),
    (["nonce": nil], CriiptoTestWorld.client, ["criipto.code-nonce-missing": .warning]),
    (
      ["state": nil, "nonce": nil], CriiptoTestWorld.client,
      ["criipto.request-unbound": .error, "criipto.code-nonce-missing": .warning]
    ),
    (
      proof.merging(["nonce": nil]) { $1 }, CriiptoTestWorld.client, ["criipto.nonce-left-to-pkce": .note]
    ),
    (proof.merging(["nonce": nil]) { $1 }, "urn:public", ["criipto.nonce-left-to-pkce": .note]),
    (
      proof.merging(["nonce": nil, "state": nil]) { $1 }, "urn:public",
      ["criipto.nonce-left-to-pkce": .note, "criipto.state-missing": .warning]
    ),
    (
      ["nonce": nil, "response_type": "id_token"], CriiptoTestWorld.client, ["criipto.nonce-missing": .error]
    ),
    (
      proof.merging(["nonce": nil, "response_type": "code id_token"]) { $1 }, CriiptoTestWorld.client,
      ["criipto.nonce-missing": .error]
    ),
  ]

  static let proof: [String: String?] = [
    "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
  ]

  @Test(arguments: loose) func `without state or nonce works, and is reported as what is left protects it:`(
    change: [String: String?], client: String, rules: [String: Rule.Severity]
  ) {
    var login = login
    login.client = client
    let answer = login.authorize(change)
    #expect(answer.status == 302 && answer.header("Location")?.contains("error=") == false)
    #expect(answer.findings.sorted() == rules.keys.sorted())
    for (name, severity) in rules {
      #expect(Criipto.rules.first { $0.identifier == name }?.severity == severity)
    }
  }

  @Test func `of a public application must use PKCE`() {
    var app = login
    app.client = "urn:public"
    let answer = app.authorize()
    #expect(answer.locationQuery["error"] == "invalid_request")
    #expect(answer.findings == ["criipto.code-challenge-missing"])
    let good = app.authorize([
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
      "redirect_uri": "exampleapp://callback",
    ])
    #expect(good.header("Location")?.hasPrefix("exampleapp://callback?code=") == true)
  }

  @Test func `reports scopes that do not count`() {
    #expect(login.authorize(["scope": "openid ssn"]).findings == ["criipto.scope-ignored"])
    let dynamic = VerifyLogin(emulator: login.emulator, client: "urn:dynamic", secret: "s")
    #expect(dynamic.authorize(["scope": "openid ssn"]).findings.isEmpty)
    #expect(dynamic.authorize(["scope": "openid shoe_size"]).findings == ["criipto.scope-unknown"])
  }

  @Test func `ignores what it does not know in the hint, and reports what contradicts`() {
    #expect(login.authorize(["login_hint": "css_path:x mobile:continue_button:never foo"]).findings.isEmpty)
    #expect(
      login.authorize(["login_hint": "appswitch:ios appswitch:browser"]).findings == [
        "criipto.appswitch-contradicts"
      ])
    #expect(login.authorize(["login_hint": "message:***"]).findings == ["criipto.message-malformed"])
    #expect(login.authorize(["login_hint": "action:dance"]).findings == ["criipto.action-unknown"])
  }

  @Test func `tells of a max_age, and of ui_locales without a language of its pages (S4, G4)`() {
    #expect(login.authorize(["max_age": "60"]).findings == ["criipto.max-age-ignored"])
    #expect(login.authorize(["ui_locales": "nb fr"]).findings == ["criipto.locale-ignored"])
    #expect(login.authorize(["ui_locales": "fr da-DK"]).findings.isEmpty)
  }

  @Test func `takes acr_values and scope out of the hint where a client can send nothing else (§1.4)`() throws
  {
    let claims = try login.claims([
      "acr_values": nil, "scope": nil, "login_hint": "acr_values:urn:grn:authn:dk:mitid:low scope:openid",
    ])
    #expect(claims["authenticationtype"] == "urn:grn:authn:dk:mitid:low")
  }

  @Test func `takes the acr of a base64 path, with its padding`() throws {
    // echo -n urn:grn:authn:dk:mitid:low | base64
    let path = "dXJuOmdybjphdXRobjpkazptaXRpZDpsb3c="
    let answer = login.emulator.get(
      "/criipto/\(path)/oauth2/authorize?\(login.request(["acr_values": nil]).encoded)")
    let code = answer.locationQuery["code"] ?? ""
    let token = login.exchange(code).json["id_token"]?.string ?? ""
    #expect(try login.verified(token)["authenticationtype"] == "urn:grn:authn:dk:mitid:low")
    #expect(
      login.emulator.get("/criipto/bm90aGluZw==/oauth2/authorize?\(login.request().encoded)").findings
        == ["criipto.path-acr-unknown"])
  }

  @Test func `names its person by personal number or MitID user`() throws {
    let byNumber = try login.claims(["login_hint": "sub:2712589994"])
    #expect(byNumber["name"] == "Freja Fiktivsen")
    let uuid = byNumber["uuid"]?.string ?? ""
    #expect(try login.claims(["login_hint": "uuid:\(uuid)"])["name"] == "Freja Fiktivsen")
  }

  @Test func `that names a scenario which does not exist is told the closest`() {
    let answer = login.authorize(scenario: "nothing")
    #expect(answer.status == 400)
    #expect(answer.findings == ["criipto.scenario-unknown"])
  }

  @Test func `of a client that is not registered is let in by the one that stands for any, with findings`()
    throws
  {
    let emulator = try CriiptoTestWorld.emulator(clients: CriiptoTestWorld.any)
    let any = VerifyLogin(emulator: emulator, client: "whoever", secret: "whatever")
    let answer = any.authorize(["redirect_uri": "http://localhost:1234/x"])
    #expect(answer.findings == ["criipto.client-unregistered", "criipto.redirect-uri-unchecked"])
    let tokens = any.exchange(answer.locationQuery["code"] ?? "", ["redirect_uri": "http://localhost:1234/x"])
    #expect(tokens.json["id_token"] != nil)
  }

  @Test func `is answered with 303 where that is wanted (§5 #14)`() throws {
    let seen = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(#""quirks": { "redirect_status": "303" }"#))
    #expect(seen.authorize().status == 303)
  }
}

@Suite struct `The response modes of Criipto (§1.2)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  @Test func `are query for a code and fragment for an id_token`() throws {
    let answer = login.authorize(["response_type": "id_token"])
    #expect(answer.header("Location")?.hasPrefix("\(CriiptoTestWorld.callback)#id_token=") == true)
    #expect(answer.fragment["state"] == "a state")
    let claims = try login.verified(answer.fragment["id_token"] ?? "")
    #expect(claims["nonce"] == "a nonce" && claims["name"] == "Anna Peeters")
    let old = VerifyLogin(emulator: try CriiptoTestWorld.emulator(#""quirks": { "id_token_mode": "query" }"#))
    #expect(old.authorize(["response_type": "id_token"]).locationQuery["id_token"] != nil)
  }

  @Test func `take both for code id_token, whose second id_token says sub alone`() throws {
    let answer = login.authorize(["response_type": "code id_token"])
    let front = try login.verified(answer.fragment["id_token"] ?? "")
    #expect(front["uuid"] != nil)
    let tokens = login.exchange(answer.fragment["code"] ?? "").json
    let back = try login.verified(tokens["id_token"]?.string ?? "")
    #expect(back.names.sorted() == ["aud", "exp", "iat", "iss", "nbf", "nonce", "sub"])
    #expect(back["sub"] == front["sub"])
    #expect(login.userinfo(tokens["access_token"]?.string ?? "").json["uuid"] == front["uuid"])
  }

  @Test func `tie the code to the id_token beside it by c_hash (OpenID Connect Core 3_3_2_11)`() throws {
    let answer = login.authorize(["response_type": "code id_token"])
    let code = answer.fragment["code"] ?? ""
    let front = try login.verified(answer.fragment["id_token"] ?? "")
    let half = Digest.sha256(Array(code.utf8)).prefix(16)
    #expect(!code.isEmpty && front["c_hash"]?.string == Base64URL.encode(Array(half)))
    let back = try login.verified(login.exchange(code).json["id_token"]?.string ?? "")
    #expect(back["c_hash"] == nil)
    let alone = login.authorize(["response_type": "id_token"]).fragment["id_token"] ?? ""
    #expect(try login.verified(alone)["c_hash"] == nil)
  }

  @Test func `post a form, by script or by a button`() {
    let page = login.authorize(["response_mode": "form_post"])
    #expect(page.status == 200)
    #expect(page.text.contains(#"<form method="post" action="\#(CriiptoTestWorld.callback)""#))
    #expect(page.text.contains(#"name="code""#) && page.text.contains(#"name="state" value="a state""#))
    #expect(page.text.contains("data-testid=\"continue\""))
    #expect(page.header("Content-Security-Policy")?.contains("script-src 'sha256-") == true)
  }

  @Test func `give the location as JSON`() {
    let answer = login.authorize(["response_mode": "json"])
    #expect(answer.status == 200)
    #expect(answer.json["location"]?.string?.hasPrefix("\(CriiptoTestWorld.callback)?code=") == true)
  }

  @Test func `are those of errors too`() {
    let answer = login.authorize(["response_type": "id_token", "prompt": "none"])
    #expect(answer.fragment["error"] == "login_required")
    let json = login.authorize(["response_mode": "json", "prompt": "none"])
    #expect(json.json["location"]?.string?.contains("error=login_required") == true)
  }
}
