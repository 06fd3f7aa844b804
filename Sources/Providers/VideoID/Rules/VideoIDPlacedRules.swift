import Flow

// Where each rule is checked, so that a report can tell those that were kept from those that were never met.

extension VideoIDEndpoint {
  static let requests: [VideoIDEndpoint] = [.videoidRequest, .smileidRequest, .videoscanRequest]
  static let results: [VideoIDEndpoint] = [.videoidResult, .smileidResult, .videoscanResult, .file]
}

extension BearerRules {
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.requests + VideoIDEndpoint.results)
    .with(
      operationEnded, operationTokenUsed, at: VideoIDEndpoint.videoidRequest, .smileidRequest,
      .videoscanRequest)
}

extension CaptureRules {
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.sdkStart)
    .with(bodyNotJSON, at: VideoIDEndpoint.sdkStart, .sdkContinue, .sdkAct)
    .with(authorizationMissing, authorizationUnknown, at: VideoIDEndpoint.sdkStart, .capture)
    .with(phaseUnknown, at: VideoIDEndpoint.sdkContinue)
    .with(notRunning, at: VideoIDEndpoint.sdkContinue, .sdkAct)
    .with(actUnknown, at: VideoIDEndpoint.sdkAct)
}

extension ResultRules {
  // The last two are judged when the SDK has come to its end.
  static let placed: [Rule] = all.checked(at: VideoIDEndpoint.results)
    .with(neverRead, webhookNotSecure, at: VideoIDEndpoint.sdkStart)
}
