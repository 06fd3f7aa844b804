import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Itsme

@Suite struct `The login_hint of an itsme request (guide 3_2)` {
  @Test(arguments: ["32+470000002", "32+0470000002", "+32 470000002", "32 470000002", "+32+470000002"])
  func `names the person by phone number, however its plus arrived (section 5, 21)`(hint: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let changes = ["login_hint": hint, "scope": "openid service:EIDOLON_LOGIN profile"]
    #expect(try emulator.login(RelyingParty(), changes).userinfo["given_name"] == "Bob")
    #expect(emulator.authorize(RelyingParty(), changes).findings.isEmpty)
  }

  @Test func `whose plus is not percent-encoded arrives with a blank and still counts (contract 4, 11)`()
    throws
  {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "bob": #""when": {"login_hint": "32+470000002"}, "phone": [{"do": "reject"}]"#
    ])
    let query = emulator.request().encoded
    let answer = emulator.get("/itsme/oidc/authorize?\(query)&login_hint=32+470000002")
    #expect(answer.error == "access_denied")
  }

  @Test(arguments: ["anna", "0470000002", "anna@example.test", "3222+470000002", "32+47000x"])
  func `with invalid syntax is ignored and reported`(hint: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["login_hint": hint])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.login-hint-malformed"])
  }

  @Test func `that nobody has makes up a person who has it, with a note that says how to keep them`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let changes = ["login_hint": "32+499999999", "scope": "openid service:EIDOLON_LOGIN profile phone"]
    let person = try emulator.login(RelyingParty(), changes).userinfo
    #expect(person["phone_number"] == "+32 499999999")
    #expect(person["given_name"]?.string != nil && person["given_name"] != "Anna")
    #expect(try emulator.login(RelyingParty(), changes).userinfo["sub"] == person["sub"])
    #expect(emulator.authorize(RelyingParty(), changes).findings == ["itsme.person-made-up"])
    #expect(emulator.log.messages.contains { $0.contains(#""phone_number":"+32 499999999""#) })
  }

  @Test(arguments: [ItsmeTestWorld.browser, [:]])
  func `that nobody has is access_denied under strict`(headers: Headers) throws {
    let answer = try ItsmeTestWorld.emulator { $0.isStrict = true }.authorize(
      RelyingParty(), ["login_hint": "32+499999999"], headers: headers)
    #expect(answer.status == 302)
    #expect(answer.error == "access_denied")
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == ["itsme.person-unknown"])
  }

  @Test(arguments: [false, true])
  func `that nobody has is filled in where a human decides, and can be corrected`(isStrict: Bool) throws {
    let emulator = try ItsmeTestWorld.emulator {
      $0.isStrict = isStrict
      $0.isInteractive = true
    }
    for (hint, country) in [("32+499999999", "BE (+32)"), ("47+99999999", "+47")] {
      let page = emulator.authorize(
        RelyingParty(), ["login_hint": hint], headers: ItsmeTestWorld.browser)
      #expect(page.status == 200)
      #expect(page.findings == ["itsme.person-unknown"])
      #expect(page.text.contains("phoneForm"))
      #expect(page.text.contains("value=\"\(hint.split(separator: "+")[1])\""))
      #expect(page.text.contains("selected>\(country)</option>"))
    }
  }

  @Test func `yields to the person of the scenario`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["anna": #""person": "anna""#])
    let changes = ["login_hint": "32+470000002", "scope": "openid service:EIDOLON_LOGIN profile"]
    #expect(try emulator.login(RelyingParty(), changes, scenario: "anna").userinfo["given_name"] == "Anna")
  }
}
