import Flow
import HTTP
import ProviderKit

/// What VideoID keeps in a sandbox.
final class VideoID: Sendable {
  static let slug = "videoid"
  static let standards = VocabularyStandards(vocabulary)
  /// Scripts of any page may call (§1.1 #17).
  static let crossOrigin = CrossOrigin(
    methods: "GET, POST", fields: "authorization, content-type, tenantid, secret, eidolon-scenario")

  let sandbox: Sandbox
  let runs: TransactionLedger<Run>
  let admissions = Admissions()
  let tenants = Tenants()
  let prepared = PreparedAnswers()
  /// The identifiers of runs whose end is still to be reported.
  let watched = Kept<Set<String>>([])

  private static let polled: Set = [
    VideoIDEndpoint.capture.rawValue, VideoIDEndpoint.sdkContinue.rawValue,
  ]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    let watched = watched
    runs = TransactionLedger(
      VideoID.vocabulary, in: sandbox,
      polledEndpoints: VideoID.polled,
      state: { $0.state(at: $1) }, isOpen: { $0.phase(at: $1).isRunning },
      moments: { $0.reports(at: $1) },
      findingsAtEnd: { VideoID.isUnread($0, at: $1) ? [Finding(ResultRules.neverRead)] : [] },
      // The ordering provider is told the end of a run, and never reads its result.
      neverCalled: { $0.detail.admission == nil ? [] : Set(VideoIDEndpoint.results.map(\.rawValue)) },
      forget: { run in watched.withLock { _ = $0.remove(run.identifier) } })
    offerVerifications()
  }

  /// True for a completed run whose result was never read: its client trusted the SDK alone (§4.7).
  ///
  /// Runs that another provider ordered are left to that provider, and nobody is blamed whom the scenario kept from
  /// knowing of the completion.
  static func isUnread(_ run: Transaction<Run>, at now: Instant) -> Bool {
    guard run.detail.admission == nil, !run.detail.isRead, !run.isCompletionHidden,
      case .completed = run.phase(at: now)
    else { return false }
    return true
  }

  // MARK: All responses

  /// The switches if no client is known.
  var standardSwitches: Switches { Switches(client: [:], scenario: nil, standards: VideoID.standards) }

  /// Allows scripts of any origin to read an answer.
  func readable(_ answer: Answer) -> Answer {
    var answer = answer
    VideoID.crossOrigin.allow(&answer.response)
    return answer
  }
}
