/// What a vendor requires of a client's assertion beyond RFC 7523 §3.
package struct AssertionPolicy: Sendable {
  /// The documented values of `aud`, as paths below the provider's address.
  package var audiences: [String] = [""]
  /// Further values that are accepted and reported.
  package var toleratedAudiences: [String] = []
  /// True if the header must name the key; otherwise a missing `kid` is only reported.
  package var requiresKeyIdentifier = false
  /// True if the header must name its type.
  package var requiresType = false
  /// True if there must be a `jti` that was not used before; otherwise a repeated one is only reported.
  package var requiresIdentifier = false
  /// True if an assertion may be encrypted around its signature.
  package var acceptsEncrypted = false
  /// An assertion with a longer lifetime is reported, in seconds.
  package var usualLife: Int64 = 300
  /// The longest that `exp` may be in the future, in seconds; `nil` for no limit.
  package var maximumLifetime: Int64?
  /// The error for an invalid assertion.
  package var error = OAuthError.invalidClient

  package init() {}
}
