import EidolonTesting
@testable import TestWorlds
import Flow
import ProviderKit
import Testing

@testable import BioID

@Suite struct `A launch of the BioID app or the web user interface` {
  static let launches: [@Sendable (TestEmulator, String) -> TestAnswer] = [
    { $0.launch($1) }, { $0.webUI($1) },
  ]

  @Test(arguments: launches) func `with an expired token is found, and answered as before (4_5)`(
    launch: @Sendable (TestEmulator, String) -> TestAnswer
  ) throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    emulator.advance(by: .seconds(660))
    let answer = launch(emulator, token)
    #expect(answer.status == 302)
    #expect(answer.findings == ["bioid.token-expired"])
    #expect(emulator.result(token).status == 204)
  }

  @Test func `is judged at the person's step, however late anybody looks`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "598s", "do": "approve" }]"#,
      "slow": #""phone": [{ "after": "40s", "do": "approve" }]"#,
    ])
    let late = emulator.token(scenario: "late")
    _ = emulator.launch(late)
    let slow = emulator.token(scenario: "slow")
    _ = emulator.webUI(slow)
    emulator.advance(by: .seconds(700))
    #expect(emulator.result(late).json["Success"] == true)
    // The web user interface had given up before.
    #expect(emulator.result(slow).status == 204)
  }

  @Test func `that is refused belongs to the login of its token, whose story may expect it (68)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "expects": #""expect": { "findings": ["bioid.return-url-invalid"] }"#
    ])
    let token = emulator.token(scenario: "expects")
    #expect(emulator.webUI(token, ["return_url": "YourApp"]).findings == ["bioid.return-url-invalid"])
    let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
    let found = try #require(emulator.sandbox.findings.occurrences().last)
    #expect(found.finding.transaction == identifier && found.finding.isExpected)
  }

  @Test(arguments: launches) func `is not blamed for a token that ends while the person is at it`(
    launch: @Sendable (TestEmulator, String) -> TestAnswer
  ) throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "expired": #""tokens": { "bws_token": { "defect": "expired" } }"#,
      "late": #""phone": [{ "after": "11m", "do": "approve" }]"#,
    ])
    #expect(launch(emulator, emulator.token(scenario: "expired")).findings.isEmpty)
    let held = launch(emulator, emulator.token(scenario: "late"))
    emulator.advance(by: .seconds(600))
    let answer = try held.resumed()
    #expect(answer.status == 302 && answer.findings.isEmpty)
  }
}
