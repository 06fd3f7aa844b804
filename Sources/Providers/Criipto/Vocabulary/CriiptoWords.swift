import Flow
import OpenID
import ProviderKit

/// What a person can do with a login; all eIDs share the verbs.
enum CriiptoVerb: String, PersonVerb {
  case open
  case scan
  case approve
  case cancel
  case reject
  case wrongPIN = "wrong_pin"
  case readPassport = "read_passport"
  case confirmCall = "confirm_call"
  case fail
  case withholdCPR = "withhold_cpr"
  case goBack = "return"
  case otherBrowser = "return_to_other_browser"
  case ignore

  var verb: Verb {
    switch self {
    case .open: make("The eID's app is opened with the request", .documented, isFinal: false)
    case .scan: make("The person scans the QR code with the BankID app", .documented, isFinal: false)
    case .approve: make("The person identifies with the eID", .documented)
    case .cancel: make("The person cancels, in the app or on the eID's page", .documented)
    case .reject: make("The person refuses the request in the app; clients see a cancellation", .observed)
    case .wrongPIN: make("The person gives a wrong code; the app asks again", .assumed, isFinal: false)
    case .readPassport:
      make(
        "The BankID app reads the person's passport or identity card before the code", .documented,
        isFinal: false)
    case .confirmCall:
      make(
        "The BankID app asks whether the person is on the phone with the caller, before the code",
        .documented,
        isFinal: false)
    case .fail: make("The eID fails with its own word", .documented, reasons: CriiptoVerb.reasons)
    case .withholdCPR:
      make(
        "The person skips the question for the CPR number, where it is optional", .documented, isFinal: false)
    case .goBack:
      make("The person comes back to the client without having finished", .documented, isFinal: false)
    case .otherBrowser:
      make("The person finishes, but comes back in another browser than the one that began", .documented)
    case .ignore: make("The person never reacts: time runs out", .documented, isFinal: false)
    }
  }

  /// The reasons of `fail`, of both eIDs.
  static let reasons = BankIDHint.failures + MitIDFailure.allCases.map(\.rawValue)

  static func isFinal(_ word: String) -> Bool { word == approve.rawValue || finalWords.contains(word) }

  /// True for the decision of a person who approves as soon as the app has the request.
  static func opensOrIsFinal(_ word: String) -> Bool {
    word == open.rawValue || word == scan.rawValue || isFinal(word)
  }

  /// Like `init(rawValue:)`, but faster for the most frequent verb, because every poll asks for it.
  init?(word: String) {
    if word == CriiptoVerb.approve.rawValue { self = .approve } else { self.init(rawValue: word) }
  }

  private static let finalWords = Set(allCases.filter { $0.verb.isFinal }.map(\.rawValue))
}

/// The lifetimes of MitID and of no particular eID.
enum CriiptoLifetime: String, Lifetime {
  case code
  case requestURI = "request_uri"
  case accessToken = "access_token"
  case session
  case selection
  case mitID = "mitid"
  case mitIDToken = "mitid_id_token"
  case mockToken = "mock_id_token"
  case headless

  var term: LifetimeTerm {
    switch self {
    case .code: lasting("How long an authorization code can be exchanged", .assumed, .seconds(120))
    case .requestURI:
      lasting("How long a pushed request can be used; also its expires_in", .documented, .seconds(120))
    case .accessToken: lasting("How long userinfo can be called; also expires_in", .documented, .seconds(120))
    case .session: lasting("How long a browser stays signed on", .assumed, .seconds(3600))
    case .selection: lasting("How long the page waits for the choice of an eID", .assumed, .seconds(600))
    case .mitID: lasting("How long the MitID page waits for the person", .assumed, .seconds(300))
    case .mitIDToken:
      lasting("How long after the authentication a MitID id_token expires", .observed, .seconds(18_000))
    case .headless:
      lasting("How long a login without a browser waits; also its expires_in", .documented, .seconds(120))
    case .mockToken:
      lasting("How long after its iat the mock eID's id_token expires", .assumed, .seconds(1200))
    }
  }
}

/// How a login can end with any eID; `BankIDOutcome` has more.
enum CriiptoOutcome: String, CaseIterable {
  case authenticated
  case singleSignOn = "single_sign_on"
  case cancelled
  case timedOut = "timed_out"
  case loginRequired = "login_required"
  case codeExpired = "code_expired"
  case codeReused = "code_reused"
  case exchanged
  case completed
  case refused
  case mitIDError = "mitid_error"
  case nonceCookieMissing = "nonce_cookie_missing"
  case nonceCookieMalformed = "nonce_cookie_malformed"

  var term: Term {
    switch self {
    case .authenticated: Term(rawValue, "The person identified and the client got its answer", .documented)
    case .singleSignOn: Term(rawValue, "A session of the browser answered without the eID", .documented)
    case .cancelled: Term(rawValue, "The person cancelled", .observed)
    case .timedOut: Term(rawValue, "The person never reacted", .documented)
    case .loginRequired: Term(rawValue, "prompt=none came without a session", .documented)
    case .codeExpired: Term(rawValue, "The code came too late", .assumed)
    case .codeReused: Term(rawValue, "The code came twice", .documented)
    case .exchanged: Term(rawValue, "The client exchanged its code", .documented)
    case .completed: Term(rawValue, "The client read userinfo", .documented)
    case .refused: Term(rawValue, "The authorization request was refused", .documented)
    case .mitIDError: Term(rawValue, "The MitID client failed", .documented)
    case .nonceCookieMissing:
      Term(rawValue, "MitID was finished in a browser without the cookie of the one that began", .documented)
    case .nonceCookieMalformed:
      Term(rawValue, "The cookie that binds MitID to the browser was spoilt", .documented)
    }
  }
}
