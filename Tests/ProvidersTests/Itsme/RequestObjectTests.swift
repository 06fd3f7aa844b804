import Crypto
import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `A request object of itsme (contract 1_4)` {
  let party = RelyingParty()

  /// What a careful client puts into its request object.
  func members(_ changes: JSONObject = [:]) -> JSONObject {
    var members: JSONObject = [
      "iss": "EIDOLON_TEST", "aud": .string(TestEmulator.issuer), "client_id": "EIDOLON_TEST",
      "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
      "redirect_uri": "http://localhost:9000/cb", "state": "inner state", "nonce": "inner nonce",
    ]
    for (name, value) in changes { members[name] = value.isNull ? nil : value }
    return members
  }

  func encrypted(
    _ text: String, algorithm: String = "RSA-OAEP", content: String = "A128CBC-HS256", kid: String? = "e1",
    key: JWK = TestKeys.opEncryption.jwk
  ) throws -> String {
    var header: JSONObject = ["cty": "JWT", "typ": "JWT", "enc": .string(content), "alg": .string(algorithm)]
    header["kid"] = kid.map(JSON.string)
    return try JWE.encrypt(header: header, plaintext: Array(text.utf8), key: key.key) { randomBytes($0) }
  }

  func answer(
    _ object: String, _ changes: [String: String?] = [:], of emulator: TestEmulator? = nil
  ) throws -> TestAnswer {
    let emulator = try emulator ?? ItsmeTestWorld.emulator()
    return emulator.authorize(party, changes.merging(["request": object]) { own, _ in own })
  }

  /// The request that has only `client_id` outside (RFC 9101 §5).
  static let alone: [String: String?] = [
    "response_type": nil, "scope": nil, "redirect_uri": nil, "state": nil, "nonce": nil,
  ]

  @Test func `that is signed with RS256 is taken, and its values win (OpenID Connect Core 6_1)`() throws {
    let answer = try answer(party.requestObject(members()))
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings.isEmpty)
  }

  @Test func `gives its nonce and its claims to the tokens`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let object = try party.requestObject(
      members([
        "claims": ["userinfo": ["email": .null]], "max_age": 1,
        "acr_values": "tag:sixdots.be,2016-06:acr_advanced",
      ]))
    let (token, userinfo) = try emulator.login(party, ["request": object])
    #expect(token["nonce"] == "inner nonce")
    #expect(token["acr"] == "tag:sixdots.be,2016-06:acr_advanced")
    #expect(userinfo["email"] == "anna@example.test")
  }

  @Test func `may have claims as a text too, which is reported`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let object = try party.requestObject(members(["claims": #"{"userinfo":{"email":null}}"#]))
    let userinfo = try emulator.login(party, ["request": object]).userinfo
    #expect(userinfo["email"] == "anna@example.test")
    #expect(try answer(object, of: emulator).findings == ["itsme.request-object-claims-text"])
  }

  @Test(
    arguments: [
      ("prompt", ["login", "unknown"]), ("state", ["a": 1]), ("scope", ["openid", "service:EIDOLON_LOGIN"]),
      ("claims", [["userinfo": [:]]]), ("claims", 5), ("nonce", ["n"]), ("ui_locales", ["nl"]),
      ("max_age", [1]), ("redirect_uri", ["http://localhost:9000/cb"]), ("acr_values", ["basic"]),
    ] as [(String, JSON)])
  func `with a parameter of the wrong type is invalid_request_object, and the finding names it (guide 3_3)`(
    name: String, value: JSON
  ) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = try answer(party.requestObject(members([name: value])), of: emulator)
    #expect(answer.status == 302)
    #expect(answer.error == "invalid_request_object")
    #expect(answer.findings == ["itsme.request-object-member-type"])
    #expect(emulator.log.messages.contains { $0.contains("(\(name) is \(value.text()))") })
  }

  @Test func `may hold members that itsme does not know, of any type`() throws {
    let object = try party.requestObject(members(["vendor": ["a": [1, 2]], "claims_locales": ["nl"]]))
    #expect(try answer(object).findings == [])
  }

  @Test(
    arguments: [
      ("request_uri", "https://x.test/o", "request_uri_not_supported", "itsme.request-uri-unsupported"),
      ("registration", ["client_name": "x"], "registration_not_supported", "itsme.registration-unsupported"),
      ("registration", "{}", "registration_not_supported", "itsme.registration-unsupported"),
    ] as [(String, JSON, String, String)])
  func `with request_uri or registration inside gives the error of its own (guide 3_3)`(
    name: String, value: JSON, error: String, rule: String
  ) throws {
    for preset in ["guide", "lenient", "realistic-v1"] {
      let emulator = try ItsmeTestWorld.emulator(client: "\"preset\": \"\(preset)\"")
      let answer = try answer(party.requestObject(members([name: value])), of: emulator)
      #expect(answer.status == 302)
      #expect(answer.error == error)
      #expect(answer.locationQuery["error_description"]?.isEmpty == false)
      #expect(answer.locationQuery["state"] == "a state")
      #expect(answer.findings == [rule])
    }
  }

  @Test(arguments: ["e1", nil] as [String?])
  func `may be signed and then encrypted to the provider's key, with or without kid`(kid: String?) throws {
    let answer = try answer(encrypted(party.requestObject(members()), kid: kid))
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: [
    ("RSA-OAEP-256", "A128CBC-HS256", "itsme.key-encryption-unlisted"),
    ("RSA-OAEP", "A256GCM", "itsme.content-encryption-unlisted"),
  ])
  func `encrypted in a way that discovery does not list is taken and reported`(
    algorithm: String, content: String, rule: String
  ) throws {
    let object = try encrypted(party.requestObject(members()), algorithm: algorithm, content: content)
    let answer = try answer(object)
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings == [rule])
  }

  @Test func `may be unsigned, which is reported (guide 3_2, optionally signed)`() throws {
    let object = try party.requestObject(members(), header: ["alg": "none", "kid": .null])
    let answer = try answer(object)
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings == ["itsme.request-object-unsigned"])
  }

  @Test func `may be encrypted without being signed, which is reported`() throws {
    let answer = try answer(encrypted(JSON.object(members()).text()))
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings == ["itsme.request-object-unsigned"])
  }

  @Test func `that is not signed needs no iss and aud`() throws {
    let object = try party.requestObject(
      members(["iss": .null, "aud": .null]), header: ["alg": "none", "kid": .null])
    #expect(try answer(object).locationQuery["state"] == "inner state")
  }

  @Test(arguments: [
    ("", nil), ("/token", "itsme.request-object-audience-unusual"),
    ("/authorize", "itsme.request-object-audience-unusual"),
    ("/authorization", "itsme.request-object-audience-unusual"),
  ])
  func `may name the issuer, the token endpoint or an authorization endpoint as aud (section 5, 30)`(
    path: String, rule: String?
  ) throws {
    let object = try party.requestObject(members(["aud": .string(TestEmulator.issuer + path)]))
    let answer = try answer(object)
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == [rule].compactMap { $0 })
  }

  @Test func `may be the only thing beside client_id, as RFC 9101 has it, which is reported`() throws {
    let answer = try answer(party.requestObject(members()), Self.alone)
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?code=") == true)
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings == ["itsme.request-object-alone"])
  }

  @Test func `wants scope with openid outside too (contract 1_4)`() throws {
    for scope in [nil, "service:EIDOLON_LOGIN"] as [String?] {
      let answer = try answer(party.requestObject(members()), ["scope": scope])
      #expect(answer.locationQuery["code"] != nil)
      #expect(answer.findings == ["itsme.request-object-scope-inside-only"])
    }
  }

  /// Each broken object with the rule that names what is wrong with it.
  static let broken: [String: @Sendable (Self) throws -> String] = [
    "itsme.request-object-malformed": { _ in "no.jwt" },
    "itsme.request-object-undecryptable": {
      try $0.encrypted($0.party.requestObject($0.members()), key: TestKeys.spares[0].jwk)
    },
    "itsme.request-object-algorithm": {
      let key = TestKeys.clientSignature.renamed(kid: "s1", use: "sig", alg: "RS512")
      return try $0.party.requestObject($0.members(), header: ["alg": "RS512"], key: key)
    },
    "itsme.request-object-kid-unknown": {
      try $0.party.requestObject($0.members(), header: ["kid": "s9"])
    },
    "itsme.request-object-signature": {
      try $0.party.requestObject($0.members(), key: TestKeys.spares[0].jwk)
    },
    "itsme.request-object-issuer": { try $0.party.requestObject($0.members(["iss": "OTHER"])) },
    "itsme.request-object-audience": {
      try $0.party.requestObject($0.members(["aud": "https://elsewhere.test/oidc"]))
    },
    "itsme.request-object-client-mismatch": {
      try $0.party.requestObject($0.members(["client_id": "OTHER"]))
    },
    "itsme.request-object-response-type-mismatch": {
      try $0.party.requestObject($0.members(["response_type": "token"]))
    },
    "itsme.request-object-expired": {
      try $0.party.requestObject($0.members(["exp": .integer(Int(TestClock.start.seconds) - 600)]))
    },
    "itsme.request-object-nested": { try $0.party.requestObject($0.members(["request": "x"])) },
  ]

  @Test(arguments: broken.keys.sorted())
  func `that is wrong gives invalid_request_object by redirect, and the finding says what (guide 3_3)`(
    rule: String
  ) throws {
    let object = try Self.broken[rule]?(self) ?? ""
    let answer = try answer(object)
    #expect(answer.status == 302)
    #expect(
      answer.header("Location")?.hasPrefix("http://localhost:9000/cb?error=invalid_request_object") == true)
    #expect(answer.locationQuery["error_description"]?.isEmpty == false)
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == [rule])
  }

  // Where nothing stands outside, no response_type can differ from the one inside.
  @Test(arguments: broken.keys.filter { $0 != "itsme.request-object-response-type-mismatch" }.sorted())
  func `that is wrong and stands alone is sent back where it says, if that is registered`(rule: String) throws
  {
    let object = try Self.broken[rule]?(self) ?? ""
    let answer = try answer(object, Self.alone)
    #expect(answer.error == "invalid_request_object")
    // Nothing can be read of these two.
    guard !rule.hasSuffix("malformed"), !rule.hasSuffix("undecryptable") else {
      #expect(answer.status == 400)
      return
    }
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?") == true)
    #expect(answer.locationQuery["state"] == "inner state")
  }

  @Test func `that is wrong sends nobody to an address that is not registered`() throws {
    let object = try party.requestObject(
      members(["redirect_uri": "http://evil.test/"]), key: TestKeys.spares[0].jwk)
    let answer = try answer(object, Self.alone)
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
  }

  @Test func `without iss or aud is refused when it is signed`() throws {
    for (name, rule) in [("iss", "itsme.request-object-issuer"), ("aud", "itsme.request-object-audience")] {
      #expect(try answer(party.requestObject(members([name: .null]))).findings == [rule])
    }
  }

  @Test func `encrypted to a key that is not in the key set is reported`() throws {
    let answer = try answer(encrypted(party.requestObject(members()), kid: "e9"))
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.jwe-kid-unknown"])
  }

  @Test func `without kid is refused when several keys of the client could have signed it`() throws {
    let emulator = try ItsmeTestWorld.emulator(client: "\"jwks\": \(ClientKeysTests.twoSigningKeys)")
    let object = try party.requestObject(members(), header: ["kid": .null])
    #expect(try answer(object, of: emulator).findings == ["itsme.request-object-kid-missing"])
    #expect(try answer(object).locationQuery["code"] != nil)
  }

  @Test func `that is not yet valid is refused, a few minutes of leeway apart (contract 3)`() throws {
    let now = Int(TestClock.start.seconds)
    #expect(try answer(party.requestObject(members(["nbf": .integer(now + 170)]))).findings.isEmpty)
    let late = try answer(party.requestObject(members(["exp": .integer(now - 170)])))
    #expect(late.locationQuery["code"] != nil)
    #expect(late.findings == ["itsme.request-object-late"])
    let early = try answer(party.requestObject(members(["nbf": .integer(now + 190)])))
    #expect(early.findings == ["itsme.request-object-expired"])
  }

  @Test func `chooses the scenario by its values`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "bob": #""when": {"login_hint": "32+470000002"}, "phone": [{"do": "reject"}]"#
    ])
    let object = try party.requestObject(members(["login_hint": "32+470000002"]))
    #expect(try answer(object, of: emulator).error == "access_denied")
  }

  @Test func `by POST is taken too`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let form = emulator.request(party, ["request": try party.requestObject(members())])
    #expect(emulator.post("/itsme/oidc/authorize", form).locationQuery["state"] == "inner state")
  }
}
