import Flow
import OpenID

enum BioIDConnectRules {
  /// The vendor documents little more than the endpoints of OAuth 2.0, so these rules are from the specifications.
  static let book = RuleBook("bioid")
    .with(
      .requestMalformed.named("request-malformed"), .clientUnknown, from: BioIDGuide.connect,
      at: BioIDEndpoint.connectAuthorize, .oauthAuthorization, .connectToken, .oauthToken
    )
    .taking(.parameterRepeated, .contentType, .bodyMalformed, .fieldRepeated, for: .requestMalformed)
    .taking(.authenticatedUnknown, for: .clientUnknown)
    .with(
      .clientMissing, .redirectMissing, .redirectMismatch, .redirectQuery,
      .responseTypeUnsupported.named("response-type"), .responseModeUnsupported.graded(.warning),
      .scopeUnknown.fixed(by: "ask for basic, openid, profile, email or offline_access"),
      .stateMissing.named("connect-state-missing"), .stateShort.named("connect-state-short"),
      .nonceShort.named("connect-nonce-short"),
      .personUnknown.fixed(by: "send the BCID or e-mail address of a person of world.json"), .personMadeUp,
      .secretInFrontChannel, .challengeMalformed,
      from: BioIDGuide.connect, at: BioIDEndpoint.connectAuthorize, .oauthAuthorization
    )
    .taking(.responseTypeMissing, for: .responseTypeUnsupported)
    .taking(.redirectUnsafe, for: .redirectMismatch)
    .with(
      .authenticationMissing.named("client-secret-missing"), .authenticatedTwice, .secretWrong,
      .clientMismatch.named("client-mismatch"),
      .grantTypeUnsupported.named("grant-type").fixed(by: "send authorization_code or refresh_token"),
      .codeUnknown, .codeReused, .codeExpired, .codeOfOther,
      .redirectChanged.named("redirect-uri-changed"), .verifierMismatch.named("code-verifier-wrong"),
      .verifierUnexpected, .addressClash, .nonceReused, .keySetEachLogin, .userinfoNeverCalled,
      from: BioIDGuide.connect, at: BioIDEndpoint.connectToken, .oauthToken
    )
    .taking(.basicMalformed, .secretUnexpected, for: .authenticationMissing)
    .taking(
      .fieldMissing.fixed(by: "send grant_type, and what its grant needs"), for: .grantTypeUnsupported
    )
    .taking(.verifierMissing, for: .verifierMismatch)
    .with(
      .accessTokenMissing, .accessTokenUnknown, .accessTokenExpired, from: BioIDGuide.connect,
      at: BioIDEndpoint.connectUserinfo, .peopleMe
    )
    .taking(.accessTokenMalformed, .accessTokenInQuery, for: .accessTokenMissing)
    .with(
      .openIDMissing, from: BioIDGuide.connect, at: BioIDEndpoint.connectUserinfo
    )
    .with(.loginExpired, from: BioIDGuide.connect, at: BioIDEndpoint.connectPage)
    .sharing(
      BWSAuthenticationRules.clientUnregistered, as: .clientUnregistered, .authenticatedUnregistered
    )
    .with(
      .scenarioUnfinished.named("connect-scenario-unfinished"), from: BioIDGuide.scenarios,
      at: BioIDEndpoint.connectAuthorize, .oauthAuthorization
    )
    .sharing(BWSTokenRules.scenarioUnknown, as: .scenarioUnknown)
}
