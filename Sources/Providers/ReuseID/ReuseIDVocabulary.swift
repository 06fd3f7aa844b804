import Flow
import OpenID
import ProviderKit

extension ReuseID {
  /// The lifetimes of ReuseID (contract §3); the vendor shows none but how long results are kept.
  enum Lifetime: String, CaseIterable {
    case session
    case verification
    case apiToken = "api_token"
    case code
    case accessToken = "access_token"
    case idToken = "id_token"
    case push
    case result

    var term: LifetimeTerm {
      switch self {
      case .session:
        make("How long the app has for its part; requested_expiry overrides it", .assumed, .seconds(300))
      case .verification:
        make("How long the token of the post-operation context leads on", .assumed, .seconds(900))
      case .apiToken: make("How long a client credentials token is valid", .assumed, .seconds(600))
      case .code: make("How long an authorization code can be exchanged", .assumed, .seconds(300))
      case .accessToken: make("How long userinfo can be called; also expires_in", .assumed, .seconds(3600))
      case .idToken: make("How long after its iat the id_token expires", .assumed, .seconds(300))
      case .push: make("How long a push message is under way", .assumed, .zero)
      case .result:
        make("How long the result of an operation can be read", .documented, .seconds(60 * 86_400))
      }
    }

    private func make(_ meaning: String, _ basis: Basis, _ standard: Duration) -> LifetimeTerm {
      LifetimeTerm(rawValue, meaning, basis, standard: standard)
    }
  }

  /// What a person can do.
  ///
  /// Where the relying party's own app runs, approve, wrong_pin and reject say how the person answers each time the app asks
  /// for the PIN; where a simulated handset runs, all of them happen on the clock.
  enum Verb: String, CaseIterable {
    case open
    case approve
    case wrongPIN = "wrong_pin"
    case reject
    case cancel
    case verify
    case failVerification = "fail_verification"
    case cancelVerification = "cancel_verification"
    case ignore

    var verb: Flow.Verb {
      switch self {
      case .open: make("The person opens the app, which starts the authentication", .documented)
      case .approve: make("The person gives the right PIN or finger", .documented)
      case .wrongPIN: make("The person gives a wrong PIN; three of them lock the device", .documented)
      case .reject:
        make("The person declines in the app, which cancels the session", .observed, isFinal: true)
      case .cancel: make("The person leaves the app, which cancels the session", .observed, isFinal: true)
      case .verify:
        make(
          "The person completes the verification that follows", .documented,
          isFinal: true)
      case .failVerification:
        make("The verification that follows fails; one step for each attempt", .documented)
      case .cancelVerification:
        make("The person leaves the verification that follows", .documented)
      case .ignore: make("The person never reacts: time runs out", .assumed)
      }
    }

    private func make(_ meaning: String, _ basis: Basis, isFinal: Bool = false) -> Flow.Verb {
      Flow.Verb(rawValue, meaning, basis, isFinal: isFinal)
    }
  }

  /// The endpoints by their catalog names.
  enum EndpointName: String, CaseIterable {
    case discovery
    case jwks
    case authorize
    case authorizePage = "authorize_page"
    case inAppStatus = "inapp_status"
    case inAppComplete = "inapp_complete"
    case inAppCancel = "inapp_cancel"
    case ciba
    case token
    case userinfo
    case onboardingStart = "onboarding_start"
    case onboardingStatus = "onboarding_status"
    case stepUpStart = "step_up_start"
    case stepUpStatus = "step_up_status"
    case authenticationStart = "authentication_start"
    case operationResult = "operation_result"
    case user
    case userDevices = "user_devices"
    case deviceTransactions = "device_transactions"
    case apiDocument = "api_document"
    case deviceLock = "device_lock"
    case deviceUnlock = "device_unlock"
    case serverAuthenticationStart = "server_authentication_start"
    case serverAuthentication = "server_authentication"
    case serverEnrollmentStart = "server_enrollment_start"
    case serverEnrollment = "server_enrollment"
    case loadConfig = "load_config"
    case push
    case startActivation = "start_activation"
    case finishActivation = "finish_activation"
    case startAuthenticationAndActivation = "start_authentication_and_activation"
    case finishAuthenticationAndActivation = "finish_authentication_and_activation"
    case startAuthentication = "start_authentication"
    case finishAuthentication = "finish_authentication"
    case cancelSession = "cancel_session"
    case deactivate

    var term: EndpointTerm {
      switch self {
      case .discovery: unowned("The discovery document", .assumed)
      case .jwks: unowned("The provider's key set", .assumed)
      case .authorize:
        owned("The authorization endpoint, today's and the older one for apps", .documented, by: .browser)
      case .authorizePage: owned("The page that waits for the person", .assumed, by: .browser)
      case .inAppStatus: owned("The statusUrl of an operation that an app began", .documented, by: .app)
      case .inAppComplete: owned("The completeUrl of an operation that an app began", .documented, by: .app)
      case .inAppCancel: owned("The cancel link of an operation that an app began", .documented, by: .app)
      case .ciba: owned("The backchannel authentication endpoint", .documented)
      case .token: owned("The token endpoint: client credentials, codes, backchannel requests", .documented)
      case .userinfo: owned("The userinfo endpoint", .documented)
      case .onboardingStart: owned("The backend starts an onboarding", .documented)
      case .onboardingStatus: owned("The backend asks how an onboarding stands", .documented)
      case .stepUpStart: owned("The backend starts a step-up", .documented)
      case .stepUpStatus: owned("The backend asks how a step-up stands", .documented)
      case .authenticationStart: owned("The backend starts a plain MobileID authentication", .documented)
      case .operationResult: owned("The backend reads the result of a MobileID operation", .documented)
      case .user: unowned("A user, with the attributes that verifications have added", .documented)
      case .userDevices: unowned("The devices of a user", .documented)
      case .deviceTransactions: unowned("The operations of a device", .documented)
      case .apiDocument: unowned("What the type of an API error leads to: its codes and the paths", .assumed)
      case .deviceLock: unowned("An administrator locks a device", .assumed)
      case .deviceUnlock: unowned("An administrator unlocks a device", .assumed)
      case .serverAuthenticationStart:
        owned("A server on one's own premises starts an authentication", .documented)
      case .serverAuthentication: owned("A server on one's own premises reads an authentication", .documented)
      case .serverEnrollmentStart: owned("A server on one's own premises starts an enrollment", .documented)
      case .serverEnrollment: owned("A server on one's own premises reads an enrollment", .assumed)
      case .loadConfig: unowned("The app loads its configuration", .observed, by: .app)
      case .push: unowned("Stands for the push service: the messages for a device", .assumed, by: .app)
      case .startActivation: owned("The app activates with a code", .observed, by: .app)
      case .finishActivation: owned("The app finishes the activation", .observed, by: .app)
      case .startAuthenticationAndActivation:
        unowned("The app starts to add a method to the device", .observed, by: .app)
      case .finishAuthenticationAndActivation:
        unowned("The app finishes to add a method to the device", .observed, by: .app)
      case .startAuthentication: owned("The app starts the pending authentication", .observed, by: .app)
      case .finishAuthentication: owned("The app finishes the authentication", .observed, by: .app)
      case .cancelSession: owned("The app cancels what is pending", .observed, by: .app)
      case .deactivate: unowned("The app gives its registration up", .observed, by: .app)
      }
    }

    private func owned(_ meaning: String, _ basis: Basis, by caller: EndpointTerm.Caller = .backend)
      -> EndpointTerm
    {
      EndpointTerm(rawValue, meaning, basis, isOwned: true, by: caller)
    }

    private func unowned(_ meaning: String, _ basis: Basis, by caller: EndpointTerm.Caller = .backend)
      -> EndpointTerm
    {
      EndpointTerm(rawValue, meaning, basis, isOwned: false, by: caller)
    }
  }

  /// How an operation can go and end.
  static let outcomes = [
    Term("completed", "The operation is complete, with its verification where one follows", .documented),
    Term("authenticated", "The person was authenticated and the verification is open", .documented),
    Term("verifying", "The token of the post-operation context was used", .documented),
    Term("locked", "Too many wrong PINs locked the device", .documented),
    Term("verification_failed", "The verification failed", .assumed),
    Term("verification_cancelled", "The person left the verification", .assumed),
    Term("cancelled", "The session was cancelled", .observed),
    Term("replaced", "A newer operation took the session's place", .observed),
    Term("expired", "Time ran out", .observed),
  ]

  /// The words of ReuseID in scenario files and the catalog.
  static let vocabulary = Vocabulary(
    provider: slug, title: "Signicat ReuseID",
    verbs: Verb.allCases.map(\.verb),
    endpoints: EndpointName.allCases.map(\.term),
    tokens: [
      TokenTerm(
        "id_token", "The id_token of an OpenID Connect login", .documented,
        defects: TokenDefect.terms(.idToken, and: [.hmacWithPublicKey, .hmacWithSecret]).filter {
          $0.name != "encrypted_to_wrong_key" && $0.name != "inner_signature_broken"
        })
    ],
    quirks: Quirk.allCases.map(\.term),
    presets: [],
    lifetimes: Lifetime.allCases.map(\.term),
    stages: [
      Term("created", "The operation waits for its app", .assumed),
      Term("started", "The app has the operation", .assumed),
    ],
    outcomes: outcomes,
    successes: ["completed", "authenticated", "verifying"],
    facts: [
      Term("is.client", "The client id", .assumed),
      Term("is.person", "The key of the person who holds the device", .assumed),
      Term("is.device", "The device id", .assumed),
      Term("is.flow", "onboarding, step_up, authentication or registration", .assumed),
      Term("is.channel", "api, on_premises, browser, in_app, ciba or app", .assumed),
    ],
    signals: .openID(
      issuing: [
        EndpointName.token.rawValue, EndpointName.authorize.rawValue, EndpointName.inAppComplete.rawValue,
      ],
      userinfo: [EndpointName.userinfo.rawValue])
  ).withCallback
}

extension Switches {
  subscript(lifetime lifetime: ReuseID.Lifetime) -> Duration { self.lifetime(lifetime.rawValue) }
  subscript(quirk quirk: ReuseID.Quirk) -> QuirkValue { value(quirk.rawValue) }
}
