import Flow

// The endpoints that check each rule, so that a report can tell rules kept from rules never tested.

extension VideoIDEndpoint {
  static let requests: [VideoIDEndpoint] = [.videoidRequest, .smileidRequest, .videoscanRequest]
  static let results: [VideoIDEndpoint] = [.videoidResult, .smileidResult, .videoscanResult, .file]
}

extension BearerRules {
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.requests + VideoIDEndpoint.results)
    .with(
      operationEnded, operationTokenUsed, operationWantsVideoID, at: VideoIDEndpoint.videoidRequest,
      .smileidRequest,
      .videoscanRequest)
}

extension CaptureRules {
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.sdkStart)
    .with(bodyNotJSON, at: VideoIDEndpoint.sdkStart, .sdkContinue, .sdkAct)
    .with(authorizationMissing, authorizationUnknown, at: VideoIDEndpoint.sdkStart, .capture)
    .with(phaseUnknown, at: VideoIDEndpoint.sdkContinue)
    .with(notRunning, at: VideoIDEndpoint.sdkContinue, .sdkAct)
    .with(actUnknown, at: VideoIDEndpoint.sdkAct)
    .with(returnInvalid, at: VideoIDEndpoint.capture)
}

extension ResultRules {
  // Judged once the SDK has ended.
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.results)
    .with(neverRead, webhookNotSecure, webhookNotTaken, at: VideoIDEndpoint.sdkStart)
    .with(identityNotProven, at: VideoIDEndpoint.sdkStart, .sdkContinue, .sdkAct)
}
