import Crypto
import JSON
import Testing

@testable import JOSE

@Suite struct `JWS examples of RFC 7515 appendix A` {
  static let payload = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"

  @Test(arguments: [
    (RFC7515.keyA1, RFC7515.tokenA1, "HS256"), (RFC7515.keyA2, RFC7515.tokenA2, "RS256"),
    (RFC7515.keyA3, RFC7515.tokenA3, "ES256"),
  ])
  func `A.1 to A.3 verify`(key: String, token: String, algorithm: String) throws {
    let jws = try JWS(parsing: token)
    #expect(jws.algorithm == algorithm)
    #expect(jws.payload == utf8(Self.payload))
    try jws.verify(with: jwk(key))
  }

  @Test func `A.1 and A.2 are signed again byte for byte`() throws {
    for (key, token, algorithm) in [
      (RFC7515.keyA1, RFC7515.tokenA1, JWSAlgorithm.hs256), (RFC7515.keyA2, RFC7515.tokenA2, .rs256),
    ] {
      let jws = try JWS(parsing: token)
      #expect(
        try JWS.signature(over: jws.signingInput, algorithm: algorithm, key: jwk(key).key) == jws.signature)
    }
    let again = try JWS.sign(
      header: ["alg": "RS256"], payload: utf8(Self.payload), key: jwk(RFC7515.keyA2).key)
    #expect(again == RFC7515.tokenA2)
  }

  @Test func `A.4 verifies with ES512`() throws {
    let jws = try JWS(parsing: RFC7515.tokenA4)
    #expect(jws.payload == utf8("Payload"))
    try jws.verify(with: jwk(RFC7515.keyA4))
  }

  @Test func `A.5 is unsecured and never verifies`() throws {
    let jws = try JWS(parsing: RFC7515.tokenA5)
    #expect(jws.payload == utf8(Self.payload))
    #expect(jws.signature.isEmpty)
    for key in [RFC7515.keyA1, RFC7515.keyA2, RFC7515.keyA3] {
      #expect(throws: JWSError.unsecured) { try jws.verify(with: jwk(key)) }
    }
    #expect(JWS.unsecured(payload: utf8(Self.payload)) == RFC7515.tokenA5)
  }
}

@Suite struct `JWS examples of RFC 7520 §4` {
  @Test(arguments: RFC7520.signed) func `verify`(example: Example) throws {
    let jws = try JWS(parsing: example.token)
    #expect(jws.algorithm == example.algorithm)
    #expect(jws.payload == utf8(example.content))
    let key = try jwk(example.key)
    #expect(jws.kid == key.kid)
    try jws.verify(with: key)
  }

  @Test(arguments: RFC7520.signed.filter { ["RS256", "HS256"].contains($0.algorithm) })
  func `that repeat are signed again byte for byte, the header in its order`(example: Example) throws {
    let header = try JWS(parsing: example.token).header
    #expect(
      try JWS.sign(header: header, payload: utf8(example.content), key: jwk(example.key).key) == example.token
    )
  }
}

@Suite struct `A JWS` {
  private func key(for algorithm: JWSAlgorithm) throws -> Key {
    if algorithm.hmac != nil { return .secret(Array(0..<64)) }
    let curve = algorithm.signature?.curve
    return .privateKey(try curve.map { try PrivateKey.generate($0) } ?? TestKeys.opSignature.privateKey)
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `signed with each algorithm verifies, and fails when any character is changed`(
    algorithm: JWSAlgorithm
  ) throws {
    let key = try key(for: algorithm)
    let text = try JWS.sign(
      header: ["alg": .string(algorithm.rawValue)], payload: utf8("{\"a\":1}"), key: key)
    try JWS(parsing: text).verify(with: key)
    var checked = 0
    for (offset, character) in utf8(text).enumerated() where character != UInt8(ascii: ".") {
      // A changed header may no longer parse or name another algorithm; a changed rest must fail the check.
      guard let changed = try? JWS(parsing: changing(text, at: offset)) else { continue }
      #expect(throws: JWSError.self) { try changed.verify(with: key) }
      checked += 1
    }
    #expect(checked > 40)
  }

  @Test func `keeps the header as given`() throws {
    let header: JSONObject = ["kid": "s1", "typ": "JWT", "alg": "RS256", "x": [1, 2.5]]
    let text = try JWS.sign(header: header, payload: [], key: .privateKey(TestKeys.opSignature.privateKey))
    let part = try #require(text.split(separator: ".").first)
    #expect(
      String(decoding: try Base64URL.decode(String(part)), as: UTF8.self)
        == #"{"kid":"s1","typ":"JWT","alg":"RS256","x":[1,2.5]}"#)
    #expect(try JWS(parsing: text).header.names == header.names)
  }

  @Test(arguments: [
    ("", TokenError.empty), ("a", .parts(found: 1, expected: [3])), ("a.b", .parts(found: 2, expected: [3])),
    ("a.b.c.d", .parts(found: 4, expected: [3])), ("e30.e30.", .missing("alg")),
    ("e30=.e30.", .encoding(.header, .padding(offset: 3))),
    (" e30.e30.", .encoding(.header, .invalidCharacter(32, offset: 0))),
    ("e30.e30.\n", .encoding(.signature, .invalidCharacter(10, offset: 0))),
  ])
  func `is refused for its form (RFC 7515 §5.2)`(text: String, error: TokenError) {
    if case .encoding(.signature, _) = error {
      #expect(throws: error) { try JWS(parsing: token(header: #"{"alg":"RS256"}"#, "e30", "\n")) }
    } else {
      #expect(throws: error) { try JWS(parsing: text) }
    }
  }

  @Test func `is refused for stray bits in the signature`() throws {
    #expect(throws: TokenError.encoding(.signature, .strayBits)) {
      try JWS(parsing: token(header: #"{"alg":"RS256"}"#, "e30", "Zh"))
    }
    #expect(throws: TokenError.encoding(.payload, .impossibleLength(1))) {
      try JWS(parsing: token(header: #"{"alg":"RS256"}"#, "e", "Zg"))
    }
  }

  @Test func `is refused for its header (RFC 7515 §4)`() throws {
    func error(_ header: String) -> TokenError? {
      #expect(throws: TokenError.self) { try JWS(parsing: token(header: header, "e30", "")) }
    }
    #expect(error("[]") == .headerNotObject)
    #expect(error("\"alg\"") == .headerNotObject)
    #expect(error("{}") == .missing("alg"))
    #expect(error(#"{"alg":256}"#) == .notString("alg"))
    #expect(error(#"{"alg":"RS256","kid":1}"#) == .notString("kid"))
    #expect(error(#"{"alg":"RS256","crit":["b64"],"b64":false}"#) == .critical(["b64"]))
    #expect(error(#"{"alg":"RS256","crit":[]}"#) == .critical([]))
    #expect(error(#"{"alg":"RS256","zip":"DEF"}"#) == .compressed)
    for text in [#"{"alg":"RS256","alg":"none"}"#, #"{"alg":"RS256"} x"#, #"{"alg":"RS256",}"#, "", "{"] {
      guard case .headerNotJSON = error(text) else {
        Issue.record("\(text) was taken for JSON")
        return
      }
    }
  }

  @Test func `is refused for a key that does not fit`() throws {
    let rs256 = try JWS(
      parsing: JWS.sign(
        header: ["alg": "RS256"], payload: [], key: .privateKey(TestKeys.opSignature.privateKey)))
    func error(_ key: JWK) -> JWSError? { #expect(throws: JWSError.self) { try rs256.verify(with: key) } }
    let right = TestKeys.opSignature.publicJWK
    #expect(
      error(JWK(.secret([1]))) == .key(.type(algorithm: "RS256", key: "a secret of 1 bytes")))
    #expect(
      error(TestKeys.spareP256.publicJWK)
        == .key(.type(algorithm: "RS256", key: "the public half of an elliptic-curve key on P-256")))
    #expect(error(TestKeys.clientSignature.publicJWK) == .signatureMismatch(.rs256))
    var key = right
    key.use = "enc"
    #expect(error(key) == .key(.use(expected: "sig", actual: "enc")))
    key = right
    key.alg = "PS256"
    #expect(error(key) == .key(.algorithm(expected: "RS256", actual: "PS256")))
    key = right
    key.keyOperations = ["encrypt"]
    #expect(error(key) == .key(.operation(expected: "verify", actual: ["encrypt"])))
    key.keyOperations = ["verify"]
    try rs256.verify(with: key)
  }

  @Test func `never verifies a MAC with the text of a public key (RFC 8725 §2.1)`() throws {
    let text = try TestKeys.opSignature.privateKey.publicKey.pem()
    let forged = try JWS(parsing: JWS.sign(header: ["alg": "HS256"], payload: [], key: .secret(utf8(text))))
    #expect(
      throws: JWSError.key(.type(algorithm: "HS256", key: "the public half of an RSA key of 2048 bits"))
    ) { try forged.verify(with: TestKeys.opSignature.publicJWK) }
  }

  @Test func `needs an RSA key of 2048 bits (RFC 7518 §3.3)`() throws {
    let weak = Key.privateKey(try PrivateKey.generate(rsaBits: 1024))
    #expect(throws: JWSError.key(.tooSmall(bits: 1024))) {
      try JWS.sign(header: ["alg": "RS256"], payload: [], key: weak)
    }
    let input = JWS.signingInput(header: ["alg": "RS256"], payload: [])
    guard case .privateKey(let key) = weak else { return }
    let token = JWS.serialize(
      header: ["alg": "RS256"], payload: [], signature: try key.signature(over: input, using: .rs256))
    #expect(throws: JWSError.key(.tooSmall(bits: 1024))) { try JWS(parsing: token).verify(with: weak) }
  }

  @Test func `is verified with accepted algorithms only`() throws {
    let key = Key.privateKey(TestKeys.opSignature.privateKey)
    let ps256 = try JWS(parsing: JWS.sign(header: ["alg": "PS256"], payload: [], key: key))
    try ps256.verify(with: key, allowing: [.rs256, .ps256])
    #expect(throws: JWSError.algorithmNotAllowed(.ps256, allowed: [.rs256])) {
      try ps256.verify(with: key, allowing: [.rs256])
    }
    let unknown = try JWS(parsing: token(header: #"{"alg":"EdDSA"}"#, "e30", ""))
    #expect(throws: JWSError.unsupportedAlgorithm("EdDSA")) { try unknown.verify(with: key) }
    let lower = try JWS(parsing: token(header: #"{"alg":"NONE"}"#, "e30", ""))
    #expect(throws: JWSError.unsupportedAlgorithm("NONE")) { try lower.verify(with: key) }
  }

  @Test func `is not signed without an algorithm, a private key or a secret`() {
    let key = Key.privateKey(TestKeys.opSignature.privateKey)
    #expect(throws: JWSError.noAlgorithm) { try JWS.sign(header: [:], payload: [], key: key) }
    #expect(throws: JWSError.noAlgorithm) { try JWS.sign(header: ["alg": 1], payload: [], key: key) }
    #expect(throws: JWSError.unsupportedAlgorithm("none")) {
      try JWS.sign(header: ["alg": "none"], payload: [], key: key)
    }
    #expect(throws: JWSError.key(.notPrivate(algorithm: "RS256"))) {
      try JWS.sign(header: ["alg": "RS256"], payload: [], key: TestKeys.opSignature.publicJWK.key)
    }
    #expect(throws: JWSError.key(.emptySecret)) {
      try JWS.sign(header: ["alg": "HS256"], payload: [], key: .secret([]))
    }
  }

  @Test func `with a broken signature is well formed and fails the check alone`() throws {
    let key = Key.privateKey(TestKeys.opSignature.privateKey)
    let header: JSONObject = ["alg": "RS256"]
    let other = try JWS.signature(
      over: JWS.signingInput(header: header, payload: utf8("other")), algorithm: .rs256, key: key)
    let jws = try JWS(parsing: JWS.serialize(header: header, payload: utf8("{}"), signature: other))
    #expect(jws.signature.count == 256)
    #expect(throws: JWSError.signatureMismatch(.rs256)) { try jws.verify(with: key) }
  }
}
