/// The way of authenticating that a client is registered with: its `token_endpoint_auth_method` (OpenID Connect Core §9).
package enum RegisteredMethod: String, Sendable, CaseIterable {
  case basicSecret = "client_secret_basic"
  case postedSecret = "client_secret_post"
  case assertion = "private_key_jwt"
}
