package import Crypto

/// One of the shipped TEST KEYS, loaded at its first use.
package struct TestKey: Sendable {
  /// With the private half.
  package let jwk: JWK

  package let privateKey: PrivateKey

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

  /// The same key pair with other metadata, for a rotation or a defect.
  package func renamed(kid: String?, use: String?, alg: String?) -> JWK {
    JWK(.privateKey(privateKey), kid: kid, use: use, alg: alg)
  }
}

/// TEST KEYS, public, never use: the keys that the emulator works with unless it is given others.
///
/// Their private halves are in this repository for everyone to read. They spare the start from generating keys and
/// keep key sets the same from run to run. The `kid`s are those of the itsme guide; each key is loaded at its first
/// use, in 0.1 ms.
package enum TestKeys {
  /// TEST KEY: the emulated provider signs with it.
  package static let opSignature = TestKey(
    TestKeyMaterial.opSignature, kid: "s1", use: "sig", alg: "RS256")

  /// TEST KEY: signs the tokens for which a provider has a second key.
  package static let opSecondSignature = TestKey(
    TestKeyMaterial.opSecondSignature, kid: "s2", use: "sig", alg: "RS256")

  /// TEST KEY: replaces the second signing key in a rotation.
  package static let secondSpare = TestKey(
    TestKeyMaterial.secondSpare, kid: "spare-s2", use: "sig", alg: "RS256")

  /// TEST KEY: clients encrypt to it.
  package static let opEncryption = TestKey(
    TestKeyMaterial.opEncryption, kid: "e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEY: the default client signs with it; not the provider's key, although the `kid` is the same.
  package static let clientSignature = TestKey(
    TestKeyMaterial.clientSignature, kid: "s1", use: "sig", alg: "RS256")

  /// TEST KEY: the provider encrypts to it for the default client.
  package static let clientEncryption = TestKey(
    TestKeyMaterial.clientEncryption, kid: "e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEY: the demonstration's relying party signs with it.
  package static let demonstrationSignature = TestKey(
    TestKeyMaterial.demonstrationSignature, kid: "demo-s1", use: "sig", alg: "RS256")

  /// TEST KEY: the provider encrypts to it for the demonstration's relying party.
  package static let demonstrationEncryption = TestKey(
    TestKeyMaterial.demonstrationEncryption, kid: "demo-e1", use: "enc", alg: "RSA-OAEP")

  /// TEST KEYS, in no key set at first: for rotation, and for tokens signed with or encrypted to a wrong key.
  package static let spares = [
    TestKey(TestKeyMaterial.spare1, kid: "spare-1", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare2, kid: "spare-2", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare3, kid: "spare-3", use: "sig", alg: "RS256"),
    TestKey(TestKeyMaterial.spare4, kid: "spare-4", use: "sig", alg: "RS256"),
  ]

  /// The self-signed certificate of the last spare key: DER in base64, as in `x5c`.
  package static var foreignCertificate: String { TestKeyMaterial.spare4Certificate.description }

  /// TEST KEY on P-256.
  package static let spareP256 = TestKey(
    TestKeyMaterial.spareP256, kid: "p256", use: "sig", alg: "ES256")
}
