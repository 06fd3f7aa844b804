import Crypto
import Flow
import JOSE
import JSON
import ProviderKit
import Testing

@Suite struct `A token recipe` {
  let header: JSONObject = ["alg": "RS256", "kid": "s1"]
  let claims: JSONObject = ["iss": "https://a.test/x", "iat": 1000, "exp": 1300, "nonce": "n"]

  func make(_ change: TokenChange? = nil, _ edit: (inout TokenRecipe) -> Void = { _ in }) throws -> String {
    var recipe = TokenRecipe(header: header, claims: claims)
    edit(&recipe)
    return try recipe.make(
      change, key: TestKeys.opSignature.jwk, foreign: TestKeys.spares[3].jwk
    ) { randomBytes($0) }
  }

  func claims(_ text: String) throws -> JSONObject {
    try JSONParser.parse(JWS(parsing: text).payload).json.object ?? [:]
  }

  @Test func `without a change is what was written, in its order`() throws {
    let token = try JWS(parsing: make())
    #expect(token.header == header)
    #expect(String(decoding: token.payload, as: UTF8.self) == JSON.object(claims).text())
    try token.verify(with: TestKeys.opSignature.publicJWK)
  }

  @Test func `takes the scenario's claims and header before it is signed`() throws {
    let text = try make(
      TokenChange(header: ["typ": "JWT", "kid": .null], claims: ["sub": "x", "nonce": .null]))
    let token = try JWS(parsing: text)
    #expect(token.header == ["alg": "RS256", "typ": "JWT"])
    #expect(try claims(text) == ["iss": "https://a.test/x", "iat": 1000, "exp": 1300, "sub": "x"])
    try token.verify(with: TestKeys.opSignature.publicJWK)
  }

  @Test func `takes the defect last`() throws {
    let change = TokenChange(defect: "wrong_issuer", claims: ["iss": "https://b.test"])
    #expect(try claims(make(change))["iss"] == "https://b.tesu")
    let future = TokenChange(defect: "issued_in_future", claims: ["iat": 5000])
    #expect(try claims(make(future))["iat"] == 5600)
  }

  @Test func `changes an audience of several values in each`() throws {
    let change = TokenChange(defect: "wrong_audience", claims: ["aud": ["a", "z9"]])
    #expect(try claims(make(change))["aud"] == ["b", "z0"])
  }

  @Test func `writes slashes as it is told`() throws {
    let text = try make(nil) { $0.escapesSlashes = true }
    #expect(String(decoding: try JWS(parsing: text).payload, as: UTF8.self).contains(#"https:\/\/a.test\/x"#))
  }

  @Test func `is signed and then encrypted`() throws {
    let text = try make(nil) {
      $0.encryption = .init(
        header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256", "cty": "JWT"],
        recipient: TestKeys.clientEncryption.publicJWK)
    }
    let inner = try JWE(parsing: text).decryptNested(with: TestKeys.clientEncryption.jwk)
    try inner.verify(with: TestKeys.opSignature.publicJWK)
  }

  @Test func `may be encrypted only`() throws {
    let text = try make(nil) {
      $0.isSigned = false
      $0.encryption = .init(
        header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256"], recipient: TestKeys.clientEncryption.publicJWK)
    }
    let payload = try JWE(parsing: text).decrypt(with: TestKeys.clientEncryption.jwk)
    #expect(try JSONParser.parse(payload).json == .object(claims))
  }

  @Test func `tells when a defect would change nothing`() {
    var recipe = TokenRecipe(header: header, claims: ["sub": "x"])
    let obstacle = { (name: String) in recipe.obstacle(to: TokenChange(defect: name)) }
    #expect(obstacle("encrypted_to_wrong_key") == "the token is not encrypted")
    #expect(obstacle("missing_nonce") == "the request had no nonce")
    #expect(obstacle("bad_signature") == nil)
    #expect(obstacle("expired") == nil)
    #expect(recipe.obstacle(to: nil) == nil)
    recipe.isSigned = false
    #expect(recipe.obstacle(to: TokenChange(defect: "alg_none")) == "the token is not signed")
  }
}
