import Flow

/// A run of the BioID app or of the web user interface with a token (§1.8).
struct BioIDAppSession: Sendable {
  let kind: Kind
  /// `nil` if an Android app launched it and waits for its result.
  let returnURL: String?
  /// Returned unchanged.
  let state: String?
  /// Returned by the web user interface as `skipintro`.
  var skipsIntroduction = false
  let begun: Instant
  let deadline: Instant
  /// `nil` while the session runs.
  var ending: Ending?
  /// True if the fake handset shows it instead of a page.
  var isOnPhone = false
  /// True once a page has shown the ending; the same launch then begins a new session.
  var isEndingTold = false

  /// What captures the samples.
  enum Kind: Sendable, Hashable {
    case app
    case webUI

    /// As the log writes it.
    var name: String { self == .webUI ? "the web user interface" : "the app" }
    /// At the start of a sentence.
    var title: String { self == .webUI ? "The web user interface" : "The app" }
  }

  enum Ending: Sendable, Hashable {
    /// The operation was performed, successfully or not.
    case finished
    /// The token expired before an operation was performed.
    case unauthorized
    /// The app was launched for another task than the token's: the Web API refuses it (§3).
    case wrongTask
    case aborted
    case skipped
    case timedOut
    /// The operation was performed, and the app stays open.
    case stayed

    /// `nil` if the result of the operation is the outcome.
    var outcome: BioIDOutcome? {
      switch self {
      case .finished: nil
      case .unauthorized: .expired
      case .wrongTask: .wrongTask
      case .aborted: .aborted
      case .skipped: .skipped
      case .timedOut: .timedOut
      case .stayed: .neverReturned
      }
    }
  }

  /// True if the same launch continues this session, which holds until it has ended and a page or the phone has shown
  /// that.
  var isCurrent: Bool { ending == nil || !(isOnPhone || isEndingTold) }

  /// True if both come from the same launch, which a page repeats when it refreshes.
  func isSame(as other: BioIDAppSession) -> Bool {
    kind == other.kind && returnURL == other.returnURL && state == other.state
  }
}
