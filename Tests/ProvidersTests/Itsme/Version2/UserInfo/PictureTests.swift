import EidolonTesting
import HTTP
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `The picture of itsme's second version (contract 1_7, T11)` {
  static let profile: [String: String?] = ["scope": "openid service:EIDOLON_LOGIN profile"]

  @Test(arguments: ItsmeBase.allCases)
  func `is the raw image, at the URL that userinfo has (E6, E10, C10)`(base: ItsmeBase) throws {
    let world = try ItsmeV2TestWorld(base: base)
    let token = try world.tokens("EIDOLON_SECRET", Self.profile).accessToken
    let userinfo = try world.claims(world.get(.userinfo, token).text, of: "EIDOLON_SECRET")
    #expect(userinfo["picture"] == .string("\(world.issuer)/picture"))
    let answer = world.emulator.get(
      userinfo["picture"]?.string ?? "", headers: ["Authorization": "Bearer \(token)"])
    #expect(answer.status == 200 && answer.findings == [])
    #expect(answer.header("Content-Type") == "image/jpeg")
    #expect(try answer.response?.body == Base64.decode("/9j/4AAQ"))
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "image/png"),
      ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D], "image/jp2"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
    ] as [([UInt8], String)]) func `has the type of its bytes (E6)`(bytes: [UInt8], type: String) throws
  {
    let world = try ItsmeV2TestWorld(
      people:
        #""seen": { "given_name": "Seen", "family_name": "Face", "photo": "\#(Base64.encode(bytes))" }"#,
      stories: ["seen": #""person": "seen""#])
    let token = try world.tokens("EIDOLON_TEST", Self.profile, scenario: "seen").accessToken
    let answer = world.get(.picture, token)
    #expect(answer.status == 200 && answer.header("Content-Type") == type)
    #expect(answer.response?.body == bytes)
  }

  @Test func `is given for the claim alone too`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens("EIDOLON_TEST", ["claims": #"{"id_token":{"picture":null}}"#]).accessToken
    #expect(world.get(.picture, token).status == 200)
  }

  @Test func `is not given where it was not asked for, not agreed, or is not there`() throws {
    let world = try ItsmeV2TestWorld(
      stories: ["bob": #""person": "bob""#])
    let agreed = try ItsmeV2TestWorld(service: #""claims_allowed": ["name"]"#)
    for (world, changes, scenario) in [
      (world, [:], nil), (world, Self.profile, "bob"), (agreed, Self.profile, nil),
    ] as [(ItsmeV2TestWorld, [String: String?], String?)] {
      let token = try world.tokens("EIDOLON_TEST", changes, scenario: scenario).accessToken
      let answer = world.get(.picture, token)
      #expect(answer.status == 403 && answer.findings == ["itsme-v2.picture-not-given"])
    }
  }

  @Test func `needs the access token, which counts as at userinfo (U5)`() throws {
    let world = try ItsmeV2TestWorld()
    let without = world.emulator.get(world.url(.picture))
    #expect(without.status == 401 && without.findings == ["itsme-v2.picture-without-token"])
    #expect(without.header("WWW-Authenticate") == #"Bearer realm="itsme""#)
    let unknown = world.get(.picture, "unknown")
    #expect(unknown.status == 401 && unknown.findings == ["itsme-v2.access-token-unknown"])
    let token = try world.tokens("EIDOLON_TEST", Self.profile).accessToken
    world.emulator.advance(by: .seconds(3600))
    let late = world.get(.picture, token)
    #expect(late.status == 401 && late.findings == ["itsme-v2.access-token-expired"])
    #expect(late.header("WWW-Authenticate") == #"Bearer realm="itsme", error="invalid_token""#)
  }

  @Test func `is not userinfo: the login is complete only with that`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens("EIDOLON_TEST", Self.profile).accessToken
    let counts = { world.emulator.sandbox.outcomes.counts(of: "itsme-v2") }
    _ = world.get(.picture, token)
    #expect(counts()["picture_read"] == 1 && (counts()["completed"] ?? 0) == 0)
    #expect(world.emulator.log.messages.contains { $0.contains("read the picture") })
    #expect(!world.emulator.log.messages.contains { $0.contains("read userinfo") })
    _ = world.get(.userinfo, token)
    #expect(counts()["completed"] == 1)
  }
}
