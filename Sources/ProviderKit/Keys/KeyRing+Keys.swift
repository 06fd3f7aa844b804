package import JOSE

extension KeyRing {
  /// The initial keys.
  package struct Keys: Sendable {
    package var signing: JWK
    package var encryption: JWK
    /// For rotation, in order.
    package var spares: [JWK]
    /// For tokens that must not verify or decrypt.
    package var foreign: JWK
    /// Signs the tokens for which a provider has a second key.
    package var second: JWK
    /// For rotation of the second key, in order.
    package var secondSpares: [JWK]

    package init(
      signing: JWK, encryption: JWK, spares: [JWK], foreign: JWK, second: JWK, secondSpares: [JWK]
    ) {
      (self.signing, self.encryption) = (signing, encryption)
      (self.spares, self.foreign) = (spares, foreign)
      (self.second, self.secondSpares) = (second, secondSpares)
    }
  }
}
