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

  @Test(arguments: [
    "issued_tomorrow", "expired_by_hour", "expiry_in_milliseconds", "not_yet_valid", "old_authentication",
  ])
  func `takes a defect of times whatever number the scenario sets`(defect: String) throws {
    for number in [Int.max, .min] {
      let claims: JSONObject = ["iat": .integer(number), "exp": .integer(number)]
      #expect(try JWS(parsing: make(TokenChange(defect: defect, claims: claims))).payload.count > 20)
    }
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

  // MARK: Tokens for a client with a secret

  static let secret = "eidolon-demo-secret-v2-0123456789"
  let derived = JWK(.encrypting(with: Self.secret, for: .a256gcm))

  /// Signed, and encrypted with the key of the secret.
  func direct(_ defect: String? = nil) throws -> JWE {
    try JWE(
      parsing: make(defect.map { TokenChange(defect: $0) }) {
        $0.encryption = .init(header: ["alg": "dir", "enc": "A256GCM", "cty": "JWT"], secret: Self.secret)
      })
  }

  func nested(_ defect: String) throws -> JWE {
    try JWE(
      parsing: make(TokenChange(defect: defect)) {
        $0.encryption = .init(
          header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256", "cty": "JWT"],
          recipient: TestKeys.clientEncryption.publicJWK)
      })
  }

  @Test func `may be encrypted directly with the key of a secret`() throws {
    let token = try direct()
    #expect(token.header == ["alg": "dir", "enc": "A256GCM", "cty": "JWT"] && token.encryptedKey.isEmpty)
    try token.decryptNested(with: derived).verify(with: TestKeys.opSignature.publicJWK)
  }

  @Test func `may be signed with a secret, and a foreign key is another secret then`() throws {
    let key = JWK(.signing(with: Self.secret))
    let sign = { (defect: String?) in
      try JWS(
        parsing: TokenRecipe(header: ["alg": "HS256"], claims: claims).make(
          defect.map { TokenChange(defect: $0) }, key: key, foreign: TestKeys.spares[3].jwk
        ) { randomBytes($0) })
    }
    try sign(nil).verify(with: key, allowing: [.hs256])
    for defect in ["foreign_key", "bad_signature"] {
      let token = try sign(defect)
      #expect(token.header == ["alg": "HS256"] && token.signature.count == 32)
      #expect(throws: JWSError.signatureMismatch(.hs256)) { try token.verify(with: key) }
    }
  }

  @Test func `hs256_with_public_key verifies for whoever takes the public key for a secret`() throws {
    let token = try JWS(parsing: make(TokenChange(defect: "hs256_with_public_key")))
    #expect(token.header == ["alg": "HS256", "kid": "s1"])
    let pem = try #require(TestKeys.opSignature.publicJWK.key.publicKey).pem()
    try token.verify(with: .secret(Array(pem.utf8)), allowing: [.hs256])
    #expect(throws: JWSError.self) { try token.verify(with: TestKeys.opSignature.publicJWK) }
  }

  @Test func `unsigned_inside encrypts the claims themselves`() throws {
    for token in [try nested("unsigned_inside"), try direct("unsigned_inside")] {
      let key = token.algorithm == "dir" ? derived : TestKeys.clientEncryption.jwk
      #expect(try JSONParser.parse(token.decrypt(with: key)).json == .object(claims))
      #expect(token.contentType == nil)
    }
  }

  @Test func `missing_cty leaves nothing but cty out`() throws {
    let token = try direct("missing_cty")
    #expect(token.header == ["alg": "dir", "enc": "A256GCM"])
    try token.decryptNested(with: derived).verify(with: TestKeys.opSignature.publicJWK)
  }

  @Test func `wrong_dir_key is the secret itself, and encrypted_to_wrong_key a key that nobody has`() throws {
    let raw = JWK(.secret(Array(Self.secret.utf8.prefix(32))))
    _ = try direct("wrong_dir_key").decrypt(with: raw)
    for defect in ["wrong_dir_key", "encrypted_to_wrong_key"] {
      #expect(throws: JWEError.self) { try direct(defect).decrypt(with: derived) }
    }
    #expect(throws: JWEError.self) { try direct("encrypted_to_wrong_key").decrypt(with: raw) }
  }

  @Test func `tells when a defect of an encryption would change nothing`() {
    var recipe = TokenRecipe(header: header, claims: claims)
    let obstacle = { (name: String) in recipe.obstacle(to: TokenChange(defect: name)) }
    for name in ["unsigned_inside", "missing_cty"] {
      #expect(obstacle(name) == "the token is not encrypted")
    }
    #expect(obstacle("wrong_dir_key") == "the token is not encrypted with a secret")
    #expect(obstacle("hs256_with_public_key") == nil)
    recipe.encryption = .init(header: ["alg": "dir", "enc": "A256GCM"], secret: Self.secret)
    #expect(obstacle("missing_cty") == "its encryption has no cty")
    #expect(obstacle("wrong_dir_key") == nil && obstacle("unsigned_inside") == nil)
    recipe.header = ["alg": "HS256"]
    #expect(obstacle("hs256_with_public_key") == "the token is signed with a secret")
    #expect(obstacle("missing_kid") == "the token names no key")
  }

  @Test func `has defects that a provider must name, because most have no such token`() {
    let usual = TokenDefect.terms(.idToken).map(\.name)
    let particular = ["hs256_with_public_key", "unsigned_inside", "missing_cty", "wrong_dir_key"]
    #expect(Set(usual).isDisjoint(with: particular) && usual.contains("encrypted_to_wrong_key"))
    let named = TokenDefect.terms(.idToken, and: [.missingContentType]).map(\.name)
    #expect(Set(named).subtracting(usual) == ["missing_cty"])
  }
}
