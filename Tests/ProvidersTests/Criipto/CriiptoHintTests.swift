import Testing

@testable import Criipto

@Suite struct `A login_hint of Criipto` {
  @Test(arguments: LoginHint.AppSwitch.allCases)
  func `of the platform alone says what it says among other tokens (contract 1_4)`(
    _ platform: LoginHint.AppSwitch
  ) {
    let alone = LoginHint(platform.token)
    let among = LoginHint("\(platform.token) unknown:token")
    #expect(alone.appSwitch == platform && among.appSwitch == platform)
    #expect(alone.appSwitches == [platform] && among.appSwitches == [platform])
    #expect(alone.tokens == [platform.token] && among.tokens == [platform.token, "unknown:token"])
    #expect(!alone.saysMore && among.saysMore)
  }

  @Test func `that was not sent says nothing`() {
    let hint = LoginHint(nil)
    #expect(hint.tokens.isEmpty && hint.appSwitches.isEmpty && hint.appSwitch == nil && !hint.saysMore)
  }

  @Test func `holds each part, of two alike the last, and is never an error (contract 1_4)`() {
    let hint = LoginHint(
      "appswitch:ios appswitch:web sub:ssn:199007142384 uuid:1 uuid:2 vatid:DK1 action:sign message:SGkh "
        + "appswitch:resumeUrl:myapp://x mock:e30 business :")
    #expect(hint.appSwitch == .ios && hint.resumeURL == "myapp://x")
    #expect(hint.personalNumber == "199007142384" && hint.uuid == "2" && hint.companyNumber == "DK1")
    #expect(hint.action == "sign" && hint.message == "Hi!" && hint.encodedMessage == "SGkh")
    #expect(hint.mock == "e30" && hint.business == .business)
  }

  @Test(arguments: [
    "appswitch:", "appswitch:iOS", " appswitch:ios", "appswitch:ios ", "appswitch:ios\u{301}",
  ])
  func `is the platform alone only as a whole`(_ text: String) {
    #expect(LoginHint.AppSwitch(hint: text) == nil)
  }
}

@Suite struct `The eIDs of a request` {
  @Test func `are no choice when there is one, however often it is named`() throws {
    let urn = RequestedEID.bankIDSameDevice.urn
    for text in [urn, " \(urn)", "\(urn) \(urn)"] {
      guard case .only(.bankIDSameDevice) = try CriiptoAuthorizeChecks.eids(text) else {
        Issue.record("\(text) leaves a choice")
        continue
      }
    }
  }

  @Test func `are the published ones when none is named, else those that are, in their order`() throws {
    #expect(try CriiptoAuthorizeChecks.eids(nil).all == RequestedEID.published)
    let text = [RequestedEID.mitIDLow, .bankIDQR].map(\.urn).joined(separator: " ")
    #expect(try CriiptoAuthorizeChecks.eids(text).all == [.mitIDLow, .bankIDQR])
  }
}
