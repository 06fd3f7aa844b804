import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import Testing

@testable import ReuseID

/// What shows only over several logins of one client.
@Suite struct `The habits of a client of MobileID` {
  private let stage: ReuseIDStage

  init() throws { stage = try ReuseIDStage() }

  private func logIn(nonce: String) -> TestAnswer {
    stage.exchange(ReuseIDStage.grant(stage.authorize(["nonce": nonce]).locationQuery["code"] ?? ""))
  }

  @Test func `are told of a state that anybody could guess`() {
    #expect(stage.authorize(["state": "12345"]).findings == ["reuseid.state-short"])
    #expect(stage.authorize(["state": "Zk3-x_"]).findings.isEmpty)
  }

  @Test func `are told of a redirect_uri with more in its query than was registered`() {
    let more = stage.authorize(["redirect_uri": "\(ReuseIDStage.callback)?user=1"])
    #expect(more.status == 400 && more.findings == ["reuseid.redirect-extra-query"])
    #expect(stage.authorize().findings.isEmpty)
  }

  @Test func `are told of a nonce that began an earlier login`() {
    #expect(logIn(nonce: "the same").findings.isEmpty)
    #expect(logIn(nonce: "the same").findings == ["reuseid.nonce-reused"])
    #expect(logIn(nonce: "another").findings.isEmpty)
  }

  @Test func `are told of a key set that is fetched for each login`() {
    var findings: [[String]] = []
    for number in 1...4 {
      findings.append(logIn(nonce: "nonce number \(number)").findings)
      _ = stage.emulator.get("/reuseid/auth/open/.well-known/openid-configuration/jwks")
    }
    #expect(findings == [[], [], [], ["reuseid.jwks-each-login"]])
  }
}
