import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import Criipto

@Suite struct `Several acr_values of Criipto (§1_2)` {
  static let two = "urn:grn:authn:dk:mitid:low \(BankIDClient.sameDevice)"
  let login: VerifyLogin

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: [
        "manual": #""phone": "manual""#, "lenient": #""quirks": { "acr_unknown": "ignore" }"#,
      ]))
  }

  @Test func `show the page of choice where a human decides`() {
    let page = login.authorize(
      ["acr_values": Self.two], scenario: "manual", headers: CriiptoTestWorld.browser)
    #expect(page.text.contains("data-testid=\"selection\"") && page.findings.isEmpty)
    #expect(page.text.contains("Log in to <bdi>Eidolon &amp; Co</bdi></h1>"))
  }

  @Test func `mean the first one where nobody can choose, which is noted`() throws {
    let answer = login.authorize(["acr_values": Self.two])
    #expect(answer.findings == ["criipto.acr-first-taken"])
    let token = login.exchange(answer.locationQuery["code"] ?? "").json["id_token"]?.string ?? ""
    #expect(try login.verified(token)["authenticationtype"] == "urn:grn:authn:dk:mitid:low")
    #expect(login.authorize(["acr_values": nil]).findings.isEmpty)
  }

  @Test(arguments: [
    ["login_hint": "appswitch:ios"], ["login_hint": "sub:1407909996"], ["response_mode": "json"],
  ]) func `are too many for an app switch or a prefilled person, which is a warning:`(
    change: [String: String]
  ) {
    let asked: [String: String?] = ["acr_values": Self.two]
    let answer = login.authorize(asked.merging(change.mapValues { $0 }) { $1 })
    #expect(answer.status < 400 && answer.findings == ["criipto.acr-several"])
    let page = login.authorize(
      asked.merging(change.mapValues { $0 }) { $1 }, scenario: "manual", headers: CriiptoTestWorld.browser)
    #expect(page.text.contains("data-testid=\"selection\"") && page.findings == ["criipto.acr-several"])
  }

  @Test func `refuse all where one is unknown, unless a switch ignores it`() throws {
    let values = "urn:grn:authn:xx:nothing urn:grn:authn:dk:mitid:high"
    let refused = login.authorize(["acr_values": values])
    #expect(refused.status == 400 && refused.findings == ["criipto.acr-unknown"])
    let taken = login.authorize(["acr_values": values], scenario: "lenient")
    #expect(taken.findings == ["criipto.acr-unknown"])
    let token = login.exchange(taken.locationQuery["code"] ?? "").json["id_token"]?.string ?? ""
    #expect(try login.verified(token)["authenticationtype"] == "urn:grn:authn:dk:mitid:high")
    let none = login.authorize(["acr_values": "urn:grn:authn:xx:nothing"], scenario: "lenient")
    #expect(none.locationQuery["code"] != nil && none.findings == ["criipto.acr-unknown"])
  }
}
