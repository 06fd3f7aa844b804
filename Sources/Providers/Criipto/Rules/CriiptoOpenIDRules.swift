import Flow
import OpenID

enum CriiptoOpenIDRules {
  /// The rules of OpenID Connect, with the pages of the vendor's documentation.
  static let book = RuleBook("criipto").authorization.requestObjects.pushed.authentication.tokens
    .userinfo
}

extension RuleBook {
  /// A request is checked when it is pushed, and again when it is used (§1.2, §1.8).
  fileprivate var authorization: RuleBook {
    with(
      .requestMalformed.named("authorize-malformed"), from: CriiptoGuide.intro, at: CriiptoEndpoint.authorize
    )
    .with(.clientMissing, from: CriiptoGuide.intro, at: CriiptoEndpoint.authorize, .configuration)
    .with(
      .clientUnknown.fixed(by: "use the client_id of the dashboard, or register it in world.json"),
      from: CriiptoGuide.errors, at: CriiptoEndpoint.authorize, .configuration
    )
    .with(
      .clientUnregistered, from: CriiptoGuide.emulator,
      at: CriiptoEndpoint.authorize, .par, .token, .headless
    )
    .taking(.authenticatedUnregistered, for: .clientUnregistered)
    .with(
      .parameterRepeated,
      .redirectMissing.fixed(by: "send one of the registered callback URLs"), .redirectUnsafe,
      .redirectMismatch.named("redirect-uri-unregistered").fixed(by: "register exactly the URL that is sent"),
      .redirectQuery.graded(.warning).fixed(
        by:
          "register the URL with its query, or put what varies into state; the vendor's SDK for Express sends /callback?returnTo=…, which the quirk \"redirect_uri_query\": \"allowed\" lets in"
      ), .redirectFragment, .responseTypeMissing, .responseTypeUnsupported,
      .responseModeUnsupported.fixed(by: "send query, fragment, form_post, json or post_message"),
      .openIDMissing,
      .scopeUnknown.fixed(by: "send address, email, phone, birthdate, ssn or evidence beside openid"),
      .challengeMissing, .challengeMethod, .challengeMalformed,
      from: CriiptoGuide.intro, at: CriiptoEndpoint.authorize, .par
    )
    .with(
      .promptUnsupported.named("prompt-unknown")
        .fixed(by: "send none alone, or some of login, consent and consent_revoke"),
      from: CriiptoGuide.singleSignOn, at: CriiptoEndpoint.authorize, .par
    )
    .with(
      .stateMissing, .stateShort, .requestUnbound, .nonceMissing.graded(.error), .codeNonceMissing,
      .nonceLeftToProofKey, .nonceShort, .secretInFrontChannel, from: CriiptoGuide.security,
      at: CriiptoEndpoint.authorize, .par
    )
    .with(.redirectUnchecked, from: CriiptoGuide.emulator, at: CriiptoEndpoint.authorize, .par)
    .with(
      .personUnknown.graded(.error).fixed(
        by: "send the number of a person of world.json, or run without --strict, where a person is made up"),
      from: CriiptoGuide.prefilled, at: CriiptoEndpoint.authorize, .headless
    )
    .with(.scenarioUnfinished, from: CriiptoGuide.emulator, at: CriiptoEndpoint.authorize, .par)
    .with(.scenarioUnknown, from: CriiptoGuide.emulator, at: CriiptoEndpoint.authorize, .par, .headless)
    .with(
      .loginExpired, from: CriiptoGuide.errors,
      at: CriiptoEndpoint.select, .postMessage, .mitIDPage, .mitIDApp, .bankIDPage, .bankIDApp
    )
  }

  /// Signed request objects (§1.2, `request`).
  fileprivate var requestObjects: RuleBook {
    with(
      .objectMalformed.fixed(by: "send a compact JWS"), .objectAlgorithm, .objectSignature, .objectExpired,
      .objectClient.named("request-object-client"), .objectNested, .objectResponseType,
      .objectMemberType, from: CriiptoGuide.intro, at: CriiptoEndpoint.authorize, .par
    )
    .taking(.objectKeyMissing, .objectKeyUnknown, for: .objectSignature)
    .taking(.objectIssuer, for: .objectClient)
    .with(.objectUnverified, from: CriiptoGuide.emulator, at: CriiptoEndpoint.authorize, .par)
  }

  /// Pushed authorization requests (§1.7).
  fileprivate var pushed: RuleBook {
    with(
      .pushRequired, .parametersBesidePushed, .requestURIUnknown, .requestURIExpired, .requestURIReused,
      from: CriiptoGuide.pushed, at: CriiptoEndpoint.authorize
    )
    .with(.pushNested, from: CriiptoGuide.pushed, at: CriiptoEndpoint.par)
  }

  /// Clients authenticate in the same way at the token, PAR and headless endpoints (§1.7).
  fileprivate var authentication: RuleBook {
    with(
      .contentType, .bodyMalformed, .fieldRepeated, .fieldMissing, .queryParameters,
      .authenticationMissing.fixed(
        by: "send its secret with Basic, or a client_assertion; only public applications send client_id alone"
      ),
      .authenticatedUnknown.fixed(by: "use the client_id of the dashboard"), .clientMismatch, .secretInBody,
      .authenticatedTwice, .secretWrong, .secretOfPublicClient, .basicMalformed, .basicNotEncoded,
      from: CriiptoGuide.intro, at: CriiptoEndpoint.token, .par, .headless
    )
    .with(
      .secretUnexpected, .assertionType, .assertionMalformed.fixed(by: "send a compact JWS"),
      .assertionAlgorithm, .assertionSignature, .assertionIssuer,
      .assertionAudience.fixed(by: "set aud to the domain's URL, which is the issuer"),
      .assertionAudienceUnusual.named("assertion-audience-endpoint")
        .fixed(by: "set aud to the domain's URL: it is the one that is documented"),
      .assertionExpiryMissing, .assertionExpired,
      .assertionExpiryFar.fixed(by: "let exp be at most five minutes from now"),
      .assertionReused.graded(.warning), .assertionKeyMissing.graded(.note),
      from: CriiptoGuide.privateKey, at: CriiptoEndpoint.token, .par, .headless
    )
    .taking(.assertionKeyUnknown, for: .assertionSignature)
    .taking(.assertionNotYetValid, for: .assertionExpired)
    .with(
      .assertionUnverified, from: CriiptoGuide.emulator, at: CriiptoEndpoint.token, .par, .headless
    )
    .with(
      .clientKeysUnavailable, from: CriiptoGuide.privateKey,
      at: CriiptoEndpoint.authorize, .par, .token, .headless, .userinfo
    )
  }

  /// The token endpoint (§2.6), and rules that several logins break together.
  fileprivate var tokens: RuleBook {
    with(
      .grantTypeUnsupported.fixed(by: "send grant_type=authorization_code; there are no refresh tokens"),
      .redirectChanged, .verifierMissing, .verifierMismatch,
      from: CriiptoGuide.intro, at: CriiptoEndpoint.token
    )
    .with(
      .codeUnknown, .codeExpired, .codeReused, .codeOfOther, from: CriiptoGuide.errors,
      at: CriiptoEndpoint.token
    )
    .with(.verifierUnexpected, .nonceReused, from: CriiptoGuide.security, at: CriiptoEndpoint.token)
    .with(.keySetEachLogin, .addressClash, from: CriiptoGuide.metadata, at: CriiptoEndpoint.token)
    .with(.tokenImpossible, from: CriiptoGuide.emulator, at: CriiptoEndpoint.authorize, .token)
  }

  /// Userinfo (§1.7).
  fileprivate var userinfo: RuleBook {
    with(
      .accessTokenMissing.named("userinfo-token-missing"),
      .accessTokenMalformed.named("userinfo-token-malformed"),
      .accessTokenInQuery.named("userinfo-token-in-query"),
      .encryptionKeyMissing.named("userinfo-key-missing"),
      from: CriiptoGuide.codeFlow, at: CriiptoEndpoint.userinfo
    )
    .with(
      .accessTokenUnknown.named("userinfo-token-unknown"),
      .accessTokenExpired.named("userinfo-token-expired"),
      from: CriiptoGuide.errors, at: CriiptoEndpoint.userinfo
    )
    .with(
      .userinfoNeverCalled.fixed(
        by: "read userinfo with the access token, or choose fromTokenEndpoint in the dashboard"),
      from: CriiptoGuide.codeFlow, at: CriiptoEndpoint.token
    )
  }
}
