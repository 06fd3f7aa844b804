package import JSON

/// What a vendor takes as a request object (OpenID Connect Core §6, RFC 9101).
package struct RequestObjectPolicy: Sendable {
  /// True if it may be encrypted, with or without a signature inside.
  package var takesEncrypted = false
  /// True if it must be encrypted; else that it is not is reported where the vendor names the rule.
  package var demandsEncryption = false
  /// True if the header of its signature must name the key.
  package var demandsKeyIdentifier = false
  /// True if it may have no signature; that is reported.
  package var takesUnsigned = false
  /// The documented values of a signed object's `aud`, as paths below the provider's address; empty where nobody asks for it.
  package var audiences: [String] = []
  /// Further values that are let in and reported.
  package var toleratedAudiences: [String] = []
  /// True if a signed object must name its client in `iss`; else it must not name another.
  package var demandsIssuer = false
  /// How far clocks may be apart, in seconds; `nil` for as far as elsewhere.
  package var leeway: Int64?
  /// True if `iat` must not lie ahead.
  package var checksIssueTime = false
  package var agreement = Agreement.innerWins
  /// What a member is refused with that the vendor answers with an error of its own; `nil` for all others.
  package var refusal: @Sendable (_ member: String, _ value: JSON) -> OpenIDRefusal? = { _, _ in nil }

  /// Which of its members may be texts although they are JSON; that is reported.
  package var texts = TextMembers.claims
  /// True if an object in it may name a member twice, of which the last counts.
  package var takesRepeatedNames = false
  /// True if no parameter stands beside it (OpenID Connect CIBA Core §7.1.1).
  var standsAlone = false

  package init() {}

  /// What becomes of parameters that say something else beside the object than inside.
  package enum Agreement: Sendable {
    /// What stands inside counts (OpenID Connect Core §6.1); `client_id` and `response_type` must agree all the same.
    case innerWins
    /// The request is refused.
    ///
    /// - Parameter except: the parameters that may differ.
    case demanded(except: Set<String> = [])
  }
}
