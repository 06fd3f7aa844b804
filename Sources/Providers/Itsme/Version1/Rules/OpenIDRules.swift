import Flow
import OpenID

/// The rules of OpenID Connect and itsme's own, with the sections of the guide.
enum OpenIDRules {
  static let book = tokenRules(clientRules(objectRules(requestRules)))

  private static let requestRules = RuleBook("itsme")
    .with(all: OpenIDRule.ofServiceRequests, from: Guide.authorize, at: [ItsmeEndpoint.authorize])
    .with(
      .promptUnsupported.fixed(by: "leave prompt out or send prompt=consent"), .promptLogin, .acrUnknown,
      .subjectMismatch, from: Guide.authorize, at: ItsmeEndpoint.authorize
    )
    .with(all: OpenIDRule.ofServiceClients, from: Guide.sandbox, at: [ItsmeEndpoint.authorize])
    .with(all: OpenIDRule.ofServiceAnswers, from: Guide.authorizeAnswer, at: [ItsmeEndpoint.authorize])
    .with(
      .requestURIUnsupported, .registrationUnsupported, from: Guide.authorizeAnswer,
      at: ItsmeEndpoint.authorize
    )
    .with(all: OpenIDRule.ofClaims, from: Guide.claims, at: [ItsmeEndpoint.authorize])
    .with(.tagDeprecated, from: Guide.claims, at: ItsmeEndpoint.authorize)
    .with(all: OpenIDRule.ofPeople, from: Guide.authorize, at: [ItsmeEndpoint.authorize, .authorizePage])
    .with(.loginExpired, from: Guide.authorizeAnswer, at: ItsmeEndpoint.authorize, .authorizePage)
    .with(
      .scenarioUnfinished, .scenarioUnknown,
      from: Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets"),
      at: ItsmeEndpoint.authorize)

  private static func objectRules(_ book: RuleBook) -> RuleBook {
    book.with(all: OpenIDRule.ofServiceObjects, from: Guide.authorizeAnswer, at: [ItsmeEndpoint.authorize])
      .with(.objectUnsigned, from: Guide.authorize, at: ItsmeEndpoint.authorize)
      .with(all: OpenIDRule.ofServiceKeys, from: Guide.sandbox, at: [ItsmeEndpoint.authorize, .token])
      .with(
        .keyEncryptionUnlisted, .contentEncryptionUnlisted, .encryptionKeyUnknown.graded(.warning),
        from: Guide.discovery,
        at: ItsmeEndpoint.authorize, .token)
  }

  private static func clientRules(_ book: RuleBook) -> RuleBook {
    book.with(all: OpenIDRule.ofAssertions, from: Guide.token, at: [ItsmeEndpoint.token])
      .with(
        .secretInsteadOfAssertion, .assertionTypeHeader,
        .assertionAudienceUnusual.named("assertion-audience-issuer")
          .fixed(by: "set aud to the token_endpoint: it is the one that the guide documents"),
        from: Guide.token, at: ItsmeEndpoint.token
      )
      .with(
        .authenticatedUnregistered.fixed(by: OpenIDRule.registration), from: Guide.sandbox,
        at: ItsmeEndpoint.token
      )
      .with(.assertionUnverified, from: Guide.token, at: ItsmeEndpoint.authorize, .token)
      .taking(.objectUnverified, for: .assertionUnverified)
  }

  private static func tokenRules(_ book: RuleBook) -> RuleBook {
    book.with(all: OpenIDRule.ofExchanges, from: Guide.token, at: [ItsmeEndpoint.token])
      .with(
        .tokenMethod,
        .fieldMissing.fixed(
          by: "send grant_type, code, redirect_uri, client_assertion and client_assertion_type"),
        from: Guide.token, at: ItsmeEndpoint.token
      )
      .with(.addressClash, from: Guide.discovery, at: ItsmeEndpoint.token, .userinfo)
      .with(.encryptionKeyMissing, from: Guide.sandbox, at: ItsmeEndpoint.token, .userinfo)
      .with(all: OpenIDRule.ofUserinfo, from: Guide.claims, at: [ItsmeEndpoint.userinfo])
      .with(.userinfoNeverCalled, from: Guide.claims, at: ItsmeEndpoint.token)
  }
}
