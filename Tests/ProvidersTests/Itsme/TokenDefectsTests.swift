import EidolonTesting
@testable import TestWorlds
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme

@Suite struct `A defect of itsme's tokens changes exactly one thing (scenarios.md)` {
  /// A token taken apart, without verification.
  struct Parts: Equatable {
    var header: JSONObject
    var claims: JSONObject
    var isVerified: Bool
    var signatureLength: Int

    init(_ text: String) throws {
      let jws = try JWS(parsing: text)
      header = jws.header
      claims = try JSONParser.parse(jws.payload).json.object ?? [:]
      isVerified = (try? jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])) != nil
      signatureLength = jws.signature.count
    }
  }

  func token(_ kind: String, _ defect: TokenDefect?, quirks: String = "", nonce: String? = "a nonce") throws
    -> String
  {
    let defect = defect.map { ", \"tokens\": {\"\(kind)\": {\"defect\": \"\($0.rawValue)\"}}" } ?? ""
    let emulator = try ItsmeTestWorld.emulator(stories: ["bad": "\"quirks\": {\(quirks)}\(defect)"])
    let tokens = try emulator.tokens(RelyingParty(), ["nonce": nonce], scenario: "bad")
    return kind == "id_token" ? tokens.idToken : emulator.userinfo(tokens.accessToken).text
  }

  /// What differs between two tokens: `header.x`, `claims.x`, `signature`.
  func differences(_ good: Parts, _ bad: Parts) -> Set<String> {
    var found: Set<String> = []
    for name in Set(good.header.names + bad.header.names) where good.header[name] != bad.header[name] {
      found.insert("header.\(name)")
    }
    for name in Set(good.claims.names + bad.claims.names) where good.claims[name] != bad.claims[name] {
      found.insert("claims.\(name)")
    }
    if good.isVerified != bad.isVerified { found.insert("signature") }
    return found
  }

  static let expected: [TokenDefect: Set<String>] = [
    .badSignature: ["signature"], .unknownKey: ["header.kid"], .missingKey: ["header.kid"],
    .foreignKey: ["signature"], .noAlgorithm: ["header.alg", "signature"], .wrongIssuer: ["claims.iss"],
    .missingIssuer: ["claims.iss"], .wrongAudience: ["claims.aud"], .missingAudience: ["claims.aud"],
    .wrongSubject: ["claims.sub"], .missingSubject: ["claims.sub"], .wrongNonce: ["claims.nonce"],
    .missingNonce: ["claims.nonce"], .expired: ["claims.exp"], .missingExpiry: ["claims.exp"],
    .issuedInFuture: ["claims.iat"], .missingIssuedAt: ["claims.iat"],
    .hmacWithPublicKey: ["header.alg", "signature"],
  ]

  static let signatureLengths: [TokenDefect: Int] = [.noAlgorithm: 0, .hmacWithPublicKey: 32]

  @Test(arguments: ["id_token", "userinfo"], TokenDefect.allCases)
  func `compared with the good token`(kind: String, defect: TokenDefect) throws {
    let terms = TokenDefect.terms(kind == "id_token" ? .idToken : .userinfo)
    guard terms.contains(where: { $0.name == defect.rawValue }), let expected = Self.expected[defect] else {
      return
    }
    let good = try Parts(token(kind, nil))
    let bad = try Parts(token(kind, defect))
    #expect(differences(good, bad) == expected)
    #expect(bad.signatureLength == Self.signatureLengths[defect] ?? good.signatureLength)
  }

  @Test(arguments: [TokenDefect.wrongIssuer, .wrongAudience, .wrongSubject, .wrongNonce, .unknownKey])
  func `and a wrong value has the length and the letters of a right one`(defect: TokenDefect) throws {
    let name = Self.expected[defect]?.first?.split(separator: ".").last.map(String.init) ?? ""
    let good = try Parts(token("id_token", nil))
    let bad = try Parts(token("id_token", defect))
    let right = good.claims[name]?.string ?? good.header[name]?.string ?? ""
    let wrong = bad.claims[name]?.string ?? bad.header[name]?.string ?? ""
    #expect(right != wrong)
    #expect(right.count == wrong.count)
    for (one, other) in zip(right, wrong) {
      #expect(one.isNumber == other.isNumber && one.isLowercase == other.isLowercase)
    }
  }

  @Test func `expired and issued in the future are ten minutes off, beyond any usual leeway`() throws {
    let good = try Parts(token("id_token", nil)).claims
    let now = good["iat"]?.integer ?? 0
    #expect(try Parts(token("id_token", .expired)).claims["exp"] == .integer(now - 600))
    #expect(try Parts(token("id_token", .issuedInFuture)).claims["iat"] == .integer(now + 600))
  }

  @Test func `wrong_nonce has nothing to change where the request had none`() throws {
    #expect(try Parts(token("id_token", nil, nonce: nil)).claims["nonce"] == nil)
    #expect(try Parts(token("id_token", .wrongNonce, nonce: nil)).claims["nonce"] == nil)
  }

  @Test func `the kid of unknown_kid is in no key set`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let kids = emulator.document("jwkSet")["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    let kid = try Parts(token("id_token", .unknownKey)).header["kid"]?.string ?? ""
    #expect(!kids.contains(kid))
  }

  @Test(arguments: ["id_token", "userinfo"])
  func `encrypted_to_wrong_key differs in who can decrypt it`(kind: String) throws {
    let quirks = #""id_token_encryption": "RSA-OAEP", "userinfo_protection": "nested""#
    let good = try JWE(parsing: token(kind, nil, quirks: quirks))
    let bad = try JWE(parsing: token(kind, .encryptedToWrongKey, quirks: quirks))
    #expect(good.header == bad.header)
    #expect(good.encryptedKey.count == bad.encryptedKey.count)
    #expect((try? good.decrypt(with: TestKeys.clientEncryption.jwk)) != nil)
    #expect((try? bad.decrypt(with: TestKeys.clientEncryption.jwk)) == nil)
  }

  @Test(arguments: ["id_token", "userinfo"])
  func `inner_signature_broken differs in the signature inside`(kind: String) throws {
    let quirks = #""id_token_encryption": "RSA-OAEP", "userinfo_protection": "nested""#
    let inner = try [nil, TokenDefect.innerSignatureBroken].map { defect in
      let jwe = try JWE(parsing: token(kind, defect, quirks: quirks))
      let text = String(decoding: try jwe.decrypt(with: TestKeys.clientEncryption.jwk), as: UTF8.self)
      return try Parts(text)
    }
    #expect(differences(inner[0], inner[1]) == ["signature"])
    #expect(inner[1].signatureLength == 256)
  }

  @Test(arguments: ["id_token", "userinfo"])
  func `unsigned_inside and missing_cty differ in what the encryption holds, and says that it holds`(
    kind: String
  ) throws {
    let quirks = #""id_token_encryption": "RSA-OAEP", "userinfo_protection": "nested""#
    let unsigned = try JWE(parsing: token(kind, .unsignedInside, quirks: quirks))
    let inside = try JSONParser.parse(unsigned.decrypt(with: TestKeys.clientEncryption.jwk)).json
    #expect(inside["aud"] == "EIDOLON_TEST" && unsigned.contentType == nil)
    let untyped = try JWE(parsing: token(kind, .missingContentType, quirks: quirks))
    #expect(untyped.contentType == nil)
    try untyped.decryptNested(with: TestKeys.clientEncryption.jwk).verify(
      with: TestKeys.opSignature.publicJWK)
  }

  @Test func `that cannot strike is told in the log`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "bad": #""tokens": {"id_token": {"defect": "encrypted_to_wrong_key"}}"#
    ])
    _ = try emulator.tokens(scenario: "bad")
    #expect(
      emulator.log.messages.contains {
        $0.contains("encrypted_to_wrong_key") && $0.contains("id_token") && $0.contains("not encrypted")
      })
  }

  @Test func `all have a test`() {
    #expect(
      // Those of id_tokens alone are tested with the cases of campaigns.
      Set(TokenDefect.allCases).subtracting(TokenDefect.ofIDTokens)
        == Set(Self.expected.keys).union([
          .encryptedToWrongKey, .innerSignatureBroken, .unsignedInside, .missingContentType,
          // No token of this version is encrypted with a secret.
          .wrongDirectKey,
        ]))
  }
}

@Suite struct `Changes to itsme's tokens (scenarios.md)` {
  func login(_ tokens: String) throws -> (idToken: JSONObject, userinfo: JSONObject) {
    try ItsmeTestWorld.emulator(stories: ["changed": "\"tokens\": {\(tokens)}"]).login(scenario: "changed")
  }

  @Test func `claims set, replace and remove members`() throws {
    let (token, userinfo) = try login(
      #""id_token": {"claims": {"amr": ["face"], "acr": "other", "auth_time": null}}, "userinfo": {"claims": {"sub": "another"}}"#
    )
    #expect(token["amr"] == ["face"])
    #expect(token["acr"] == "other")
    #expect(token["auth_time"] == nil)
    #expect(userinfo["sub"] == "another")
    #expect(userinfo["sub"] != token["sub"])
  }

  @Test func `header sets and removes members`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "changed": #""tokens": {"id_token": {"header": {"typ": "JWT", "kid": null}}}"#
    ])
    #expect(
      try JWS(parsing: emulator.tokens(scenario: "changed").idToken).header == ["alg": "RS256", "typ": "JWT"])
  }

  @Test func `that leave nothing to sign with refuse the exchange, and say so`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "changed": #""tokens": {"id_token": {"header": {"alg": "XS256"}}}"#
    ])
    let answer = try emulator.exchange(emulator.code(scenario: "changed"))
    #expect(answer.error == "invalid_client")
    #expect(answer.findings == ["itsme.token-impossible"])
  }

  @Test func `lifetime and issued_at move the times`() throws {
    let now = Int(TestClock.start.seconds)
    let old = try login(#""id_token": {"lifetime": "1m", "issued_at": "-10m"}"#).idToken
    #expect(old["iat"] == .integer(now - 600))
    #expect(old["exp"] == .integer(now - 540))
    #expect(try login(#""id_token": {"issued_at": "30s"}"#).idToken["iat"] == .integer(now + 30))
  }

  @Test func `the defect comes last`() throws {
    let now = Int(TestClock.start.seconds)
    let token = try login(#""id_token": {"claims": {"exp": 1}, "defect": "expired"}"#).idToken
    #expect(token["exp"] == .integer(now - 600))
  }
}
