import Crypto
import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `A client assertion of itsme (contract 1_7)` {
  let party = RelyingParty()

  /// The answer to an exchange whose assertion is this text.
  func answer(_ assertion: String, _ changes: [String: String?] = [:]) throws -> TestAnswer {
    let emulator = try ItsmeTestWorld.emulator()
    return emulator.exchange(emulator.code(), party, assertion: assertion, changes)
  }

  func good(_ claims: JSONObject = [:], header: JSONObject = [:]) throws -> String {
    try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: TestClock.start, claims: claims, header: header)
  }

  func encrypted(
    _ text: String, algorithm: String = "RSA-OAEP", content: String = "A128CBC-HS256",
    key: JWK = TestKeys.opEncryption.jwk
  ) throws -> String {
    let header: JSONObject = [
      "kid": "e1", "cty": "JWT", "typ": "JWT", "enc": .string(content), "alg": .string(algorithm),
    ]
    return try JWE.encrypt(header: header, plaintext: Array(text.utf8), key: key.key) { randomBytes($0) }
  }

  @Test func `that is careful breaks no rule`() throws {
    let answer = try answer(good())
    #expect(answer.status == 200)
    #expect(answer.header("Eidolon-Finding") == nil)
  }

  @Test func `may be signed and then encrypted to the provider's key`() throws {
    let answer = try answer(encrypted(good()))
    #expect(answer.status == 200)
    #expect(answer.header("Eidolon-Finding") == nil)
  }

  @Test func `may have its audience in an array, and other audiences beside`() throws {
    for audience in [
      [.string(TestEmulator.tokenEndpoint)], ["https://elsewhere.test", .string(TestEmulator.tokenEndpoint)],
    ] as [[JSON]] {
      #expect(try answer(good(["aud": .array(audience)])).findings.isEmpty)
    }
  }

  @Test(arguments: ["guide", "realistic-v1"], [false, true])
  func `must name the token endpoint as audience, not the issuer (guide 3_5)`(preset: String, isStrict: Bool)
    throws
  {
    let emulator = try ItsmeTestWorld.emulator(client: "\"preset\": \"\(preset)\"") { $0.isStrict = isStrict }
    let answer = try emulator.exchange(audience: .string(TestEmulator.issuer))
    #expect(answer.status == 400)
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.assertion-audience"])
    let line = emulator.log.messages.first { $0.contains("for another audience") }
    #expect(line?.contains("wanted \(TestEmulator.tokenEndpoint)") == true)
    #expect(line?.contains("Fix: set aud to the token_endpoint") == true)
  }

  @Test func `may name the issuer as audience where the preset is lenient, which is reported`() throws {
    let emulator = try ItsmeTestWorld.emulator(client: #""preset": "lenient""#)
    let answer = try emulator.exchange(audience: .string(TestEmulator.issuer))
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.assertion-audience-issuer"])
  }

  @Test func `may live an hour, as the vendor's client lets it; longer is reported (contract 1_7)`() throws {
    let now = Int(TestClock.start.seconds)
    #expect(try answer(good(["exp": .integer(now + 3600)])).findings.isEmpty)
    let long = try answer(good(["exp": .integer(now + 86_400)]))
    #expect(long.status == 200)
    #expect(long.findings == ["itsme.assertion-exp-far"])
  }

  @Test func `may not live longer than a day, so that its jti can be remembered (RFC 7523 3)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let tomorrow = Int(TestClock.start.seconds) + 86_401
    let answer = try emulator.exchange(claims: ["exp": .integer(tomorrow)])
    #expect(answer.status == 400)
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.assertion-exp-too-far"])
    #expect(emulator.log.messages.contains { $0.contains("exp is 86401 s ahead") })
    // Milliseconds instead of seconds are such a time too.
    let milliseconds = try emulator.exchange(claims: ["exp": .integer(tomorrow * 1000)])
    #expect(milliseconds.findings == ["itsme.assertion-exp-too-far"])
  }

  @Test func `needs no iat`() throws {
    #expect(try answer(good(["iat": .null])).findings.isEmpty)
  }

  @Test func `may be up to three minutes off (contract 3)`() throws {
    let now = Int(TestClock.start.seconds)
    let late = try answer(good(["exp": .integer(now - 179)]))
    #expect(late.status == 200)
    #expect(late.findings == ["itsme.assertion-late"])
    #expect(try answer(good(["exp": .integer(now - 180)])).status == 400)
    #expect(try answer(good(["iat": .integer(now + 180)])).status == 200)
    #expect(try answer(good(["iat": .integer(now + 181)])).status == 400)
  }

  @Test func `that has expired within the leeway is taken with a note that says how late it is`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    let assertion = try party.assertion(audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    emulator.advance(by: .seconds(120))
    let fresh = emulator.exchange(code, party, assertion: assertion)
    #expect(fresh.findings == [])
    let old = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now,
      claims: ["exp": .integer(Int(emulator.clock.now.seconds) - 42)])
    let answer = emulator.exchange(
      emulator.code(party, ["nonce": "another nonce"]), party, assertion: old)
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.assertion-late"])
    #expect(emulator.log.messages.contains { $0.contains("exp was 42 s ago") })
  }

  @Test(arguments: ["JWT", "jwt", "application/jwt"])
  func `may name its type as JWT in any case, with or without application (RFC 7515 4_1_9)`(type: String)
    throws
  {
    #expect(try answer(good(header: ["typ": .string(type)])).findings == [])
  }

  @Test(arguments: ["dpop+jwt", "at+jwt", "JOSE"])
  func `that names another type is taken and reported (RFC 7515 4_1_9)`(type: String) throws {
    let answer = try answer(good(header: ["typ": .string(type)]))
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.assertion-typ-unusual"])
  }

  @Test func `encrypted in a way that discovery does not list is taken and reported`() throws {
    let newer = try answer(encrypted(good(), algorithm: "RSA-OAEP-256"))
    #expect(newer.status == 200)
    #expect(newer.findings == ["itsme.key-encryption-unlisted"])
    let content = try answer(encrypted(good(), content: "A256GCM"))
    #expect(content.status == 200)
    #expect(content.findings == ["itsme.content-encryption-unlisted"])
  }

  /// Each fault, with the rule that it breaks; all are `unauthorized_client`.
  static let invalid: [String: @Sendable (Self) throws -> String] = [
    "itsme.assertion-malformed": { _ in "three.little.parts" },
    "itsme.assertion-undecryptable": { try $0.encrypted($0.good(), key: TestKeys.spares[0].jwk) },
    "itsme.assertion-algorithm": {
      try JWS.sign(
        header: ["alg": "HS256", "typ": "JWT", "kid": "s1"],
        payload: JWS(parsing: $0.good()).payload,
        key: .secret(Array("a secret of thirty-two bytes ....".utf8)))
    },
    "itsme.assertion-typ-missing": { try $0.good(header: ["typ": .null]) },
    "itsme.assertion-kid-missing": { try $0.good(header: ["kid": .null]) },
    "itsme.assertion-kid-unknown": { try $0.good(header: ["kid": "s9"]) },
    "itsme.assertion-signature": {
      try $0.party.assertion(
        audience: .string(TestEmulator.tokenEndpoint), at: TestClock.start, key: TestKeys.spares[0].jwk)
    },
    "itsme.assertion-issuer": { try $0.good(["iss": "OTHER"]) },
    "itsme.assertion-audience": { try $0.good(["aud": "https://e2emerchant.itsme.test/oidc/token"]) },
    "itsme.assertion-jti-missing": { try $0.good(["jti": .null]) },
    "itsme.assertion-jti-long": { try $0.good(["jti": .string(String(repeating: "j", count: 256))]) },
    "itsme.assertion-exp-missing": { try $0.good(["exp": .null]) },
    "itsme.assertion-expired": { try $0.good(["exp": .integer(Int(TestClock.start.seconds) - 600)]) },
    "itsme.assertion-not-yet-valid": { try $0.good(["nbf": .integer(Int(TestClock.start.seconds) + 600)]) },
  ]

  @Test(arguments: invalid.keys.sorted())
  func `that is not valid is unauthorized_client, and the finding says which check failed (contract 4, 2)`(
    rule: String
  ) throws {
    let answer = try answer(Self.invalid[rule]?(self) ?? "")
    #expect(answer.status == 400)
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == [rule])
  }

  @Test(arguments: [
    ("", "expected an object"), ("e30", "iss and sub are missing"),
  ])
  func `without a subject is unauthorized_client`(payload: String, meaning: String) throws {
    let text = "eyJhbGciOiJSUzI1NiJ9.\(payload).AAAA"
    #expect(try answer(text).error == "unauthorized_client", "\(meaning)")
  }

  @Test func `with alg none is refused`() throws {
    let text = JWS.unsecured(
      header: ["alg": "none", "typ": "JWT", "kid": "s1"], payload: try JWS(parsing: good()).payload)
    #expect(try answer(text).error == "unauthorized_client")
  }

  @Test func `encrypted without being signed is refused`() throws {
    let payload = try JWS(parsing: good()).payload
    let answer = try answer(encrypted(String(decoding: payload, as: UTF8.self)))
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.assertion-undecryptable"])
  }

  @Test func `that is missing is invalid_client`() throws {
    let answer = try answer("", ["client_assertion": nil])
    #expect(answer.error == "invalid_client")
    #expect(answer.findings == ["itsme.assertion-missing"])
  }

  @Test(arguments: [nil, "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"])
  func `of another type is invalid_client`(type: String?) throws {
    let answer = try answer(good(), ["client_assertion_type": type])
    #expect(answer.error == "invalid_client")
    #expect(answer.findings == ["itsme.assertion-type"])
  }

  @Test func `of an unknown client is invalid_client`() throws {
    let answer = try answer(good(["iss": "NOBODY", "sub": "NOBODY"]))
    #expect(answer.error == "invalid_client")
    #expect(answer.findings == ["itsme.token-client-unknown"])
  }

  @Test func `instead of a secret: client_secret_post and client_secret_basic are refused (guide 3_5)`()
    throws
  {
    let emulator = try ItsmeTestWorld.emulator()
    let form = emulator.tokenRequest(
      emulator.code(), party, assertion: "", ["client_assertion": nil, "client_assertion_type": nil])
    var post = form
    post.append("client_id", "EIDOLON_TEST")
    post.append("client_secret", "secret")
    for answer in [
      emulator.post("/itsme/oidc/token", post),
      emulator.post("/itsme/oidc/token", form, headers: ["Authorization": "Basic RUlET0xPTjpzZWNyZXQ="]),
    ] {
      #expect(answer.error == "invalid_client")
      #expect(answer.findings == ["itsme.client-secret"])
    }
    let beside = try answer(good(), ["client_secret": "secret"])
    #expect(beside.error == "invalid_client")
    #expect(beside.findings == ["itsme.client-secret"])
  }

  @Test func `is the one way of the request to authenticate (RFC 6749 2_3 and 5_2)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let form = try emulator.tokenRequest(emulator.code(), party, assertion: good())
    let answer = emulator.post(
      "/itsme/oidc/token", form, headers: ["Authorization": "Basic RUlET0xPTjpzZWNyZXQ="])
    #expect(answer.status == 400)
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.client-authentication-twice"])
  }

  @Test func `encrypted with the client's own key is told what to do (contract 4, 2)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let text = try encrypted(good(), key: TestKeys.clientEncryption.jwk)
    let answer = emulator.exchange(emulator.code(), party, assertion: text)
    #expect(answer.findings == ["itsme.assertion-undecryptable"])
    #expect(emulator.log.messages.contains { $0.contains("to the provider's key with use=enc") })
  }
}

@Suite struct `The jti of an assertion (guide 3_5)` {
  @Test func `counts once`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let first = try emulator.exchange(claims: ["jti": "again"])
    let second = try emulator.exchange(claims: ["jti": "again"])
    #expect(first.status == 200)
    #expect(second.error == "unauthorized_client")
    #expect(second.findings == ["itsme.assertion-jti-reused"])
  }

  @Test func `of two uses at once lets exactly one through`() async throws {
    let emulator = try ItsmeTestWorld.emulator()
    for round in 0..<10 {
      let party = RelyingParty()
      let assertion = try party.assertion(
        audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now,
        claims: ["jti": .string("round \(round)")])
      let requests = (0..<2).map { _ in
        emulator.tokenRequest(emulator.code(), party, assertion: assertion)
      }
      let errors = await withTaskGroup(of: String?.self) { group in
        for request in requests {
          group.addTask { emulator.post("/itsme/oidc/token", request).error }
        }
        return await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(errors.compactMap { $0 } == ["unauthorized_client"])
    }
  }

  @Test func `counts for each client by itself`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    #expect(try emulator.exchange(claims: ["jti": "same"]).status == 200)
    #expect(try emulator.exchange(claims: ["jti": "same"], ItsmeTestWorld.other).status == 200)
  }

  @Test func `is remembered until the assertion has expired (contract 3)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    #expect(try emulator.exchange(claims: ["jti": "again"]).status == 200)
    emulator.advance(by: .seconds(470))
    #expect(try emulator.exchange(claims: ["jti": "again"]).status == 400)
    emulator.advance(by: .seconds(20))
    #expect(try emulator.exchange(claims: ["jti": "again"]).status == 200)
  }

  @Test func `is remembered until the assertion has expired, also for most of a day`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let expiry = JSON.integer(Int(TestClock.start.seconds) + 86_400)
    #expect(try emulator.exchange(claims: ["jti": "long", "exp": expiry]).status == 200)
    emulator.advance(by: .seconds(86_400 + 179))
    let replayed = try emulator.exchange(claims: ["jti": "long", "exp": expiry])
    #expect(replayed.findings.contains("itsme.assertion-jti-reused"))
  }

  @Test func `may have 255 characters`() throws {
    let jti = String(repeating: "j", count: 255)
    #expect(try ItsmeTestWorld.emulator().exchange(claims: ["jti": .string(jti)]).status == 200)
  }

  @Test func `is spent with the assertion even if the code is wrong`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let party = RelyingParty()
    let assertion = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    #expect(emulator.exchange("wrong", party, assertion: assertion).error == "invalid_grant")
    let again = emulator.exchange(emulator.code(), party, assertion: assertion)
    #expect(again.findings == ["itsme.assertion-jti-reused"])
  }
}
