import Flow

extension Veridium {
  /// Every rule with the endpoints that check it, so that a report can tell rules kept from rules never tested.
  static let rules: [Rule] =
    FriendRules.placed + SessionRules.placed + ProfileRules.placed
    + SDKRules.all.checked(at: VeridiumEndpoint.sdkAuthenticate)
    .with(SDKRules.aliasUnknown, at: VeridiumEndpoint.sdkAttach, .authenticator)
    .with(SDKRules.requestMalformed, at: VeridiumEndpoint.sdkAuthenticate, .sdkPending, .sdkAttach)
    .with(SDKRules.sessionTaken, at: VeridiumEndpoint.sdkAttach)
}

extension Veridium.FriendRules {
  fileprivate static let placed: [Rule] = all.checked(
    at: VeridiumEndpoint.authenticationRequest, .sessionStatus, .sessionStatusAsync, .sessionOpportunity,
    .staticProfile
  )
  .with(
    certificateMissing, certificateUnknown, authorizationSent, at: VeridiumEndpoint.authenticationRequest,
    .sessionStatus, .sessionStatusAsync, .sessionOpportunity, .staticProfile, .authenticators
  )
  .with(memberUnknown, at: VeridiumEndpoint.authenticationRequest, .sessionOpportunity)
}

extension Veridium.SessionRules {
  fileprivate static let placed: [Rule] = all.checked(at: VeridiumEndpoint.sessionStatus, .sessionStatusAsync)
    .with(scenarioUnknown, at: VeridiumEndpoint.authenticationRequest, .sessionOpportunity)
    .with(sessionsAlike, at: VeridiumEndpoint.authenticationRequest)
    .with(aliasTypeWrong, at: VeridiumEndpoint.sessionOpportunity)
}

extension Veridium.ProfileRules {
  fileprivate static let placed: [Rule] = all.checked(at: VeridiumEndpoint.authenticationRequest)
    .with(
      profileUnknown, personMadeUp, at: VeridiumEndpoint.authenticationRequest, .authenticators,
      .staticProfile, .sdkAttach
    )
    .with(adaptorMissing, principalMixedUp, at: VeridiumEndpoint.staticProfile)
    .with(identifierMixedUp, at: VeridiumEndpoint.authenticators)
}
