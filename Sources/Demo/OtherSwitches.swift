// The mistakes that the relying parties of the other providers can make.

extension DemoSwitch {
  /// For every relying party that asks its provider for a result.
  static let failOpen = DemoSwitch(
    "fail-open", "lets the person in when the provider cannot be asked",
    "Whoever keeps the provider away logs in as anybody.",
    fails: [
      "result-forbidden", "result-unauthorized", "token-401", "token-401-no-json", "token-401-without-body",
      "token-403", "request-answer-lost", "request-unavailable", "authentication-answer-lost",
      "authentication-request-fails", "no-device", "token-bad-signature", "errors-with-http-200",
      "finish-answer-lost", "result-500-with-success",
    ])

  // MARK: BioID

  static let bioID: [DemoSwitch] = [
    redirectTrusted, returnBelieved, nothingPerformed, success, errorAlone, person, action, resultStatus,
    resultMembers, failOpen,
  ]

  static let redirectTrusted = DemoSwitch(
    "result", "takes the browser's return for a yes and asks for no result",
    "Anybody can open the return address.",
    fails: [
      "challenge-response-failed", "execution-timed-out", "live-detection-failed", "no-template",
      "not-enough-samples", "not-recognized", "result-forbidden", "result-of-another-action",
      "result-of-another-person", "result-unauthorized", "return-after-failure", "return-without-operation",
      "token-expires-during-capture", "tries-used-up", "user-abort", "user-skip", "person-never-reacts",
      "token-bad-signature", "token-expired",
    ])

  static let returnBelieved = DemoSwitch(
    "return", "takes a return without an error for a yes and asks for no result",
    "Whoever shortens the return address is logged in.",
    fails: [
      "return-after-failure", "return-without-operation", "result-forbidden", "result-of-another-action",
      "result-of-another-person", "result-unauthorized",
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
      "not-enough-samples", "not-recognized", "return-after-failure", "tries-used-up",
    ])

  static let errorAlone = DemoSwitch(
    "success-without-error", "takes a result without Error for a yes",
    "Somebody else's face logs in: who is not recognized has no Error.",
    fails: ["not-recognized", "return-after-failure", "tries-used-up"])

  static let person = DemoSwitch(
    "bcid", "does not look at whose result it is", "One person's face opens another's account.",
    fails: ["result-of-another-person"])

  static let action = DemoSwitch(
    "action", "does not look at what the result is of", "An enrolment of any face counts as a recognition.",
    fails: ["result-of-another-action"])

  static let resultStatus = DemoSwitch(
    "result-status", "does not look at the status of the result",
    "What a broken server says in an error is believed.", fails: ["result-500-with-success"])

  static let resultMembers = DemoSwitch(
    tooStrict: "result-members", "refuses a result with a member that it does not know",
    "The day the service says more, nobody can log in.", fails: ["result-more-members"])

  // MARK: VideoID

  static let videoID: [DemoSwitch] = [
    resultIdentifier, videoStatus, securityChecks, similarity, resultError, resultStatus, resultMembers,
    pageBelieved, failOpen, videoTwoNames,
  ]

  static let videoStatus = DemoSwitch(
    "status", "does not look at the status of the video", "A video that failed identifies the person.",
    fails: ["status-failed"])

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
      "result-500-with-success", "started-twice", "status-failed", "two-secrets", "very-low-similarity",
      "wrong-id",
    ])

  static let videoTwoNames = DemoSwitch(
    tooStrict: "two-names", "demands two names that differ", "Many people have one name.",
    fails: ["single-name"])

  // MARK: ReuseID

  static let stepUp: [DemoSwitch] = [stepUpStatus, startBelieved, contextBelieved, libraryMembers, failOpen]

  static let startBelieved = DemoSwitch(
    "pre-context", "takes the pre-operation context for the result",
    "The step-up counts before the person has given a PIN.",
    fails: [
      "finish-answer-lost", "last-wrong-pin-214", "reject", "session-replaced", "verification-failed",
      "wrong-pin-locks",
    ])

  static let libraryMembers = DemoSwitch(
    tooStrict: "library-members", "demands more of the app's library than is documented",
    "A library that says no more than it must locks everybody out.", fails: ["documented-contexts-only"])

  static let stepUpStatus = DemoSwitch(
    "status", "does not look at how the step-up ended", "A verification that failed steps up.",
    fails: ["last-wrong-pin-214", "reject", "session-replaced", "verification-failed", "wrong-pin-locks"])

  static let contextBelieved = DemoSwitch(
    "context", "takes the app's confirmation for the result",
    "The step-up counts before the verification has begun.",
    fails: ["verification-failed"])

  // MARK: VeridiumID

  static let veridium: [DemoSwitch] = [veridiumStatus, veridiumUnknown, errorDemanded, failOpen]

  static let errorDemanded = DemoSwitch(
    tooStrict: "error", "takes an answer without the member error for a failure",
    "A server that leaves out what it need not say locks everybody out.", fails: ["no-error-member"])

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

  // MARK: VeridiumID in an app

  static let veridiumApp: [DemoSwitch] = [
    appBelieved, statusUnasked, identitySignature, identityAlgorithm, identitySession, identitySubject,
    identityExpiry,
  ]

  private static let unsigned: Set = ["token-bad-signature", "token-of-a-foreign-key", "token-unknown-kid"]

  static let appBelieved = DemoSwitch(
    "app", "takes the app's word that the person was authenticated",
    "Whoever has an app of his own logs in as anybody.",
    fails: unsigned.union([
      "server-knows-nothing", "token-alg-none", "token-expired", "token-of-another-profile",
      "token-of-another-session", "token-tampered",
    ]))

  static let statusUnasked = DemoSwitch(
    "server", "believes the IdentityToken alone, and does not ask how the session stands",
    "What the server has refused meanwhile counts.", fails: ["server-knows-nothing"])

  static let identitySignature = DemoSwitch(
    "signature", "does not verify the IdentityToken, and asks nobody else", "Anybody writes tokens.",
    fails: unsigned.union(["server-knows-nothing"]))

  static let identityAlgorithm = DemoSwitch(
    "alg", "lets the IdentityToken say how it is signed, and asks nobody else",
    "A token that says none is taken without signature.", fails: ["server-knows-nothing", "token-alg-none"])

  static let identitySession = DemoSwitch(
    "session", "does not look at the session of the IdentityToken, and asks nobody else",
    "A token that was read somewhere logs in again.",
    fails: ["server-knows-nothing", "token-of-another-session"])

  static let identitySubject = DemoSwitch(
    "sub", "does not look at whose IdentityToken it is, and asks nobody else",
    "One person's phone opens another's account.",
    fails: ["server-knows-nothing", "token-of-another-profile"])

  static let identityExpiry = DemoSwitch(
    "exp", "takes an IdentityToken that has expired, and asks nobody else",
    "An old token logs in for ever.", fails: ["server-knows-nothing", "token-expired"])
}
