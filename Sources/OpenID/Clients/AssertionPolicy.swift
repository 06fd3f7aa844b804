/// What a vendor demands of a client's assertion beyond RFC 7523 §3.
package struct AssertionPolicy: Sendable {
  /// The documented values of `aud`, as paths below the provider's address.
  package var audiences: [String] = [""]
  /// Further values that are let in and reported.
  package var toleratedAudiences: [String] = []
  /// True if the header must name the key; else that it does not is reported.
  package var demandsKeyIdentifier = false
  /// True if the header must name its type.
  package var demandsType = false
  /// True if there must be a `jti` that was not used before; else one that comes again is reported.
  package var demandsIdentifier = false
  /// True if an assertion may be encrypted around its signature.
  package var takesEncrypted = false
  /// How long it may live before that is reported, in seconds.
  package var usualLife: Int64 = 300
  /// How far `exp` may lie ahead at most, in seconds; `nil` for any time.
  package var longestLife: Int64?
  /// What an assertion that is there and not valid is refused with.
  package var error = OAuthError.invalidClient

  package init() {}
}
