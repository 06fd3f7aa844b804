import EidolonTesting
import HTTP
import Testing

@Suite struct `A provider's error page` {
  static let hostile = "redirect_uri=javascript:alert(1)"

  @Test(arguments: [
    "/itsme/oidc/authorization?client_id=x&\(hostile)", "/itsme-v2/v2/authorization?client_id=x&\(hostile)",
    "/criipto/oauth2/authorize?client_id=x&\(hostile)", "/criipto/bankid/nothing",
    "/bioid/connect/authorize?client_id=x&\(hostile)",
    "/reuseid/auth/open/connect/authorize?client_id=x", "/videoid/v2/capture?authorization=nothing",
  ])
  func `says what, why, how it is put right, and the ways on`(address: String) throws {
    let page = try PhoneStage().emulator.get(address, headers: PhoneStage.browser)
    #expect(page.status >= 400)
    #expect(page.text.contains("class=\"problem\""))
    for part in [
      "<dt>Why</dt>", "<dt>Fix</dt>", "<dt>Source</dt>", "data-testid=\"try-again\"", "/traffic?q=",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
  }
}
