import OpenID

// The rules of OpenID Connect that apply to clients of every version, as the vendor's portal words them; a version's
// book takes whole groups, and cites its own documentation.

extension OpenIDRule {
  /// About authorization requests.
  static let ofServiceRequests: [OpenIDRule] = [
    .clientMissing.named("client-id-missing")
      .fixed(by: "send the partner code of the B2B portal as client_id"),
    .clientUnknown.named("client-id-unknown")
      .fixed(by: "register the client in world.json or with --client, or correct the id"),
    .redirectMissing.fixed(by: "send the redirect URI registered for the service"),
    .openIDMissing.fixed(by: "send scope=\"openid service:CODE\""), .responseTypeMissing, .parameterRepeated,
    .requestMalformed, .stateMissing, .stateShort, .nonceMissing, .nonceShort, .secretInFrontChannel,
    .challengeMalformed.named("code-challenge-unsupported"),
    .serviceUnknown, .serviceMissing, .serviceSpaced, .serviceRepeated, .displayUnsupported,
    .parameterIgnored, .claimsMalformed, .claimsDoubleEncoded, .claimsMemberUnknown, .loginHintMalformed,
    .localeUnsupported, .maxAgeMalformed, .posted, .postedOnPhone, .subjectUnknown,
  ]

  /// About the client and its redirect URI.
  static let ofServiceClients: [OpenIDRule] = [
    .clientUnregistered.fixed(by: registration),
    .redirectMismatch.fixed(
      by: "send exactly the URI registered for the service, and put what varies into state"),
    .redirectQuery,
    .redirectUnchecked.named("redirect-uri-unregistered")
      .fixed(by: "register the redirect URI for the service, as itsme demands"),
  ]

  /// About the response in the redirect.
  static let ofServiceAnswers: [OpenIDRule] = [
    .redirectUnsafe,
    .responseTypeUnsupported.fixed(
      by: "send response_type=code: itsme knows the authorization code flow only"), .promptNone,
  ]

  /// About the person that a request names.
  static let ofPeople: [OpenIDRule] = [
    .personUnknown.fixed(
      by: "add a person with this phone_number to world.json, or use one of the default people"),
    .personMadeUp,
  ]

  /// About the requested claims.
  static let ofClaims: [OpenIDRule] = [.claimUnknown, .claimNotAllowed, .claimValueForbidden]

  /// About request objects.
  static let ofServiceObjects: [OpenIDRule] = [
    .objectMalformed.fixed(by: "send a compact JWS, or a JWE that holds one"), .objectUndecryptable,
    .objectAlgorithm, .objectKeyMissing, .objectKeyUnknown, .objectSignature, .objectIssuer,
    .objectAudience, .objectClient, .objectResponseType, .objectExpired, .objectNested, .objectMemberType,
    .objectAudienceUnusual, .objectScopeInside, .objectAlone, .objectLate, .objectClaimsText,
  ]

  /// About the client's keys.
  static let ofServiceKeys: [OpenIDRule] = [
    .clientKeysUnavailable, .clientKeysSelfSigned, .clientKeysPrivate,
  ]

  /// About client authentication by keys.
  static let ofAssertions: [OpenIDRule] = [
    .authenticatedTwice, .assertionMissing, .assertionType,
    .authenticatedUnknown.fixed(by: "set iss and sub of the assertion to your client_id"),
    .clientMismatch.fixed(by: "leave client_id out or send the assertion's sub"),
    .assertionMalformed, .assertionUndecryptable, .assertionAlgorithm, .assertionKeyMissing,
    .assertionKeyUnknown, .assertionSignature, .assertionIssuer,
    .assertionAudience.fixed(
      by: "set aud to the token_endpoint of the discovery document; many libraries send the issuer"),
    .assertionIdentifierMissing, .assertionIdentifierLong, .assertionReused, .assertionExpiryMissing,
    .assertionExpired, .assertionLate, .assertionNotYetValid, .assertionExpiryFar, .assertionExpiryTooFar,
    .assertionTypeUnusual,
  ]

  /// About the exchange of a code.
  static let ofExchanges: [OpenIDRule] = [
    .contentType, .bodyMalformed, .queryParameters,
    .grantTypeUnsupported.fixed(by: "send grant_type=authorization_code; itsme has no refresh tokens"),
    .codeUnknown, .codeReused, .codeOfOther, .redirectChanged, .verifierMissing,
    .verifierMalformed, .verifierMismatch, .verifierUnexpected, .tokenImpossible, .fieldRepeated,
    .keySetEachLogin,
    .codeExpired.fixed(by: "exchange the code within three minutes of the callback"), .nonceReused,
  ]

  /// About userinfo.
  static let ofUserinfo: [OpenIDRule] = [
    .accessTokenMissing, .accessTokenMalformed, .accessTokenUnknown,
    .accessTokenExpired.fixed(
      by: "call userinfo at once after the token response; itsme has no refresh tokens"),
    .accessTokenInQuery,
  ]

  static let registration = "register it in world.json or with --client; --strict refuses it as itsme does"
}
