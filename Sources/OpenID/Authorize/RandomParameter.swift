/// What is asked of `state` and `nonce`, which nobody shall guess (RFC 6749 §10.10, OpenID Connect Core §15.5.2).
package enum RandomParameter {
  /// How many characters are too few for anything random: five letters and digits hold 30 bits.
  package static let leastLength = 6

  /// True if a value is there, but too short to be random.
  package static func isShort(_ value: String?) -> Bool {
    guard let value else { return false }
    return value.unicodeScalars.prefix(leastLength).count < leastLength
  }
}
