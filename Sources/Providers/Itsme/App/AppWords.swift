import Flow
import OpenID

/// The lifetimes of every version.
enum ItsmeLifetime: String, Lifetime {
  case app
  case code
  case accessToken = "access_token"
  case idToken = "id_token"

  var term: LifetimeTerm {
    switch self {
    case .app: lasting("How long the app waits for the person", .documented, .seconds(180))
    case .code: lasting("How long an authorization code can be exchanged", .documented, .seconds(180))
    case .accessToken:
      lasting("How long userinfo can be called; also expires_in", .documented, .seconds(3600))
    case .idToken: lasting("How long after its iat the id_token expires", .observed, .seconds(300))
    }
  }
}

/// What a person does, in every version.
enum ItsmeVerb: String, PersonVerb {
  case open
  case approve
  case reject
  case wrongIcon = "wrong_icon"
  case wrongPIN = "wrong_pin"
  case cancel
  case ignore

  /// What the person does by default.
  static let approval = PhoneScript.steps([PhoneStep(ItsmeVerb.approve.rawValue)])

  var verb: Verb {
    switch self {
    case .open: make("The person opens the request in the app", .documented, isFinal: false)
    case .approve:
      make("The person taps the right icon, confirms and gives the itsme code or fingerprint", .documented)
    case .reject: make("The person taps Reject", .documented)
    case .wrongIcon:
      make("The person taps another icon than the page shows: the same as rejecting", .documented)
    case .wrongPIN: make("The person gives a wrong itsme code; the app asks again", .assumed, isFinal: false)
    case .cancel: make("The person cancels on the web page", .assumed)
    case .ignore: make("The person never reacts: time runs out", .documented, isFinal: false)
    }
  }
}

/// How a login ends, in every version.
enum ItsmeOutcome: String, CaseIterable {
  case approved
  case rejected
  case wrongIcon = "wrong_icon"
  case cancelled
  case otherPerson = "other_person"
  case timedOut = "timed_out"
  case codeExpired = "code_expired"
  case codeReused = "code_reused"
  case codeOfOtherClient = "code_of_other_client"
  case refused
  case completed

  var term: Term {
    switch self {
    case .approved: Term(rawValue, "The person approved and the browser got a code", .documented)
    case .rejected: Term(rawValue, "The person rejected", .documented)
    case .wrongIcon: Term(rawValue, "The person tapped the wrong icon", .documented)
    case .cancelled: Term(rawValue, "The person cancelled on the page", .assumed)
    case .otherPerson:
      Term(rawValue, "The person approved, but the request asks for another one's sub", .assumed)
    case .timedOut: Term(rawValue, "The person never reacted", .documented)
    case .codeExpired: Term(rawValue, "The code came too late", .documented)
    case .codeReused: Term(rawValue, "The code came twice", .documented)
    case .codeOfOtherClient: Term(rawValue, "Another client sent the code", .documented)
    case .refused: Term(rawValue, "The authentication request was refused", .documented)
    case .completed: Term(rawValue, "The client read userinfo", .documented)
    }
  }
}

extension Switches {
  subscript(lifetime: ItsmeLifetime) -> Duration { self.lifetime(lifetime.rawValue) }
}

extension ItsmeOutcome {
  /// The outcome of a token request that breaks a rule about codes; `nil` for other rules.
  init?(refusing rule: Rule, of book: RuleBook) {
    switch rule {
    case book[.codeExpired]: self = .codeExpired
    case book[.codeReused]: self = .codeReused
    case book[.codeOfOther]: self = .codeOfOtherClient
    default: return nil
    }
  }
}
