import Flow
import HTTP
import JSON
import Registry
import Testing

@Suite struct `The fake handset` {
  let stage: PhoneStage

  init() throws { stage = try PhoneStage() }

  private func text(_ path: String...) -> String? {
    path.reduce(stage.request) { $0?[$1] }?.string
  }

  // MARK: Which requests it shows

  @Test func `shows a request that waits, however many logins ended after it, and counts what it leaves out`()
    throws
  {
    stage.criipto("dk:mitid:low")
    let waiting = try #require(text("transaction"))
    for _ in 0..<4 {
      stage.itsme()
      let newest = stage.requests[0]["transaction"]?.string ?? ""
      #expect(stage.post("transactions/\(newest)/phone", ["do": "reject"]).status == 200)
    }
    let answer = stage.json(stage.emulator.get("/_eidolon/phone?limit=3"))
    let shown = try #require(answer["requests"]?.array)
    #expect(shown.map { $0["provider"]?.string } == ["itsme", "itsme", "criipto"])
    #expect(shown.last?["transaction"]?.string == waiting)
    #expect(answer["left_out"] == 2)
    #expect(stage.json(stage.emulator.get("/_eidolon/phone"))["left_out"] == 0)
  }

  // MARK: Whom it names

  @Test(arguments: ["dk:mitid:low", "se:bankid:another-device:qr"])
  func `names nobody where a login ended before anybody was identified`(eID: String) {
    stage.criipto(eID)
    #expect(stage.request["identified"] == false)
    #expect(stage.act("cancel") == 200)
    #expect(stage.request["identified"] == false)
  }

  @Test func `names the person who scanned, also where that person cancels`() {
    stage.criipto("se:bankid:another-device:qr")
    #expect(stage.act("scan") == 200)
    #expect(stage.act("cancel") == 200)
    #expect(stage.request["identified"] == true)
  }

  @Test func `names the person whom a request named to its end`() {
    stage.itsme()
    #expect(stage.request["identified"] == true)
    #expect(stage.act("reject") == 200)
    #expect(stage.request["identified"] == true)
  }

  // MARK: itsme

  @Test func `shows who asks at itsme, what is shared, and three icons of which one is right`() {
    stage.itsme()
    let request = stage.request
    #expect(text("provider") == "itsme" && text("party") == "PHONE_TEST" && text("service") == "X")
    #expect(request["person"]?["key"] == "anna")
    #expect(request["shared"]?.array?.isEmpty == false)
    let icons = request["choices"]?.array?.filter { $0["icon"] != nil } ?? []
    #expect(icons.count == 3 && icons.count { $0["do"] == "approve" } == 1)
    #expect(icons.allSatisfy { $0["icon"]?["outline"]?.string?.isEmpty == false })
    #expect(Set(stage.verbs) == ["approve", "wrong_icon", "reject", "wrong_pin", "ignore"])
    #expect(stage.act("wrong_icon") == 200)
    #expect(text("state") == "wrong_icon" && stage.verbs.isEmpty)
    #expect(stage.act("approve") == 409)
  }

  @Test func `lets the person whose phone opens the link log in where nobody is known`() {
    let page = stage.visit(
      "/itsme/oidc/authorization",
      [
        "client_id": "PHONE_TEST", "response_type": "code", "scope": "openid service:X", "state": "s",
        "redirect_uri": PhoneStage.callback,
      ])
    #expect(page.status == 200 && stage.verbs.isEmpty && text("waiting")?.isEmpty == false)
    #expect(stage.request["identified"] == false)
    let link = "http://localhost:8080/itsme/mobile/authorize?transaction=\(text("transaction") ?? "")"
    let opened = stage.open(link, person: "bob")
    #expect(opened["result"] == "shown" && opened["request"]?["person"]?["key"] == "bob")
    #expect(opened["request"]?["identified"] == true)
    #expect(stage.verbs.contains("approve"))
    #expect(stage.open(link + "x")["result"] == "refused")
  }

  @Test func `opens the authorization URL of itsme in its browser, also under the real host`() {
    for host in ["http://localhost:8080/itsme", "https://e2emerchant.itsme.be"] {
      let opened = stage.open("\(host)/oidc/authorization?client_id=A&scope=openid")
      #expect(opened["result"] == "page")
      #expect(
        opened["page"] == "http://localhost:8080/itsme/oidc/authorization?client_id=A&scope=openid")
    }
  }

  // MARK: Swedish BankID

  @Test func `opens a BankID launch link in each of its forms, and says what it does with the redirect`()
    throws
  {
    let answer = stage.json(
      stage.criipto("se:bankid:same-device", ["login_hint": "appswitch:ios", "response_mode": "json"]))
    let links = try #require(answer["launchLinks"])
    #expect(text("waiting") != nil && stage.verbs == ["open"])
    let opened = stage.open(
      links["customFileHandlerUrl"]?.string ?? links["customFileHandlerURL"]?.string ?? "")
    #expect(opened["result"] == "shown" && opened["findings"] == [])
    #expect(opened["request"]?["return"]?["link"]?.string == PhoneStage.callback)
    #expect(opened["request"]?["return"]?["opens"]?.string == PhoneStage.callback)
    #expect(Set(stage.verbs).isSuperset(of: ["approve", "cancel", "wrong_pin", "read_passport", "fail"]))
    #expect(stage.open(links["universalLink"]?.string ?? "")["result"] == "shown")
    #expect(stage.act("fail", reason: "certificateErr") == 200)
    #expect(text("state")?.isEmpty == false && stage.verbs.isEmpty)
  }

  @Test func `does not open a redirect of somebody else, and reports it`() throws {
    let answer = stage.json(
      stage.criipto("se:bankid:same-device", ["login_hint": "appswitch:browser", "response_mode": "json"]))
    let link = answer["launchLinks"]?["universalLink"]?.string ?? ""
    let changed = link.prefix { $0 != "&" } + "&redirect=https%3A%2F%2Fevil.example.test%2F"
    let opened = stage.open(String(changed))
    #expect(opened["findings"]?.array?.count == 1)
    #expect(opened["request"]?["return"]?["link"] == "https://evil.example.test/")
    #expect(opened["request"]?["return"]?["opens"] == nil)
    #expect(stage.emulator.sandbox.findings.occurrences().last?.endpoint == "phone")
  }

  @Test func `scans the animated code while it is fresh`() {
    stage.criipto("se:bankid:another-device:qr")
    let code = text("launch") ?? ""
    #expect(code.hasPrefix("bankid."))
    stage.emulator.advance(by: .seconds(10))
    let stale = stage.open(code)
    #expect(stale["result"] == "refused" && stale["findings"]?.array?.count == 1)
    let forged = stage.open("bankid.\(code.split(separator: ".")[1]).3.\(String(repeating: "0", count: 64))")
    #expect(forged["result"] == "refused")
    #expect(stage.open(text("launch") ?? "", person: "freja")["result"] == "shown")
    #expect(stage.request["person"]?["key"] == "freja")
    stage.act("approve")
    #expect(stage.verbs.isEmpty && stage.request["return"]?["opens"] == nil)
  }

  @Test func `knows no order of a foreign token`() {
    let opened = stage.open("bankid:///?autostarttoken=00000000-0000-4000-8000-000000000000&redirect=null")
    #expect(opened["result"] == "refused" && opened["findings"]?.array?.count == 1)
  }

  // MARK: Danish MitID

  @Test func `shows the text of MitID, and returns to https links only`() {
    let page = stage.criipto(
      "dk:mitid:substantial",
      [
        "login_hint": "appswitch:ios message:QnV5IDIgdGlja2V0cw==",
        "redirect_uri": "exampleapp://callback",
      ])
    #expect(text("waiting")?.contains("user ID") == true)
    var headers = PhoneStage.browser
    headers.append("Cookie", String((page.header("Set-Cookie") ?? "").prefix { $0 != ";" }))
    let address = "/criipto/mitid/\(text("transaction") ?? "")"
    // As a browser sends it: the field that nobody filled in, and the button of a person.
    _ = stage.emulator.post(address, ["user": "", "pick": "anna"], headers: headers)
    #expect(Set(stage.verbs).isSuperset(of: ["approve", "reject", "return_to_other_browser", "ignore"]))
    let link = "http://localhost:8080/criipto/mitid/\(text("transaction") ?? "")/app"
    #expect(stage.open(link)["result"] == "shown")
    #expect(text("state") == "app_opened" && text("text") == "Buy 2 tickets")
    #expect(text("return", "link") == "exampleapp://callback" && text("return", "opens") == nil)
    stage.act("reject")
    #expect(text("state") == "cancelled")
  }

  // MARK: BioID

  @Test func `is the BioID app of a launch link, and returns with the same token`() {
    let token = stage.bioid()
    #expect(stage.verbs.contains("approve"))
    let link = "bioid-verify://?access_token=\(token)&return_url=shopapp&state=S1"
    #expect(stage.open(link)["result"] == "shown")
    #expect(text("return", "link") == "shopapp" && text("return", "opens") == nil)
    #expect(stage.decisions == ["approve", "cancel"])
    stage.act("wrong_face")
    #expect(stage.verbs.contains("approve"))
    stage.act("approve")
    #expect(stage.verbs.isEmpty)
    #expect(text("return", "opens") == "shopapp://?access_token=\(token)&state=S1")
  }

  @Test func `ends what a page waits for, and the page learns it`() {
    let token = stage.bioid()
    let query = ["access_token": token, "return_url": PhoneStage.callback, "state": "S1"]
    #expect(stage.visit("/bioid/bws/uui", query).status == 200)
    stage.act("approve")
    #expect(text("state") == "succeeded")
    let back = stage.visit("/bioid/bws/uui", query)
    #expect(back.status == 302 && back.header("Location")?.hasPrefix(PhoneStage.callback) == true)
  }

  @Test func `says why the BioID app cannot do anything with a link`() {
    let token = stage.bioid()
    #expect(stage.open("bioid-verify://?return_url=app")["message"] == "This link has no access_token.")
    #expect(stage.open("bioid-verify://?access_token=x&return_url=app")["result"] == "refused")
    #expect(
      stage.open("bioid-verify://?access_token=\(token)&return_url=javascript:x")["message"]
        == "The return_url cannot be opened.")
    let wrong = stage.open("bioid-enroll://?access_token=\(token)&return_url=app&state=s")
    #expect(wrong["result"] == "shown" && wrong["findings"]?.array?.count == 1)
    #expect(stage.verbs.isEmpty && text("state") == "wrong_task")
    #expect(text("return", "opens") == "app://?access_token=\(token)&state=s")
  }

  @Test func `takes a launch without return_url as Android makes it, and warns of iOS and the web`() {
    let token = stage.bioid()
    let opened = stage.open("bioid-verify://?access_token=\(token)&state=s")
    #expect(opened["result"] == "shown")
    let findings = opened["findings"]?.array ?? []
    #expect(findings.count == 1)
    #expect(
      findings.first?.string?.hasPrefix("The launch has no return_url, which Android alone can do without")
        == true)
    #expect(text("return", "does") == "The app that launched this one gets the result without an address.")
    stage.act("approve")
    #expect(stage.verbs.isEmpty && text("state") == "succeeded")
  }

  // MARK: ReuseID, VideoID, VeridiumID

  @Test func `confirms an operation of ReuseID`() {
    stage.reuseid()
    #expect(text("provider") == "reuseid" && text("party") == "Nordhamn Bank")
    #expect(Set(stage.verbs) == ["approve", "reject", "wrong_pin", "cancel", "ignore"])
    #expect(stage.request["particulars"]?.array?.compactMap { $0["name"]?.string } == ["User"])
    stage.act("wrong_pin")
    stage.act("approve")
    #expect(text("state") == "completed" && stage.verbs.isEmpty)
  }

  @Test func `holds documents and a face into the camera of VideoID`() {
    let authorization = stage.videoid()
    #expect(text("waiting") != nil && text("party") == "Nordhamn Bank" && stage.verbs.isEmpty)
    let page = "http://localhost:8080/videoid/v2/capture?authorization=\(authorization)"
    #expect(stage.open(page)["page"]?.string == page)
    _ = stage.emulator.post(
      "/videoid/v2/capture", ["authorization": authorization, "do": "start"], headers: PhoneStage.browser)
    for verb in ["show_front", "show_back", "show_face"] {
      #expect(stage.decisions == [verb, "cancel"])
      stage.act(verb)
    }
    #expect(text("state") == "completed")
  }

  @Test func `scans the code of a session opportunity, and approves`() {
    let answer = stage.veridium(
      "RegisterSessionOpportunity", "sessionOpportunity-v2",
      ["memberExternalId": "GENERIC", "sessionAliasType": "ID"])
    let alias = answer["sessionAlias"]?.string ?? ""
    #expect(!alias.isEmpty && text("launch") == alias && stage.verbs == ["scan"])
    #expect(text("heading") == "Login request")
    #expect(stage.open(alias, person: "anna")["result"] == "shown")
    #expect(Set(stage.verbs).isSuperset(of: ["approve", "reject", "biometry_changed", "continue_elsewhere"]))
    stage.act("biometry_changed")
    #expect(stage.verbs.contains("approve"))
    stage.act("approve")
    #expect(text("state") == "completed")
  }

  @Test func `shows the text that a friend of VeridiumID wants confirmed`() {
    _ = stage.veridium(
      "AuthenticationRequest", "authenticationrequest-v1",
      ["memberExternalId": "GENERIC", "profileExternalId": "anna", "transactionText": "Pay 3 EUR"])
    #expect(text("party") == "Saint Fabula Hospital" && text("service") == nil)
    #expect(text("heading") == "Transaction to approve")
    #expect(text("text") == "Pay 3 EUR" && stage.verbs.contains("push_lost"))
    stage.act("push_lost")
    #expect(stage.verbs.isEmpty && text("waiting") != nil)
  }

  // MARK: All

  @Test func `offers only verbs that the provider declares, and each with a meaning`() {
    stage.itsme()
    stage.criipto("se:bankid:another-device:qr")
    stage.criipto("dk:mitid:low")
    _ = stage.bioid()
    stage.reuseid()
    _ = stage.videoid()
    for request in stage.requests {
      let provider = registry.first { $0.slug == request["provider"]?.string }
      let verbs = Set(provider?.vocabulary.verbs.map(\.term.name) ?? [])
      for choice in request["choices"]?.array ?? [] {
        #expect(verbs.contains(choice["do"]?.string ?? ""), "\(choice)")
        #expect(choice["meaning"]?.string?.isEmpty == false && choice["label"]?.string?.isEmpty == false)
      }
    }
    #expect(stage.requests.count == 6)
  }

  @Test func `opens nothing with an app that is not installed`() {
    stage.criipto("se:bankid:another-device:qr")
    let link = text("launch") ?? ""
    let answer = stage.post("phone/open", ["link": .string(link), "without": ["criipto"]])
    #expect(answer.status == 404)
    #expect(text("waiting") != nil)
    #expect(stage.post("phone/open", ["link": "nothing of anybody"]).status == 404)
    #expect(stage.post("phone/open", ["link": .string(link), "person": "nobody"]).status == 404)
    #expect(stage.post("phone/open", ["link": .string(link), "without": ["nobody"]]).status == 404)
    #expect(stage.post("phone/open", ["link": ""]).status == 400)
  }

  @Test func `lets people decide by themselves again, from the next login on`() {
    let answer = stage.post("phone", ["interactive": false], .put)
    #expect(stage.json(answer)["interactive"] == false)
    #expect(stage.itsme().status == 302)
    _ = stage.post("phone", ["interactive": true], .put)
    #expect(stage.itsme().status == 200)
    #expect(stage.post("phone", [:], .put).status == 400)
  }
}
