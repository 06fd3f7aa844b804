import Flow

extension VideoID {
  /// A result is read by who has taken the message that announces it.
  static var signals: Signals {
    let results = [VideoIDEndpoint.videoidResult, .smileidResult, .videoscanResult].map(\.rawValue)
    let capture = [VideoIDEndpoint.sdkStart, .sdkContinue, .sdkAct].map(\.rawValue)
    return Signals(
      accepting: Set(results),
      carriers: [
        "result": results.map { Signals.Carrier($0) },
        "webhook": WebhookEvent.allCases.map { Signals.Carrier($0.rawValue) },
        "sdk_error": capture.map { Signals.Carrier($0) },
      ])
  }
}
