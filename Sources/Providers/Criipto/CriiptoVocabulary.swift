import Flow
import OpenID
import ProviderKit

/// What a person can do with a login; all eIDs share the verbs.
enum CriiptoVerb: String, CaseIterable {
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

  /// Like `init(rawValue:)`, but fast for the most frequent verb, because every poll asks for it.
  init?(word: String) {
    if word == CriiptoVerb.approve.rawValue { self = .approve } else { self.init(rawValue: word) }
  }

  private static let finalWords = Set(allCases.filter { $0.verb.isFinal }.map(\.rawValue))

  private func make(_ meaning: String, _ basis: Basis, isFinal: Bool = true, reasons: [String] = []) -> Verb {
    Verb(rawValue, meaning, basis, isFinal: isFinal, reasons: reasons)
  }
}

/// The endpoints by their catalog names (§1.1).
enum CriiptoEndpoint: String, CaseIterable {
  case discovery
  case jwkSet = "jwks"
  case configuration = "criipto_configuration"
  case authorize
  case select
  case postMessage = "post_message"
  case par
  case token
  case userinfo
  case logout
  case headless
  case mitIDPage = "mitid_page"
  case mitIDApp = "mitid_app"
  case bankIDPoll = "poll"
  case bankIDComplete = "complete"
  case bankIDCancel = "cancel"
  case bankIDPage = "bankid_page"
  case bankIDQR = "qr"
  case bankIDApp = "bankid_app"
  case nativeCallback = "native_callback"

  var term: EndpointTerm {
    switch self {
    case .discovery: make("The discovery document, also under a base64 acr", .documented, isOwned: false)
    case .jwkSet: make("The key set, under both its paths", .documented, isOwned: false)
    case .configuration:
      make("What the JavaScript SDK asks about a client", .observed, isOwned: false, by: .app)
    case .authorize: make("The authorization endpoint, also under a base64 acr", .documented, by: .browser)
    case .select: make("The page on which the person chooses the eID", .documented, by: .browser)
    case .postMessage:
      make(
        "Where the page of response_mode=post_message reports that no window waits for it", .assumed,
        by: .browser)
    case .par: make("The pushed authorization request endpoint", .documented, isOwned: false)
    case .token: make("The token endpoint", .documented)
    case .userinfo: make("The userinfo endpoint", .documented)
    case .logout: make("The logout endpoint", .documented, isOwned: false, by: .browser)
    case .headless: make("Begins a login without a browser (Swedish BankID)", .documented)
    case .mitIDPage: make("The MitID page that waits for the app", .documented, by: .browser)
    case .mitIDApp: make("The page that stands for the MitID app", .assumed, by: .phone)
    case .bankIDPoll: make("pollUrl: whether an order is done, and the next QR code", .observed, by: .app)
    case .bankIDComplete: make("completeUrl: the answer of a finished order", .documented, by: .app)
    case .bankIDCancel: make("cancelUrl: ends an order that the person left", .documented, by: .app)
    case .bankIDPage:
      make("The BankID page that opens the app, shows the QR code and waits", .documented, by: .browser)
    case .bankIDQR: make("The present QR code of an order as a PNG picture", .assumed, by: .browser)
    case .bankIDApp:
      make("The page that stands for the BankID app, opened by launch link or QR code", .assumed, by: .phone)
    case .nativeCallback:
      make(
        "The callbacks of the native SDKs, /android/callback and /ios/callback, if no app caught them",
        .observed, isOwned: false, by: .browser)
    }
  }

  private func make(
    _ meaning: String, _ basis: Basis, isOwned: Bool = true, by caller: EndpointTerm.Caller = .backend
  ) -> EndpointTerm {
    EndpointTerm(rawValue, meaning, basis, isOwned: isOwned, by: caller)
  }
}

/// The lifetimes of MitID and of no particular eID.
enum CriiptoLifetime: String, CaseIterable {
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
    case .code: make("How long an authorization code can be exchanged", .assumed, .seconds(120))
    case .requestURI:
      make("How long a pushed request can be used; also its expires_in", .documented, .seconds(120))
    case .accessToken: make("How long userinfo can be called; also expires_in", .documented, .seconds(120))
    case .session: make("How long a browser stays signed on", .assumed, .seconds(3600))
    case .selection: make("How long the page waits for the choice of an eID", .assumed, .seconds(600))
    case .mitID: make("How long the MitID page waits for the person", .assumed, .seconds(300))
    case .mitIDToken:
      make("How long after the authentication a MitID id_token expires", .observed, .seconds(18_000))
    case .headless:
      make("How long a login without a browser waits; also its expires_in", .documented, .seconds(120))
    case .mockToken: make("How long after its iat the mock eID's id_token expires", .assumed, .seconds(1200))
    }
  }

  private func make(_ meaning: String, _ basis: Basis, _ standard: Duration) -> LifetimeTerm {
    LifetimeTerm(rawValue, meaning, basis, standard: standard)
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

extension Criipto {
  static let vocabulary = Vocabulary(
    provider: slug, title: "Criipto Verify",
    verbs: CriiptoVerb.allCases.map(\.verb),
    endpoints: CriiptoEndpoint.allCases.map(\.term),
    tokens: [
      TokenTerm(
        "id_token", "The id_token, of either channel", .documented,
        defects: TokenDefect.terms(
          .idToken, and: [.hmacWithPublicKey, .hmacWithSecret, .wrongCodeHash, .lowerAssurance])),
      TokenTerm(
        "userinfo", "The signed userinfo", .documented,
        defects: TokenDefect.terms(
          .userinfo, and: [.hmacWithPublicKey, .unsignedInside, .missingContentType])),
    ],
    quirks: CriiptoQuirk.allCases.map(\.term) + BankIDQuirk.allCases.map(\.term),
    presets: [],
    lifetimes: CriiptoLifetime.allCases.map(\.term) + BankIDLifetime.allCases.map(\.term),
    stages: [
      Term("choosing", "The page offers the eIDs", .assumed),
      Term("pending", "The eID has begun", .assumed),
      Term("identifying", "MitID's page waits for the user id", .assumed),
      Term("waiting", "MitID's app has not been opened", .assumed),
      Term("app_opened", "MitID's app was opened", .assumed),
    ]
      + BankIDHint.allCases.filter { !$0.isFailure }.map {
        Term($0.rawValue, "BankID's hintCode while its order is pending", .documented)
      },
    outcomes: CriiptoOutcome.allCases.map(\.term) + BankIDOutcome.allCases.map(\.term),
    successes: ["authenticated", "single_sign_on", "exchanged", "completed"],
    facts: [
      Term("is.client", "The client_id", .assumed),
      Term("is.person", "The key of the person whom the request names by personal number", .assumed),
      Term("is.acr", "The eID and flow that was asked for, one of acr_values", .assumed),
      Term("is.eid", "sebankid, dkmitid or mock", .assumed),
      Term("is.platform", "ios, android or browser of the appswitch hint, else desktop", .assumed),
    ],
    signals: signals
  ).withCallback
}
