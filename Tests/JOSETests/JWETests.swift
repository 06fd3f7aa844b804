import Crypto
import JSON
import Testing

@testable import JOSE

@Suite struct `JWE examples of RFC 7516 appendix A` {
  @Test func `A.1 decrypts with RSA-OAEP and A256GCM`() throws {
    let jwe = try JWE(parsing: RFC7516.tokenA1)
    #expect(
      try jwe.decrypt(with: jwk(RFC7516.keyA1))
        == utf8("The true sign of intelligence is not knowledge but imagination."))
  }

  @Test func `A.2 decrypts with RSA1_5 and A128CBC-HS256 where RSA1_5 is accepted`() throws {
    let jwe = try JWE(parsing: RFC7516.tokenA2)
    let key = try jwk(RFC7516.keyA2)
    #expect(try jwe.decrypt(with: key, allowing: JWEAlgorithm.allCases) == utf8("Live long and prosper."))
    #expect(throws: JWEError.algorithmNotAllowed(.rsa15, allowed: JWEAlgorithm.modern)) {
      try jwe.decrypt(with: key)
    }
  }

  @Test func `A.3 decrypts with A128KW and is encrypted again byte for byte`() throws {
    let key = try jwk(RFC7516.keyA3)
    let jwe = try JWE(parsing: RFC7516.tokenA3)
    #expect(try jwe.decrypt(with: key) == utf8("Live long and prosper."))
    var random =
      [
        // RFC 7516 A.3.2 and A.3.4: the content key and the initialization vector.
        [
          4, 211, 31, 197, 84, 157, 252, 254, 11, 100, 157, 250, 63, 170, 106, 206, 107, 124, 212, 45, 111,
          107, 9,
          219, 200, 177, 0, 240, 143, 156, 44, 207,
        ],
        [3, 22, 60, 12, 43, 67, 104, 105, 108, 108, 105, 99, 111, 116, 104, 101],
      ] as [[UInt8]]
    let again = try JWE.encrypt(
      header: jwe.header, plaintext: utf8("Live long and prosper."), key: key.key,
      randomBytes: { _ in random.removeFirst() })
    #expect(again == RFC7516.tokenA3)
  }
}

@Suite struct `JWE examples of RFC 7520` {
  @Test(arguments: RFC7520.encrypted) func `§5 decrypt`(example: Example) throws {
    let jwe = try JWE(parsing: example.token)
    #expect("\(jwe.algorithm) \(jwe.encryption)" == example.algorithm)
    let key = try jwk(example.key)
    #expect(try jwe.decrypt(with: key, allowing: JWEAlgorithm.allCases) == utf8(example.content))
    #expect(jwe.kid == key.kid)
  }

  @Test(arguments: RFC7520.encrypted.filter { !$0.algorithm.hasPrefix("RSA") })
  func `§5 that repeat are encrypted again byte for byte`(example: Example) throws {
    let header = try JWE(parsing: example.token).header
    var random = try [example.contentKey, example.initializationVector].filter { !$0.isEmpty }.map {
      try Base64URL.decode($0)
    }
    let again = try JWE.encrypt(
      header: header, plaintext: utf8(example.content), key: jwk(example.key).key,
      randomBytes: { _ in random.removeFirst() })
    #expect(again == example.token)
    #expect(random.isEmpty)
  }

  @Test func `§5.9 is compressed, which is refused`() {
    #expect(throws: TokenError.compressed) { try JWE(parsing: RFC7520.compressed) }
  }

  @Test func `§6 opens in two steps`() throws {
    let jwe = try JWE(parsing: RFC7520.nested)
    #expect(jwe.contentType == "JWT")
    let jws = try jwe.decryptNested(with: jwk(RFC7520.nestedEncryptionKey))
    try jws.verify(with: jwk(RFC7520.nestedSigningKey))
    #expect(jws.payload == utf8(RFC7520.nestedContent))
    #expect(try Claims(parsing: jws.payload).string("iss") == "hobbiton.example")
  }
}

@Suite struct `A JWE` {
  /// A way to encrypt, with a key for it.
  struct Way: Sendable, CustomTestStringConvertible {
    let algorithm: JWEAlgorithm
    let encryption: ContentEncryption
    let key: Key
    var header: JSONObject {
      ["alg": .string(algorithm.rawValue), "enc": .string(encryption.rawValue), "kid": "e1"]
    }
    var testDescription: String { "\(algorithm.rawValue) \(encryption.rawValue)" }

    func encrypt(_ plaintext: [UInt8]) throws -> String {
      try JWE.encrypt(header: header, plaintext: plaintext, key: key, randomBytes: randomBytes)
    }
  }

  static let ways = JWEAlgorithm.allCases.flatMap { algorithm in
    ContentEncryption.allCases.map { encryption in
      let secret = algorithm.keyWrap?.keyLength ?? encryption.keyLength
      let key: Key =
        algorithm.rsa == nil
        ? .secret(randomBytes(secret)) : .privateKey(TestKeys.opEncryption.privateKey)
      return Way(algorithm: algorithm, encryption: encryption, key: key)
    }
  }

  @Test(arguments: ways) func `decrypts what was encrypted`(way: Way) throws {
    for length in [0, 1, 15, 16, 17, 1000] {
      let plaintext = [UInt8](repeating: 0x41, count: length)
      let jwe = try JWE(parsing: way.encrypt(plaintext))
      #expect(try jwe.decrypt(with: way.key, allowing: JWEAlgorithm.allCases) == plaintext)
      #expect(jwe.header.names == ["alg", "enc", "kid"])
    }
  }

  @Test(arguments: ways.filter { $0.algorithm != .rsa15 })
  func `fails when any character of any part is changed`(way: Way) throws {
    let text = try way.encrypt(utf8("a content of more than one block"))
    let starts = [0] + utf8(text).indices.filter { utf8(text)[$0] == UInt8(ascii: ".") }.map { $0 + 1 }
    for (part, start) in starts.enumerated() where part > 0 {
      let end = part == 4 ? text.utf8.count : starts[part + 1] - 1
      for offset in stride(from: start, to: end, by: part == 1 ? 16 : 1) {
        guard let jwe = try? JWE(parsing: changing(text, at: offset)) else { continue }
        let error = #expect(throws: JWEError.self) { try jwe.decrypt(with: way.key) }
        switch error {
        case .contentKey(let reason):
          #expect(part == 1 && reason != .keyMismatch(algorithm: "", key: .ec(.p256)))
        case .content(let reason): #expect(part > 1 && reason == .authenticationFailed)
        default: Issue.record("unexpected \(String(describing: error)) in part \(part)")
        }
      }
    }
  }

  @Test(arguments: ways.filter { $0.algorithm == .rsaOAEP || $0.algorithm == .direct })
  func `fails with another header, because the tag covers it (RFC 7516 §5.1)`(way: Way) throws {
    let jwe = try JWE(parsing: way.encrypt([1, 2, 3]))
    var header = jwe.header
    header["kid"] = "e2"
    let changed = JWE.serialize(
      header: header, encryptedKey: jwe.encryptedKey, initializationVector: jwe.initializationVector,
      sealed: jwe.sealed)
    #expect(throws: JWEError.content(.authenticationFailed)) {
      try JWE(parsing: changed).decrypt(with: way.key)
    }
  }

  @Test func `for another key says so`() throws {
    let wrong = TestKeys.clientEncryption
    for algorithm in ["RSA-OAEP", "RSA-OAEP-256"] {
      let text = try JWE.encrypt(
        header: ["alg": .string(algorithm), "enc": "A128CBC-HS256"], plaintext: [1],
        key: TestKeys.opEncryption.publicJWK.key, randomBytes: randomBytes)
      #expect(throws: JWEError.contentKey(.decryptionFailed)) {
        try JWE(parsing: text).decrypt(with: wrong.jwk)
      }
    }
    let wrapped = try JWE.encrypt(
      header: ["alg": "A256KW", "enc": "A256GCM"], plaintext: [1], key: .secret(Array(0..<32)),
      randomBytes: randomBytes)
    #expect(throws: JWEError.contentKey(.authenticationFailed)) {
      try JWE(parsing: wrapped).decrypt(with: .secret(Array(1..<33)))
    }
  }

  @Test func `that is cut short is refused`() throws {
    let key = TestKeys.opEncryption.jwk
    let jwe = try JWE(
      parsing: JWE.encrypt(
        header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256"], plaintext: utf8("long enough for two blocks"),
        key: key.key, randomBytes: randomBytes))
    func error(
      key encryptedKey: [UInt8]? = nil, vector: [UInt8]? = nil, ciphertext: [UInt8]? = nil,
      tag: [UInt8]? = nil
    ) throws -> JWEError? {
      let sealed = ContentEncryption.Sealed(
        ciphertext: ciphertext ?? jwe.sealed.ciphertext, tag: tag ?? jwe.sealed.tag)
      let cut = JWE.serialize(
        header: jwe.header, encryptedKey: encryptedKey ?? jwe.encryptedKey,
        initializationVector: vector ?? jwe.initializationVector, sealed: sealed)
      return #expect(throws: JWEError.self) { try JWE(parsing: cut).decrypt(with: key) }
    }
    #expect(
      try error(key: jwe.encryptedKey.dropLast())
        == .contentKey(.wrongLength(.encryptedKey, expected: 256, actual: 255)))
    #expect(try error(key: []) == .contentKey(.wrongLength(.encryptedKey, expected: 256, actual: 0)))
    #expect(
      try error(vector: jwe.initializationVector.dropLast())
        == .content(.wrongLength(.initializationVector, expected: 16, actual: 15)))
    #expect(try error(ciphertext: jwe.sealed.ciphertext.dropLast(16)) == .content(.authenticationFailed))
    #expect(try error(ciphertext: []) == .content(.authenticationFailed))
    #expect(
      try error(tag: jwe.sealed.tag.dropLast()) == .content(.wrongLength(.tag, expected: 16, actual: 15)))
  }

  @Test func `is refused for its form (RFC 7516 §5.2)`() {
    func error(_ text: String) -> TokenError? { #expect(throws: TokenError.self) { try JWE(parsing: text) } }
    let header = #"{"alg":"dir","enc":"A128GCM"}"#
    #expect(error("") == .empty)
    #expect(error("a.b.c") == .parts(found: 3, expected: [5]))
    #expect(error(token(header: #"{"alg":"dir"}"#, "", "", "", "")) == .missing("enc"))
    #expect(error(token(header: #"{"enc":"A128GCM"}"#, "", "", "", "")) == .missing("alg"))
    #expect(error(token(header: header, "=", "", "", "")) == .encoding(.encryptedKey, .padding(offset: 0)))
    #expect(
      error(token(header: header, "", "A", "", "")) == .encoding(.initializationVector, .impossibleLength(1)))
    #expect(error(token(header: header, "", "", "Zh", "")) == .encoding(.ciphertext, .strayBits))
    #expect(
      error(token(header: header, "", "", "", " ")) == .encoding(.tag, .invalidCharacter(32, offset: 0)))
    #expect(
      error(token(header: #"{"alg":"dir","enc":"A128GCM","crit":["exp"]}"#, "", "", "", ""))
        == .critical(["exp"]))
  }

  @Test func `is refused for algorithms and keys that do not fit`() throws {
    func error(_ header: String, _ key: Key) throws -> JWEError? {
      let jwe = try JWE(parsing: token(header: header, "", "", "", ""))
      return #expect(throws: JWEError.self) { try jwe.decrypt(with: key) }
    }
    let rsa = Key.privateKey(TestKeys.opEncryption.privateKey)
    let weak = Key.privateKey(try PrivateKey.generate(rsaBits: 1024))
    #expect(try error(#"{"alg":"ECDH-ES","enc":"A128GCM"}"#, rsa) == .unsupportedAlgorithm("ECDH-ES"))
    #expect(try error(#"{"alg":"RSA-OAEP","enc":"A192GCM"}"#, rsa) == .unsupportedEncryption("A192GCM"))
    #expect(
      try error(#"{"alg":"dir","enc":"A128GCM"}"#, rsa)
        == .key(.type(algorithm: "dir", key: "an RSA key of 2048 bits")))
    #expect(
      try error(#"{"alg":"RSA-OAEP","enc":"A128GCM"}"#, .secret([1]))
        == .key(.type(algorithm: "RSA-OAEP", key: "a secret of 1 bytes")))
    #expect(
      try error(#"{"alg":"RSA-OAEP","enc":"A128GCM"}"#, TestKeys.opEncryption.publicJWK.key)
        == .key(.notPrivate(algorithm: "RSA-OAEP")))
    #expect(try error(#"{"alg":"RSA-OAEP","enc":"A128GCM"}"#, weak) == .key(.tooSmall(bits: 1024)))
    #expect(
      try error(#"{"alg":"A128KW","enc":"A128GCM"}"#, .secret([1, 2]))
        == .key(.secretLength(algorithm: "A128KW", expected: 16, actual: 2)))
    #expect(
      try error(#"{"alg":"dir","enc":"A128CBC-HS256"}"#, .secret(Array(0..<16)))
        == .key(.secretLength(algorithm: "A128CBC-HS256", expected: 32, actual: 16)))
    let withKey = try JWE(parsing: token(header: #"{"alg":"dir","enc":"A128GCM"}"#, "AAAA", "", "", ""))
    #expect(throws: JWEError.encryptedKeyNotEmpty) { try withKey.decrypt(with: .secret(Array(0..<16))) }
  }

  @Test func `whose content key has a wrong length says so`() throws {
    let key = TestKeys.opEncryption
    let encryptedKey = try key.privateKey.publicKey.encrypt(Array(0..<16), using: .oaep)
    let jwe = try JWE(
      parsing: JWE.serialize(
        header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256"], encryptedKey: encryptedKey,
        initializationVector: Array(0..<16), sealed: .init(ciphertext: [], tag: [])))
    #expect(throws: JWEError.contentKeyLength(.a128cbcHS256, actual: 16)) { try jwe.decrypt(with: key.jwk) }
  }

  @Test func `takes its content key and its vector from the caller, in this order`() throws {
    var asked: [Int] = []
    let text = try JWE.encrypt(
      header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256"], plaintext: [], key: TestKeys.opEncryption.jwk.key
    ) { count in
      asked.append(count)
      return [UInt8](repeating: UInt8(asked.count), count: count)
    }
    #expect(asked == [32, 16])
    let jwe = try JWE(parsing: text)
    #expect(jwe.initializationVector == [UInt8](repeating: 2, count: 16))
    #expect(
      try TestKeys.opEncryption.privateKey.decrypt(jwe.encryptedKey, using: .oaep)
        == [UInt8](repeating: 1, count: 32))
  }

  @Test func `with a token inside is told from one with something else inside`() throws {
    let key = TestKeys.opEncryption.jwk
    func nested(_ content: [UInt8]) throws -> JWE {
      try JWE(
        parsing: JWE.encrypt(
          header: ["cty": "JWT", "alg": "RSA-OAEP", "enc": "A128CBC-HS256"], plaintext: content, key: key.key,
          randomBytes: randomBytes))
    }
    let inner = try JWS.sign(
      header: ["kid": "s1", "alg": "RS256"], payload: utf8("{}"), key: TestKeys.opSignature.jwk.key)
    let jws = try nested(utf8(inner)).decryptNested(with: key)
    try jws.verify(with: TestKeys.opSignature.publicJWK)
    #expect(throws: NestedTokenError.inner(.parts(found: 1, expected: [3]))) {
      try nested(utf8("{}")).decryptNested(with: key)
    }
    #expect(throws: NestedTokenError.notText) { try nested([0xff, 0xfe]).decryptNested(with: key) }
    #expect(throws: NestedTokenError.decryption(.contentKey(.decryptionFailed))) {
      try nested(utf8(inner)).decryptNested(with: TestKeys.clientEncryption.jwk)
    }
  }

  @Test func `and a JWS are told apart by their parts (RFC 7516 §9)`() throws {
    guard case .signed = try CompactToken(parsing: RFC7515.tokenA1),
      case .encrypted = try CompactToken(parsing: RFC7516.tokenA1)
    else {
      Issue.record("told apart wrongly")
      return
    }
    #expect(throws: TokenError.parts(found: 4, expected: [3, 5])) { try CompactToken(parsing: "a.b.c.d") }
    #expect(throws: TokenError.empty) { try CompactToken(parsing: "") }
  }
}
