import Crypto
import JOSE
import ProviderKit

/// The signing keys with the provider's `kid`s; MitID tokens have a key of their own (§2.5).
struct CriiptoSigningKeys: Sendable {
  let ring: KeyRing

  /// The key that currently signs the tokens of an eID.
  func current(_ eid: EID) -> JWK { Self.named(eid == .mitID ? ring.second : ring.signing) }

  /// All keys to publish, the current ones first.
  var published: [JWK] {
    let first = ring.publishedSigning
    let known = Set(first.map(\.thumbprint))
    return (first + ring.publishedSecond.filter { !known.contains($0.thumbprint) }).map(Self.named)
  }

  /// Sets a `kid` of 40 upper-case hexadecimal digits (§2.5), derived from the key.
  private static func named(_ key: JWK) -> JWK {
    var key = key
    key.kid = identifier(key)
    return key
  }

  static func identifier(_ key: JWK) -> String {
    Digest.sha256(Array(key.thumbprint.utf8)).prefix(20).hexadecimal.uppercased()
  }
}

extension Criipto {
  static func keyIdentifier(_ key: JWK) -> String? { CriiptoSigningKeys.identifier(key) }

  var signingKeys: CriiptoSigningKeys { CriiptoSigningKeys(ring: sandbox.keys) }
}
