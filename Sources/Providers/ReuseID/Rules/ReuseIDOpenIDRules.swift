import Flow

extension ReuseID {
  /// What an OpenID client can get wrong.
  enum OpenIDRules {
    static let all: [Rule] = [
      requestMalformed, parameterTwice, clientUnknown, clientUnauthenticated, redirectMissing,
      redirectUnregistered, responseType, scopeWithoutOpenID, scopeUnknown, acrValues, hintMalformed,
      hintUnknown, stateMissing, proofKeyMalformed, acceptMissing, completeWithAccept, completeTooEarly,
      polledAfterEnd,
      handleUnknown, formMalformed, grantTypeUnknown, codeUnknown, codeExpired, codeReused, codeOfOther,
      redirectChanged, verifierWrong, expiryMalformed, expirySpelling, parametersInQuery, requestUnknown,
      polledTooFast, accessTokenMissing, accessTokenUnknown, accessTokenExpired, stateShort, redirectQuery,
      nonceReused, keySetEachLogin,
    ]

    static let requestMalformed = Rule(
      "reuseid.request-malformed", .error, "The query of the authentication request does not decode",
      fix: "percent-encode each value", documentation: Guide.codeFlow, specification: "RFC 6749 Appendix B")
    static let parameterTwice = Rule(
      "reuseid.parameter-twice", .error, "A parameter other than login_hint is sent twice",
      fix: "send each parameter once", documentation: Guide.codeFlow, specification: "RFC 6749 §3.1")
    static let clientUnknown = Rule(
      "reuseid.client-unknown", .error, "No client has this client_id",
      fix: "send the client_id of the world's client", documentation: Guide.codeFlow,
      specification: "RFC 6749 §2.2")
    static let clientUnauthenticated = Rule(
      "reuseid.client-unauthenticated", .error, "The client shows no secret, or a wrong one",
      fix: "send Authorization: Basic with the form-encoded client id and secret",
      documentation: Guide.quickStart, specification: "RFC 6749 §2.3.1")
    static let redirectMissing = Rule(
      "reuseid.redirect-missing", .error, "The authentication request has no redirect_uri",
      fix: "send the registered redirect_uri", documentation: Guide.codeFlow,
      specification: "OpenID Connect Core §3.1.2.1")
    static let redirectUnregistered = Rule(
      "reuseid.redirect-unregistered", .error, "redirect_uri is not registered for the client",
      fix: "register it, or send it exactly as it was registered", documentation: Guide.codeFlow,
      specification: "OpenID Connect Core §3.1.2.1")
    static let responseType = Rule(
      "reuseid.response-type", .error, "response_type is not code",
      fix: "send response_type=code", documentation: Guide.codeFlow, specification: "RFC 6749 §3.1.1")
    static let scopeWithoutOpenID = Rule(
      "reuseid.scope-without-openid", .error, "scope lacks openid",
      fix: "send scope=openid mobileid mobileid-extra", documentation: Guide.codeFlow,
      specification: "OpenID Connect Core §3.1.2.1")
    static let scopeUnknown = Rule(
      "reuseid.scope-unknown", .warning, "scope has a value that gives nothing",
      fix: "use openid, profile, mobileid and mobileid-extra; backends use signicat-api",
      documentation: Guide.codeFlow)
    static let acrValues = Rule(
      "reuseid.acr-values", .error, "acr_values does not name MobileID",
      fix: "send acr_values=idp:mobileid, or the method of the older address", documentation: Guide.codeFlow)
    static let hintMalformed = Rule(
      "reuseid.login-hint-malformed", .error,
      "login_hint does not name user and device as this address wants it",
      fix:
        "send userId:<uuid> deviceId:<uuid> in one login_hint, or externalRef-… and deviceId-… in one each at the older address",
      documentation: Guide.backchannel)
    static let hintUnknown = Rule(
      "reuseid.login-hint-unknown", .error, "login_hint names no user or device that exists",
      fix: "send the ids of a device that was activated", documentation: Guide.backchannel,
      specification: "OpenID Connect CIBA Core §13")
    static let stateMissing = Rule(
      "reuseid.state-missing", .warning, "The authentication request has no state",
      fix: "send a state that is bound to the browser's session", documentation: Guide.codeFlow,
      specification: "RFC 6749 §10.12")
    static let stateShort = Rule(
      "reuseid.state-short", .note, "The state is too short to be random: fewer than 6 characters",
      fix: "send at least 128 random bits, such as 22 characters of base64url",
      documentation: Guide.codeFlow, specification: "RFC 6749 §10.10")
    static let redirectQuery = Rule(
      "reuseid.redirect-extra-query", .error,
      "redirect_uri is a registered one with further query parameters",
      fix: "send the registered URI alone and put what varies into state",
      documentation: Guide.codeFlow, specification: "OpenID Connect Core §3.1.2.1")
    static let nonceReused = Rule(
      "reuseid.nonce-reused", .warning, "The login was begun with the nonce of an earlier one",
      fix: "make a fresh random nonce for each login, and forget it with the callback",
      documentation: Guide.codeFlow, specification: "OpenID Connect Core §15.5.2")
    static let keySetEachLogin = Rule(
      "reuseid.jwks-each-login", .note, "The client fetches the key set anew for every login",
      fix: "keep the key set, and fetch it again when a token names a kid that is not in it",
      documentation: Guide.codeFlow, specification: "OpenID Connect Core §10.1.1")
    static let proofKeyMalformed = Rule(
      "reuseid.proof-key-malformed", .error, "code_challenge or its method is not valid",
      fix: "send the base64url of the verifier's SHA-256 with code_challenge_method=S256",
      documentation: Guide.codeFlow, specification: "RFC 7636 §4.3")
    static let acceptMissing = Rule(
      "reuseid.accept-missing", .warning,
      "The older authorization endpoint is called without Accept: application/json, so it does not answer as it answers apps",
      fix: "send Accept: application/json with authorize", documentation: Guide.inApp)
    static let completeWithAccept = Rule(
      "reuseid.complete-with-accept", .error, "completeUrl is called with Accept: application/json",
      fix: "call completeUrl without that header and follow the redirects", documentation: Guide.finalise)
    static let completeTooEarly = Rule(
      "reuseid.complete-too-early", .error, "completeUrl is called although the operation is not complete",
      fix: "call completeUrl when the status is COMPLETED", documentation: Guide.finalise)
    static let polledAfterEnd = Rule(
      "reuseid.polled-after-end", .warning,
      "The status is asked for again and again although the operation has ended",
      fix: "stop asking when the operation cannot complete any more, at the latest after its time",
      documentation: Guide.finalise)
    static let handleUnknown = Rule(
      "reuseid.operation-unknown", .error, "No operation has this address",
      fix: "call statusUrl and completeUrl as authorize answered them", documentation: Guide.finalise)
    static let formMalformed = Rule(
      "reuseid.form-malformed", .error, "The content is no form",
      fix: "send application/x-www-form-urlencoded", documentation: Guide.quickStart,
      specification: "RFC 6749 §4.4.2")
    static let grantTypeUnknown = Rule(
      "reuseid.grant-type-unknown", .error, "grant_type is missing or none that is served",
      fix: "send client_credentials, authorization_code or urn:openid:params:grant-type:ciba",
      documentation: Guide.quickStart, specification: "RFC 6749 §5.2")
    static let codeUnknown = Rule(
      "reuseid.code-unknown", .error, "No such code was issued",
      fix: "send the code of the callback as it came", documentation: Guide.codeFlow,
      specification: "RFC 6749 §5.2")
    static let codeExpired = Rule(
      "reuseid.code-expired", .error, "The code has expired",
      fix: "exchange the code at once", documentation: Guide.codeFlow, specification: "RFC 6749 §4.1.2")
    static let codeReused = Rule(
      "reuseid.code-reused", .error, "The code was exchanged before",
      fix: "exchange a code once", documentation: Guide.codeFlow, specification: "RFC 6749 §4.1.2")
    static let codeOfOther = Rule(
      "reuseid.code-of-other-client", .error, "The code, token or request was issued to another client",
      fix: "use the client that began", documentation: Guide.codeFlow, specification: "RFC 6749 §5.2")
    static let redirectChanged = Rule(
      "reuseid.redirect-changed", .error, "redirect_uri is not the one of the authentication request",
      fix: "send the same redirect_uri twice", documentation: Guide.codeFlow, specification: "RFC 6749 §4.1.3"
    )
    static let verifierWrong = Rule(
      "reuseid.verifier-wrong", .error, "code_verifier is missing or does not belong to code_challenge",
      fix: "keep the verifier of this login and send it", documentation: Guide.codeFlow,
      specification: "RFC 7636 §4.6")
    static let expiryMalformed = Rule(
      "reuseid.expiry-malformed", .error, "requested_expiry is no positive whole number of seconds",
      fix: "send seconds, such as 120", documentation: Guide.backchannel,
      specification: "OpenID Connect CIBA Core §7.1")
    static let expirySpelling = Rule(
      "reuseid.expiry-spelling", .warning, "request_expiry is the spelling of one page only",
      fix: "send requested_expiry", documentation: Guide.backchannel,
      specification: "OpenID Connect CIBA Core §7.1")
    static let parametersInQuery = Rule(
      "reuseid.parameters-in-query", .warning,
      "The backchannel request has its parameters in the URL, where they reach logs",
      fix: "send them as a form", documentation: Guide.backchannel,
      specification: "OpenID Connect CIBA Core §7.1")
    static let requestUnknown = Rule(
      "reuseid.auth-req-id-unknown", .error, "No such auth_req_id was issued",
      fix: "send the auth_req_id of the backchannel answer", documentation: Guide.backchannel,
      specification: "OpenID Connect CIBA Core §11")
    static let polledTooFast = Rule(
      "reuseid.polled-too-fast", .error,
      "The token endpoint is asked again before interval seconds have passed",
      fix: "wait for interval seconds between two calls, and five more after each slow_down",
      documentation: Guide.backchannel, specification: "OpenID Connect CIBA Core §11")
    static let accessTokenMissing = Rule(
      "reuseid.access-token-missing", .error, "The userinfo request carries no access token in its header",
      fix: "send Authorization: Bearer with the access token", documentation: Guide.codeFlow,
      specification: "RFC 6750 §2.1")
    static let accessTokenUnknown = Rule(
      "reuseid.access-token-unknown", .error, "No such access token was issued to a login",
      fix: "send the access_token of the token response", documentation: Guide.codeFlow,
      specification: "RFC 6750 §3.1")
    static let accessTokenExpired = Rule(
      "reuseid.access-token-expired", .error, "The access token has expired",
      fix: "call userinfo within expires_in seconds", documentation: Guide.codeFlow,
      specification: "RFC 6750 §3.1")
  }
}
