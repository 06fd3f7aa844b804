import Flow
import OpenID

/// The rules of OpenID Connect and itsme's own, with the sections of the guide.
enum OpenIDRules {
  static let book = userInfoRules(tokenRules(assertionRules(objectRules(requestRules(appRules)))))

  private static let appRules = RuleBook("itsme")
    .with(
      .serviceUnknown, .serviceMissing, .serviceSpaced, .serviceRepeated, .displayUnsupported, .promptLogin,
      .parameterIgnored, .claimsMalformed, .claimsDoubleEncoded, .claimsMemberUnknown, .acrUnknown,
      .loginHintMalformed, .localeUnsupported, .maxAgeMalformed, .posted, .postedOnPhone, .subjectUnknown,
      .subjectMismatch, from: Guide.authorize, at: ItsmeEndpoint.authorize
    )
    .with(
      .promptNone, .requestURIUnsupported, .registrationUnsupported, from: Guide.authorizeAnswer,
      at: ItsmeEndpoint.authorize
    )
    .with(
      .claimUnknown, .claimNotAllowed, .claimValueForbidden, .tagDeprecated, from: Guide.claims,
      at: ItsmeEndpoint.authorize)

  private static func requestRules(_ book: RuleBook) -> RuleBook {
    book
      .with(
        .clientMissing.named("client-id-missing")
          .fixed(by: "send the partner code of the B2B portal as client_id"),
        .clientUnknown.named("client-id-unknown")
          .fixed(
            by: "register the client in world.json or with --client itsme:ID,redirect=URL, or correct the id"),
        .redirectMissing.fixed(by: "send the redirect URI registered for the service"),
        .openIDMissing.fixed(by: "send scope=\"openid service:CODE\""), .responseTypeMissing,
        .promptUnsupported.fixed(by: "leave prompt out or send prompt=consent"), .parameterRepeated,
        .requestMalformed, .stateMissing, .stateShort, .nonceMissing, .nonceShort,
        .challengeMalformed.named("code-challenge-unsupported"), from: Guide.authorize,
        at: ItsmeEndpoint.authorize
      )
      .with(
        .clientUnregistered.fixed(by: registration),
        .redirectMismatch.fixed(
          by: "send exactly the URI registered for the service, and put what varies into state"),
        .redirectQuery,
        .redirectUnchecked.named("redirect-uri-unregistered")
          .fixed(by: "register the redirect URI for the service, as itsme demands"),
        from: Guide.sandbox, at: ItsmeEndpoint.authorize
      )
      .with(
        .redirectUnsafe,
        .responseTypeUnsupported.fixed(
          by: "send response_type=code: itsme knows the authorization code flow only"),
        from: Guide.authorizeAnswer, at: ItsmeEndpoint.authorize
      )
      .with(
        .personUnknown.fixed(
          by: "add a person with this phone_number to world.json, or use one of the default people"),
        from: Guide.authorize, at: ItsmeEndpoint.authorize, .authorizePage
      )
      .with(.loginExpired, from: Guide.authorizeAnswer, at: ItsmeEndpoint.authorize, .authorizePage)
      .with(
        .scenarioUnfinished, .scenarioUnknown,
        from: Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets"),
        at: ItsmeEndpoint.authorize)
  }

  private static let registration =
    "register it in world.json or with --client itsme:ID,redirect=URL; --strict refuses it as itsme does"

  private static func objectRules(_ book: RuleBook) -> RuleBook {
    book.with(
      .objectMalformed.fixed(by: "send a compact JWS, or a JWE that holds one"), .objectUndecryptable,
      .objectAlgorithm, .objectKeyMissing, .objectKeyUnknown, .objectSignature, .objectIssuer,
      .objectAudience, .objectClient, .objectResponseType, .objectExpired, .objectNested,
      .objectMemberType, from: Guide.authorizeAnswer, at: ItsmeEndpoint.authorize
    )
    .with(
      .objectAudienceUnusual, .objectScopeInside, .objectAlone, .objectUnsigned, .objectLate,
      .objectClaimsText, from: Guide.authorize, at: ItsmeEndpoint.authorize
    )
    .with(
      .clientKeysUnavailable, .clientKeysSelfSigned, from: Guide.sandbox, at: ItsmeEndpoint.authorize, .token
    )
    .with(
      .keyEncryptionUnlisted, .contentEncryptionUnlisted, from: Guide.discovery,
      at: ItsmeEndpoint.authorize, .token)
  }

  private static func assertionRules(_ book: RuleBook) -> RuleBook {
    book.with(
      .secretInsteadOfAssertion, .authenticatedTwice, .assertionMissing, .assertionType,
      .authenticatedUnknown.fixed(by: "set iss and sub of the assertion to your client_id"),
      .clientMismatch.fixed(by: "leave client_id out or send the assertion's sub"),
      .assertionMalformed, .assertionUndecryptable, .assertionAlgorithm, .assertionTypeHeader,
      .assertionKeyMissing, .assertionKeyUnknown, .assertionSignature, .assertionIssuer,
      .assertionAudience.fixed(
        by: "set aud to the token_endpoint of the discovery document; many libraries send the issuer"),
      .assertionAudienceUnusual.named("assertion-audience-issuer")
        .fixed(by: "set aud to the token_endpoint: it is the one that the guide documents"),
      .assertionIdentifierMissing, .assertionIdentifierLong, .assertionReused, .assertionExpiryMissing,
      .assertionExpired, .assertionLate, .assertionNotYetValid, .assertionExpiryFar,
      .assertionExpiryTooFar, .assertionTypeUnusual, from: Guide.token, at: ItsmeEndpoint.token
    )
    .with(
      .authenticatedUnregistered.fixed(by: registration), from: Guide.sandbox, at: ItsmeEndpoint.token
    )
    .with(.assertionUnverified, from: Guide.token, at: ItsmeEndpoint.authorize, .token)
    .taking(.objectUnverified, for: .assertionUnverified)
  }

  private static func tokenRules(_ book: RuleBook) -> RuleBook {
    book.with(
      .tokenMethod, .contentType, .bodyMalformed,
      .fieldMissing.fixed(
        by: "send grant_type, code, redirect_uri, client_assertion and client_assertion_type"),
      .queryParameters,
      .grantTypeUnsupported.fixed(by: "send grant_type=authorization_code; itsme has no refresh tokens"),
      .codeUnknown, .codeReused, .codeOfOther, .redirectChanged, .verifierMissing, .verifierMismatch,
      .verifierUnexpected, .tokenImpossible, from: Guide.token, at: ItsmeEndpoint.token
    )
    .with(.fieldRepeated, .keySetEachLogin, from: Guide.tokenAnswer, at: ItsmeEndpoint.token)
    .with(
      .codeExpired.fixed(by: "exchange the code within three minutes of the callback"),
      from: Guide.authorizeAnswer, at: ItsmeEndpoint.token
    )
    .with(.nonceReused, from: Guide.authorize, at: ItsmeEndpoint.token)
    .with(.addressClash, from: Guide.discovery, at: ItsmeEndpoint.token, .userinfo)
    .with(.encryptionKeyMissing, from: Guide.sandbox, at: ItsmeEndpoint.token, .userinfo)
  }

  private static func userInfoRules(_ book: RuleBook) -> RuleBook {
    book.with(
      .accessTokenMissing, .accessTokenMalformed, .accessTokenUnknown,
      .accessTokenExpired.fixed(
        by: "call userinfo at once after the token response; itsme has no refresh tokens"),
      .accessTokenInQuery, from: Guide.claims, at: ItsmeEndpoint.userinfo
    )
    .with(.userinfoNeverCalled, from: Guide.claims, at: ItsmeEndpoint.token)
  }
}
