import EidolonTesting
import HTTP
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `Revocation by a client of itsme's second version (contract 1_7, T12 and T13)` {
  func revoke(
    _ world: ItsmeV2TestWorld, _ fields: [String: String?], headers: Headers = [:]
  ) throws -> TestAnswer {
    let form = Form(try world.credentials("EIDOLON_SECRET"), changing: fields)
    return world.emulator.post(world.url(.revoke), form, headers: headers)
  }

  @Test(arguments: ItsmeBase.allCases)
  func `ends what the access token opens, on both bases`(base: ItsmeBase) throws {
    let world = try ItsmeV2TestWorld(base: base)
    let token = try world.tokens("EIDOLON_SECRET").accessToken
    #expect(world.get(.userinfo, token).status == 200)
    let answer = try revoke(world, ["token": token, "token_type_hint": "access_token"])
    #expect(answer.status == 200 && answer.text.isEmpty && answer.findings == [])
    for resource in [ItsmeBase.Resource.userinfo, .picture] {
      let refused = world.get(resource, token)
      #expect(refused.status == 401 && refused.findings == ["itsme-v2.token-revoked"])
      #expect(refused.header("WWW-Authenticate") == #"Bearer realm="itsme", error="invalid_token""#)
    }
    #expect(world.emulator.sandbox.outcomes.counts(of: "itsme-v2")["revoked"] == 1)
  }

  @Test func `answers alike for a token that nobody was given, and with the sample's hint`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens("EIDOLON_SECRET").accessToken
    #expect(try revoke(world, ["token": "nobody's"]).status == 200)
    #expect(try revoke(world, ["token": token, "token_type_hint": "refresh_token"]).status == 200)
    #expect(world.get(.userinfo, token).status == 401)
  }

  @Test func `takes the secret by Basic too, as the sample sends it`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens("EIDOLON_SECRET").accessToken
    let credentials = Base64.encode(Array("EIDOLON_SECRET:\(ItsmeV2TestWorld.secret)".utf8))
    let answer = try revoke(
      world, ["token": token, "client_id": nil, "client_secret": nil],
      headers: ["Authorization": "Basic \(credentials)"])
    #expect(answer.status == 200 && answer.findings == [])
    #expect(world.get(.userinfo, token).status == 401)
  }

  @Test func `is not for clients with keys`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens().accessToken
    let answer = world.emulator.post(
      world.url(.revoke), Form(try world.credentials(), changing: ["token": token]))
    #expect(answer.status == 400 && answer.error == "invalid_client")
    #expect(answer.findings == ["itsme-v2.revoke-by-key-client"])
    #expect(world.get(.userinfo, token).status == 200)
  }

  @Test func `has the words and the member of OAuth for its errors (T13)`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens().accessToken
    let cases: [([String: String?], String, String)] = [
      (["token": nil], "invalid_request", "revoked-token-missing"),
      (["token": "x", "client_secret": "wrong"], "invalid_client", "client-secret-wrong"),
      (["token": token], "invalid_grant", "revoked-token-of-other-client"),
    ]
    for (fields, error, rule) in cases {
      let answer = try revoke(world, fields)
      #expect(answer.status == 400 && answer.error == error && answer.findings == ["itsme-v2.\(rule)"])
      #expect(answer.json["error_description"]?.string?.isEmpty == false)
      #expect(answer.json["detail"] == nil && answer.json["state"] == nil)
    }
    #expect(world.get(.userinfo, token).status == 200)
  }
}
