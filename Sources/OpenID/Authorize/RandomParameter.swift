/// The requirements on `state` and `nonce`, which must not be guessable (RFC 6749 §10.10, OpenID Connect Core
/// §15.5.2).
package enum RandomParameter {
  /// A shorter value is too short to be random: five letters and digits hold 30 bits.
  package static let leastLength = 6

  /// True if there is a value that is too short to be random.
  package static func isShort(_ value: String?) -> Bool {
    guard let value else { return false }
    return value.unicodeScalars.prefix(leastLength).count < leastLength
  }
}
