import Crypto
import JSON
import Testing

@testable import JOSE

@Suite struct `A JWK` {
  @Test func `has the thumbprint of RFC 7638 §3.1`() throws {
    let key = try jwk(
      #"""
      {"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSo\#
      c_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368Q\#
      QMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPk\#
      sINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}
      """#)
    #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    #expect(key.kid == "2011-04-29")
    #expect(key.alg == "RS256")
  }

  @Test(arguments: [RFC7515.keyA2, RFC7515.keyA3, RFC7515.keyA4, RFC7515.keyA1])
  func `goes to JSON and back, private and public`(text: String) throws {
    let key = try jwk(text)
    #expect(try JSON.object(key.privateJSON) == JSON(parsing: text))
    #expect(try JWK(.object(key.privateJSON)) == key)
    guard let publicJWK = key.publicJWK else {
      #expect(key.publicJSON == ["kty": "oct"])
      return
    }
    #expect(try JWK(.object(key.publicJSON)) == publicJWK)
    #expect(!publicJWK.isPrivate)
    #expect(key.thumbprint == publicJWK.thumbprint)
    for name in ["d", "p", "q", "dp", "dq", "qi", "k"] {
      #expect(key.publicJSON[name] == nil)
      #expect(publicJWK.privateJSON[name] == nil)
    }
  }

  @Test func `is written in the order that the itsme guide shows`() {
    #expect(TestKeys.opSignature.publicJWK.publicJSON.names == ["kty", "e", "use", "kid", "alg", "n"])
  }

  @Test func `is refused for the member that is wrong`() throws {
    func error(_ text: String) -> JWKError? { #expect(throws: JWKError.self) { try jwk(text) } }
    #expect(error("[]") == .notObject)
    #expect(error("{}") == .missing("kty"))
    #expect(error(#"{"kty":1}"#) == .wrongType("kty", expected: "a string"))
    #expect(error(#"{"kty":"OKP","crv":"Ed25519","x":"AA"}"#) == .unsupportedType("OKP"))
    #expect(error(#"{"kty":"rsa"}"#) == .unsupportedType("rsa"))
    #expect(error(#"{"kty":"RSA","e":"AQAB"}"#) == .missing("n"))
    #expect(error(#"{"kty":"RSA","n":"AQ=="}"#) == .encoding("n", .padding(offset: 2)))
    #expect(error(#"{"kty":"RSA","n":"AQ","e":"AQAB"}"#) == .key(.unsupportedSize(bits: 1)))
    #expect(error(#"{"kty":"EC","crv":"secp256k1"}"#) == .unsupportedCurve("secp256k1"))
    #expect(error(#"{"kty":"EC","crv":"P-256","x":"AA"}"#) == .missing("y"))
    #expect(
      error(#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#)
        == .key(.invalidComponent("x", "has 1 bytes; P-256 takes 32")))
    #expect(error(#"{"kty":"oct"}"#) == .missing("k"))
    #expect(error(#"{"kty":"oct","k":"AA","use":["sig"]}"#) == .wrongType("use", expected: "a string"))
    #expect(
      error(#"{"kty":"oct","k":"AA","key_ops":"sign"}"#)
        == .wrongType("key_ops", expected: "an array of strings"))
  }

  @Test func `that is private and RSA has all of its primes' members or none (RFC 7518 §6.3.2)`() throws {
    var members = try JSON(parsing: RFC7515.keyA2).object ?? [:]
    members["qi"] = nil
    #expect(throws: JWKError.missing("qi")) { try JWK(.object(members)) }
    for name in ["p", "q", "dp", "dq"] { members[name] = nil }
    let slow = try JWK(.object(members))
    let token = try JWS.sign(header: ["alg": "RS256"], payload: [], key: slow.key)
    try JWS(parsing: token).verify(with: jwk(RFC7515.keyA2))
    members["oth"] = []
    #expect(throws: JWKError.moreThanTwoPrimes) { try JWK(.object(members)) }
  }

  @Test func `whose private part belongs to another key is refused`() throws {
    var members = try JSON(parsing: RFC7515.keyA3).object ?? [:]
    members["d"] = .string(Base64URL.encode(TestKeys.spareP256.privateKey.ecPrivateValue ?? []))
    #expect(throws: JWKError.key(.inconsistent)) { try JWK(.object(members)) }
  }
}

@Suite struct `A JWK set` {
  static let set = JWKSet([
    TestKeys.opSignature.publicJWK, TestKeys.opEncryption.publicJWK, TestKeys.spareP256.publicJWK,
  ])

  @Test func `goes to JSON and back without private members`() throws {
    let set = JWKSet([TestKeys.opSignature.jwk, TestKeys.opEncryption.jwk, JWK(.secret([1]), kid: "hidden")])
    let text = set.publicJSON.text()
    for member in ["\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\"", "\"k\"", "hidden"] {
      #expect(!text.contains(member))
    }
    #expect(try JWKSet(parsing: utf8(text)).keys.map(\.kid) == ["s1", "e1"])
    #expect(try JWKSet(set.privateJSON) == set)
  }

  @Test func `is read without the keys that cannot be used (RFC 7517 §5)`() throws {
    let set = try JWKSet(
      parsing: utf8(
        #"{"keys":[{"kty":"OKP","kid":"ed"},7,{"kty":"oct","k":"AAEC","kid":"mac"}],"more":true}"#))
    #expect(set.keys.map(\.kid) == ["mac"])
    #expect(
      set.ignored == [
        JWKSet.Ignored(index: 0, kid: "ed", reason: .unsupportedType("OKP")),
        JWKSet.Ignored(index: 1, kid: nil, reason: .notObject),
      ])
  }

  @Test func `that is none is refused`() {
    #expect(throws: JWKSetError.notObject) { try JWKSet(parsing: utf8("[]")) }
    #expect(throws: JWKSetError.noKeys) { try JWKSet(parsing: utf8("{}")) }
    #expect(throws: JWKSetError.keysNotArray) { try JWKSet(parsing: utf8(#"{"keys":{}}"#)) }
    let error = #expect(throws: JWKSetError.self) { try JWKSet(parsing: utf8("<html>")) }
    guard case .notJSON = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }

  @Test func `gives the key that the kid names`() throws {
    #expect(try Self.set.select(kid: "s1", use: "sig", alg: "RS256") == TestKeys.opSignature.publicJWK)
    #expect(try Self.set.select(kid: "e1", use: "enc", alg: "RSA-OAEP") == TestKeys.opEncryption.publicJWK)
    #expect(throws: KeySelectionError.unknownKid("s2", known: ["s1", "e1", "p256"])) {
      try Self.set.select(kid: "s2", use: "sig", alg: "RS256")
    }
    #expect(throws: KeySelectionError.unknownKid("S1", known: ["s1", "e1", "p256"])) {
      try Self.set.select(kid: "S1", use: "sig", alg: "RS256")
    }
  }

  @Test func `says why the key that the kid names cannot serve`() {
    #expect(throws: KeySelectionError.unsuitable(kid: "e1", .use(expected: "sig", actual: "enc"))) {
      try Self.set.select(kid: "e1", use: "sig", alg: "RS256")
    }
    #expect(throws: KeySelectionError.unsuitable(kid: "s1", .algorithm(expected: "PS256", actual: "RS256"))) {
      try Self.set.select(kid: "s1", use: "sig", alg: "PS256")
    }
    #expect(
      throws: KeySelectionError.unsuitable(
        kid: "p256", .type(algorithm: "RS256", key: "the public half of an elliptic-curve key on P-256"))
    ) { try Self.set.select(kid: "p256", use: "sig", alg: "RS256") }
  }

  @Test func `takes the suitable one of several keys with one kid`() throws {
    let set = JWKSet([
      TestKeys.opEncryption.renamed(kid: "k", use: "enc", alg: nil),
      TestKeys.opSignature.renamed(kid: "k", use: "sig", alg: nil),
    ])
    #expect(try set.select(kid: "k", use: "sig", alg: "RS256").use == "sig")
    #expect(try set.select(kid: "k", use: "enc", alg: "RSA-OAEP").use == "enc")
  }

  @Test func `without a kid has exactly one answer or none (OpenID Connect Core §10.1)`() throws {
    #expect(try Self.set.select(kid: nil, use: "sig", alg: "RS256").kid == "s1")
    #expect(try Self.set.select(kid: nil, use: "sig", alg: "ES256").kid == "p256")
    #expect(throws: KeySelectionError.noneSuitable(use: "sig", algorithm: "ES384")) {
      try Self.set.select(kid: nil, use: "sig", alg: "ES384")
    }
    let two = JWKSet(Self.set.keys + [TestKeys.clientSignature.renamed(kid: "s9", use: nil, alg: nil)])
    #expect(throws: KeySelectionError.ambiguous(["s1", "s9"])) {
      try two.select(kid: nil, use: "sig", alg: "RS256")
    }
    #expect(two.candidates(use: "sig", alg: "RS256").map(\.kid) == ["s1", "s9"])
  }

  @Test func `lets an RSA-OAEP key serve RSA-OAEP-256, but no signature`() throws {
    #expect(try Self.set.select(kid: "e1", use: "enc", alg: "RSA-OAEP-256").kid == "e1")
    #expect(
      throws: KeySelectionError.unsuitable(kid: "e1", .algorithm(expected: "RSA1_5", actual: "RSA-OAEP"))
    ) {
      try Self.set.select(kid: "e1", use: "enc", alg: "RSA1_5")
    }
  }
}

@Suite struct `The shipped test keys` {
  static let all =
    [TestKeys.opSignature, TestKeys.opEncryption, TestKeys.clientSignature, TestKeys.clientEncryption]
    + [TestKeys.demonstrationSignature, TestKeys.demonstrationEncryption] + TestKeys.spares
    + [TestKeys.spareP256]

  @Test func `load, are different and carry their names`() {
    #expect(Set(Self.all.map(\.jwk.thumbprint)).count == 11)
    #expect(
      Self.all.map(\.jwk.kid) == [
        "s1", "e1", "s1", "e1", "demo-s1", "demo-e1", "spare-1", "spare-2", "spare-3", "spare-4", "p256",
      ])
    #expect(
      Self.all.map(\.privateKey.type)
        == Array(repeating: KeyType.rsa(bits: 2048), count: 10) + [KeyType.ec(.p256)])
  }

  @Test(arguments: 0..<11) func `sign and verify`(index: Int) throws {
    let key = Self.all[index]
    let algorithm = index == 10 ? "ES256" : "RS256"
    let text = try JWS.sign(header: ["alg": .string(algorithm)], payload: utf8("{}"), key: key.jwk.key)
    try JWS(parsing: text).verify(with: .publicKey(key.privateKey.publicKey))
    #expect(try JWK(.object(key.jwk.privateJSON)) == key.jwk)
  }
}
