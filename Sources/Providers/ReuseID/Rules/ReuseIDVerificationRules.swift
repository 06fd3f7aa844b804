import Flow

/// Rules about the verification that follows the authentication.
enum VerificationRules {
  static let documentUnknown = Rule(
    "reuseid.document-unknown", .warning,
    "A document is asked for that is not in the document list, so the app's SDK cannot start with it",
    fix: "take the numbers from the list, which is at /videoid/v2/videoid.idtypes here",
    documentation: Guide.options)
  static let rejected = Rule(
    "reuseid.verification-rejected", .note,
    "The verification was completed, and what it found out does not prove the identity: nothing is added to the user",
    fix: "handle the status Failed, also where the app's SDK has said that the VideoID is completed",
    documentation: Guide.serviceDetails)

  static let placed: [Rule] =
    [documentUnknown].checked(at: ReuseIDEndpoint.stepUpStart, .onboardingStart)
    // The verifying provider reports it.
    + [rejected].checked(at: ReuseIDEndpoint.stepUpStatus, .onboardingStatus)
}
