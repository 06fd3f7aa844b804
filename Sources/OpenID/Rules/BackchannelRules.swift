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
    "requested-expiry-malformed", .error, "requested_expiry is not a positive whole number of seconds",
    fix: "send seconds, such as 120", "OpenID Connect CIBA Core §7.1")
  package static let bindingMessage = OpenIDRule(
    "binding-message", .error, "The binding_message cannot be shown on the phone",
    fix: "send a short line of plain text", "OpenID Connect CIBA Core §7.1")

  package static let backchannelUnregistered = OpenIDRule(
    "ciba-not-registered", .error, "The client is not registered for logins over the back channel",
    fix: "have CIBA with poll or ping agreed for the client", "OpenID Connect CIBA Core §4")
  package static let backchannelPlain = OpenIDRule(
    "ciba-plain-parameters", .error,
    "The backchannel request has parameters outside of its signed request object",
    fix: "put all parameters into one signed JWT and send it as request",
    "OpenID Connect CIBA Core §7.1.1")
  package static let membersAsText = OpenIDRule(
    "ciba-times-as-text", .warning, "Times or claims are texts in the request object",
    fix: "write exp, iat and nbf as numbers and claims as a JSON object", "RFC 7519 §2")
  package static let backchannelClientMissing = OpenIDRule(
    "ciba-client-id-missing", .note, "The request does not name its client in client_id",
    fix: "send client_id, in the signed request object where there is one", "OpenID Connect CIBA Core §7.1")

  // MARK: Who is to log in

  package static let hintToken = OpenIDRule(
    "ciba-login-hint", .error,
    "The backchannel request does not say by a login_hint_token alone who is to log in",
    fix: "send a login_hint_token alone: a JWT, signed with RS256 or not at all",
    "OpenID Connect CIBA Core §7.1")
  package static let hintObject = OpenIDRule(
    "ciba-hint-object", .warning, "The login_hint_token is a JSON object and no JWT",
    fix: "send the object as the payload of a JWT", "OpenID Connect CIBA Core §7.1")

  // MARK: Where the client is told

  package static let notificationTokenMissing = OpenIDRule(
    "notification-token-missing", .error, "A client that is pinged sends no client_notification_token",
    fix: "send a new random token with each backchannel request", "OpenID Connect CIBA Core §7.1")
  package static let notificationTokenLong = OpenIDRule(
    "notification-token-long", .error, "The client_notification_token has more than 1024 characters",
    fix: "send a random token of 32 characters", "OpenID Connect CIBA Core §7.1")
  package static let notificationTokenMalformed = OpenIDRule(
    "notification-token-malformed", .error,
    "The client_notification_token has characters that no Bearer token has",
    fix: "send letters, digits and -._~+/ alone, such as base64url", "OpenID Connect CIBA Core §7.1")
  package static let notificationTokenShort = OpenIDRule(
    "notification-token-short", .warning, "The client_notification_token is short enough to be guessed",
    fix: "send at least 128 random bits", "OpenID Connect CIBA Core §7.1")
  package static let notificationTokenInPoll = OpenIDRule(
    "notification-token-in-poll", .warning,
    "A client that polls sends a client_notification_token, which nobody uses",
    fix: "leave client_notification_token out, or have ping agreed", "OpenID Connect CIBA Core §7.1")
  package static let pingNotTaken = OpenIDRule(
    "ping-answer-not-2xx", .warning, "The ping was not answered with a status from 200 to 299",
    fix: "answer 204 as soon as the Bearer token is checked, and call the token endpoint after that",
    "OpenID Connect CIBA Core §10.2")
  package static let pingIgnored = OpenIDRule(
    "ping-no-token-call", .warning, "The client took the ping and did not call the token endpoint",
    fix: "call the token endpoint with the auth_req_id of the ping", "OpenID Connect CIBA Core §10.2")

  // MARK: Asking for the outcome

  package static let authRequestMissing = OpenIDRule(
    "auth-req-id-missing", .error, "The request has no auth_req_id",
    fix: "send the auth_req_id of the backchannel answer", "OpenID Connect CIBA Core §10.1")
  package static let authRequestUnknown = OpenIDRule(
    "auth-req-id-unknown", .error, "The auth_req_id was never issued, or expired more than ten minutes ago",
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
  package static let slowDownIgnored = OpenIDRule(
    "ciba-slow-down-ignored", .error,
    "After a slow_down the token endpoint is asked again without waiting longer",
    fix: "add five seconds to the interval after each slow_down, for all later calls",
    "OpenID Connect CIBA Core §11")
  package static let polledBeforePing = OpenIDRule(
    "ciba-polled-before-ping", .note, "A client that is pinged asks before the ping",
    fix: "wait for the ping, and ask without one only if it does not come", "OpenID Connect CIBA Core §5")
}
