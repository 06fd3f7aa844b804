// What the relying parties of the other providers can do wrong.

extension DemoSwitch {
  /// Of every one that asks its provider for a result.
  static let failOpen = DemoSwitch(
    "fail-open", "lets the person in when the provider cannot be asked",
    "Whoever keeps the provider away logs in as anybody.",
    fails: [
      "result-forbidden", "result-unauthorized", "token-401", "token-401-no-json", "token-401-without-body",
      "token-403", "request-answer-lost", "request-unavailable", "authentication-answer-lost",
      "authentication-request-fails", "no-device", "token-bad-signature", "errors-with-http-200",
      "finish-answer-lost",
    ])

  // MARK: BioID

  static let bioID: [DemoSwitch] = [
    redirectTrusted, nothingPerformed, success, person, action, failOpen,
  ]

  static let redirectTrusted = DemoSwitch(
    "result", "takes the browser's return for a yes and asks for no result",
    "Anybody can open the return address.",
    fails: [
      "challenge-response-failed", "execution-timed-out", "live-detection-failed", "no-template",
      "not-enough-samples", "not-recognized", "result-forbidden", "result-of-another-action",
      "result-of-another-person", "result-unauthorized", "return-without-operation",
      "token-expires-during-capture", "tries-used-up", "user-abort", "user-skip", "person-never-reacts",
      "token-bad-signature", "token-expired",
    ])

  static let nothingPerformed = DemoSwitch(
    "204", "takes an empty answer with status 204 for a yes",
    "Whoever comes back without being recognized is logged in.",
    fails: [
      "return-without-operation", "user-abort", "user-skip", "person-never-reacts", "token-expired",
      "token-expires-during-capture",
    ])

  static let success = DemoSwitch(
    "success", "does not look at Success", "A face that was not recognized logs in.",
    fails: [
      "challenge-response-failed", "execution-timed-out", "live-detection-failed", "no-template",
      "not-enough-samples", "not-recognized", "tries-used-up",
    ])

  static let person = DemoSwitch(
    "bcid", "does not look at whose result it is", "One person's face opens another's account.",
    fails: ["result-of-another-person"])

  static let action = DemoSwitch(
    "action", "does not look at what the result is of", "An enrolment of any face counts as a recognition.",
    fails: ["result-of-another-action"])

  // MARK: VideoID

  static let videoID: [DemoSwitch] = [
    resultIdentifier, securityChecks, similarity, resultError, pageBelieved, failOpen, videoTwoNames,
  ]

  static let resultIdentifier = DemoSwitch(
    "id", "does not look at whose video the result is of", "Another person's video identifies this one.",
    fails: ["wrong-id"])

  static let securityChecks = DemoSwitch(
    "checks", "does not look at the security checks", "A copy of a document is as good as the document.",
    fails: ["black-and-white-copy", "data-altered", "document-expired", "not-live", "sides-differ"])

  static let similarity = DemoSwitch(
    "similarity", "does not look at how alike the faces are", "Anybody uses a stolen document.",
    fails: ["very-low-similarity"])

  static let resultError = DemoSwitch(
    "error", "overlooks an error in the result", "A result that the provider could not make counts.",
    fails: ["error-with-200"])

  static let pageBelieved = DemoSwitch(
    "page", "believes the page that the video is over, and reads no result",
    "Whoever opens the page with a script of their own is identified.",
    fails: [
      "authorization-used-again", "black-and-white-copy", "camera-refused", "cancel", "cancel-then-retry",
      "data-altered", "document-expired", "document-not-read", "document-unknown", "error-with-200",
      "never-finishes", "not-live", "requirements-not-passed", "sdk-url-is-request", "sides-differ",
      "similarity-below-minimum", "started-twice", "two-secrets", "unknown-error-code", "very-low-similarity",
      "wrong-id",
    ])

  static let videoTwoNames = DemoSwitch(
    tooStrict: "two-names", "demands two names that differ", "Many people have one name.",
    fails: ["single-name"])

  // MARK: ReuseID

  static let stepUp: [DemoSwitch] = [stepUpStatus, contextBelieved, failOpen]

  static let stepUpStatus = DemoSwitch(
    "status", "does not look at how the step-up ended", "A verification that failed steps up.",
    fails: ["last-wrong-pin-214", "reject", "session-replaced", "verification-failed", "wrong-pin-locks"])

  static let contextBelieved = DemoSwitch(
    "context", "takes the app's confirmation for the result",
    "The step-up counts before the verification has begun.",
    fails: ["verification-failed"])

  // MARK: VeridiumID

  static let veridium: [DemoSwitch] = [veridiumStatus, veridiumUnknown, failOpen]

  static let veridiumStatus = DemoSwitch(
    "status", "takes the end of the session for a yes, as the app tells it",
    "A rejected session logs in.",
    fails: [
      "account-locked", "app-comes-too-late", "authenticated-by-admin", "back-pressed",
      "biometry-does-not-match", "cancel-as-delegate", "cancel-as-status", "failure-as-status",
      "never-reacts", "other-session-approved", "push-lost", "reject", "sdk-says-none",
      "server-knows-nothing", "status-cancelled-with-two-l", "status-unknown",
    ])

  static let veridiumUnknown = DemoSwitch(
    "status-unknown", "takes a status that it does not know for a yes", "New words for no let people in.",
    fails: ["status-unknown"])
}
