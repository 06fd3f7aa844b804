import Flow

/// What a client can get wrong when starting the SDK.
enum CaptureRules {
  static let all: [Rule] = [
    bodyNotJSON, authorizationMissing, authorizationUnknown, bearerAsAuthorization, authorizationExpired,
    authorizationUsed, startedTwice, environmentIsRequest, otherProduct, otherProcess,
    optionMalformed, documentTypeUnknown, documentOutsideList, defaultWithoutList, optionsNotPassedOn,
    optionsChanged,
    similarityUnknown, phaseUnknown, actUnknown, notRunning, returnInvalid,
  ]

  static let bodyNotJSON = Rule(
    "videoid.sdk-body-not-json", .error, "The body of the simulated SDK's call is not a JSON object",
    fix: "send {\"authorization\":\"…\"}", documentation: VideoIDGuide.activity)
  static let authorizationMissing = Rule(
    "videoid.authorization-missing", .error, "The SDK is started without an authorization",
    fix: "hand the authorization of videoid.request to the SDK; check its status before reading its members",
    documentation: VideoIDGuide.authorisation)
  static let authorizationUnknown = Rule(
    "videoid.authorization-unknown", .error, "No VideoID request gave this authorization",
    fix: "hand the authorization to the SDK as videoid.request gave it, padding included",
    documentation: VideoIDGuide.authorisation)
  static let bearerAsAuthorization = Rule(
    "videoid.bearer-as-authorization", .error,
    "The SDK is started with a bearer token, which is another secret than the authorization",
    fix: "call videoid.request with the token, and hand its answer's authorization to the SDK",
    documentation: VideoIDGuide.authorisation)
  static let authorizationExpired = Rule(
    "videoid.authorization-expired", .error, "The authorization expired before the SDK was started",
    fix: "call videoid.request when the person is about to begin",
    documentation: VideoIDGuide.activity)
  static let authorizationUsed = Rule(
    "videoid.authorization-used", .error, "The authorization was used for a completed verification already",
    fix: "call videoid.request for each verification",
    documentation: VideoIDGuide.activity)
  static let startedTwice = Rule(
    "videoid.started-twice", .error, "The SDK is started while it runs with the same authorization",
    fix: "wait for onComplete or onError before starting again",
    documentation: VideoIDGuide.activity)
  static let environmentIsRequest = Rule(
    "videoid.environment-is-request", .error, "The SDK's environment is the URL of videoid.request",
    fix: "hand the SDK the base URL, which ends with /v2",
    documentation: VideoIDGuide.activity)
  static let otherProduct = Rule(
    "videoid.other-product", .error, "The authorization is of another product than the SDK",
    fix: "ask for videoid.request, smileid.request or videoscan.request as the SDK is",
    documentation: VideoIDGuide.webSDK)
  static let otherProcess = Rule(
    "videoid.other-process", .error, "The authorization is of another process than the SDK",
    fix: "ask for the process Attended for videoIDAttended, and for Unattended for videoId",
    documentation: VideoIDGuide.webSDK)
  static let optionMalformed = Rule(
    "videoid.option-malformed", .error, "An option of the SDK's start has the wrong type and was ignored",
    fix: "send docType and defaultId as numbers, docTypes as an array of numbers, the others as documented",
    documentation: VideoIDGuide.options)
  static let documentTypeUnknown = Rule(
    "videoid.document-type-unknown", .error, "A document type is not in the list",
    fix: "take the numbers from videoid.idtypes",
    documentation: VideoIDGuide.options)
  static let documentOutsideList = Rule(
    "videoid.document-outside-list", .warning, "docType is not one of docTypes",
    fix: "name one of the list, or leave one of the two out; docType wins",
    documentation: VideoIDGuide.options)
  static let defaultWithoutList = Rule(
    "videoid.default-without-list", .warning, "defaultId is set without docTypes, where it does nothing",
    fix: "set docTypes too, or leave defaultId out",
    documentation: VideoIDGuide.options)
  static let optionsNotPassedOn = Rule(
    "videoid.options-not-passed-on", .note,
    "The SDK was not told of an option that the operation has",
    fix: "pass docType, docTypes and defaultId of eidProviderOptions on to the SDK",
    documentation: VideoIDGuide.activity)
  static let optionsChanged = Rule(
    "videoid.options-changed", .warning, "The SDK was told of another option than the operation has",
    fix: "pass docType, docTypes and defaultId of eidProviderOptions on as they are",
    documentation: VideoIDGuide.activity)
  static let similarityUnknown = Rule(
    "videoid.similarity-unknown", .warning, "minSimilarityLevel is not a level and was ignored",
    fix: "send VeryLow, Low, Medium or High",
    documentation: VideoIDGuide.webSDK)
  static let phaseUnknown = Rule(
    "videoid.phase-unknown", .error, "A phase is continued that does not exist",
    fix: "continue FRONT, BACK or FACE, as phaseStarting named it",
    documentation: VideoIDGuide.webSDK)
  static let actUnknown = Rule(
    "videoid.act-unknown", .error, "The person cannot do this here",
    fix: "use a verb of the catalog, in a scenario whose phone is manual",
    documentation: VideoIDGuide.webSDK)
  static let notRunning = Rule(
    "videoid.sdk-not-running", .error, "No SDK runs with this authorization",
    fix: "start the SDK first",
    documentation: VideoIDGuide.activity)
  static let returnInvalid = Rule(
    "videoid.capture-return-invalid", .error,
    "The capture page's return_url is not an address to send a browser to",
    fix: "send an absolute URL without a fragment, percent-encoded",
    documentation: VideoIDGuide.activity)
}
