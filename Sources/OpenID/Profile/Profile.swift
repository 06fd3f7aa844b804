import Flow
import HTTP

/// What a vendor makes of OpenID Connect, where that is a value.
package struct Profile: Sendable {
  /// The rules with its prefix, its sections, and its words.
  package var rules: RuleBook
  /// How clients authenticate.
  package var authentication = ClientAuthentication()
  /// True if a client without keys signs with those of the test key set.
  package var lendsTestKeys = false
  /// What it says of authorization requests that are not in order.
  package var texts = AuthorizationTexts()
  /// What it says of token requests that are not in order.
  package var tokenTexts = TokenTexts()
  /// What it says of codes that cannot be exchanged.
  package var grantTexts = GrantTexts()
  /// True if code and redirect_uri must be in the form at all; else a missing one is a wrong one.
  package var demandsFields = true
  /// The scheme of the challenge to clients that did not authenticate (RFC 6749 §5.2).
  package var challenge = Challenge.always(realm: "")
  /// How far clocks may be apart, in seconds.
  package var leeway: Int64 = 180

  /// The profile of a vendor.
  package init(rules: RuleBook) { self.rules = rules }

  /// The `error_description` of authorization requests that are not in order.
  package struct AuthorizationTexts: Sendable {
    package var malformed = "The request parameters are malformed"
    package var repeated = "Repeated parameter"
    /// True if the parameter's name follows.
    package var namesRepeated = true
    package var clientMissing = "Missing client_id"
    package var clientUnknown = "Unknown client_id"
    /// The error of both.
    package var clientError = OAuthError.invalidRequest
    package var redirectMissing = "Missing redirect_uri"
    package var redirectInvalid = "Invalid redirect_uri"
    package var responseTypeMissing = OAuthError.invalidRequest
    package var responseTypeUnsupported = OAuthError.unsupportedResponseType
    /// The one text of both; `nil` for the usual two.
    package var responseType: String?
    package var challengeInvalid = "Invalid code_challenge"
    /// What access and refresh tokens that do not count are refused with.
    package var tokenUnknown = "The access token is not valid"
    package var tokenExpired = "The access token has expired"

    /// The usual texts.
    package init() {}

    /// What it says of a parameter that is repeated.
    func repeated(_ name: String) -> String { namesRepeated ? "\(repeated) \(name)" : repeated }
  }

  /// The `error_description` of token requests that are not in order.
  package struct TokenTexts: Sendable {
    package var contentType = "The body must be application/x-www-form-urlencoded"
    package var malformed = "Malformed request body"
    /// The one text of a grant_type that is missing or not supported; `nil` for the usual two.
    package var grantType: String?

    /// The usual texts.
    package init() {}
  }

  /// When a client that did not authenticate is answered 401 with a challenge, and not 400.
  package enum Challenge: Sendable {
    /// Always.
    case always(realm: String)
    /// When it used the Authorization header, as RFC 6749 §5.2 demands.
    case ofHeader(realm: String)
    /// Never: all is 400.
    case never
  }

  /// The `error_description` of codes that cannot be exchanged; the error is `invalid_grant`.
  package struct GrantTexts: Sendable {
    /// Unknown, another client's, or used.
    package var invalid = "The code is not valid"
    /// Too old.
    package var expired = "The code has expired"
    /// With another redirect URI.
    package var redirect = "The redirect_uri does not match"
    /// Without its verifier.
    package var verifierMissing = "Missing code_verifier"
    /// With another verifier.
    package var verifierMismatch = "The code_verifier does not match"

    /// The usual texts.
    package init() {}

    /// One text for all.
    package init(all text: String) {
      (invalid, expired, redirect, verifierMissing, verifierMismatch) = (text, text, text, text, text)
    }
  }
}
