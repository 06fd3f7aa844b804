import Flow
import OpenID

/// What an OpenID client can get wrong in the vendor's own additions.
enum OpenIDRules {
  static let all: [Rule] = [
    acrValues, hintMalformed, hintUnknown, acceptMissing, completeWithAccept, completeTooEarly,
    polledAfterEnd, handleUnknown, expirySpelling,
  ]

  static let acrValues = Rule(
    "reuseid.acr-values", .error, "acr_values does not name MobileID",
    fix: "send acr_values=idp:mobileid, or the method of the older address", documentation: Guide.codeFlow)
  static let hintMalformed = Rule(
    "reuseid.login-hint-malformed", .error,
    "login_hint does not name user and device as this address wants it",
    fix:
      "send userId:<uuid> deviceId:<uuid> in one login_hint; at the older address deviceId-…, externalRef-… and others in one each",
    documentation: Guide.backchannel)
  static let hintUnknown = Rule(
    "reuseid.login-hint-unknown", .error, "login_hint names no user or device that exists",
    fix: "send the ids of a device that was activated", documentation: Guide.backchannel,
    specification: "OpenID Connect CIBA Core §13")
  static let acceptMissing = Rule(
    "reuseid.accept-missing", .warning,
    "The older authorization endpoint is called without Accept: application/json, so it does not answer as it answers apps",
    fix: "send Accept: application/json with authorize", documentation: Guide.inApp)
  static let completeWithAccept = Rule(
    "reuseid.complete-with-accept", .error,
    "completeUrl is called by a client that accepts nothing but JSON",
    fix: "call completeUrl without Accept: application/json and follow the redirects",
    documentation: Guide.finalise)
  static let completeTooEarly = Rule(
    "reuseid.complete-too-early", .error, "completeUrl is called although the operation is not complete",
    fix: "call completeUrl when the status is COMPLETED", documentation: Guide.finalise)
  static let polledAfterEnd = Rule(
    "reuseid.polled-after-end", .warning,
    "The status is asked for again and again although the operation has ended",
    fix: "stop asking when the operation can no longer complete, at the latest after its time",
    documentation: Guide.finalise)
  static let handleUnknown = Rule(
    "reuseid.operation-unknown", .error, "No operation has this address",
    fix: "call statusUrl and completeUrl as authorize answered them", documentation: Guide.finalise)
  static let expirySpelling = Rule(
    "reuseid.expiry-spelling", .warning, "request_expiry is the spelling of one page only",
    fix: "send requested_expiry", documentation: Guide.backchannel,
    specification: "OpenID Connect CIBA Core §7.1")
}

extension OpenIDRules {
  /// The rules of OpenID Connect as they apply to clients of MobileID.
  static let book = RuleBook("reuseid")
    .with(
      .requestMalformed.named("request-malformed"),
      .openIDMissing.named("scope-without-openid")
        .fixed(by: "send scope=openid mobileid mobileid-extra"),
      from: Guide.codeFlow, at: ReuseIDEndpoint.authorize, .ciba
    )
    .taking(.bindingMessage, for: .requestMalformed)
    .with(
      .parameterRepeated.named("parameter-twice"), .clientUnknown,
      .scopeUnknown.fixed(
        by: "use openid, profile, mobileid and mobileid-extra; backends use signicat-api"),
      from: Guide.codeFlow, at: ReuseIDEndpoint.authorize, .ciba, .token
    )
    .taking(.fieldRepeated, for: .parameterRepeated)
    .taking(.clientMissing, .authenticatedUnknown, .authenticatedUnregistered, for: .clientUnknown)
    .taking(.scopeNotAllowed, for: .scopeUnknown)
    .with(
      .redirectMissing.named("redirect-missing"), .redirectMismatch.named("redirect-unregistered"),
      .redirectQuery.named("redirect-extra-query"), .responseTypeUnsupported.named("response-type"),
      .responseModeUnsupported.graded(.warning),
      .stateMissing, .stateShort, .nonceShort, .secretInFrontChannel,
      .challengeMalformed.named("proof-key-malformed"), .challengeMethod,
      from: Guide.codeFlow, at: ReuseIDEndpoint.authorize
    )
    .with(.scenarioUnfinished, from: Guide.scenarios, at: ReuseIDEndpoint.authorize)
    .with(.loginExpired, from: Guide.codeFlow, at: ReuseIDEndpoint.authorizePage)
    .with(
      .objectMalformed.fixed(by: "send a compact JWS"), .objectAlgorithm, .objectSignature, .objectExpired,
      .objectClient.named("request-object-client"), .objectNested, .objectResponseType, .objectMemberType,
      from: Guide.requestObjects, at: ReuseIDEndpoint.authorize
    )
    .taking(.objectKeyMissing, .objectKeyUnknown, .clientKeysUnavailable, for: .objectSignature)
    .taking(.objectIssuer, for: .objectClient)
    .with(.objectUnverified, from: Guide.scenarios, at: ReuseIDEndpoint.authorize)
    .taking(.redirectUnsafe, .redirectUnchecked, for: .redirectMismatch)
    .taking(.responseTypeMissing, for: .responseTypeUnsupported)
    .with(
      .authenticationMissing.named("client-unauthenticated")
        .fixed(by: "send Authorization: Basic with the form-encoded client id and secret"),
      .bodyMalformed.named("form-malformed")
        .fixed(by: "send application/x-www-form-urlencoded, with every value percent-encoded"),
      .authenticatedTwice, .basicNotEncoded, from: Guide.quickStart, at: ReuseIDEndpoint.ciba, .token
    )
    .taking(.basicMalformed, .secretWrong, .secretUnexpected, .clientMismatch, for: .authenticationMissing)
    .taking(.contentType, for: .bodyMalformed)
    .with(
      .grantTypeUnsupported.named("grant-type-unknown")
        .fixed(by: "send client_credentials, authorization_code or \(BackchannelGrant.type)"),
      .queryParameters, from: Guide.quickStart, at: ReuseIDEndpoint.token
    )
    .taking(
      .fieldMissing.fixed(by: "send grant_type, and what its grant needs"), for: .grantTypeUnsupported
    )
    .with(
      .codeUnknown, .codeExpired, .codeReused, .codeOfOther, .redirectChanged.named("redirect-changed"),
      .verifierMismatch.named("verifier-wrong"), .verifierUnexpected, .addressClash, .nonceReused,
      .keySetEachLogin, from: Guide.codeFlow, at: ReuseIDEndpoint.token
    )
    .taking(.verifierMissing, for: .verifierMismatch)
    .with(
      .backchannelQuery.named("parameters-in-query"), .expiryMalformed.named("expiry-malformed"),
      from: Guide.backchannel, at: ReuseIDEndpoint.ciba
    )
    .sharing(OpenIDRules.hintMalformed, as: .backchannelHint)
    .with(.authRequestUnknown, .polledTooFast, from: Guide.backchannel, at: ReuseIDEndpoint.token)
    .taking(.slowDownIgnored, for: .polledTooFast)
    .taking(.authRequestOfOther, for: .codeOfOther)
    .taking(.authRequestReused, for: .codeReused)
    .with(
      .accessTokenMissing, .accessTokenUnknown, .accessTokenExpired, from: Guide.codeFlow,
      at: ReuseIDEndpoint.userinfo
    )
    .taking(.accessTokenMalformed, .accessTokenInQuery, for: .accessTokenMissing)
}
