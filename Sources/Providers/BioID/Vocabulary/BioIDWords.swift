import Flow
import OpenID
import ProviderKit

/// The lifetimes of BioID (contract §3).
enum BioIDLifetime: String, Lifetime {
  case token
  case task
  case activity
  case login
  case code
  case accessToken = "access_token"
  case idToken = "id_token"
  case refreshToken = "refresh_token"

  var term: LifetimeTerm {
    switch self {
    case .token: lasting("How long a BWS token is valid: exp less nbf", .documented, .seconds(600))
    case .task:
      lasting("How long a task waits for the person before ExecutionOfJobTimedOut", .assumed, .seconds(55))
    case .activity:
      lasting("How long the web user interface waits for the person to move", .observed, .seconds(30))
    case .login: lasting("How long BioID Connect waits for the person", .assumed, .seconds(300))
    case .code: lasting("How long an authorization code can be exchanged", .assumed, .seconds(300))
    case .accessToken:
      lasting("How long the user API can be called; also expires_in", .assumed, .seconds(3600))
    case .idToken: lasting("How long after its iat the id_token expires", .assumed, .seconds(1200))
    case .refreshToken: lasting("How long a refresh token can be used", .assumed, .seconds(14 * 86_400))
    }
  }
}

/// What a person can do in front of the camera, in the app and at BioID Connect.
///
/// Each attempt takes one step, and the last step applies to all further attempts. So failures are not final: a story
/// can let the person fail first and be recognized later.
enum BioIDVerb: String, PersonVerb {
  case open
  case poorSample = "poor_sample"
  case badSample = "bad_sample"
  case wrongFace = "wrong_face"
  case fail
  case approve
  case stay
  case reject
  case cancel
  case skip
  case ignore

  var verb: Verb {
    switch self {
    case .open: make("The person opens the app", .documented, isFinal: false)
    case .poorSample:
      make(
        "One sample is accepted with a warning, ImageTooSmall unless a reason says otherwise", .documented,
        isFinal: false, reasons: BWSSampleWarning.allCases.map(\.rawValue))
    case .badSample:
      make(
        "One sample is refused, with NoFaceFound unless a reason says otherwise", .documented, isFinal: false,
        reasons: BWSSampleError.allCases.map(\.rawValue))
    case .wrongFace:
      make("Somebody else looks into the camera: not recognized", .documented, isFinal: false)
    case .fail:
      make(
        "The operation fails, with LiveDetectionFailed unless a reason says otherwise", .documented,
        isFinal: false, reasons: BWSTaskError.allCases.map(\.rawValue))
    case .approve:
      make(
        "The person looks into the camera and is recognized or enrolled; consents at BioID Connect",
        .documented)
    case .stay:
      make("The person is recognized, but the app, or the page, never returns to the caller", .assumed)
    case .reject:
      make("The person refuses: user_abort, at BioID Connect access_denied", .observed)
    case .cancel:
      make("The person cancels: user_abort, at BioID Connect access_denied", .observed)
    case .skip: make("The person skips the operation in the web user interface: user_skip", .observed)
    case .ignore: make("The person never reacts: time runs out", .assumed, isFinal: false)
    }
  }
}

/// How a BWS operation or a login can end.
enum BioIDOutcome: String, CaseIterable {
  case succeeded
  case notRecognized = "not_recognized"
  case liveDetectionFailed = "live_detection_failed"
  case challengeResponseFailed = "challenge_response_failed"
  case noTemplateAvailable = "no_template_available"
  case notEnoughSamples = "not_enough_samples"
  case executionOfJobTimedOut = "execution_of_job_timed_out"
  case aborted
  case skipped
  case timedOut = "timed_out"
  case neverReturned = "never_returned"
  case wrongTask = "wrong_task"
  case expired
  case completed
  case loggedIn = "logged_in"
  case denied
  case codeExpired = "code_expired"
  case codeReused = "code_reused"

  var term: Term {
    switch self {
    case .succeeded: Term(rawValue, "The person was recognized or enrolled", .documented)
    case .notRecognized:
      Term(rawValue, "The person was not recognized: Success false without Error", .documented)
    case .liveDetectionFailed: Term(rawValue, "No live person was seen", .documented)
    case .challengeResponseFailed: Term(rawValue, "The person did not move as asked", .documented)
    case .noTemplateAvailable: Term(rawValue, "Nobody is enrolled under the BCID", .documented)
    case .notEnoughSamples: Term(rawValue, "Too few samples were uploaded", .documented)
    case .executionOfJobTimedOut: Term(rawValue, "The service took too long", .documented)
    case .aborted: Term(rawValue, "The person aborted", .observed)
    case .skipped: Term(rawValue, "The person skipped the operation", .observed)
    case .timedOut: Term(rawValue, "The person never reacted", .observed)
    case .neverReturned:
      Term(rawValue, "The app, or the web user interface, never returned to the caller", .assumed)
    case .wrongTask:
      Term(rawValue, "The app was launched for another task than the token's, and did nothing", .observed)
    case .expired: Term(rawValue, "The token ran out before the operation", .documented)
    case .completed: Term(rawValue, "The client read the result, or the person's data", .documented)
    case .loggedIn: Term(rawValue, "The person consented at BioID Connect", .documented)
    case .denied: Term(rawValue, "The person refused at BioID Connect", .assumed)
    case .codeExpired: Term(rawValue, "The code came too late", .assumed)
    case .codeReused: Term(rawValue, "The code came twice", .assumed)
    }
  }
}
