import EidolonTesting
import HTTP
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `A client of itsme's second version authenticates as it was registered (contract 1_7)` {
  let world: ItsmeV2TestWorld

  init() throws { world = try ItsmeV2TestWorld() }

  /// An assertion that differs from a good one.
  func assertion(_ claims: JSONObject = [:], header: JSONObject = [:], key: JWK? = nil) throws -> String {
    try RelyingParty().assertion(
      audience: .string(world.url(.token)), at: world.emulator.clock.now, claims: claims, header: header,
      key: key)
  }

  func exchange(assertion: String, _ changes: [String: String?] = [:]) throws -> TestAnswer {
    try world.exchange(
      world.code("EIDOLON_TEST", ["nonce": RelyingParty().unique()]), "EIDOLON_TEST",
      ["client_assertion": assertion].merging(changes) { $1 })
  }

  func expectInvalid(
    _ answer: TestAnswer, _ error: String, _ rule: String, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == 400 && answer.error == error, "\(answer.text)", sourceLocation: location)
    #expect(answer.findings == ["itsme-v2.\(rule)"], sourceLocation: location)
  }

  // MARK: Keys

  @Test func `with an assertion of the sample's members, iat optional (T3, 2_3)`() throws {
    #expect(try exchange(assertion: assertion()).findings == [])
    #expect(try exchange(assertion: assertion(["iat": .null])).findings == [])
    #expect(try exchange(assertion: assertion(["aud": [.string(world.url(.token))]])).findings == [])
    #expect(try exchange(assertion: assertion(header: ["typ": .null])).findings == [])
  }

  @Test func `whose jti counts once (T4)`() throws {
    let one = try assertion()
    #expect(try exchange(assertion: one).status == 200)
    expectInvalid(try exchange(assertion: one), "unauthorized_client", "assertion-jti-reused")
  }

  @Test func `whose claims are checked one by one, and refused as unauthorized_client (T9)`() throws {
    let now = world.now
    let long = String(repeating: "j", count: 256)
    let cases: [(JSONObject, String)] = [
      (["iss": "OTHER"], "assertion-issuer"), (["iss": .null], "assertion-issuer"),
      (["aud": .string(world.issuer)], "assertion-audience"), (["aud": .null], "assertion-audience"),
      (["jti": .null], "assertion-jti-missing"), (["jti": .string(long)], "assertion-jti-long"),
      (["exp": .null], "assertion-exp-missing"), (["exp": .integer(now - 60)], "assertion-expired"),
      (["iat": .integer(now + 61)], "assertion-not-yet-valid"),
      (["exp": "tomorrow"], "assertion-malformed"),
      (["exp": .integer(now + 86_401)], "assertion-exp-too-far"),
    ]
    for (claims, rule) in cases {
      expectInvalid(try exchange(assertion: assertion(claims)), "unauthorized_client", rule)
    }
    #expect(try exchange(assertion: assertion(["jti": .string(String(long.dropLast()))])).status == 200)
  }

  @Test func `within a leeway of sixty seconds and for an hour, which is noted beyond (T4)`() throws {
    let now = world.now
    let late = try exchange(assertion: assertion(["exp": .integer(now - 59)]))
    #expect(late.status == 200 && late.findings == ["itsme-v2.assertion-late"])
    #expect(try exchange(assertion: assertion(["exp": .integer(now + 3600)])).findings == [])
    let far = try exchange(assertion: assertion(["exp": .integer(now + 7200)]))
    #expect(far.status == 200 && far.findings == ["itsme-v2.assertion-exp-far"])
  }

  @Test func `signed with RS256 under a kid of the client's key set (J1)`() throws {
    expectInvalid(
      try exchange(assertion: assertion(header: ["kid": .null])), "unauthorized_client", "jws-kid-missing")
    expectInvalid(
      try exchange(assertion: assertion(header: ["kid": "S1"])), "unauthorized_client",
      "assertion-kid-unknown")
    expectInvalid(
      try exchange(assertion: assertion(header: ["alg": "RS512"])), "unauthorized_client",
      "assertion-algorithm")
    expectInvalid(
      try exchange(assertion: assertion(header: ["alg": "none"])), "unauthorized_client",
      "assertion-algorithm")
    expectInvalid(
      try exchange(assertion: assertion(key: TestKeys.spares[0].jwk)), "unauthorized_client",
      "assertion-signature")
    let other = try exchange(assertion: assertion(header: ["typ": "at+jwt"]))
    #expect(other.status == 200 && other.findings == ["itsme-v2.assertion-typ-unusual"])
  }

  @Test func `that may be encrypted on top, with either algorithm for keys and content (T2, J3, J4)`() throws
  {
    for content in ["A128CBC-HS256", "A256GCM"] {
      let nested = try ItsmeV2TestWorld.encrypted(assertion(), header: ["enc": .string(content)])
      #expect(try exchange(assertion: nested).findings == [])
    }
    let old = try exchange(
      assertion: ItsmeV2TestWorld.encrypted(assertion(), header: ["alg": "RSA-OAEP"]))
    #expect(old.status == 200 && old.findings == ["itsme-v2.jwe-algorithm-old"])
    let unlisted = try exchange(
      assertion: ItsmeV2TestWorld.encrypted(assertion(), header: ["enc": "A256CBC-HS512"]))
    #expect(unlisted.status == 200 && unlisted.findings == ["itsme-v2.content-encryption-unlisted"])
    let untyped = try exchange(assertion: ItsmeV2TestWorld.encrypted(assertion(), header: ["cty": .null]))
    #expect(untyped.status == 200 && untyped.findings == ["itsme-v2.jwe-cty-missing"])
  }

  @Test func `whose encryption needs a kid, and another algorithm than RSA1_5 (J2, J3)`() throws {
    let unnamed = try ItsmeV2TestWorld.encrypted(assertion(), header: ["kid": .null])
    expectInvalid(try exchange(assertion: unnamed), "unauthorized_client", "jwe-kid-missing")
    let stray = try ItsmeV2TestWorld.encrypted(assertion(), header: ["kid": "e9"])
    expectInvalid(try exchange(assertion: stray), "unauthorized_client", "jwe-kid-unknown")
    let parts = try ItsmeV2TestWorld.encrypted(assertion()).split(separator: ".").dropFirst()
    let header = #"{"alg":"RSA1_5","enc":"A128CBC-HS256","cty":"JWT","kid":"e1"}"#
    let old = ([Base64URL.encode(Array(header.utf8))] + parts.map(String.init)).joined(separator: ".")
    expectInvalid(try exchange(assertion: old), "unauthorized_client", "jwe-algorithm-refused")
    let foreign = try ItsmeV2TestWorld.encrypted(assertion(), key: TestKeys.spares[1].jwk)
    expectInvalid(try exchange(assertion: foreign), "unauthorized_client", "assertion-undecryptable")
    let empty = try ItsmeV2TestWorld.encrypted("no token")
    expectInvalid(try exchange(assertion: empty), "unauthorized_client", "assertion-undecryptable")
  }

  @Test func `names its type, and a client_id beside it agrees (T2)`() throws {
    expectInvalid(
      try exchange(assertion: assertion(), ["client_assertion_type": nil]), "invalid_client",
      "assertion-type")
    #expect(try exchange(assertion: assertion(), ["client_id": "EIDOLON_TEST"]).findings == [])
    expectInvalid(
      try exchange(assertion: assertion(), ["client_id": "OTHER"]), "invalid_client", "token-client-mismatch")
    expectInvalid(try exchange(assertion: "no token"), "unauthorized_client", "assertion-malformed")
    expectInvalid(
      try exchange(assertion: assertion(["iss": "NOBODY", "sub": "NOBODY"])), "invalid_client",
      "token-client-unknown")
  }

  // MARK: A secret

  func post(_ changes: [String: String?], headers: Headers = [:]) throws -> TestAnswer {
    try world.exchange(
      world.code("EIDOLON_SECRET", ["nonce": RelyingParty().unique()]), "EIDOLON_SECRET", changes,
      headers: headers)
  }

  static let basic: Headers = [
    "Authorization":
      "Basic \(Base64.encode(Array("EIDOLON_SECRET:\(ItsmeV2TestWorld.secret)".utf8)))"
  ]

  static let inHeader: [String: String?] = ["client_secret": nil, "client_id": nil]

  @Test func `with client_id and client_secret in the body (T5)`() throws {
    #expect(try post([:]).findings == [])
    expectInvalid(try post(["client_secret": "another"]), "invalid_client", "client-secret-wrong")
    expectInvalid(try post(["client_secret": nil]), "invalid_client", "client-authentication-missing")
    expectInvalid(try post(["client_id": nil]), "invalid_client", "client-authentication-missing")
  }

  @Test func `and not in the Authorization header, unless a switch accepts that (T5, Z9)`() throws {
    expectInvalid(try post(Self.inHeader, headers: Self.basic), "invalid_client", "secret-by-basic")
    let world = try ItsmeV2TestWorld(secretClient: #""quirks": { "client_secret_basic": "accept" }"#)
    let answer = try world.exchange(
      world.code("EIDOLON_SECRET"), "EIDOLON_SECRET", Self.inHeader, headers: Self.basic)
    #expect(answer.status == 200 && answer.findings == ["itsme-v2.secret-by-basic"])
    let encoded = Base64.encode(Array("EIDOLON_SECRET".utf8))
    let malformed = try world.exchange(
      world.code("EIDOLON_SECRET"), "EIDOLON_SECRET", Self.inHeader,
      headers: ["Authorization": "Basic \(encoded)"])
    expectInvalid(malformed, "invalid_client", "basic-malformed")
  }

  @Test func `whose id and secret are form-encoded where the header is accepted (Z9)`() throws {
    let world = try ItsmeV2TestWorld(
      clients: """
        "SPECIAL": { "secret": "a/secret with:colons", "quirks": { "client_secret_basic": "accept" },
          "services": { "EIDOLON_LOGIN": { "type": "authentication", "redirect_uris": ["\(ItsmeV2TestWorld.redirectURI)"] } } }
        """)
    for (secret, rules) in [
      ("a%2Fsecret+with%3Acolons", ["itsme-v2.secret-by-basic"]),
      ("a/secret with:colons", ["itsme-v2.secret-by-basic", "itsme-v2.basic-not-encoded"]),
    ] {
      let answer = try world.exchange(
        world.code("SPECIAL", ["nonce": RelyingParty().unique()]), "SPECIAL",
        ["client_assertion": nil, "client_assertion_type": nil],
        headers: ["Authorization": "Basic \(Base64.encode(Array("SPECIAL:\(secret)".utf8)))"])
      #expect(answer.status == 200 && answer.findings == rules)
    }
  }

  @Test func `and not in the URL (E3)`() throws {
    var fields = try world.credentials("EIDOLON_SECRET")
    fields["client_secret"] = nil
    fields["grant_type"] = "authorization_code"
    fields["code"] = world.code("EIDOLON_SECRET")
    fields["redirect_uri"] = ItsmeV2TestWorld.redirectURI
    let answer = world.emulator.post(
      "\(world.url(.token))?client_secret=\(ItsmeV2TestWorld.secret)", Form(fields, changing: [:]))
    #expect(answer.status == 400 && answer.error == "invalid_client")
    #expect(answer.findings == ["itsme-v2.secret-in-query", "itsme-v2.client-authentication-missing"])
  }

  @Test func `and not in the URL of a GET, which no token endpoint takes (E3)`() {
    let answer = world.emulator.get("\(world.url(.token))?client_secret=\(ItsmeV2TestWorld.secret)")
    #expect(answer.status == 405 && answer.header("Allow") == "POST")
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme-v2.secret-in-query", "itsme-v2.token-method"])
    #expect(world.emulator.get(world.url(.token)).findings == ["itsme-v2.token-method"])
  }

  @Test func `by the registered method alone, and by one at a time (K2, T8)`() throws {
    expectInvalid(
      try post([:].merging(world.credentials().mapValues(Optional.some)) { $1 }), "invalid_request",
      "secret-and-assertion")
    let secretOfKeyClient = try world.exchange(
      world.code(), "EIDOLON_TEST",
      [
        "client_assertion": nil, "client_assertion_type": nil, "client_id": "EIDOLON_TEST",
        "client_secret": "guessed",
      ])
    expectInvalid(secretOfKeyClient, "invalid_client", "wrong-method")
    let party = RelyingParty("EIDOLON_SECRET")
    let assertionOfSecretClient = try post([
      "client_secret": nil, "client_assertion_type": world.credentials()["client_assertion_type"],
      "client_assertion": party.assertion(
        audience: .string(world.url(.token)), at: world.emulator.clock.now),
    ])
    expectInvalid(assertionOfSecretClient, "invalid_client", "wrong-method")
    expectInvalid(
      try post(["client_id": "NOBODY"]), "invalid_client", "token-client-unknown")
  }
}
