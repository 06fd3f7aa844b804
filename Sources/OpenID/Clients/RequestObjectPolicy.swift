package import JSON

/// What a vendor accepts as a request object (OpenID Connect Core §6, RFC 9101).
package struct RequestObjectPolicy: Sendable {
  /// True if it may be encrypted, with or without a signature inside.
  package var acceptsEncrypted = false
  /// True if it must be encrypted; otherwise an unencrypted one is reported, if the vendor names the rule.
  package var requiresEncryption = false
  /// True if the header of its signature must name the key.
  package var requiresKeyIdentifier = false
  /// True if it may have no signature; that is reported.
  package var acceptsUnsigned = false
  /// The documented values of a signed object's `aud`, as paths below the provider's address; empty if it is not
  /// checked.
  package var audiences: [String] = []
  /// Further values that are accepted and reported.
  package var toleratedAudiences: [String] = []
  /// True if a signed object must name its client in `iss`; otherwise it must only not name another.
  package var requiresIssuer = false
  /// The allowed clock skew, in seconds; `nil` for the profile's.
  package var leeway: Int64?
  /// True if `iat` must not be in the future.
  package var checksIssueTime = false
  package var agreement = Agreement.innerWins
  /// The vendor's own error for a member, if it has one; `nil` for all others.
  package var refusal: @Sendable (_ member: String, _ value: JSON) -> OpenIDRefusal? = { _, _ in nil }

  /// Which of its members may be strings although they are JSON; that is reported.
  package var texts = TextMembers.claims
  /// True if an object in it may repeat a name, of which the last counts.
  package var acceptsRepeatedNames = false
  /// True if no parameter may be beside it (OpenID Connect CIBA Core §7.1.1).
  var standsAlone = false

  package init() {}

  /// What happens if parameters beside the object differ from those inside.
  package enum Agreement: Sendable {
    /// The object wins (OpenID Connect Core §6.1), but `client_id` and `response_type` must agree.
    case innerWins
    /// The request is refused.
    ///
    /// - Parameter except: the parameters that may differ.
    case demanded(except: Set<String> = [])
  }
}
