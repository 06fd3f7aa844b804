import EidolonTesting
import Flow
import HTTP
import OpenID
import Testing

@Suite struct `Revocation (RFC 7009)` {
  let emulator: TestEmulator
  static let secret: [String: String] = ["client_id": "secret", "client_secret": NotaryWorld.secret]

  init() throws { emulator = try NotaryWorld.emulator() }

  func accessToken() -> String {
    emulator.redeem("secret", Self.secret).json["access_token"]?.string ?? ""
  }

  func revoke(_ fields: [String: String], headers: Headers = [:]) -> TestAnswer {
    emulator.post("/notary/revoke", Form([:], changing: fields.mapValues { $0 }), headers: headers)
  }

  func userinfo(_ token: String) -> TestAnswer {
    emulator.get("/notary/userinfo", headers: ["Authorization": "Bearer \(token)"])
  }

  @Test func `ends what an access token opens, and nothing else`() throws {
    let (token, other) = (accessToken(), accessToken())
    #expect(userinfo(token).status == 200)
    let answer = revoke(Self.secret.merging(["token": token, "token_type_hint": "refresh_token"]) { $1 })
    #expect(answer.status == 200 && answer.text.isEmpty && answer.findings == [])
    let shut = userinfo(token)
    #expect(shut.status == 401 && shut.json["error"] == "invalid_token")
    #expect(shut.findings == ["notary.token-revoked"])
    #expect(userinfo(other).status == 200)
    let states = emulator.get("/_eidolon/transactions").json["transactions"]?.array?.map { $0["state"] }
    #expect(states.map(Set.init) == ["revoked", "approved"])
  }

  @Test func `takes a secret in the header too`() throws {
    let token = accessToken()
    let headers = TestEmulator.basic("secret", NotaryWorld.secret)
    #expect(revoke(["token": token], headers: headers).findings == [])
    #expect(userinfo(token).status == 401)
  }

  @Test func `answers the same for a token that nobody was given, and for one that is revoked`() throws {
    let token = accessToken()
    for text in ["never issued", token, token] {
      let answer = revoke(Self.secret.merging(["token": text]) { $1 })
      #expect(answer.status == 200 && answer.text.isEmpty)
    }
  }

  @Test func `wants a token, and a client that proves itself`() throws {
    let none = revoke(Self.secret)
    #expect(none.status == 400 && none.json["error"] == "invalid_request")
    #expect(none.findings == ["notary.token-parameter-missing"])
    let token = accessToken()
    let wrong = revoke(["client_id": "secret", "client_secret": "wrong", "token": token])
    #expect(wrong.status == 400 && wrong.json["error"] == "invalid_client")
    #expect(userinfo(token).status == 200)
  }

  @Test func `is not for the token of another client`() throws {
    let token = accessToken()
    let answer = revoke(["client_id": "other", "client_secret": "another secret", "token": token])
    #expect(answer.status == 400 && answer.json["error"] == "invalid_grant")
    #expect(answer.findings == ["notary.revoked-token-of-other-client"])
    #expect(userinfo(token).status == 200)
  }

  @Test func `is for those whom the vendor admits`() throws {
    let fields = try emulator.assertion().compactMapValues { $0 }.merging(["token": "x"]) { $1 }
    let answer = revoke(fields)
    #expect(answer.status == 400 && answer.json["error"] == "invalid_client")
    #expect(answer.findings == ["notary.revoke-by-key-client"])
  }
}
