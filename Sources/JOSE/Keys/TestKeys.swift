package import Crypto

/// One of the shipped TEST KEYS, loaded at its first use.
package struct TestKey: Sendable {
  /// The key with its private half, named and marked for its use.
  package let jwk: JWK

  /// The key pair.
  package let privateKey: PrivateKey

  /// The same with the public half only.
  package var publicJWK: JWK {
    JWK(.publicKey(privateKey.publicKey), kid: jwk.kid, use: jwk.use, alg: jwk.alg)
  }

  fileprivate init(_ material: StaticString, kid: String, use: String, alg: String) {
    do {
      privateKey = try PrivateKey(der: Base64.decode(material.description))
    } catch {
      // The tests load every key; a failure here is a broken build.
      fatalError("the test key \(kid) does not load: \(error)")
    }
    jwk = JWK(.privateKey(privateKey), kid: kid, use: use, alg: alg)
  }

  /// The same key pair under another name, for another use or algorithm, as a rotation or a defect needs it.
  package func renamed(kid: String?, use: String?, alg: String?) -> JWK {
    JWK(.privateKey(privateKey), kid: kid, use: use, alg: alg)
  }
}

/// TEST KEYS, public, never use: the keys that the emulator works with unless it is given others.
///
/// Their private halves are in this repository for everyone to read. They make start-up free of key
/// generation and key sets the same from run to run. The `kid`s are those of the itsme guide; each is loaded
/// at its first use, in 0.1 ms.
package enum TestKeys {
  /// TEST KEY: what the emulated provider signs with: RSA-2048, kid `s1`.
  package static let opSignature = TestKey(
    TestKeyMaterial.opSignature, kid: "s1", use: "sig", alg: "RS256")

  /// TEST KEY, public: signs the tokens that a provider keeps apart.
  package static let opSecondSignature = TestKey(
    TestKeyMaterial.opSecondSignature, kid: "s2", use: "sig", alg: "RS256")

  /// TEST KEY, public: what rotation takes in the place of the second signing key.
  package static let secondSpare = TestKey(
    TestKeyMaterial.secondSpare, kid: "spare-s2", use: "sig", alg: "RS256")

  /// TEST KEY: what clients encrypt to: RSA-2048, kid `e1`.
  package static let opEncryption = TestKey(
    TestKeyMaterial.opEncryption, kid: "e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEY: what the default client signs with: RSA-2048, kid `s1`, another key than the provider's.
  package static let clientSignature = TestKey(
    TestKeyMaterial.clientSignature, kid: "s1", use: "sig", alg: "RS256")

  /// TEST KEY: what the provider encrypts to for the default client: RSA-2048, kid `e1`.
  package static let clientEncryption = TestKey(
    TestKeyMaterial.clientEncryption, kid: "e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEY, public: what the relying party of the demonstration signs with: RSA-2048, kid `demo-s1`.
  package static let demonstrationSignature = TestKey(
    TestKeyMaterial.demonstrationSignature, kid: "demo-s1", use: "sig", alg: "RS256")

  /// TEST KEY, public: what is encrypted for the relying party of the demonstration: RSA-2048, kid `demo-e1`.
  package static let demonstrationEncryption = TestKey(
    TestKeyMaterial.demonstrationEncryption, kid: "demo-e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEYS: four RSA-2048 keys that no key set names by itself, kids `spare-1` to `spare-4`.
  ///
  /// For rotation, and for tokens that are signed with or encrypted to a wrong key.
  package static let spares = [
    TestKey(TestKeyMaterial.spare1, kid: "spare-1", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare2, kid: "spare-2", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare3, kid: "spare-3", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare4, kid: "spare-4", use: "sig", alg: "RS256"),
  ]

  /// TEST KEY: a key on P-256, kid `p256`, for ES256.
  package static let spareP256 = TestKey(
    TestKeyMaterial.spareP256, kid: "p256", use: "sig", alg: "ES256")
}
