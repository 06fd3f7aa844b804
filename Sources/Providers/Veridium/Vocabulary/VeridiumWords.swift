import Flow
import ProviderKit

/// The lifetimes of VeridiumID; none is documented (§3).
enum VeridiumLifetime: String, Lifetime {
  case session
  case readable
  case longPoll = "long_poll"
  case identityToken = "identity_token"
  case reaction
  case lock

  var term: LifetimeTerm {
    switch self {
    case .session: lasting("How long a session waits for the person", .assumed, .seconds(120))
    case .readable:
      lasting("How long the status of a session that has ended can be read", .assumed, .seconds(600))
    case .longPoll:
      lasting("How long GetSessionStatusAsync and the SDK wait for a change", .assumed, .seconds(25))
    case .identityToken: lasting("How long after its iat the IdentityToken expires", .assumed, .seconds(300))
    case .reaction:
      lasting(
        "How long a person who waits for no app takes to scan a code, and then to approve, unless a scenario says",
        .assumed,
        .seconds(2))
    case .lock: lasting("How long a profile stays locked", .assumed, .seconds(600))
    }
  }
}

/// What a person can do with a session.
enum VeridiumVerb: String, PersonVerb {
  case open
  case scan
  case approve
  case reject
  case cancel
  case fail
  case biometryChanged = "biometry_changed"
  case continueElsewhere = "continue_elsewhere"
  case authenticateByAdmin = "authenticate_by_admin"
  case timeOut = "time_out"
  case pushLost = "push_lost"
  case ignore

  var verb: Verb {
    switch self {
    case .open: make("The person opens the request in the app", .assumed, isFinal: false)
    case .scan:
      make(
        "The person scans the code of a session opportunity: somebody is attached", .documented,
        isFinal: false)
    case .approve:
      make("The person gives the biometrics: COMPLETED, and AUTHENTICATED with the token", .documented)
    case .reject: make("The person taps Reject: CANCELED", .documented)
    case .cancel: make("The person closes the request: CANCELED", .documented)
    case .fail:
      make(
        "The authentication fails for good: FAILED", .documented,
        reasons: FailureReason.final.map(\.rawValue))
    case .biometryChanged:
      make(
        "The biometrics of the phone have changed: the SDK reports an error and the session stays open",
        .documented, isFinal: false, reasons: [FailureReason.requiresBiometryRevalidation.rawValue])
    case .continueElsewhere:
      make("Another device has to finish: ON_GOING_AUTHENTICATION, no token", .documented, isFinal: false)
    case .authenticateByAdmin:
      make(
        "An administrator lets the person in: AUTHENTICATED_BY_ADMIN, no token; the session stays open",
        .observed, isFinal: false)
    case .timeOut: make("Time runs out now: TIMEOUT", .assumed)
    case .pushLost:
      make("The push never reaches a device: no device lists the session", .assumed, isFinal: false)
    case .ignore: make("The person never reacts: time runs out", .documented, isFinal: false)
    }
  }

  /// True if the step ends one call of the SDK but leaves the session open.
  var interruptsSDK: Bool {
    self == .biometryChanged || self == .continueElsewhere || self == .authenticateByAdmin
  }

}

/// How a session can end.
enum VeridiumOutcome: String, CaseIterable {
  case completed
  case canceled
  case failed
  case locked
  case timedOut = "timed_out"
  case noDevice = "no_device"

  var term: Term {
    switch self {
    case .completed: Term(rawValue, "The person was authenticated", .observed)
    case .canceled: Term(rawValue, "The person rejected or closed the request", .documented)
    case .failed: Term(rawValue, "The biometrics did not match, or the tries were used up", .documented)
    case .locked: Term(rawValue, "The failure locked the profile", .assumed)
    case .timedOut: Term(rawValue, "The person never reacted", .documented)
    case .noDevice: Term(rawValue, "The profile has no device to push to", .assumed)
    }
  }
}

/// Why an authentication failed (§3); names and numbers are ours, because the SDK's are not public.
enum FailureReason: String, Sendable, CaseIterable {
  case biometricMismatch
  case attemptsUsedUp
  case requiresBiometryRevalidation
  case accountLocked
  case none

  /// The reasons that end a session.
  static let final: [FailureReason] = [.biometricMismatch, .attemptsUsedUp, .accountLocked, .none]

  var code: Int {
    switch self {
    case .biometricMismatch: 40
    case .attemptsUsedUp: 41
    // The number of the contract's example.
    case .requiresBiometryRevalidation: 42
    case .accountLocked: 43
    case .none: 44
    }
  }

  /// The `localizedReason` of the SDK's error.
  var text: String {
    switch self {
    case .biometricMismatch: "The biometrics do not match"
    case .attemptsUsedUp: "All tries were used up"
    case .requiresBiometryRevalidation: "Biometry changed"
    case .accountLocked: "The account is locked"
    case .none: "The authentication could not be done"
    }
  }
}
