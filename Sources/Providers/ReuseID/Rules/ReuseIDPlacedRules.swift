import OpenID
import Flow

// The endpoints that check each rule, so that a report can tell rules kept from rules never tested.

extension StartRules {
  private typealias Name = ReuseIDEndpoint

  // All calls of the API send a token, and most name a user or device.
  static let placed: [Rule] = all.checked(
    at: Name.onboardingStart, .stepUpStart, .authenticationStart
  )
  .with(
    tokenMissing, tokenMalformed, tokenUnknown, tokenExpired, tokenScope, at: Name.onboardingStart,
    .onboardingStatus, .stepUpStart, .stepUpStatus, .authenticationStart, .operationResult, .user,
    .userDevices, .deviceTransactions, .deviceLock, .deviceUnlock
  )
  .with(
    bodyMalformed, memberMissing, memberMalformed, contentType, memberUnknown, at: Name.onboardingStart,
    .stepUpStart, .authenticationStart, .serverAuthenticationStart, .serverEnrollmentStart
  )
  .with(
    providerUnknown, optionsTwice, optionsMalformed, defaultWithoutChoice, defaultNotInChoice,
    choiceNeverShown, at: Name.onboardingStart, .stepUpStart
  )
  .with(userUnknown, at: Name.stepUpStart, .authenticationStart, .user, .userDevices)
  .with(
    deviceUnknown, at: Name.stepUpStart, .authenticationStart, .deviceTransactions, .deviceLock,
    .deviceUnlock, .serverAuthenticationStart
  )
  .with(
    transactionUnknown, at: Name.onboardingStatus, .stepUpStatus, .operationResult, .serverAuthentication,
    .serverEnrollment
  )
  .with(
    scenarioUnknown, at: Name.onboardingStart, .stepUpStart, .authenticationStart, .authorize, .ciba,
    .serverAuthenticationStart, .serverEnrollmentStart
  )
  .with(
    apiKeyMissing, apiKeyWrong, at: Name.serverAuthentication, .serverAuthenticationStart, .serverEnrollment,
    .serverEnrollmentStart)
}

extension AppRules {
  private typealias Name = ReuseIDEndpoint

  static let placed: [Rule] = all.checked(
    at: Name.startActivation, .finishActivation, .startAuthentication, .finishAuthentication,
    .cancelSession, .push, .deactivate, .startAuthenticationAndActivation, .finishAuthenticationAndActivation
  )
  .with(codeWrong, at: Name.startActivation)
  .with(methodNotStarted, at: Name.finishAuthenticationAndActivation)
  .with(
    finishBeforeStart, sessionReplaced, methodNotActive, factorTooWeak, at: Name.finishAuthentication
  )
  .with(activationNotStarted, at: Name.finishActivation)
  .with(pinFirst, at: Name.finishActivation, .startAuthenticationAndActivation)
  .with(finishedTwice, at: Name.finishActivation, .finishAuthentication)
  .with(
    methodNotAllowed, at: Name.finishActivation, .finishAuthentication, .finishAuthenticationAndActivation
  )
  .with(clientOnlyRefused, pushMissing, at: Name.startAuthentication)
  .with(wrongPurpose, at: Name.finishActivation, .startAuthentication)
  .with(noSession, at: Name.startAuthentication, .finishAuthentication, .cancelSession)
  .with(
    lockedDevice, at: Name.startAuthentication, .finishAuthentication, .startAuthenticationAndActivation,
    .finishAuthenticationAndActivation)
}

extension OpenIDRules {
  private typealias Name = ReuseIDEndpoint

  static let placed: [Rule] = all.checked(at: Name.authorize)
    .with(acrValues, hintMalformed, hintUnknown, at: Name.authorize, .ciba)
    .with(completeWithAccept, completeTooEarly, at: Name.inAppComplete)
    .with(polledAfterEnd, at: Name.inAppStatus)
    .with(handleUnknown, at: Name.inAppStatus, .inAppComplete, .inAppCancel)
    .with(expirySpelling, at: Name.ciba)
}
