extension OAuthError {
  // The errors of a backchannel request (CIBA Core §13).
  package static let invalidBindingMessage: OAuthError = "invalid_binding_message"
  package static let unknownUserID: OAuthError = "unknown_user_id"
  package static let expiredLoginHintToken: OAuthError = "expired_login_hint_token"

  // The errors of a poll (CIBA Core §11).
  package static let authorizationPending: OAuthError = "authorization_pending"
  package static let slowDown: OAuthError = "slow_down"
  package static let expiredToken: OAuthError = "expired_token"
}
