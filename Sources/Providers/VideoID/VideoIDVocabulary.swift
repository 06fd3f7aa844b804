import Flow
import ProviderKit

/// The lifetimes of VideoID (§3, §5).
enum VideoIDLifetime: String, CaseIterable {
  case authorization
  case operationToken = "operation_token"
  case session
  case result
  case consolidation
  case review
  case webhook
  case webhookRetry = "webhook_retry"

  var term: LifetimeTerm {
    switch self {
    case .authorization: make("How long an authorization can start the SDK", .seconds(600))
    case .operationToken:
      make("How long the token of another provider's operation can ask for its run", .seconds(900))
    case .session: make("How long the SDK waits for the person", .seconds(600))
    case .result: make("How long a result can be read after its run", .seconds(3600))
    case .consolidation: make("How long after its completion a video is consolidated", .seconds(1))
    case .review: make("How long after that it is accepted or rejected", .seconds(1))
    case .webhook: make("How long after its event a webhook is sent", .zero)
    case .webhookRetry:
      make(
        "How long after a failed attempt a webhook is sent again; the waits after it are 6 and 36 times as long",
        .seconds(10))
    }
  }

  private func make(_ meaning: String, _ standard: Duration) -> LifetimeTerm {
    LifetimeTerm(rawValue, meaning, .assumed, standard: standard)
  }
}

/// What a person can do before the camera.
enum VideoIDVerb: String, CaseIterable {
  case showFront = "show_front"
  case showBack = "show_back"
  case showFace = "show_face"
  case complete
  case cancel
  case refuseCamera = "refuse_camera"
  case fail
  case ignore

  /// True if it ends the run without completing it.
  var isFailure: Bool {
    switch self {
    case .cancel, .refuseCamera, .fail: true
    case .showFront, .showBack, .showFace, .complete, .ignore: false
    }
  }

  var verb: Verb {
    switch self {
    case .showFront: make("The person shows the front of the document", .observed, isFinal: false)
    case .showBack: make("The person shows the back of the document", .observed, isFinal: false)
    case .showFace: make("The person shows the face", .observed, isFinal: false)
    case .complete: make("The person shows everything that is still wanted", .documented)
    case .cancel: make("The person closes the SDK", .documented)
    case .refuseCamera: make("The person does not let the SDK use the camera", .assumed)
    case .fail:
      Verb(
        rawValue, "The SDK gives up, for one of its reasons", .assumed, isFinal: true,
        reasons: SDKFailure.Code.reasons)
    case .ignore: make("The person does nothing: time runs out", .assumed, isFinal: false)
    }
  }

  private func make(_ meaning: String, _ basis: Basis, isFinal: Bool = true) -> Verb {
    Verb(rawValue, meaning, basis, isFinal: isFinal)
  }
}

/// The endpoints of VideoID by their catalog names.
enum VideoIDEndpoint: String, CaseIterable {
  case videoidRequest = "videoid_request"
  case smileidRequest = "smileid_request"
  case videoscanRequest = "videoscan_request"
  case videoidResult = "videoid_result"
  case smileidResult = "smileid_result"
  case videoscanResult = "videoscan_result"
  case file = "videoid_file"
  case idTypes = "idtypes"
  case script
  case sdkStart = "sdk_start"
  case sdkContinue = "sdk_continue"
  case sdkAct = "sdk_act"
  case capture

  var term: EndpointTerm {
    switch self {
    case .videoidRequest: make("videoid.request: asks for a VideoID", .documented)
    case .smileidRequest: make("smileid.request: asks for a SmileID", .observed)
    case .videoscanRequest: make("videoscan.request: asks for a VideoScan", .observed)
    case .videoidResult: make("videoid/{id}: the result of a VideoID", .observed)
    case .smileidResult: make("smileid/{id}: the result of a SmileID", .assumed)
    case .videoscanResult: make("videoscan/{id}: the result of a VideoScan", .observed)
    case .file: make("videoid.file/{id}: the recorded video", .observed)
    case .idTypes: make("videoid.idtypes: the document types", .observed, isOwned: false)
    case .script:
      make("js/videoid.js and its sisters: the web SDK", .documented, isOwned: false, by: .browser)
    case .sdkStart: make("sdk.start: the simulated SDK begins", .assumed, by: .app)
    case .sdkContinue: make("sdk.continue: the client lets a phase begin", .assumed, by: .app)
    case .sdkAct: make("sdk.act: the person acts before the simulated camera", .assumed, by: .app)
    case .capture: make("The page on which a person walks through the capture", .assumed, by: .browser)
    }
  }

  private func make(
    _ meaning: String, _ basis: Basis, isOwned: Bool = true, by caller: EndpointTerm.Caller = .backend
  ) -> EndpointTerm {
    EndpointTerm(rawValue, meaning, basis, isOwned: isOwned, by: caller)
  }
}

/// How a run can end.
enum VideoIDOutcome: String, CaseIterable {
  case completed
  case read
  case cancelled
  case cameraRefused = "camera_refused"
  case requirementsNotPassed = "requirements_not_passed"
  case failed
  case timedOut = "timed_out"
  case authorizationExpired = "authorization_expired"
  case documentNotSupported = "document_not_supported"
  case similarityTooLow = "similarity_too_low"
  case attendedClosed = "attended_closed"
  case accepted
  case rejected

  var term: Term {
    switch self {
    case .completed: Term(rawValue, "Everything was shown; the SDK gave the id", .documented)
    case .read: Term(rawValue, "The client read the result", .observed)
    case .cancelled: Term(rawValue, "The person closed the SDK", .documented)
    case .cameraRefused: Term(rawValue, "The SDK was not let use the camera", .assumed)
    case .requirementsNotPassed: Term(rawValue, "The device did not pass the SDK's check", .observed)
    case .failed: Term(rawValue, "The SDK gave up for another reason", .documented)
    case .timedOut: Term(rawValue, "The person did not finish", .assumed)
    case .authorizationExpired: Term(rawValue, "The SDK was not started in time", .assumed)
    case .documentNotSupported: Term(rawValue, "The document is not one of the list", .assumed)
    case .similarityTooLow: Term(rawValue, "The face is less like the portrait than was asked for", .assumed)
    case .attendedClosed: Term(rawValue, "No agent was at work", .assumed)
    case .accepted: Term(rawValue, "The review accepted the video", .observed)
    case .rejected: Term(rawValue, "The review rejected the video", .observed)
    }
  }
}

extension VideoID {
  /// The words of VideoID in scenario files and the catalog.
  static let vocabulary = Vocabulary(
    provider: slug, title: "VideoID",
    verbs: VideoIDVerb.allCases.map(\.verb),
    endpoints: VideoIDEndpoint.allCases.map(\.term),
    events: WebhookEvent.allCases.map(\.term),
    tokens: [
      TokenTerm(
        "result", "The result of a run; claims are merged into it (RFC 7396)", .observed,
        defects: ResultDefect.allCases.map(\.term)),
      TokenTerm(
        "webhook", "The body of a webhook; claims are merged into it (RFC 7396)", .assumed,
        defects: WebhookDefect.allCases.map(\.term)),
      TokenTerm(
        "sdk_error", "What the SDK says of a failure; claims set its code and message", .observed, defects: []
      ),
    ],
    quirks: VideoIDQuirk.allCases.map(\.term),
    presets: VideoIDPreset.all,
    lifetimes: VideoIDLifetime.allCases.map(\.term),
    stages: [
      Term("requested", "The client has its authorization, which no SDK has used", .assumed),
      Term("front", "The SDK looks at the front of the document", .assumed),
      Term("back", "The SDK looks at the back of the document", .assumed),
      Term("face", "The SDK looks at the face", .assumed),
    ],
    outcomes: VideoIDOutcome.allCases.map(\.term),
    successes: ["completed", "read", "accepted"],
    facts: [
      Term("is.client", "The client whose token it is, the token itself where no client has it", .assumed),
      Term("is.person", "The key of the person whose phone number the request names", .assumed),
      Term("is.product", "videoid, smileid or videoscan", .assumed),
      Term("is.process", "Unattended or Attended, also where the request leaves it out", .assumed),
      Term("is.ordered", "yes where another provider ordered the verification", .assumed),
    ],
    signals: signals)
}
