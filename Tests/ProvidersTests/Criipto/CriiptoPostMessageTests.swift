import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Criipto

@Suite struct `The response mode post_message of Criipto (§1_2)` {
  let login: VerifyLogin

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(
        CriiptoTestWorld.singleSignOn, clients: CriiptoTestWorld.any,
        stories: ["no": #""phone": [{ "do": "cancel" }]"#]))
  }

  private func page(
    _ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = [:]
  ) -> TestAnswer {
    login.authorize(
      ["response_mode": "post_message"].merging(changes) { $1 }, scenario: scenario, headers: headers)
  }

  /// What the page's script is called with: the string that it posts, the origin to which, and where it reports.
  private func arguments(_ page: TestAnswer) throws -> [String] {
    let text = try #require(page.text.firstMatch(of: /\)\(("[^\n]*")\)<\/script>/)).1
    return try JSONParser.parse(Array("[\(text)]".utf8)).json.array?.compactMap(\.string) ?? []
  }

  @Test func `posts the whole callback as one string to the origin of the redirect URI`() throws {
    let page = page(["state": "a state=b&c"])
    #expect(page.status == 200 && page.findings.isEmpty)
    let sent = try arguments(page)
    #expect(sent[0].hasPrefix("\(CriiptoTestWorld.callback)?code="))
    #expect(sent[0].hasSuffix("&state=a%20state%3Db%26c"))
    #expect(sent[1] == "https://app.example.test")
    let code = try Form(parsing: String(sent[0].split(separator: "?")[1]))["code"] ?? ""
    #expect(login.exchange(code).json["id_token"] != nil)
  }

  @Test func `is one script under a nonce, to be framed by that origin alone, and keeps its opener`() throws {
    let first = page()
    let policy = first.header("Content-Security-Policy") ?? ""
    let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([\w-]+)'/)).1
    #expect(first.text.split(separator: "<script").count == 2)
    #expect(first.text.contains("<script nonce=\"\(nonce)\">"))
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    #expect(policy.hasSuffix("frame-ancestors https://app.example.test"))
    #expect(first.header("Cache-Control") == "no-store")
    #expect(first.header("X-Frame-Options") == nil)
    #expect(page().header("Content-Security-Policy") != policy)
    let eID = login.authorize(
      ["response_mode": "post_message"], headers: CriiptoTestWorld.browser)
    for answer in [first, eID] { #expect(answer.header("Cross-Origin-Opener-Policy") == nil) }
  }

  @Test func `tells errors too, with their state`() throws {
    let cancelled = try arguments(page(scenario: "no"))[0]
    #expect(cancelled == "\(CriiptoTestWorld.callback)?error=access_denied&state=a%20state")
    let refused = try arguments(page(["scope": "profile"]))[0]
    #expect(refused.hasPrefix("\(CriiptoTestWorld.callback)?error=invalid_scope&error_description="))
    #expect(!refused.contains("+") && refused.hasSuffix("&state=a%20state"))
  }

  @Test func `tells an id_token in the query, never in a fragment`() throws {
    let sent = try arguments(page(["response_type": "code id_token"]))[0]
    #expect(sent.hasPrefix("\(CriiptoTestWorld.callback)?code=") && sent.contains("&id_token="))
    #expect(!sent.contains("#"))
  }

  @Test func `answers prompt=none with login_required, or the code of the newest session`() throws {
    let silent: [String: String?] = ["prompt": "none", "acr_values": nil]
    #expect(try arguments(page(silent))[0].contains("?error=login_required&"))
    let low = page(["acr_values": "urn:grn:authn:dk:mitid:low"])
    let headers: Headers = ["Cookie": low.cookies]
    login.emulator.advance(by: .seconds(1))
    _ = page(["acr_values": BankIDClient.sameDevice], headers: headers)
    let sent = try arguments(page(silent, headers: headers))[0]
    let code = try Form(parsing: String(sent.split(separator: "?")[1]))["code"] ?? ""
    let claims = try login.verified(login.exchange(code).json["id_token"]?.string ?? "")
    #expect(claims["authenticationtype"]?.string == BankIDClient.sameDevice)
    // A session is for the eID, whichever acr it was made with (K3).
    let high = page(["prompt": "none", "acr_values": "urn:grn:authn:dk:mitid:high"], headers: headers)
    #expect(try arguments(high)[0].contains("?code="))
    let mock = page(["prompt": "none", "acr_values": "urn:grn:authn:mock"], headers: headers)
    #expect(try arguments(mock)[0].contains("?error=login_required&"))
  }

  @Test func `reports a page that no window waits for`() throws {
    let report = try arguments(page())[2]
    #expect(report.hasPrefix("\(CriiptoTestWorld.domain)/oauth2/post-message/"))
    let told = login.emulator.post(report, [:])
    #expect(told.status == 204 && told.findings == ["criipto.post-message-no-opener"])
    let unknown = login.emulator.post("/criipto/oauth2/post-message/nothing", [:])
    #expect(unknown.status == 400 && unknown.findings == ["criipto.login-expired"])
    // Without a login there is nothing to report about.
    #expect(try arguments(page(["scope": "profile"]))[2].isEmpty)
  }

  @Test
  func `shows a link where the redirect URI has no origin, and lets no address end its script or policy`()
    throws
  {
    let app = VerifyLogin(emulator: login.emulator, client: "urn:public").authorize([
      "response_mode": "post_message", "redirect_uri": "exampleapp://callback",
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ])
    #expect(!app.text.contains("<script") && app.text.contains("href=\"exampleapp://callback?code="))
    let anyone = VerifyLogin(emulator: login.emulator, client: "anyone")
    let hostile = anyone.authorize([
      "response_mode": "post_message", "redirect_uri": "http://x.test/</script><script>alert(1)//\"",
    ])
    #expect(hostile.text.split(separator: "<script").count == 2)
    #expect(try arguments(hostile)[0].hasPrefix("http://x.test/</script><script>alert(1)//\"?code="))
    let policy = anyone.authorize([
      "response_mode": "post_message", "redirect_uri": "http://x.test;script-src:*/cb",
    ])
    #expect(policy.header("Content-Security-Policy")?.hasSuffix("frame-ancestors 'none'") == true)
  }

  @Test func `cannot answer an app switch, and is in no discovery document`() {
    let app = page(["acr_values": BankIDClient.sameDevice, "login_hint": "appswitch:ios"])
    #expect(app.status == 400 && app.findings == ["criipto.bankid-app-switch-form-post"])
    let document = login.emulator.get("/criipto/.well-known/openid-configuration").json
    #expect(document["response_modes_supported"] == ["query", "form_post", "fragment"])
  }
}
