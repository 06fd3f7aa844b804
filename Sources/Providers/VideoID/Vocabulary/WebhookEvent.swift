import Flow

/// The notifications that are sent, under the names of the vendor's list (§1.6).
enum WebhookEvent: String, CaseIterable, Sendable {
  case videoCompleted = "Video.Completed"
  case videoConsolidated = "Video.Consolidated"
  case videoFailed = "Video.Failed"
  case videoVerified = "Video.Verified"
  case verificationCanceled = "Verification.Canceled"
  case conversationUpdated = "Conversation.Updated"
  case conversationCompleted = "Conversation.Completed"

  var term: Term {
    switch self {
    case .videoCompleted: Term(rawValue, "Everything was shown", .documented)
    case .videoConsolidated: Term(rawValue, "The result can be read", .documented)
    case .videoFailed: Term(rawValue, "The run failed", .documented)
    case .videoVerified: Term(rawValue, "An agent reviewed the video", .documented)
    case .verificationCanceled: Term(rawValue, "The person closed the SDK", .documented)
    case .conversationUpdated: Term(rawValue, "The video conference began", .documented)
    case .conversationCompleted: Term(rawValue, "The video conference ended", .documented)
    }
  }
}
