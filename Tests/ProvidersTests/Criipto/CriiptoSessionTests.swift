import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `Single sign-on of Criipto (§1.7)` {
  let login: VerifyLogin

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(
        CriiptoTestWorld.singleSignOn,
        stories: ["freja": #""person": "freja""#, "no": #""phone": [{ "do": "cancel" }]"#]))
  }

  /// The cookies of a browser that has logged in as Freja.
  private func browser() -> Headers { ["Cookie": login.authorize(scenario: "freja").cookies] }

  private func person(_ answer: TestAnswer) throws -> JSONObject {
    try login.verified(login.exchange(answer.locationQuery["code"] ?? "").json["id_token"]?.string ?? "")
  }

  @Test func `answers for the browser's session, with its index and moment`() throws {
    let first = login.authorize(scenario: "freja")
    #expect(first.header("Set-Cookie")?.contains("HttpOnly") == true)
    let before = try person(first)
    login.emulator.advance(by: .seconds(60))
    let after = try person(login.authorize(headers: ["Cookie": first.cookies]))
    #expect(after["name"] == "Freja Fiktivsen")
    #expect(after["sessionindex"] == before["sessionindex"])
    #expect(after["authenticationinstant"] == before["authenticationinstant"])
  }

  @Test func `is for any acr of the same eID, not for prompt=login, and ends with its time`() throws {
    let headers = browser()
    func name(_ acr: String) throws -> JSON? {
      try person(login.authorize(["acr_values": acr], headers: headers))["name"]
    }
    #expect(try name("urn:grn:authn:dk:mitid:high") == "Freja Fiktivsen")
    #expect(try name("urn:grn:authn:se:bankid") == "Anna Peeters")
    #expect(try person(login.authorize(["prompt": "login"], headers: headers))["name"] == "Anna Peeters")
    login.emulator.advance(by: .seconds(3600))
    #expect(try person(login.authorize(headers: headers))["name"] == "Anna Peeters")
  }

  @Test func `answers for nobody else than the request or the scenario names`() throws {
    let headers = browser()
    func name(_ hint: String?, scenario: String? = nil) throws -> JSON? {
      try person(login.authorize(["login_hint": hint], scenario: scenario, headers: headers))["name"]
    }
    let cpr = try person(login.authorize(headers: headers))["cprNumberIdentifier"]?.string ?? ""
    login.emulator.advance(by: .seconds(5))
    #expect(try name("sub:\(cpr)") == "Freja Fiktivsen" && name(nil, scenario: "freja") == "Freja Fiktivsen")
    let others = try login.claims()["cprNumberIdentifier"]?.string ?? ""
    let silent = login.authorize(["login_hint": "sub:\(others)", "prompt": "none"], headers: headers)
    #expect(silent.locationQuery["error"] == "login_required")
    #expect(try name("sub:\(others)") == "Anna Peeters")
  }

  @Test func `gives way to a scenario that names somebody else`() throws {
    let headers: Headers = ["Cookie": login.authorize().cookies]
    #expect(try person(login.authorize(scenario: "freja", headers: headers))["name"] == "Freja Fiktivsen")
  }

  @Test func `is all that prompt=none wants`() {
    #expect(login.authorize(["prompt": "none"]).locationQuery["error"] == "login_required")
    #expect(login.authorize(["prompt": "none"], headers: browser()).locationQuery["code"] != nil)
  }

  @Test func `gives way to a scenario that says what the person does`() {
    #expect(login.authorize(scenario: "no", headers: browser()).locationQuery["error"] == "access_denied")
  }

  @Test func `is limited to 2 in 5 seconds and 6 in 20 minutes: 429`() {
    let headers = browser()
    for _ in 0..<2 { #expect(login.authorize(headers: headers).status == 302) }
    let third = login.authorize(headers: headers)
    #expect(third.status == 429 && third.findings == ["criipto.sso-rate-limit"])
    for _ in 0..<2 {
      login.emulator.advance(by: .seconds(5))
      for _ in 0..<2 { #expect(login.authorize(headers: headers).status == 302) }
    }
    login.emulator.advance(by: .seconds(5))
    #expect(login.authorize(headers: headers).status == 429)
    login.emulator.advance(by: .seconds(1200))
    #expect(login.authorize(headers: headers).status == 302)
  }

  @Test func `interferes with a client that opens the app by itself, which is reported (§4 7)`() {
    let device: [String: String?] = [
      "acr_values": "urn:grn:authn:se:bankid:same-device", "login_hint": nil,
    ]
    let headers: Headers = ["Cookie": login.authorize(device, scenario: "freja").cookies]
    let app = device.merging(["login_hint": "appswitch:browser"]) { $1 }
    let answer = login.authorize(app, headers: headers)
    #expect(answer.locationQuery["code"] != nil && answer.findings.contains("criipto.sso-answers-app"))
    let careful = login.authorize(app.merging(["prompt": "login"]) { $1 }, headers: headers)
    #expect(careful.json["launchLinks"] != nil && !careful.findings.contains("criipto.sso-answers-app"))
  }

  @Test func `is off unless a client or scenario switches it on`() throws {
    let off = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: ["on": CriiptoTestWorld.singleSignOn]))
    #expect(off.authorize().header("Set-Cookie") == nil)
    let signedOn = off.authorize(scenario: "on")
    let headers: Headers = ["Cookie": signedOn.cookies]
    let again = off.authorize(headers: headers)
    let index = { (answer: TestAnswer) in
      let tokens = off.exchange(answer.locationQuery["code"] ?? "").json
      return try off.verified(tokens["id_token"]?.string ?? "")["sessionindex"]
    }
    #expect(try index(again) != index(signedOn))
    let silent = off.authorize(["prompt": "none"], headers: headers)
    #expect(silent.locationQuery["error"] == "login_required")
    #expect(silent.findings == ["criipto.login-required"])
    #expect(
      off.authorize(["prompt": "none"], scenario: "on", headers: headers).locationQuery["code"] != nil)
  }

  @Test func `that is off leaves each app switch to the app, whatever cookies come`() {
    let acr = ["acr_values": BankIDClient.sameDevice]
    let headers: Headers = ["Cookie": login.authorize(acr).cookies]
    let off = VerifyLogin(emulator: login.emulator, client: "urn:long", secret: "s")
    for _ in 0..<7 {
      let links = off.authorize(acr.merging(["login_hint": "appswitch:ios"]) { $1 }, headers: headers)
      #expect(links.status == 200 && links.json["launchLinks"] != nil)
    }
  }

  @Test func `has a cookie that is Secure and SameSite=None over TLS`() {
    let request = Request(.get, "/criipto/oauth2/authorize?\(login.request().encoded)")
    let cookie = login.emulator.send(request, isSecure: true).header("Set-Cookie") ?? ""
    #expect(cookie.contains("Secure") && cookie.contains("SameSite=None"))
  }

  @Test func `ends with logout, which sends back to a registered callback with its state`() throws {
    let headers = browser()
    let uri = CriiptoTestWorld.callback
    let out = login.emulator.get(
      "/criipto/oauth2/logout?post_logout_redirect_uri=\(PercentCoding.encode(uri))&state=bye",
      headers: headers)
    #expect(out.header("Location") == "\(uri)?state=bye")
    #expect(out.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(try person(login.authorize(headers: headers))["name"] == "Anna Peeters")
    let hint = login.tokens()["id_token"]?.string ?? ""
    let other = login.emulator.get(
      "/criipto/oauth2/logout?id_token_hint=\(hint)&post_logout_redirect_uri=exampleapp%3A%2F%2Fcallback")
    #expect(other.status == 400 && other.findings == ["criipto.post-logout-unregistered"])
    #expect(login.emulator.get("/criipto/oauth2/logout").text.contains("data-testid=\"logged-out\""))
    let any = try CriiptoTestWorld.emulator(clients: CriiptoTestWorld.any)
    let open = any.get("/criipto/oauth2/logout?post_logout_redirect_uri=http%3A%2F%2Fx.test")
    #expect(open.status == 302 && open.findings == ["criipto.post-logout-unchecked"])
  }
}

@Suite struct `The selection page of Criipto` {
  @Test func `offers the eIDs that were asked for, or all, and goes on with the chosen one`() throws {
    let login = VerifyLogin(emulator: try CriiptoTestWorld.emulator { $0.isInteractive = true })
    let several = "urn:grn:authn:dk:mitid:low urn:grn:authn:dk:mitid:high"
    let page = login.authorize(["acr_values": several], headers: CriiptoTestWorld.browser)
    #expect(page.text.contains("value=\"urn:grn:authn:dk:mitid:low\""))
    #expect(!page.text.contains("urn:grn:authn:se:bankid"))
    let all = login.authorize(["acr_values": nil], headers: CriiptoTestWorld.browser)
    #expect(all.text.contains("urn:grn:authn:se:bankid:same-device"))
    let chosen = login.emulator.post(
      "/criipto/oauth2/select", ["transaction": page.transaction, "acr": "urn:grn:authn:dk:mitid:high"],
      headers: CriiptoTestWorld.browser)
    #expect(chosen.text.contains("data-testid=\"user\""))
    let left = login.emulator.post(
      "/criipto/oauth2/select", ["transaction": all.transaction, "cancel": "1"],
      headers: CriiptoTestWorld.browser)
    #expect(left.locationQuery["error"] == "access_denied" && left.locationQuery["state"] == "a state")
  }

  @Test func `is left out where nobody has to choose`() throws {
    let login = VerifyLogin(emulator: try CriiptoTestWorld.emulator())
    let claims = try login.claims(["acr_values": nil])
    #expect(claims["authenticationtype"] == "urn:grn:authn:dk:mitid:low")
  }

  @Test func `ends after ten minutes, and is in the browser's language`() throws {
    let login = VerifyLogin(emulator: try CriiptoTestWorld.emulator { $0.isInteractive = true })
    var headers = CriiptoTestWorld.browser
    headers.append("Accept-Language", "da-DK,en;q=0.5")
    let page = login.authorize(["acr_values": nil], headers: headers)
    #expect(page.text.contains("<html lang=\"da\">"))
    #expect(
      login.authorize(["acr_values": nil, "ui_locales": "sv-SE"], headers: headers).text.contains(
        "<html lang=\"sv\">"))
    login.emulator.advance(by: .seconds(600))
    let late = login.emulator.get("/criipto/oauth2/select?transaction=\(page.transaction)", headers: headers)
    #expect(late.locationQuery["error"] == "access_denied")
  }
}
