import EidolonTesting
import HTTP
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `A login with a preset of itsme's second version (contract 5)` {
  /// A world whose two clients have the preset.
  func world(_ preset: String, base: ItsmeBase = .current) throws -> ItsmeV2TestWorld {
    let member = "\"preset\": \"\(preset)\""
    return try ItsmeV2TestWorld(client: member, secretClient: member, base: base)
  }

  static let asked: [String: String?] = [
    "scope": "openid service:EIDOLON_LOGIN email address", "claims": #"{"id_token":{"birthdate":null}}"#,
  ]

  /// The tokens of a login, taken apart, and the first error that the token endpoint gives afterwards.
  func login(
    _ world: ItsmeV2TestWorld, _ client: String
  ) throws -> (token: OpenedToken, userinfo: TestAnswer, error: JSON) {
    let begun = world.authorize(client, Self.asked)
    #expect(begun.findings == [])
    let code = begun.locationQuery["code"] ?? ""
    let answer = try world.exchange(code, client)
    #expect(answer.status == 200 && answer.findings == [])
    let key = client == "EIDOLON_SECRET" ? ItsmeV2TestWorld.secretKey : TestKeys.clientEncryption.jwk
    let token = try OpenedToken(answer.json["id_token"]?.string ?? "", decryption: key)
    #expect(token.isVerified && token.claims["birthdate"] == "1990-07-14")
    let userinfo = world.get(.userinfo, answer.json["access_token"]?.string ?? "")
    #expect(userinfo.status == 200 && userinfo.findings == [])
    return (token, userinfo, try world.exchange(code, client).json)
  }

  @Test(arguments: ["EIDOLON_TEST", "EIDOLON_SECRET"], ["documented", "strict", "lenient"])
  func `documented, strict or lenient differs in what is let in`(client: String, preset: String) throws {
    let world = try world(preset)
    let (token, userinfo, error) = try login(world, client)
    #expect(token.encryption?["cty"] == "JWT" && token.claims["email"] == nil)
    #expect(userinfo.header("Content-Type") == "application/jwt")
    #expect(try world.claims(userinfo.text, of: client)["email"] == "anna@example.test")
    #expect(error["detail"] != nil && (error["error_description"] != nil) == (preset == "lenient"))
    let unknown = world.authorize(client, ["scope": "openid service:EIDOLON_LOGIN pets"])
    #expect((unknown.status == 400) == (preset == "strict"))
    let ignored = world.authorize(client, ["response_mode": "query"])
    #expect((ignored.status == 400) == (preset == "strict"))
    let basic = Base64.encode(Array("EIDOLON_SECRET:\(ItsmeV2TestWorld.secret)".utf8))
    let inHeader = try world.exchange(
      world.code("EIDOLON_SECRET", ["nonce": "another nonce"]), "EIDOLON_SECRET",
      ["client_id": nil, "client_secret": nil], headers: ["Authorization": "Basic \(basic)"])
    #expect((inHeader.status == 200) == (preset == "lenient"))
  }

  @Test(arguments: ItsmeBase.allCases)
  func `platform has signed tokens and plain userinfo`(base: ItsmeBase) throws {
    let (token, userinfo, _) = try login(world("platform", base: base), "EIDOLON_SECRET")
    #expect(token.encryption == nil && token.header?["alg"] == "RS256")
    #expect(token.claims["nbf"] == token.claims["iat"] && token.claims["email"] == "anna@example.test")
    #expect(userinfo.header("Content-Type")?.hasPrefix("application/json") == true)
    #expect(userinfo.json["sub"] == token.claims["sub"] && userinfo.json["email"] == "anna@example.test")
  }

  @Test func `wire-2020 has what the first text had`() throws {
    let world = try world("wire-2020")
    let (token, userinfo, error) = try login(world, "EIDOLON_TEST")
    #expect(token.encryption?["alg"] == "RSA-OAEP")
    #expect(token.claims["acr"] == .string("\(ItsmeV2TestWorld.claim)acr_basic"))
    #expect(token.claims["auth_time"] != nil && token.claims["email"] == "anna@example.test")
    let claims = try world.claims(userinfo.text)
    #expect(claims["address"]?["country"] != nil)
    #expect(error["error_description"] != nil && error["detail"] == nil)
    // Who has a secret has no key to encrypt to.
    #expect(try login(self.world("wire-2020"), "EIDOLON_SECRET").token.encryption?["alg"] == "dir")
  }
}
