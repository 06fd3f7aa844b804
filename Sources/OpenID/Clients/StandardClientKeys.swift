package import JOSE

/// The key set of clients that have none of their own: one for signatures, one for encryption.
///
/// Test keys, public by design.
package enum StandardClientKeys {
  /// The keys with their private parts.
  package static let set = JWKSet([TestKeys.clientSignature.jwk, TestKeys.clientEncryption.jwk])
}
