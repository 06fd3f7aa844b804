package import JOSE

/// What a vendor requires of a token that is encrypted to it, beyond RFC 7516.
package struct EncryptionPolicy: Sendable {
  /// The key-encryption algorithms that it accepts.
  package var algorithms: [JWEAlgorithm] = [.rsaOAEP, .rsaOAEP256]
  /// Those that it once documented and now discourages; they are reported.
  package var oldAlgorithms: Set<JWEAlgorithm> = []
  /// True if the header must name the key.
  package var requiresKeyIdentifier = false

  package init() {}
}
