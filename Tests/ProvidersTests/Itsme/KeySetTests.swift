import EidolonTesting
@testable import TestWorlds
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `The key set of itsme` {
  @Test func `has one RSA key to sign and one to encrypt, named s1 and e1 (contract 2_2)`() throws {
    let answer = try ItsmeTestWorld.emulator().get("/itsme/oidc/jwkSet")
    #expect(answer.header("Content-Type") == "application/json")
    let keys = answer.json["keys"]?.array ?? []
    #expect(keys.map { $0["kid"]?.string } == ["s1", "e1"])
    #expect(keys.map { $0["use"]?.string } == ["sig", "enc"])
    #expect(keys.map { $0["alg"]?.string } == ["RS256", "RSA-OAEP"])
    for key in keys {
      #expect(key.object?.names == ["kty", "e", "use", "kid", "alg", "n"])
      #expect(key["kty"] == "RSA")
      #expect(key["e"] == "AQAB")
    }
  }

  @Test func `has RSA keys of 2048 bits (contract 3)`() throws {
    for key in try ItsmeTestWorld.emulator().document("jwkSet")["keys"]?.array ?? [] {
      let modulus = try Base64URL.decode(key["n"]?.string ?? "")
      #expect(modulus.count == 256)
    }
  }

  @Test func `verifies the tokens by the kid in their header`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let set = try JWKSet(parsing: emulator.get("/itsme/oidc/jwkSet").response?.body ?? [])
    let token = try JWS(parsing: emulator.tokens().idToken)
    let key = try set.select(kid: token.kid, use: "sig", alg: "RS256")
    try token.verify(with: key, allowing: [.rs256])
    #expect(token.kid == "s1")
  }

  @Test func `of the default client is served, public and private (guide 2)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let open = try JWKSet(parsing: emulator.get("/itsme/slate/jwks.json").response?.body ?? [])
    let secret = emulator.get("/itsme/slate/private_jwks.json").json["keys"]?.array ?? []
    #expect(open.keys.map(\.kid) == ["s1", "e1"])
    #expect(open.keys.map(\.use) == ["sig", "enc"])
    #expect(open.keys.map(\.alg) == ["RS256", "RSA-OAEP"])
    #expect(open.keys.filter(\.isPrivate).isEmpty)
    #expect(secret.count == 2)
    #expect(secret.allSatisfy { $0["d"] != nil })
  }

  @Test func `keeps the old key after a rotation, so that tokens made before still verify`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let before = try emulator.tokens().idToken
    #expect(emulator.sandbox.keys.rotateSigning())
    let after = try emulator.tokens().idToken
    let set = try JWKSet(parsing: emulator.get("/itsme/oidc/jwkSet").response?.body ?? [])
    for text in [before, after] {
      let token = try JWS(parsing: text)
      try token.verify(with: try set.select(kid: token.kid, use: "sig", alg: "RS256"), allowing: [.rs256])
    }
    #expect(try JWS(parsing: before).kid != (try JWS(parsing: after).kid))
    #expect(set.keys.count == 3)
  }
}
