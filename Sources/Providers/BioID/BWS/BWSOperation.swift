import Flow

/// What BWS keeps of one token: its samples, its tries and the result of its last operation (§3).
struct BWSOperation: Sendable {
  /// What was asked for.
  let request: BWSTokenRequest
  /// The token as it was sent.
  let token: String
  /// When it ends.
  let expires: Instant
  /// The client's switches with the scenario's over them.
  let switches: BioIDSwitches
  /// The movements that the person is asked for, one list for each try.
  let challenges: [[HeadMovement]]
  /// A scenario broke the token, so that it does not verify.
  var isForged = false
  /// The samples that wait for an operation.
  var samples: [BWSSample] = []
  /// How many operations were performed.
  var tries = 0
  /// How many of the person's attempts were made, and how many of the steps about samples happened.
  var attempts = 0
  var sampleSteps = 0
  /// What came out last.
  var result: BWSResult?
  /// The client has asked for it.
  var isResultRead = false
  /// The app or web user interface that was launched with the token.
  var app: BioIDAppSession?

  /// How many samples wait at the most; more are accepted and do not count.
  static let sampleLimit = 64

  /// The movements of the next try; `nil` where none are asked for.
  var challenge: [HeadMovement]? {
    challenges.isEmpty ? nil : challenges[min(tries, challenges.count - 1)]
  }
}

/// What came out of an operation.
struct BWSResult: Sendable, Hashable {
  let isSuccess: Bool
  /// Why not; `nil` too when the person was merely not recognised (§1.4).
  var error: BWSTaskError?
  /// Who was found, by an identification.
  var matches: [Match] = []

  /// Somebody who was found.
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
  /// Where the operation stands, in one word.
  func state(at now: Instant) -> String {
    if detail.isResultRead { return BioIDOutcome.completed.rawValue }
    if let ending = detail.app?.ending, let outcome = ending.outcome { return outcome.rawValue }
    if let result = detail.result { return result.outcome.rawValue }
    if now >= detail.expires { return BioIDOutcome.expired.rawValue }
    return detail.app == nil ? "issued" : "waiting"
  }

  /// The person can still do something.
  func isOpen(at now: Instant) -> Bool {
    guard now < detail.expires, detail.tries < detail.request.maxTries else { return false }
    guard let app = detail.app else { return detail.result?.isSuccess != true }
    return app.ending == nil
  }
}
