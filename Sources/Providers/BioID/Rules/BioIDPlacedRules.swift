import Flow

// The endpoints that check each rule, so that a report can tell rules that were kept from rules that were never checked.

extension BWSAuthenticationRules {
  // App-ID and secret authenticate the first endpoints, a BWS token the others.
  static let placed: [Rule] = all.checked(
    at: BioIDEndpoint.token, .result, .isEnrolled, .deleteClass, .status, .qualityCheck, .liveDetection,
    .photoVerify
  )
  .with(
    tokenMissing, tokenScheme, tokenQuoted, at: BioIDEndpoint.upload, .verify, .enroll, .identify,
    .livenessDetection
  )
  .with(
    tokenMalformed, tokenSignature, tokenExpired, at: BioIDEndpoint.upload, .verify, .enroll, .identify,
    .livenessDetection, .result, .app, .webUI
  )
  .with(
    clientUnregistered, at: BioIDEndpoint.token, .result, .isEnrolled, .deleteClass, .status, .qualityCheck,
    .liveDetection, .photoVerify, .connectAuthorize, .oauthAuthorization, .connectToken, .oauthToken)
}

extension BWSTokenRules {
  static let placed: [Rule] = all.checked(at: BioIDEndpoint.token)
    .with(queryMalformed, at: BioIDEndpoint.token, .app)
    .with(bcidMissing, bcidMalformed, bcidForeign, at: BioIDEndpoint.token, .isEnrolled, .deleteClass)
    .with(traitUnknown, at: BioIDEndpoint.token, .isEnrolled)
    .with(flagMalformed, at: BioIDEndpoint.token, .verify)
}

extension BWSSampleRules {
  static let placed: [Rule] = all.checked(at: BioIDEndpoint.upload)
    .with(
      notDataURL, formatUnsupported, notBase64, corrupt, at: BioIDEndpoint.upload, .qualityCheck,
      .liveDetection, .photoVerify
    )
    .with(traitMismatch, at: BioIDEndpoint.upload, .liveDetection)
    .with(dataMissing, at: BioIDEndpoint.qualityCheck, .liveDetection, .photoVerify)
    .with(accuracy, at: BioIDEndpoint.photoVerify)
}

extension BWSTaskRules {
  static let placed: [Rule] = all.checked(at: BioIDEndpoint.verify, .enroll, .identify, .livenessDetection)
    .with(maxResults, at: BioIDEndpoint.identify)
}
