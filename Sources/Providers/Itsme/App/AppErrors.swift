import OpenID

/// The errors of itsme besides those of OAuth 2.0.
extension OAuthError {
  static let loginRequired: OAuthError = "login_required"
  static let interactionRequired: OAuthError = "interaction_required"
  static let requestURINotSupported: OAuthError = "request_uri_not_supported"
  static let registrationNotSupported: OAuthError = "registration_not_supported"
  static let notImplemented: OAuthError = "not_implemented"
  static let invalidClientID: OAuthError = "invalid_client_id"
  static let invalidRedirectURI: OAuthError = "invalid_redirect_uri"
  static let unsupportedDisplay: OAuthError = "unsupported_display"
  static let unsupportedRequest: OAuthError = "unsupported_request"
}
