import EidolonTesting
import JOSE
import JSON
import ProviderKit
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `A defect of the tokens of itsme's second version changes exactly one thing (scenarios.md)` {
  static let kinds = ["id_token", "userinfo"]
  static let clients = ["EIDOLON_TEST", "EIDOLON_SECRET"]

  func token(
    _ kind: String, _ defect: TokenDefect?, of client: String, quirks: String = ""
  ) throws -> String {
    let defect = defect.map { ", \"tokens\": {\"\(kind)\": {\"defect\": \"\($0.rawValue)\"}}" } ?? ""
    let world = try ItsmeV2TestWorld(stories: ["bad": "\"quirks\": {\(quirks)}\(defect)"])
    let tokens = try world.tokens(client, scenario: "bad")
    return kind == "id_token" ? tokens.idToken : world.get(.userinfo, tokens.accessToken).text
  }

  func opened(
    _ kind: String, _ defect: TokenDefect?, of client: String, key: JWK? = nil
  ) throws -> OpenedToken {
    let usual = client == "EIDOLON_SECRET" ? ItsmeV2TestWorld.secretKey : TestKeys.clientEncryption.jwk
    return try OpenedToken(token(kind, defect, of: client), decryption: key ?? usual)
  }

  /// What differs between two tokens: `header.x`, `claims.x`, `encryption.x`, `signature`.
  func differences(_ good: OpenedToken, _ bad: OpenedToken) -> Set<String> {
    var found: Set<String> = []
    let parts = [
      ("encryption", good.encryption ?? [:], bad.encryption ?? [:]),
      ("header", good.header ?? [:], bad.header ?? [:]), ("claims", good.claims, bad.claims),
    ]
    for (part, one, other) in parts {
      for name in Set(one.names + other.names) where one[name] != other[name] {
        found.insert("\(part).\(name)")
      }
    }
    if good.isVerified != bad.isVerified { found.insert("signature") }
    return found
  }

  static let expected: [TokenDefect: Set<String>] = [
    .badSignature: ["signature"], .innerSignatureBroken: ["signature"], .foreignKey: ["signature"],
    .unknownKey: ["header.kid"], .missingKey: ["header.kid"], .noAlgorithm: ["header.alg", "signature"],
    .hmacWithPublicKey: ["header.alg", "signature"], .wrongIssuer: ["claims.iss"],
    .missingIssuer: ["claims.iss"], .wrongAudience: ["claims.aud"], .missingAudience: ["claims.aud"],
    .wrongSubject: ["claims.sub"], .missingSubject: ["claims.sub"], .wrongNonce: ["claims.nonce"],
    .missingNonce: ["claims.nonce"], .expired: ["claims.exp"], .missingExpiry: ["claims.exp"],
    .issuedInFuture: ["claims.iat"], .missingIssuedAt: ["claims.iat"],
    .missingContentType: ["encryption.cty"],
    .unsignedInside: ["encryption.cty", "header.alg", "header.kid", "signature"],
  ]

  @Test(arguments: kinds, TokenDefect.allCases)
  func `inside the encryption, for both kinds of client`(kind: String, defect: TokenDefect) throws {
    let terms = TokenDefect.terms(
      kind == "id_token" ? .idToken : .userinfo,
      and: [.hmacWithPublicKey, .unsignedInside, .missingContentType, .wrongDirectKey])
    guard terms.contains(where: { $0.name == defect.rawValue }), let expected = Self.expected[defect] else {
      return
    }
    for client in Self.clients {
      let (good, bad) = (try opened(kind, nil, of: client), try opened(kind, defect, of: client))
      #expect(differences(good, bad) == expected, "\(client)")
      let length = [TokenDefect.noAlgorithm: 0, .unsignedInside: 0, .hmacWithPublicKey: 32][defect] ?? 256
      #expect(bad.signatureLength == length)
    }
  }

  @Test(arguments: kinds, clients)
  func `in the key that it is encrypted with`(kind: String, client: String) throws {
    let good = try JWE(parsing: token(kind, nil, of: client))
    let bad = try JWE(parsing: token(kind, .encryptedToWrongKey, of: client))
    let key = client == "EIDOLON_SECRET" ? ItsmeV2TestWorld.secretKey : TestKeys.clientEncryption.jwk
    #expect(good.header == bad.header && good.encryptedKey.count == bad.encryptedKey.count)
    #expect((try? good.decrypt(with: key)) != nil)
    #expect((try? bad.decrypt(with: key)) == nil)
  }

  @Test(arguments: kinds)
  func `in the derivation of the direct key: the secret's own bytes (J8, G4)`(kind: String) throws {
    let bytes = JWK(.secret(Array(ItsmeV2TestWorld.secret.utf8.prefix(32))))
    let bad = try opened(kind, .wrongDirectKey, of: "EIDOLON_SECRET", key: bytes)
    #expect(differences(try opened(kind, nil, of: "EIDOLON_SECRET"), bad) == [])
    // Where the secret's own bytes are right, it is another key still.
    let other = try token(kind, .wrongDirectKey, of: "EIDOLON_SECRET", quirks: #""secret_key": "raw32""#)
    #expect((try? JWE(parsing: other).decrypt(with: bytes)) == nil)
  }

  @Test func `and one that a token cannot have is logged`() throws {
    for (defect, quirks, client) in [
      (TokenDefect.wrongDirectKey, "", "EIDOLON_TEST"),
      (.missingContentType, #""jwe_cty": "never""#, "EIDOLON_TEST"),
      (.unsignedInside, #""id_token_encryption": "none""#, "EIDOLON_SECRET"),
    ] {
      let world = try ItsmeV2TestWorld(
        stories: [
          "bad": "\"quirks\": {\(quirks)}, \"tokens\": {\"id_token\": {\"defect\": \"\(defect.rawValue)\"}}"
        ])
      _ = try world.tokens(client, scenario: "bad")
      #expect(world.emulator.log.messages.contains { $0.contains("\(defect.rawValue) changes nothing") })
    }
  }

  @Test func `all have a test`() {
    #expect(
      // Those of id_tokens alone are tested with the cases of campaigns.
      Set(TokenDefect.allCases).subtracting(TokenDefect.ofIDTokens)
        == Set(Self.expected.keys).union([.encryptedToWrongKey, .wrongDirectKey]))
  }

  @Test func `and a scenario sets, replaces and removes members and times`() throws {
    let world = try ItsmeV2TestWorld(stories: [
      "changed": #"""
      "tokens": {
        "id_token": { "claims": { "amr": ["face"], "aud": null }, "header": { "typ": "JWT" }, "lifetime": "1m" },
        "userinfo": { "claims": { "sub": "another" }, "issued_at": "-10m" }
      }
      """#
    ])
    let tokens = try world.tokens(scenario: "changed")
    let token = try OpenedToken(tokens.idToken)
    #expect(token.claims["amr"] == ["face"] && token.claims["aud"] == nil && token.header?["typ"] == "JWT")
    #expect(token.claims["exp"] == .integer(world.now + 60))
    let userinfo = try OpenedToken(world.get(.userinfo, tokens.accessToken).text)
    #expect(userinfo.claims["sub"] == "another" && userinfo.claims["iat"] == .integer(world.now - 600))
  }
}
