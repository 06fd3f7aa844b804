import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

@Suite struct `A client of itsme's second version (contract 1_2)` {
  static let services =
    #""services": {"A": {"type": "authentication", "redirect_uris": ["https://a.example/cb"]}}"#

  @Test(arguments: [
    (#""services": {}"#, "a client needs at least one service"),
    (#""services": {"A": {"redirect_uris": ["https://a.example/cb"]}}"#, "type"),
    (#""services": {"A": {"type": "signing", "redirect_uris": ["https://a.example/cb"]}}"#, "signing"),
    (#""services": {"A": {"type": "authentication"}}"#, "redirect_uris"),
    (
      #""services": {"A": {"type": "authentication", "redirect_uris": []}}"#,
      "expected at least one redirect URI"
    ),
    (
      "\(services), \"jwks\": \(JWKSet([TestKeys.clientEncryption.publicJWK]).publicJSON.text())",
      "the client signs, and no key is for that"
    ),
    (
      #""services": {"A": {"type": "authentication", "redirect_uris": ["https://a.example/cb#x"]}}"#,
      "redirect URI number 1"
    ),
    (
      #""services": {"A": {"type": "authentication", "redirect_uris": ["https://a.example/cb"], "claims_allowed": ["nickname"]}}"#,
      "nickname"
    ),
    (
      "\(services), \"secret\": \"x\", \"jwks_uri\": \"https://a.example/jwks\"", "a secret or keys, not both"
    ),
    (
      "\(services), \"jwks\": {\"keys\": []}, \"jwks_uri\": \"https://a.example/jwks\"", "exactly one key set"
    ),
    ("\(services), \"id_token_signing\": \"HS256\"", "the secret, which the client does not have"),
    ("\(services), \"secret\": \"x\", \"id_token_signing\": \"none\"", "signature algorithm"),
    ("\(services), \"secret\": \"x\", \"ciba\": {\"mode\": \"poll\"}", "a secret is not supported"),
    ("\(services), \"ciba\": {\"mode\": \"push\"}", "push"),
    ("\(services), \"ciba\": {}", "CIBA needs its mode"),
    ("\(services), \"ciba\": {\"mode\": \"ping\"}", "notification_endpoint"),
    (
      "\(services), \"ciba\": {\"mode\": \"poll\", \"notification_endpoint\": \"https://a.example\"}",
      "not pinged"
    ),
    ("\(services), \"base\": \"v1\"", "base"), ("\(services), \"preset\": \"loose\"", "loose"),
    ("\(services), \"quirks\": {\"nothing\": true}", "nothing"),
    ("\(services), \"anything\": true", "only the client"),
    ("\(services), \"redirect_uris\": []", "redirect_uris"),
  ])
  func `that is registered wrongly is told at the start (K14)`(members: String, text: String) throws {
    do {
      _ = try ItsmeV2TestWorld(clients: "\"WRONG\": {\(members)}")
      Issue.record("it was taken: \(members)")
    } catch let failure as LoadFailure {
      #expect("\(failure)".contains(text), "\(failure)")
    }
  }

  @Test func `has an id of letters and digits, and may have several services (K1, K3)`() throws {
    let world = try ItsmeV2TestWorld(clients: "\"WXw9DMqkEv\": {\(Self.services)}")
    expectCode(
      world.authorize(
        "WXw9DMqkEv", ["scope": "openid service:A", "redirect_uri": "https://a.example/cb"]))
    for service in ["LOGIN", "SHARE"] {
      expectCode(world.authorize("EIDOLON_TEST", ["scope": "openid service:EIDOLON_\(service) profile"]))
    }
  }

  @Test func `has keys or a secret, and begins logins alike (K2)`() throws {
    let world = try ItsmeV2TestWorld()
    for client in ["EIDOLON_TEST", "EIDOLON_SECRET"] { expectCode(world.authorize(client)) }
  }

  @Test func `is unknown at the base where it was not registered`() throws {
    for base in ItsmeBase.allCases {
      for own in ItsmeBase.allCases {
        let world = try ItsmeV2TestWorld(secretClient: "\"base\": \"\(own.rawValue)\"", base: base)
        let answer = world.authorize("EIDOLON_SECRET")
        if own == base {
          expectCode(answer)
        } else {
          expectPage(answer, "unauthorized_client", "itsme-v2.client-id-unknown")
        }
      }
    }
  }

  // MARK: Its keys

  static let url = "https://rp.example/jwks"
  static let own = TestKeys.spares[0].renamed(kid: "mine", use: "sig", alg: nil)
  static let enc = TestKeys.spares[1].renamed(kid: "theirs", use: "enc", alg: nil)

  func document(_ set: JSON, status: Int = 200) -> Result<FetchedDocument, FetchError> {
    .success(FetchedDocument(status: Status(status), headers: [:], body: set.bytes()))
  }

  func keys(_ keys: [JWK]) -> Result<FetchedDocument, FetchError> { document(JWKSet(keys).publicJSON) }

  func ask(_ world: ItsmeV2TestWorld, signedWith key: JWK = own) throws -> TestAnswer {
    let text = try RelyingParty(signing: key).requestObject(world.members())
    return try world.authorize(object: ItsmeV2TestWorld.encrypted(text))
  }

  @Test func `publishes a key to sign and a key to encrypt (K5)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, keys([Self.own, Self.enc]))
    expectCode(try ask(world))
    #expect(world.emulator.fetched == [Self.url])
  }

  @Test func `is told what is wrong with its key set (K5)`() throws {
    let elliptic: JSON = [
      "kty": "EC", "crv": "P-256", "use": "sig", "kid": "ec",
      "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    let both = [Self.own, Self.enc].map { JWKSet([$0]).publicJSON["keys"]?.array?.first ?? .null }
    let cases: [(set: JSON, rule: String)] = [
      (JWKSet([Self.own]).publicJSON, "jwks-no-enc-key"),
      (JWKSet([Self.own, Self.enc]).privateJSON, "jwks-private-key"),
      (["keys": .array(both + [elliptic])], "jwks-not-rsa"),
    ]
    for (set, rule) in cases {
      let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
      world.emulator.serve(Self.url, document(set))
      expectCode(try ask(world), ["itsme-v2.\(rule)"])
    }
  }

  @Test func `keeps its old key to decrypt when it publishes a new one (K6)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, keys([Self.own, Self.enc]))
    expectCode(try ask(world))
    world.emulator.advance(by: .seconds(31 * 60))
    let new = TestKeys.spares[2].renamed(kid: "new", use: "enc", alg: nil)
    world.emulator.serve(Self.url, keys([Self.own, new]))
    expectCode(try ask(world), ["itsme-v2.enc-key-rotated-at-once"])
  }

  @Test func `may vouch for its own server here, which is noted (K5)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    var document = try keys([Self.own, Self.enc]).get()
    document.isSelfSigned = true
    world.emulator.serve(Self.url, .success(document))
    expectCode(try ask(world), ["itsme-v2.client-keys-self-signed"])
  }

  @Test func `without a key to sign cannot sign (K5)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, keys([Self.enc]))
    let answer = try ask(world)
    #expect(answer.error == "invalid_request_object")
    #expect(answer.findings.contains("itsme-v2.jwks-no-sig-key"))
  }

  @Test func `serves its keys within a second and over https (K5)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, keys([Self.own, Self.enc]))
    world.emulator.delay(Self.url, by: .seconds(2))
    expectCode(try ask(world), ["itsme-v2.jwks-slow"])
    let plain = "http://rp.example/jwks"
    let other = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(plain)\"")
    other.emulator.serve(plain, keys([Self.own, Self.enc]))
    expectCode(try ask(other), ["itsme-v2.jwks-plain-http"])
  }

  @Test func `whose keys cannot be had is refused`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, document([:], status: 500))
    expectPage(try ask(world), "invalid_request_object", "itsme-v2.client-keys-unavailable")
  }

  @Test func `that signs with a new key has its set fetched again at once (K7)`() throws {
    let world = try ItsmeV2TestWorld(client: "\"jwks_uri\": \"\(Self.url)\"")
    world.emulator.serve(Self.url, keys([Self.own, Self.enc]))
    expectCode(try ask(world))
    let new = TestKeys.spares[2].renamed(kid: "new", use: "sig", alg: nil)
    world.emulator.serve(Self.url, keys([Self.own, new, Self.enc]))
    expectCode(try ask(world, signedWith: new))
    #expect(world.emulator.fetched.count == 2)
  }
}
