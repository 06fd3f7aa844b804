import Flow
import JSON

/// Why the SDK did not complete: a code and a message, as `onError` and `RESULT_ERROR_CODE` carry them (§1.5).
///
/// There is no public list of codes (§1.5 #32); these are ours, except those that clients' wrappers use. A scenario
/// sets any other text by `tokens.sdk_error.claims`.
struct SDKFailure: Error, Sendable, Hashable {
  let code: Code

  init(_ code: Code) { self.code = code }

  enum Code: String, Sendable, CaseIterable {
    case userCancelled = "USER_CANCELLED"
    case timedOut = "TIMEOUT"
    case cameraRefused = "CAMERA_REFUSED"
    case requirementsNotPassed = "REQUIREMENTS_NOT_PASSED"
    case unknownResult = "UNKNOWN_RESULT"
    case connectionLost = "CONNECTION_LOST"
    case documentNotRead = "DOCUMENT_NOT_READ"
    case inProgress = "IN_PROGRESS"
    case invalidAuthorization = "INVALID_AUTHORIZATION"
    case authorizationExpired = "AUTHORIZATION_EXPIRED"
    case authorizationUsed = "AUTHORIZATION_USED"
    case invalidEnvironment = "INVALID_ENVIRONMENT"
    case documentNotSupported = "DOCUMENT_NOT_SUPPORTED"
    case similarityTooLow = "SIMILARITY_TOO_LOW"
    case attendedClosed = "ATTENDED_CLOSED"

    /// The reasons that a scenario's `fail` may name.
    static var reasons: [String] {
      allCases.filter { $0 != .userCancelled && $0 != .cameraRefused }.map(\.rawValue)
    }

    var message: String {
      switch self {
      case .userCancelled: "The user closed the process"
      case .timedOut: "The process was not finished in time"
      case .cameraRefused: "The camera may not be used"
      case .requirementsNotPassed: "The device does not meet the requirements"
      case .unknownResult: "The process ended without a result"
      case .connectionLost: "The connection was lost"
      case .documentNotRead: "The document could not be read"
      case .inProgress: "The process is running already"
      case .invalidAuthorization: "The authorization is not valid"
      case .authorizationExpired: "The authorization has expired"
      case .authorizationUsed: "The authorization was used already"
      case .invalidEnvironment: "The environment's URL is not valid"
      case .documentNotSupported: "The document type is not supported"
      case .similarityTooLow: "The face does not resemble the portrait enough"
      case .attendedClosed: "No agent is available at this time"
      }
    }
  }

  /// The failure that a person's final step causes; `nil` for completing.
  init?(_ step: Timeline.Step) {
    switch VideoIDVerb(rawValue: step.verb) {
    case .cancel: self.init(.userCancelled)
    case .refuseCamera: self.init(.cameraRefused)
    case .fail: self.init(step.reason.flatMap { Code(rawValue: $0) } ?? .unknownResult)
    default: return nil
    }
  }

  /// The outcome it counts as.
  var outcome: VideoIDOutcome {
    switch code {
    case .userCancelled: .cancelled
    case .timedOut: .timedOut
    case .cameraRefused: .cameraRefused
    case .requirementsNotPassed: .requirementsNotPassed
    case .authorizationExpired: .authorizationExpired
    case .documentNotSupported: .documentNotSupported
    case .similarityTooLow: .similarityTooLow
    case .attendedClosed: .attendedClosed
    default: .failed
    }
  }

  /// Code and message as passed on by the SDK, changed as a scenario says.
  func json(_ change: TokenChange?) -> JSONObject {
    var members: JSONObject = ["code": .string(code.rawValue), "message": .string(code.message)]
    for (name, value) in change?.claims ?? [:] { members[name] = value.isNull ? nil : value }
    return members
  }
}
