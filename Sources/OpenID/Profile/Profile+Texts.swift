extension Profile {
  /// The `error_description` of authorization requests that are refused.
  package struct AuthorizationTexts: Sendable {
    package var malformed = "The request parameters are malformed"
    /// A parameter is repeated; which.
    package var repeated: @Sendable (_ name: String) -> String = { "Repeated parameter \($0)" }
    package var clientMissing = "Missing client_id"
    package var clientUnknown = "Unknown client_id"
    /// The error of both.
    package var clientError = OAuthError.invalidRequest
    package var redirectMissing = "Missing redirect_uri"
    package var redirectInvalid = "Invalid redirect_uri"
    /// For one that could be registered but is not, if the vendor distinguishes that.
    package var redirectUnregistered: String?
    /// The error of a missing or unregistered redirect URI.
    package var redirectError = OAuthError.invalidRequest
    package var responseTypeAbsent = "Missing response_type parameter"
    package var responseTypeMissing = OAuthError.invalidRequest
    package var responseTypeUnsupported = OAuthError.unsupportedResponseType
    /// One text for both; `nil` for the usual two.
    package var responseType: String?
    /// A client that has nothing else to prove itself with sent no challenge.
    package var challengeMissing = "PKCE is required for clients without a secret"
    /// A client that is registered to use PKCE sent no challenge.
    package var challengeDemanded = "PKCE is required for this client"
    package var challengeInvalid = "Invalid code_challenge"
    package var objectInvalid = "The request object is not valid"
    /// The texts for access and refresh tokens that are not valid.
    package var tokenUnknown = "The access token is not valid"
    package var tokenExpired = "The access token has expired"

    package init() {}
  }

  /// The `error_description` of token requests that are refused.
  package struct TokenTexts: Sendable {
    package var contentType = "The body must be application/x-www-form-urlencoded"
    /// The body cannot be decoded.
    package var malformed = "Malformed request body"
    /// A field is missing; which.
    package var missing: @Sendable (_ name: String) -> String = { "Missing parameter: \($0)" }
    /// The vendor has no such grant.
    package var grantType: @Sendable (_ grant: String) -> String = { "Unsupported grant_type: \($0)" }

    package init() {}
  }

  /// The `error_description` of codes that cannot be exchanged; the error is `invalid_grant`.
  package struct GrantTexts: Sendable {
    /// Unknown, another client's, or used.
    package var invalid = "The code is not valid"
    package var expired = "The code has expired"
    package var redirect = "The redirect_uri does not match"
    package var verifierMissing = "Missing code_verifier"
    package var verifierMismatch = "The code_verifier does not match"

    package init() {}

    package init(all text: String) {
      (invalid, expired, redirect, verifierMissing, verifierMismatch) = (text, text, text, text, text)
    }
  }
}
