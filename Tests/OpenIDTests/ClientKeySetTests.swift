import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import Testing

/// A client whose keys are behind a URL.
private struct Publisher {
  static let url = "https://shop.test/jwks"
  let emulator: TestEmulator
  let url: String

  init(_ url: String = url, habits: String = "") throws {
    self.url = url
    emulator = try NotaryWorld.emulator(keyed: "\"jwks_uri\": \"\(url)\", \"habits\": [\(habits)]")
  }

  static let signing = TestKeys.clientSignature.publicJWK
  static let encryption = TestKeys.clientEncryption.publicJWK

  static func named(_ kid: String, _ key: TestKey) -> JWK {
    key.renamed(kid: kid, use: "enc", alg: "RSA-OAEP-256")
  }

  func publish(_ keys: [JWK], showingSecrets: Bool = false) {
    let set = JWKSet(keys)
    publish(showingSecrets ? set.privateJSON : set.publicJSON)
  }

  func publish(_ set: JSON) {
    emulator.serve(url, .success(FetchedDocument(status: .ok, headers: [:], body: set.bytes())))
  }

  /// What a login breaks.
  func rules() throws -> [String] {
    // So that each login has a nonce of its own.
    emulator.advance(by: .seconds(1))
    let answer = try emulator.redeem("keyed", emulator.assertion())
    #expect(answer.status == 200, "\(answer.text)")
    return answer.findings.map { String($0.dropFirst("notary.".count)) }
  }

  /// The key that a login's userinfo is encrypted to.
  func recipient() throws -> TestAnswer {
    let token = try emulator.redeem("keyed", emulator.assertion()).json["access_token"]?.string ?? ""
    return emulator.get("/notary/userinfo", headers: ["Authorization": "Bearer \(token)"])
  }
}

@Suite struct `A key set that a client publishes` {
  @Test func `in order is nothing to speak of`() throws {
    let client = try Publisher()
    client.publish([Publisher.signing, Publisher.encryption])
    #expect(try client.rules() == [])
  }

  @Test func `is judged when it is fetched, and not again while it is kept`() throws {
    let client = try Publisher()
    client.publish([Publisher.signing])
    #expect(try client.rules() == ["jwks-no-enc-key"])
    #expect(try client.rules() == [])
  }

  @Test func `says of each key what it is for`() throws {
    let client = try Publisher()
    client.publish([TestKeys.clientSignature.renamed(kid: "s1", use: nil, alg: nil)])
    #expect(try client.rules() == ["jwks-no-sig-key", "jwks-no-enc-key"])
  }

  @Test func `shows no private keys`() throws {
    let client = try Publisher()
    client.publish(
      [TestKeys.clientSignature.jwk, Publisher.encryption], showingSecrets: true)
    #expect(try client.rules() == ["jwks-private-key"])
    #expect(client.emulator.log.messages.contains { $0.contains("s1") })
  }

  @Test(arguments: [
    #"{"kty":"OKP","crv":"Ed25519","use":"sig","kid":"ed","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    #"{"kty":"EC","crv":"P-256","use":"sig","kid":"ec","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#,
  ])
  func `has RSA keys only`(key: String) throws {
    let client = try Publisher()
    let own = JWKSet([Publisher.signing, Publisher.encryption]).publicJSON["keys"]?.array ?? []
    client.publish(["keys": .array(own + [try JSON(parsing: key)])])
    #expect(try client.rules() == ["jwks-not-rsa"])
  }

  @Test func `comes over https`() throws {
    let client = try Publisher("http://shop.test/jwks")
    client.publish([Publisher.signing, Publisher.encryption])
    #expect(try client.rules() == ["jwks-plain-http"])
  }

  @Test func `comes within a second, though its server is given more time`() throws {
    let client = try Publisher()
    client.publish([Publisher.signing, Publisher.encryption])
    client.emulator.delay(client.url, by: .milliseconds(1000))
    #expect(try client.rules() == [])
    client.emulator.advance(by: .seconds(3600))
    client.emulator.delay(client.url, by: .milliseconds(2000))
    #expect(try client.rules() == ["jwks-slow"])
  }

  @Test func `keeps the key that tokens may still be encrypted to`() throws {
    let client = try Publisher()
    client.publish([Publisher.signing, Publisher.encryption])
    #expect(try client.rules() == [])
    client.publish([Publisher.signing, Publisher.named("e2", TestKeys.spares[0])])
    client.emulator.advance(by: .seconds(3600))
    #expect(try client.rules() == ["enc-key-rotated-at-once"])
    client.emulator.advance(by: .seconds(3600))
    #expect(try client.rules() == [])
  }
}

@Suite struct `The key to encrypt to` {
  @Test func `is one of several, by chance`() throws {
    let client = try Publisher()
    client.publish([
      Publisher.signing, Publisher.named("e1", TestKeys.spares[0]), Publisher.named("e2", TestKeys.spares[1]),
    ])
    let kids = try (0..<24).map { _ in try client.recipient().json["kid"]?.string }
    #expect(Set(kids) == ["e1", "e2"])
  }

  @Test func `is one without use where none has it`() throws {
    let client = try Publisher()
    client.publish([
      Publisher.signing, TestKeys.spares[0].renamed(kid: "plain", use: nil, alg: nil),
    ])
    #expect(try client.recipient().json["kid"] == "plain")
  }

  @Test func `cannot be had from a key set without one`() throws {
    let client = try Publisher()
    client.publish([Publisher.signing])
    let answer = try client.recipient()
    #expect(answer.json["error"] == "invalid_client")
    #expect(answer.findings == ["notary.client-encryption-key-missing"])
  }

  @Test(arguments: [("", ["e1", "e2", "e2"]), (#""slow to notice""#, ["e1", "e1", "e2"])])
  func `may be one that was replaced, of a vendor that notices it within a day`(
    habits: String, kids: [String]
  ) throws {
    let client = try Publisher(habits: habits)
    var used: [String?] = []
    client.publish([Publisher.signing, Publisher.named("e1", TestKeys.spares[0])])
    for pause in [1, 3600, 24 * 3600] {
      client.emulator.advance(by: .seconds(pause))
      used.append(try client.recipient().json["kid"]?.string)
      client.publish([Publisher.signing, Publisher.named("e2", TestKeys.spares[1])])
    }
    #expect(used == kids)
  }
}
