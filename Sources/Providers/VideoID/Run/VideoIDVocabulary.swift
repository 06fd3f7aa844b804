import Flow
import ProviderKit

extension VideoID {
  /// The words of VideoID in scenario files and the catalog.
  static let vocabulary = Vocabulary(
    provider: slug, title: "VideoID",
    verbs: VideoIDVerb.verbs,
    endpoints: VideoIDEndpoint.terms,
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
    quirks: VideoIDQuirk.terms,
    presets: VideoIDPreset.all,
    lifetimes: VideoIDLifetime.terms,
    stages: [
      Term("requested", "The client has its authorization, which no SDK has used", .assumed),
      Term("front", "The SDK looks at the front of the document", .assumed),
      Term("back", "The SDK looks at the back of the document", .assumed),
      Term("face", "The SDK looks at the face", .assumed),
    ],
    outcomes: VideoIDOutcome.allCases.map(\.term),
    successes: ["completed", "read", "accepted"],
    facts: [
      Term("is.client", "The client whose token it is, token-<hash> where no client has it", .assumed),
      Term("is.person", "The key of the person whose phone number the request names", .assumed),
      Term("is.product", "videoid, smileid or videoscan", .assumed),
      Term("is.process", "Unattended or Attended, also where the request leaves it out", .assumed),
      Term("is.ordered", "yes where another provider ordered the verification", .assumed),
    ],
    signals: signals)
}
