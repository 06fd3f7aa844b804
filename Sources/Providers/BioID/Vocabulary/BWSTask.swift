/// What a token is for (§1.1).
enum BWSTask: String, CaseIterable, Sendable {
  case verify
  case identify
  case enroll
  case livenessDetection = "livenessdetection"

  /// Its bits in the token's `task` (§1.2).
  var bits: Int {
    switch self {
    case .verify: 0
    case .identify: 0x10
    case .enroll: 0x20
    case .livenessDetection: 0x80
    }
  }

  /// The word of the result's `Action` (§1.5).
  var action: String {
    switch self {
    case .verify: "verification"
    case .identify: "identification"
    case .enroll: "enrollment"
    case .livenessDetection: "livenessdetection"
    }
  }

  /// The task as people read it.
  var words: String { self == .livenessDetection ? "liveness detection" : action }

  /// The tasks with a launch link, `bioid-verify` and `bioid-enroll` (§1.8).
  static let launched: [BWSTask] = [.verify, .enroll]

  var endpoint: BioIDEndpoint {
    switch self {
    case .verify: .verify
    case .identify: .identify
    case .enroll: .enroll
    case .livenessDetection: .livenessDetection
    }
  }
}

/// The errors of an operation (§1.4).
enum BWSTaskError: String, CaseIterable, Sendable {
  case liveDetectionFailed = "LiveDetectionFailed"
  case challengeResponseFailed = "ChallengeResponseFailed"
  case noTemplateAvailable = "NoTemplateAvailable"
  case notEnoughSamples = "NotEnoughSamples"
  case executionOfJobTimedOut = "ExecutionOfJobTimedOut"

  var outcome: BioIDOutcome {
    switch self {
    case .liveDetectionFailed: .liveDetectionFailed
    case .challengeResponseFailed: .challengeResponseFailed
    case .noTemplateAvailable: .noTemplateAvailable
    case .notEnoughSamples: .notEnoughSamples
    case .executionOfJobTimedOut: .executionOfJobTimedOut
    }
  }

  /// True if the app lets the person try again (§1.8).
  var isWorthARetry: Bool { self == .liveDetectionFailed || self == .challengeResponseFailed }
}

enum HeadMovement: String, CaseIterable, Sendable {
  case up, down, left, right
}
