import Flow
import ProviderKit

/// The lifetimes of VideoID (§3, §5).
enum VideoIDLifetime: String, Lifetime {
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
    case .authorization: lasting("How long an authorization can start the SDK", .assumed, .seconds(600))
    case .operationToken:
      lasting(
        "How long the token of another provider's operation can ask for its run", .assumed, .seconds(900))
    case .session: lasting("How long the SDK waits for the person", .assumed, .seconds(600))
    case .result: lasting("How long a result can be read after its run", .assumed, .seconds(3600))
    case .consolidation:
      lasting("How long after its completion a video is consolidated", .assumed, .seconds(1))
    case .review: lasting("How long after that it is accepted or rejected", .assumed, .seconds(1))
    case .webhook: lasting("How long after its event a webhook is sent", .assumed, .zero)
    case .webhookRetry:
      lasting(
        "How long after a failed attempt a webhook is sent again; the waits after it are 6 and 36 times as long",
        .assumed,
        .seconds(10))
    }
  }
}

/// What a person can do in front of the camera.
enum VideoIDVerb: String, PersonVerb {
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
