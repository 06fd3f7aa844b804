import Flow

extension VideoID {
  /// No call shows that a person was accepted: a client that reads a result may still reject it, and one that refuses a
  /// forged message may know of its run from the app.
  static var signals: Signals {
    let results = [VideoIDEndpoint.videoidResult, .smileidResult, .videoscanResult].map(\.rawValue)
    let capture = [VideoIDEndpoint.sdkStart, .sdkContinue, .sdkAct].map(\.rawValue)
    return Signals(
      carriers: [
        // Below an enforced minimum the similarity shows in how the run fails.
        "result": results.map { Signals.Carrier($0) }
          + capture.map { Signals.Carrier($0, containing: SDKFailure.Code.similarityTooLow.rawValue) },
        "webhook": WebhookEvent.allCases.map { Signals.Carrier($0.rawValue) },
        "sdk_error": capture.map { Signals.Carrier($0) },
      ])
  }
}
