import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import Itsme

@Suite struct `The prompt of an itsme request (section 5, 6)` {
  @Test func `may be consent`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["prompt": "consent"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: ["login", "login consent", "consent login"])
  func `may be login, which is reported`(value: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["prompt": value])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.prompt-login"])
  }

  @Test(arguments: ["none", "none login"])
  func `none gives interaction_required`(value: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["prompt": value])
    #expect(answer.error == "interaction_required")
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == ["itsme.prompt-none"])
  }

  @Test(arguments: ["select_account", "CONSENT", "login create"])
  func `with other values gives invalid_request`(value: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["prompt": value])
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.prompt-unsupported"])
  }
}

@Suite struct `The display of an itsme request (guide 3_2)` {
  @Test(arguments: ["popup", "touch", "wap", "PAGE"])
  func `must be page, else the HTTP error not_implemented and no redirect`(value: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["display": value])
    #expect(answer.status == 501)
    #expect(answer.header("Location") == nil)
    #expect(answer.error == "not_implemented")
    #expect(answer.findings == ["itsme.display-unsupported"])
  }
}

@Suite struct `Rules of an itsme request are asked in the contract's order (contract 1_3)` {
  /// Each breach, in the order in which it must be seen when all later ones are there too.
  static let breaches: [(change: (String, String?), rule: String)] = [
    (("client_id", "NOBODY"), "itsme.client-id-unknown"),
    (("request", "no object"), "itsme.request-object-malformed"),
    (("scope", "openid service:UNKNOWN"), "itsme.service-unknown"),
    (("redirect_uri", "http://localhost:9000/other"), "itsme.redirect-uri-mismatch"),
    (("display", "wap"), "itsme.display-unsupported"),
    (("response_type", "token"), "itsme.response-type-unsupported"),
    (("prompt", "none"), "itsme.prompt-none"), (("claims", "{"), "itsme.claims-malformed"),
    (("code_challenge", "short"), "itsme.code-challenge-unsupported"),
  ]

  @Test(arguments: breaches.indices) func `so the first breach is the one that is answered`(first: Int) throws
  {
    let changes = Self.breaches[first...].map(\.change)
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), Dictionary(changes, uniquingKeysWith: { $1 }))
    #expect(answer.findings.filter { $0 != "itsme.request-object-alone" } == [Self.breaches[first].rule])
  }
}
