import Flow

/// What BWS keeps of one token: its samples, its tries and the result of its last operation (§3).
struct BWSOperation: Sendable {
  let request: BWSTokenRequest
  let token: String
  let expires: Instant
  /// The client's, overridden by the scenario's.
  let switches: BioIDSwitches
  /// One list for each try.
  let challenges: [[HeadMovement]]
  /// True if a scenario broke the token's signature.
  var isForged = false
  /// The samples uploaded since the last operation.
  var samples: [BWSSample] = []
  /// How many operations were performed.
  var tries = 0
  /// How many of the person's attempts were taken.
  var attempts = 0
  /// How many of the person's steps about samples were taken.
  var sampleSteps = 0
  /// The result of the last operation.
  var result: BWSResult?
  var isResultRead = false
  /// The app or web user interface launched with the token.
  var app: BioIDAppSession?

  /// How many samples are kept; more are accepted and dropped.
  static let sampleLimit = 64

  /// The movements of the next try; `nil` if the token asks for none.
  var challenge: [HeadMovement]? {
    challenges.isEmpty ? nil : challenges[min(tries, challenges.count - 1)]
  }

  /// How long ago an expired token expired.
  func age(at now: Instant) -> String { "\((now - expires).components.seconds) s ago" }

  /// The next try as people read it: `1 of 3`.
  var nextTry: String { "\(min(tries + 1, request.maxTries)) of \(request.maxTries)" }
}

/// The result of an operation.
struct BWSResult: Sendable, Hashable {
  let isSuccess: Bool
  /// `nil` also if the person was merely not recognized (§1.4).
  var error: BWSTaskError?
  /// Whom an identification found.
  var matches: [Match] = []

  struct Match: Sendable, Hashable {
    let bcid: BCID
    let score: Double
  }

  static let success = BWSResult(isSuccess: true)
  static let notRecognized = BWSResult(isSuccess: false)

  static func failure(_ error: BWSTaskError) -> BWSResult {
    BWSResult(isSuccess: false, error: error)
  }

  var outcome: BioIDOutcome {
    isSuccess ? .succeeded : error?.outcome ?? .notRecognized
  }
}

extension Transaction where Detail == BWSOperation {
  /// True if the scenario made a token that was never valid.
  var isBroken: Bool { detail.isForged || detail.expires <= started }

  /// The state as the control plane names it.
  func state(at now: Instant) -> String {
    if detail.isResultRead { return BioIDOutcome.completed.rawValue }
    if let ending = detail.app?.ending, let outcome = ending.outcome { return outcome.rawValue }
    if let result = detail.result { return result.outcome.rawValue }
    if now >= detail.expires { return BioIDOutcome.expired.rawValue }
    return detail.app == nil ? "issued" : "waiting"
  }

  /// True while the person can still do something.
  func isOpen(at now: Instant) -> Bool {
    guard now < detail.expires, detail.tries < detail.request.maxTries else { return false }
    guard let app = detail.app else { return detail.result?.isSuccess != true }
    return app.ending == nil
  }
}
