import Flow
import OpenID

/// The rules of OpenID Connect, with the sections of the vendor's pages; `ClaimRules` has those about requested data.
enum ItsmeV2Rules {
  static let book = BackchannelRules.added(to: tokenRules(clientRules(objectRules(requestRules))))

  /// The endpoints where clients authenticate.
  private static let backend: [ItsmeV2Endpoint] = [
    .token, .revoke, .userDiscovery, .userDiscoveryPoll, .backchannel,
  ]

  private static let requestRules = RuleBook("itsme-v2")
    .with(
      all: requests.filter { !scopes.contains($0) }, from: ItsmeV2Guide.request,
      at: [ItsmeV2Endpoint.authorize]
    )
    .with(
      all: requests.filter { scopes.contains($0) } + [
        .acrUnknown.fixed(
          by: "send http://itsme.services/v2/claim/acr_basic or http://itsme.services/v2/claim/acr_advanced"),
        .scopeUnknown,
      ], from: ItsmeV2Guide.request, at: [ItsmeV2Endpoint.authorize, .backchannel]
    )
    .with(
      .promptUnsupported.fixed(by: "leave prompt out"), .challengeMethod.named("pkce-plain"),
      .challengeDemanded, .challengeAdvised,
      from: ItsmeV2Guide.request, at: ItsmeV2Endpoint.authorize
    )
    .with(
      .redirectNotSecure, .redirectWithFragment, .redirectScheme, from: ItsmeV2Guide.redirect,
      at: ItsmeV2Endpoint.authorize
    )
    .with(all: OpenIDRule.ofServiceClients, from: ItsmeV2Guide.redirect, at: [ItsmeV2Endpoint.authorize])
    .with(all: answers, from: ItsmeV2Guide.answer, at: [ItsmeV2Endpoint.authorize])
    .with(.confirmationWithoutObject, from: ItsmeV2Guide.template, at: ItsmeV2Endpoint.authorize)
    .with(.embedded, from: ItsmeV2Guide.deepLinks, at: ItsmeV2Endpoint.authorize)
    .with(.levelUnsigned, from: ItsmeV2Guide.level, at: ItsmeV2Endpoint.authorize)
    .with(
      all: OpenIDRule.ofPeople, from: ItsmeV2Guide.request, at: [ItsmeV2Endpoint.authorize, .authorizePage]
    )
    .with(.loginExpired, from: ItsmeV2Guide.answer, at: ItsmeV2Endpoint.authorize, .authorizePage, .app)
    .with(
      .scenarioUnfinished, .scenarioUnknown,
      from: Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets"),
      at: ItsmeV2Endpoint.authorize, .userDiscovery, .backchannel)

  /// About the scope, in any request.
  private static let scopes: Set<OpenIDRule> = [
    .openIDMissing, .serviceMissing, .serviceUnknown, .serviceSpaced, .serviceRepeated,
  ]

  /// `ClaimRules` has those about claims.
  private static let requests = OpenIDRule.ofServiceRequests.filter {
    ![.claimsMalformed, .claimsDoubleEncoded, .claimsMemberUnknown, .subjectUnknown].contains($0)
  }.map { $0 == .parameterIgnored ? $0.fixed(by: "leave it out") : $0 }

  private static let answers = OpenIDRule.ofServiceAnswers.map {
    $0 == .redirectUnsafe ? $0.fixed(by: "send an absolute https URI without a fragment") : $0
  }

  /// Without those that other groups cover: a missing kid is one rule for all signatures, and any parameter must agree.
  private static let objects = OpenIDRule.ofServiceObjects.filter {
    ![.objectKeyMissing, .objectClaimsText, .objectClient, .objectResponseType].contains($0)
  }.map { rule in
    guard rule == .objectUndecryptable else { return rule }
    return rule.fixed(
      by: "encrypt with RSA-OAEP-256 and A128CBC-HS256 to the key with use=enc of the provider's jwks_uri")
  }

  private static func objectRules(_ book: RuleBook) -> RuleBook {
    book.with(all: objects, from: ItsmeV2Guide.object, at: [ItsmeV2Endpoint.authorize, .backchannel])
      .with(.objectUnencrypted, .parametersDiffer, from: ItsmeV2Guide.object, at: ItsmeV2Endpoint.authorize)
      .with(
        .requestAndReference, .referenceUnregistered, .referenceUnreachable, .referenceWithoutPort,
        .referenceLocal, .referencePlain, from: ItsmeV2Guide.reference, at: ItsmeV2Endpoint.authorize
      )
      .with(
        all: OpenIDRule.ofClientKeySets, from: ItsmeV2Guide.keys, at: [ItsmeV2Endpoint.authorize] + backend
      )
      .with(all: OpenIDRule.ofServiceKeys, from: ItsmeV2Guide.keys, at: [ItsmeV2Endpoint.authorize] + backend)
      .with(
        all: [
          .encryptionKeyUnnamed, .encryptionKeyUnknown, .encryptedTypeMissing, .encryptionOld,
          .encryptionRefused,
          .contentEncryptionUnlisted,
        ], from: ItsmeV2Guide.encryption, at: [ItsmeV2Endpoint.authorize] + backend)
  }

  /// With the vendor's own names; a client that sends no assertion may have a secret, in the form alone (T5).
  private static let assertions = OpenIDRule.ofAssertions.filter {
    ![.assertionMissing, .assertionKeyMissing].contains($0)
  }.map {
    $0 == .authenticatedTwice
      ? $0.named("secret-and-assertion").fixed(by: "send client_secret or client_assertion, not both") : $0
  }

  private static func clientRules(_ book: RuleBook) -> RuleBook {
    book.with(all: assertions, from: ItsmeV2Guide.token, at: backend)
      .with(
        all: [
          .wrongMethod, .secretInHeader, .secretInQuery, .authenticationMissing,
          .secretWrong.fixed(by: "send the secret of this client_id as client_secret, percent-encoded once"),
          .basicMalformed, .basicNotEncoded, .assertionAudienceUnusual,
          .authenticatedUnregistered.fixed(by: OpenIDRule.registration),
        ], from: ItsmeV2Guide.token, at: backend
      )
      .with(
        all: [.assertionUnverified], from: ItsmeV2Guide.token, at: [ItsmeV2Endpoint.authorize] + backend
      )
      .with(
        all: [.signingKeyUnnamed], from: ItsmeV2Guide.signing, at: [ItsmeV2Endpoint.authorize] + backend
      )
      .taking(.objectUnverified, for: .assertionUnverified)
      .sharing(.assertionKeyMissing, as: .objectKeyMissing)
  }

  /// About every form that a client's server posts.
  private static let forms: [OpenIDRule] = [.contentType, .bodyMalformed, .fieldRepeated, .queryParameters]

  private static func tokenRules(_ book: RuleBook) -> RuleBook {
    book.with(
      all: OpenIDRule.ofExchanges.filter { !forms.contains($0) }, from: ItsmeV2Guide.token,
      at: [ItsmeV2Endpoint.token]
    )
    .with(all: forms, from: ItsmeV2Guide.token, at: backend)
    .with(.tokenMethod, from: ItsmeV2Guide.token, at: ItsmeV2Endpoint.token)
    .with(
      .fieldMissing.fixed(
        by: "send grant_type, code, redirect_uri, and the registered client authentication"),
      from: ItsmeV2Guide.token, at: ItsmeV2Endpoint.token
    )
    .with(.basesClash, from: ItsmeV2Guide.discovery, at: ItsmeV2Endpoint.token, .userinfo, .picture)
    .with(.encryptionKeyMissing, from: ItsmeV2Guide.keys, at: ItsmeV2Endpoint.token, .userinfo)
    .with(
      all: OpenIDRule.ofUserinfo, from: ItsmeV2Guide.userinfo, at: [ItsmeV2Endpoint.userinfo, .picture]
    )
    .with(.userinfoNeverCalled, from: ItsmeV2Guide.userinfo, at: ItsmeV2Endpoint.token)
    .with(
      .tokenRevoked, from: ItsmeV2Guide.revoke, at: ItsmeV2Endpoint.userinfo, .picture
    )
    .with(
      .revokedTokenMissing, .revokedOfOther, .revokeByKeyClient, from: ItsmeV2Guide.revoke,
      at: ItsmeV2Endpoint.revoke
    )
    .with(.pictureWithoutToken, .pictureNotGiven, from: ItsmeV2Guide.picture, at: ItsmeV2Endpoint.picture)
    .with(.levelUnchecked, from: ItsmeV2Guide.level, at: ItsmeV2Endpoint.userinfo, .picture)
  }
}

/// The rules that only version 2 has.
extension OpenIDRule {
  /// One for assertions and request objects.
  static let signingKeyUnnamed = OpenIDRule(
    OpenIDRule.assertionKeyMissing.key, .error, "The header of a signed token has no kid",
    fix: "put the kid of your signing key into the JWS header", "RFC 7515 §4.1.4"
  ).named("jws-kid-missing")
  /// With a cause that only a provider of two bases has.
  static let basesClash = OpenIDRule(
    OpenIDRule.addressClash.key, .warning,
    "One login reaches the emulator under two addresses, or both bases of itsme",
    fix:
      "use the endpoints of one discovery document, and one address for browser and backend, or start with --public-url URL",
    "OpenID Connect Discovery §4.3")
  static let redirectNotSecure = OpenIDRule(
    "redirect-uri-not-https", .warning, "The redirect URI is not https",
    fix: "register an https URL; itsme no longer lets localhost in")
  /// Refused here; elsewhere the fragment is ignored.
  static let redirectWithFragment = OpenIDRule(
    OpenIDRule.redirectFragment.key, .error, "The redirect URI has a fragment",
    fix: "leave the fragment out of the redirect_uri", "RFC 6749 §3.1.2")
  static let redirectScheme = OpenIDRule(
    "redirect-uri-custom-scheme", .error, "The redirect URI has a scheme of an app",
    fix: "register an app link or universal link, which is https, and no fragment")
  static let embedded = OpenIDRule(
    "authorize-embedded", .warning,
    "The request comes from a webview, in which links never open the itsme app",
    fix: "open the authorization URL in the default browser")
  static let levelUnsigned = OpenIDRule(
    "acr-outside-request-object", .note,
    "The level is asked for outside of a signed request object, where the person can take it away",
    fix: "put acr_values into the request object, and refuse an id_token with a lower acr")
  static let confirmationWithoutObject = OpenIDRule(
    "confirm-without-request-object", .error, "A Confirmation comes without a request object",
    fix: "send its parameters signed and encrypted, in request or behind request_uri")
  static let revokeByKeyClient = OpenIDRule(
    "revoke-by-key-client", .note, "A client with keys revokes a token, which only clients with a secret can",
    fix: "leave it out: the access token ends by itself")
  static let pictureWithoutToken = OpenIDRule(
    "picture-without-token", .error, "The picture is fetched without the access token",
    fix: "send the access token of this login as Authorization: Bearer")
  static let pictureNotGiven = OpenIDRule(
    "picture-not-given", .error, "The picture is fetched, but this login has none to give",
    fix: "ask for the scope profile or the claim picture, and fetch the URL that userinfo has there")
  static let levelUnchecked = OpenIDRule(
    "acr-not-checked", .error,
    "The client asked for acr_advanced and goes on, although the id_token does not say so",
    fix: "compare acr in the id_token with the level that you asked for, and refuse another or none",
    "OpenID Connect Core §3.1.3.7 (12)")
}
