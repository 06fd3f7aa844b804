@testable import TestWorlds
import Testing

@testable import Criipto

@Suite struct `A login_hint of Criipto` {
  @Test(arguments: LoginHint.AppSwitch.allCases)
  func `of the platform alone says what it says among other tokens (contract 1_4)`(
    _ platform: LoginHint.AppSwitch
  ) {
    let token = "appswitch:\(platform.rawValue)"
    let alone = LoginHint(token)
    let among = LoginHint("\(token) unknown:token")
    #expect(alone.appSwitch == platform && among.appSwitch == platform)
    #expect(alone.appSwitches == [platform] && among.appSwitches == [platform])
    #expect(alone.tokens == [token] && among.tokens == [token, "unknown:token"])
  }

  @Test func `that was not sent says nothing`() {
    let hint = LoginHint(nil)
    #expect(hint.tokens.isEmpty && hint.appSwitches.isEmpty && hint.appSwitch == nil)
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

  @Test func `gets back each + of base64 that came as a blank (M6)`() {
    let hint = LoginHint("sub:1 message:fn5 aGVsbG8= business mock:e3 0 appswitch:ios word")
    #expect(hint.message == "~~~hello" && hint.encodedMessage == "fn5+aGVsbG8=" && hint.hasLostPlus)
    #expect(hint.business == .business && hint.mock == "e3+0" && hint.appSwitch == .ios)
    #expect(hint.tokens.last == "word")
    #expect(!LoginHint("message:SGkh appswitch:ios").hasLostPlus)
  }

  @Test(arguments: ["appswitch:", "appswitch:iOS", "appswitch:ios\u{301}"])
  func `names no platform by another word`(_ text: String) { #expect(LoginHint(text).appSwitch == nil) }
}

@Suite struct `The eIDs of a request` {
  @Test func `are not a choice when there is one, however often it is named`() throws {
    let urn = RequestedEID.bankIDSameDevice.urn
    for words in [[urn], [urn, urn]] {
      #expect(try CriiptoRequest.eids(words).eids == [.bankIDSameDevice])
    }
  }

  @Test func `are the published ones when none is named, else those that are, in their order`() throws {
    #expect(try CriiptoRequest.eids([]).eids == RequestedEID.published)
    #expect(
      try CriiptoRequest.eids([RequestedEID.mitIDLow, .bankIDQR].map(\.urn)).eids == [.mitIDLow, .bankIDQR])
  }
}
