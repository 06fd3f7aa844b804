import EidolonTesting
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `The protection of tokens of itsme's second version (contract 1_3, 2_3)` {
  static let forKeys: JSONObject = [
    "alg": "RSA-OAEP-256", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "e1",
  ]
  static let forSecret: JSONObject = ["alg": "dir", "enc": "A256GCM", "cty": "JWT"]
  static let signature: JSONObject = ["alg": "RS256", "kid": "s1"]

  /// Both tokens of a login, taken apart.
  func tokens(
    _ client: String = "EIDOLON_TEST", quirks: String = "", secretClient: String = "",
    key: JWK? = nil, verification: JWK = TestKeys.opSignature.publicJWK
  ) throws -> [OpenedToken] {
    let world = try ItsmeV2TestWorld(
      secretClient: secretClient, stories: ["switched": "\"quirks\": { \(quirks) }"])
    let tokens = try world.tokens(client, scenario: "switched")
    let userinfo = world.get(.userinfo, tokens.accessToken).text
    let standard = client == "EIDOLON_SECRET" ? ItsmeV2TestWorld.secretKey : TestKeys.clientEncryption.jwk
    return try [tokens.idToken, userinfo].map {
      try OpenedToken($0, decryption: key ?? standard, verification: verification)
    }
  }

  @Test func `of a client with keys is nested: signed, then encrypted to its key (J5, N7)`() throws {
    for token in try tokens() {
      #expect(token.encryption == Self.forKeys && token.header == Self.signature && token.isVerified)
    }
  }

  @Test func `of a client with a secret is encrypted directly (J6, J7, N7)`() throws {
    for token in try tokens("EIDOLON_SECRET") {
      #expect(token.encryption == Self.forSecret && token.header == Self.signature && token.isVerified)
    }
    let world = try ItsmeV2TestWorld()
    let parts = try world.tokens("EIDOLON_SECRET").idToken.split(
      separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 5 && parts[1].isEmpty)
    #expect(try Base64URL.decode(String(parts[2])).count == 12)
    #expect(try Base64URL.decode(String(parts[4])).count == 16)
  }

  @Test func `takes the SHA-256 of the secret for the direct key (J8, 2_1)`() throws {
    let vector =
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiY3R5IjoiSldUIn0..AAECAwQFBgcICQoL.s68mWgA.HpWdhDBpHoW0MlEYkmk4Cw"
    let made = try JWE.encrypt(
      header: Self.forSecret, plaintext: Array("a.b.c".utf8), key: ItsmeV2TestWorld.secretKey.key
    ) { Array(0..<UInt8($0)) }
    #expect(made == vector)
    #expect(try JWE(parsing: vector).decrypt(with: ItsmeV2TestWorld.secretKey) == Array("a.b.c".utf8))
    guard case .secret(let bytes) = ItsmeV2TestWorld.secretKey.key else {
      Issue.record("the key is no secret")
      return
    }
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == "9da9c685ac9cb4e064fca8f0f3b40ff358ccc2dc41bf50eee0462e69cbafe3ad")
  }

  static let bytes = JWK(.secret(Array(ItsmeV2TestWorld.secret.utf8.prefix(32))))

  @Test func `takes the secret's first 32 bytes for the direct key where a switch says so (J8, Z8)`() throws {
    for content in ["A256GCM", "A128CBC-HS256"] {
      let quirks = "\"secret_key\": \"raw32\", \"content_encryption\": \"\(content)\""
      for token in try tokens("EIDOLON_SECRET", quirks: quirks, key: Self.bytes) {
        #expect(token.isVerified && token.encryption?["enc"] == .string(content))
      }
    }
    #expect(throws: (any Error).self) {
      try self.tokens("EIDOLON_SECRET", quirks: #""secret_key": "raw32""#)
    }
  }

  @Test func `takes the secret's base64url decoding for it where a switch says so (Z8)`() throws {
    let key = [UInt8](7..<39)
    let world = try ItsmeV2TestWorld(
      clients: """
        "ENCODED": { "secret": "\(Base64URL.encode(key))", "quirks": { "secret_key": "base64url" },
          "services": { "EIDOLON_LOGIN": { "type": "authentication", "redirect_uris": ["\(ItsmeV2TestWorld.redirectURI)"] } } }
        """)
    let fields: [String: String?] = [
      "client_assertion": nil, "client_assertion_type": nil, "client_id": "ENCODED",
      "client_secret": Base64URL.encode(key),
    ]
    let answer = try world.exchange(world.code("ENCODED"), "ENCODED", fields)
    let token = try #require(answer.json["id_token"]?.string)
    #expect(try OpenedToken(token, decryption: JWK(.secret(key))).isVerified)
  }

  @Test func `cannot be had of a secret that is not base64url, which is told (Z8)`() throws {
    let world = try ItsmeV2TestWorld(secretClient: #""quirks": { "secret_key": "base64url" }"#)
    let answer = try world.exchange(world.code("EIDOLON_SECRET"), "EIDOLON_SECRET")
    #expect(answer.status == 400 && answer.error == "invalid_client")
    #expect(answer.findings == ["itsme-v2.token-impossible"])
    #expect(world.emulator.log.messages.contains { $0.contains("secret_key is base64url") })
  }

  @Test func `signs with HS256 and the secret itself where the client is registered so (K10, J8)`() throws {
    let secret = JWK(.secret(Array(ItsmeV2TestWorld.secret.utf8)))
    let tokens = try tokens(
      "EIDOLON_SECRET", secretClient: #""id_token_signing": "HS256""#, verification: secret)
    for token in tokens {
      #expect(token.header == ["alg": "HS256"] && token.isVerified && token.signatureLength == 32)
      #expect(token.encryption == Self.forSecret)
    }
  }

  @Test(arguments: [("always", true, true), ("rsa_only", true, false), ("never", false, false)])
  func `names what is inside by cty, as a switch says (Z4)`(word: String, keys: Bool, secret: Bool) throws {
    let quirks = "\"jwe_cty\": \"\(word)\""
    for token in try tokens(quirks: quirks) { #expect((token.encryption?["cty"] == "JWT") == keys) }
    for token in try tokens("EIDOLON_SECRET", quirks: quirks) {
      #expect((token.encryption?["cty"] == "JWT") == secret)
      // The documented sample to the letter.
      if !secret { #expect(token.encryption == ["alg": "dir", "enc": "A256GCM"]) }
    }
  }

  @Test(arguments: ["EIDOLON_TEST", "EIDOLON_SECRET"])
  func `leaves the id_token signed alone where a switch says so (J9, Z16)`(client: String) throws {
    let tokens = try tokens(client, quirks: #""id_token_encryption": "none""#)
    #expect(tokens[0].encryption == nil && tokens[0].header == Self.signature && tokens[0].isVerified)
    #expect(tokens[1].encryption != nil && tokens[1].isVerified)
  }

  @Test(arguments: ["RSA-OAEP", "RSA-OAEP-256"], ["A128CBC-HS256", "A256GCM"])
  func `has the algorithms that switches name (J3 to J5, Z16)`(algorithm: String, content: String) throws {
    let quirks = "\"id_token_encryption\": \"\(algorithm)\", \"content_encryption\": \"\(content)\""
    for token in try tokens(quirks: quirks) {
      #expect(token.encryption?["alg"] == .string(algorithm))
      #expect(token.encryption?["enc"] == .string(content) && token.isVerified)
    }
    // Who has a secret has no key to encrypt to.
    for token in try tokens("EIDOLON_SECRET", quirks: quirks) {
      #expect(token.encryption?["alg"] == "dir")
      #expect(token.encryption?["enc"] == .string(content) && token.isVerified)
    }
  }
}
