import Crypto
import EidolonTesting
import HTTP
import JOSE
import JSON
import ProviderKit
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `The key set of a client of itsme's second version (contract 1_2)` {
  static let url = "https://rp.example/jwks"
  static let signing = TestKeys.clientSignature.jwk
  static let encryption = TestKeys.clientEncryption.jwk
  static let second = TestKeys.spares[0].renamed(kid: "e2", use: "enc", alg: nil)

  let world: ItsmeV2TestWorld

  init() throws { world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"") }

  func publish(_ keys: [JWK], maxAge: Int? = nil) {
    publish(JWKSet(keys).publicJSON, maxAge: maxAge)
  }

  func publish(_ set: JSON, maxAge: Int? = nil, at url: String = Self.url, of world: ItsmeV2TestWorld? = nil)
  {
    let headers: Headers = maxAge.map { ["Cache-Control": "max-age=\($0)"] } ?? [:]
    (world ?? self.world).emulator.serve(
      url, .success(FetchedDocument(status: .ok, headers: headers, body: set.bytes())))
  }

  func exchange(_ world: ItsmeV2TestWorld? = nil) throws -> TestAnswer {
    let world = world ?? self.world
    return try world.exchange(world.code("EIDOLON_TEST", ["nonce": RelyingParty().unique()]))
  }

  /// The kid that the id_token of a new login is encrypted to.
  func recipient(_ scenario: String? = nil) throws -> String? {
    let nonce = RelyingParty().unique()
    return try JWE(parsing: world.tokens("EIDOLON_TEST", ["nonce": nonce], scenario: scenario).idToken).kid
  }

  @Test func `is fetched once and kept for thirty minutes, or its max-age up to a day (K6)`() throws {
    for (maxAge, minutes) in [(nil, 30), (60, 30), (7200, 120), (1_000_000, 1440)] as [(Int?, Int)] {
      let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
      publish(JWKSet([Self.signing, Self.encryption]).publicJSON, maxAge: maxAge, of: world)
      #expect(try exchange(world).findings == [])
      world.emulator.advance(by: .seconds(minutes * 60 - 1))
      #expect(try exchange(world).findings == [])
      #expect(world.emulator.fetched == [Self.url])
      world.emulator.advance(by: .seconds(2))
      #expect(try exchange(world).findings == [])
      #expect(world.emulator.fetched.count == 2)
    }
  }

  @Test func `is fetched again at once for an unknown kid, and once for each call (K7)`() throws {
    publish([TestKeys.spares[1].renamed(kid: "old", use: "sig", alg: nil), Self.encryption])
    #expect(try exchange().findings == ["itsme-v2.assertion-kid-unknown"])
    #expect(world.emulator.fetched.count == 1)
    publish([Self.signing, Self.encryption])
    #expect(try exchange().status == 200)
    #expect(world.emulator.fetched.count == 2)
  }

  @Test func `may have several keys to encrypt to, of which any is taken and named by kid (K8)`() throws {
    publish([Self.signing, Self.encryption, Self.second])
    var seen: Set<String> = []
    for _ in 0..<24 {
      let kid = try #require(try recipient())
      seen.insert(kid)
    }
    #expect(seen == ["e1", "e2"])
    let token = try world.tokens("EIDOLON_TEST", ["nonce": "a nonce of its own"]).idToken
    let key = try JWE(parsing: token).kid == "e2" ? Self.second : Self.encryption
    #expect(try OpenedToken(token, decryption: key).isVerified)
  }

  @Test func `whose key to encrypt to was replaced gets the old one for a day where a story says so (K6)`()
    throws
  {
    let world = try ItsmeV2TestWorld(
      client: "\"jwks_uri\": \"\(Self.url)\"", stories: ["kept": #""quirks": { "encryption_key": "kept" }"#])
    publish(JWKSet([Self.signing, Self.encryption]).publicJSON, of: world)
    #expect(try exchange(world).findings == [])
    publish(JWKSet([Self.signing, Self.second]).publicJSON, of: world)
    world.emulator.advance(by: .seconds(1801))
    let rotated = try exchange(world)
    #expect(rotated.status == 200 && rotated.findings == ["itsme-v2.enc-key-rotated-at-once"])
    #expect(ItsmeV2.book[.encryptionKeyReplaced].severity == .note, "every rotation begins so (K6)")
    let kids = try ["kept", nil].map { scenario in
      let nonce = RelyingParty().unique()
      return try JWE(parsing: world.tokens("EIDOLON_TEST", ["nonce": nonce], scenario: scenario).idToken).kid
    }
    #expect(kids == [Self.encryption.kid, "e2"])
  }

  @Test func `is said to be wrong where it is, when it is fetched (K5)`() throws {
    let curve = TestKeys.spareP256.jwk
    let cases: [(JSON, String, Int)] = [
      (JWKSet([Self.signing]).publicJSON, "jwks-no-enc-key", 400),
      (JWKSet([Self.encryption]).publicJSON, "jwks-no-sig-key", 400),
      (JWKSet([Self.signing, Self.encryption]).privateJSON, "jwks-private-key", 200),
      (JWKSet([Self.signing, Self.encryption, curve]).publicJSON, "jwks-not-rsa", 200),
    ]
    for (set, rule, status) in cases {
      let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
      publish(set, of: world)
      let answer = try exchange(world)
      #expect(answer.status == status && answer.findings.first == "itsme-v2.\(rule)")
    }
  }

  @Test func `without a key to encrypt to refuses the client (J5)`() throws {
    publish([Self.signing])
    let answer = try exchange()
    #expect(answer.status == 400 && answer.error == "invalid_client")
    #expect(answer.findings == ["itsme-v2.jwks-no-enc-key", "itsme-v2.client-encryption-key-missing"])
  }

  @Test func `is not looked at for a code that another client redeems (T9)`() throws {
    publish([Self.signing])
    let other = try world.exchange(world.code(), "OTHER")
    #expect(other.status == 400 && other.error == "invalid_grant")
    #expect(other.findings == ["itsme-v2.code-of-other-client"])
    #expect(world.emulator.fetched == [])
  }

  @Test func `is not blamed for a code that came too late (T9)`() throws {
    publish([Self.signing])
    let code = world.code()
    world.emulator.advance(by: .seconds(180))
    let late = try world.exchange(code)
    #expect(late.error == "invalid_grant")
    #expect(late.findings == ["itsme-v2.jwks-no-enc-key", "itsme-v2.code-expired"])
  }

  @Test func `is expected within a second, over https (K5)`() throws {
    world.emulator.delay(Self.url, by: .seconds(2))
    publish([Self.signing, Self.encryption])
    let slow = try exchange()
    #expect(slow.status == 200 && slow.findings == ["itsme-v2.jwks-slow"])
    let address = "http://rp.example/jwks"
    let plain = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(address)\"")
    publish(JWKSet([Self.signing, Self.encryption]).publicJSON, at: address, of: plain)
    #expect(try exchange(plain).findings == ["itsme-v2.jwks-plain-http"])
  }

  @Test func `that cannot be had refuses the client, and may vouch for itself`() throws {
    world.emulator.serve(Self.url, .failure(.timedOut(.seconds(3))))
    let answer = try exchange()
    #expect(answer.status == 400 && answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme-v2.client-keys-unavailable"])
    let own = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    var document = FetchedDocument(
      status: .ok, headers: [:], body: JWKSet([Self.signing, Self.encryption]).publicJSON.bytes())
    document.isSelfSigned = true
    own.emulator.serve(Self.url, .success(document))
    #expect(try exchange(own).findings == ["itsme-v2.client-keys-self-signed"])
  }

  @Test func `has RSA keys of 2048 bits and above (J10)`() throws {
    let weak = JWK(
      .privateKey(try PrivateKey.generate(rsaBits: 1024)), kid: Self.signing.kid, use: "sig", alg: nil)
    publish([weak, Self.encryption])
    #expect(try exchange().status == 400)
    publish([Self.signing, JWK(weak.key, kid: "e1", use: "enc", alg: nil)])
    world.emulator.advance(by: .seconds(1801))
    #expect(try exchange().status == 400)
  }

  @Test func `is any where the client is any, which is told (K14)`() throws {
    let world = try ItsmeV2TestWorld(clients: ItsmeV2TestWorld.any)
    let assertion = try RelyingParty("ANYBODY", signing: TestKeys.spares[2].jwk).assertion(
      audience: .string(world.url(.token)), at: world.emulator.clock.now)
    let answer = try world.exchange(
      world.code("ANYBODY"), "ANYBODY", ["client_assertion": assertion])
    #expect(answer.status == 200)
    #expect(
      answer.findings == ["itsme-v2.token-client-unregistered", "itsme-v2.assertion-unverified"])
  }
}
