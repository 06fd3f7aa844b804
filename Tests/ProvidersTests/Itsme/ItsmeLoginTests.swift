import EidolonTesting
@testable import TestWorlds
import JSON
import Testing

@testable import Itsme

@Suite struct `An itsme login` {
  @Test func `goes from authorize over token to userinfo`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let (idToken, userinfo) = try emulator.login(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN profile email"])
    #expect(idToken["iss"] == .string(TestEmulator.issuer))
    #expect(idToken["sub"] == userinfo["sub"])
    #expect(idToken["nonce"] == "a nonce")
    #expect(userinfo["email"] == "anna@example.test")
  }
}
