import Flow

/// All rules of the core and of MitID, each with where it is checked.
enum CriiptoRules {
  static let all: [Rule] =
    AuthorizationRules.placed + TokenEndpointRules.placed + UserInfoEndpointRules.placed
    + MitIDRules.all.checked(at: CriiptoEndpoint.authorize)
    .with(MitIDRules.returnNotHTTPS, at: CriiptoEndpoint.mitIDPage, .mitIDApp)
}

extension AuthorizationRules {
  // A request is checked when it is pushed, and again when it is used.
  fileprivate static let placed: [Rule] = all.checked(at: CriiptoEndpoint.authorize, .par)
    .with(pathUnknown, at: CriiptoEndpoint.authorize, .discovery)
    .with(clientMissing, clientUnknown, at: CriiptoEndpoint.authorize, .configuration)
    .with(clientUnregistered, at: CriiptoEndpoint.authorize, .par, .token, .headless)
    .with(personUnknown, at: CriiptoEndpoint.authorize, .mitIDPage)
    .with(
      malformed, loginRequired, signOnLimit, signOnInterferes, mockMalformed, scenarioUnknown, parRequired,
      parOutside, requestURIUnknown, requestURIExpired, requestURIReused, at: CriiptoEndpoint.authorize
    )
    .with(parNested, at: CriiptoEndpoint.par)
    .with(logoutUnregistered, logoutUnchecked, at: CriiptoEndpoint.logout)
    .map { $0 == originUnregistered || $0 == originUnchecked ? $0.checked(at: shared) : $0 }

  /// The endpoints that scripts of other origins may call.
  private static let shared = [
    CriiptoEndpoint.discovery, .jwkSet, .configuration, .authorize, .par, .token, .userinfo, .bankIDPoll,
    .bankIDComplete, .bankIDCancel,
  ].map(\.rawValue)
}

extension TokenEndpointRules {
  // Whoever pushes a request, or starts a login without a browser, authenticates as at the token endpoint.
  fileprivate static let placed: [Rule] = all.checked(at: CriiptoEndpoint.token, .par, .headless)
    .with(
      grantType, codeUnknown, codeExpired, codeReused, codeOfOther, redirectMismatch, verifierMissing,
      verifierMismatch, verifierUnexpected, addressClash, nonceReused, keySetEachLogin, headlessUnknown,
      at: CriiptoEndpoint.token
    )
    .with(tokenImpossible, at: CriiptoEndpoint.authorize, .token)
    .with(headlessPublic, headlessACR, at: CriiptoEndpoint.headless)
}

extension UserInfoEndpointRules {
  fileprivate static let placed: [Rule] = all.checked(at: CriiptoEndpoint.userinfo)
    .with(neverCalled, at: CriiptoEndpoint.token)
}
