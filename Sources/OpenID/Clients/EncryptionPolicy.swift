package import JOSE

/// What a vendor demands of a token that is encrypted to it, beyond RFC 7516.
package struct EncryptionPolicy: Sendable {
  /// The key encryptions that it takes.
  package var algorithms: [JWEAlgorithm] = [.rsaOAEP, .rsaOAEP256]
  /// Those among them that it once documented, and discourages now; they are reported.
  package var oldAlgorithms: Set<JWEAlgorithm> = []
  /// True if the header must name the key.
  package var demandsKeyIdentifier = false

  package init() {}
}
