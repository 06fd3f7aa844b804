/// What is asked of `state` and `nonce`, which nobody shall guess (RFC 6749 §10.10, OpenID Connect Core §15.5.2).
public enum RandomParameter {
  /// How many characters are too few for anything random: five letters and digits hold 30 bits.
  public static let leastLength = 6

  /// Whether a value is there, but too short to be random.
  public static func isShort(_ value: String?) -> Bool {
    value.map { $0.unicodeScalars.prefix(leastLength).count < leastLength } ?? false
  }
}
