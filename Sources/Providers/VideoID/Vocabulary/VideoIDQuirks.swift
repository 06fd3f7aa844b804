import Flow

/// The documented switches of VideoID, each with the question or row of the contract's section 5 that it resolves.
enum VideoIDQuirk: String, Quirk {
  case errorBody = "error_body"
  case errorStatus = "error_status"
  case challenge = "www_authenticate"
  case anyToken = "any_token"
  case mergedHeader = "merged_authorization"
  case authorizationReuse = "authorization_reuse"
  case absentValues = "absent_values"
  case minimumSimilarity = "min_similarity"
  case attendedService = "attended_service"
  case review
  case webhookRepeat = "webhook_repeat"
  case webhookOrder = "webhook_order"

  /// The declaration that the catalog prints and the loader checks against.
  var term: QuirkTerm {
    switch self {
    case .errorBody:
      choice(
        "What an error's body has: all three members, those of either family of clients, nothing, or plain text",
        .observed, ["full", "description", "message", "empty", "text"])
    case .errorStatus:
      choice(
        "The status of an error at the results: its own, or 200, which clients treat as a failure by its body",
        .observed, ["own", "always_200"])
    case .challenge:
      flag("401 comes with WWW-Authenticate", .assumed, standard: true)
    case .anyToken:
      choice(
        "Which tokens the client \"*\" lets in: those of the form of a UUID, or any", .observed,
        ["uuid", "any"])
    case .mergedHeader:
      choice(
        "What becomes of \"Bearer x, application/json\", which a browser sends when a script sets the header twice",
        .observed, ["refuse", "accept"])
    case .authorizationReuse:
      choice(
        "How often an authorization can complete a run", .assumed, ["once", "unlimited"])
    case .absentValues:
      choice(
        "How the result gives a value that the document lacks: as an empty text, or not at all",
        .observed, ["empty", "missing"])
    case .minimumSimilarity:
      choice(
        "What a face below minSimilarityLevel (Low where none is asked for) does: only the result says so, or the run fails",
        .assumed,
        ["report", "enforce"])
    case .attendedService:
      choice("Whether agents are at work for Attended", .observed, ["open", "closed"])
    case .review:
      choice(
        "What a review says of a completed video by the webhook Video.Verified", .observed,
        ["none", "accepted", "rejected"])
    case .webhookOrder:
      choice(
        "In which order webhooks arrive: as things happen, or Video.Completed after Video.Consolidated",
        .assumed, ["as_it_happens", "completed_last"])
    case .webhookRepeat:
      flag("Each webhook is sent twice, one second apart", .assumed)
    }
  }
}

/// The named sets of switches.
enum VideoIDPreset {
  static let guide = Preset(
    "guide", "The guide to the letter, with the resolutions of the contract", .documented, quirks: [:])

  static let lenient = Preset(
    "lenient", "What clients in the field get away with", .observed,
    quirks: [
      VideoIDQuirk.anyToken.rawValue: .choice("any"),
      VideoIDQuirk.mergedHeader.rawValue: .choice("accept"),
      VideoIDQuirk.authorizationReuse.rawValue: .choice("unlimited"),
    ])

  static let all = [guide, lenient]
}

extension Switches {
  subscript(quirk: VideoIDQuirk) -> QuirkValue { value(quirk.rawValue) }
  subscript(lifetime: VideoIDLifetime) -> Duration { self.lifetime(lifetime.rawValue) }
}
