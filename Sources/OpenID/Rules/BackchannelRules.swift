import Flow

// What a relying party can get wrong with logins over the back channel.

extension OpenIDRule {
  package static let backchannelQuery = OpenIDRule(
    "backchannel-query", .warning,
    "The backchannel request has its parameters in the URL, where they reach logs",
    fix: "send them as a form", "OpenID Connect CIBA Core §7.1")
  package static let backchannelHint = OpenIDRule(
    "backchannel-hint", .error, "The backchannel request has no hint, or more than one",
    fix: "send one of login_hint, login_hint_token and id_token_hint", "OpenID Connect CIBA Core §7.1")
  package static let expiryMalformed = OpenIDRule(
    "requested-expiry-malformed", .error, "requested_expiry is no positive whole number of seconds",
    fix: "send seconds, such as 120", "OpenID Connect CIBA Core §7.1")
  package static let bindingMessage = OpenIDRule(
    "binding-message", .error, "The binding_message cannot be shown on the phone",
    fix: "send a short line of plain text", "OpenID Connect CIBA Core §7.1")

  // MARK: Asking for the outcome

  package static let authRequestUnknown = OpenIDRule(
    "auth-req-id-unknown", .error, "No such auth_req_id was issued",
    fix: "send the auth_req_id of the backchannel answer", "OpenID Connect CIBA Core §11")
  package static let authRequestOfOther = OpenIDRule(
    "auth-req-id-of-other-client", .error, "The auth_req_id was issued to another client",
    fix: "ask with the client_id that began the login", "OpenID Connect CIBA Core §11")
  package static let authRequestReused = OpenIDRule(
    "auth-req-id-reused", .error, "The tokens of the auth_req_id were given out before",
    fix: "stop asking once the tokens have come", "OpenID Connect CIBA Core §11")
  package static let polledTooFast = OpenIDRule(
    "polled-too-fast", .error, "The token endpoint is asked again before interval seconds have passed",
    fix: "wait for interval seconds between two calls, and five more after each slow_down",
    "OpenID Connect CIBA Core §11")
}
