import Flow

/// The endpoints by their catalog names.
enum ReuseIDEndpoint: String, EndpointName {
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
    case .discovery: make("The discovery document", .assumed, isOwned: false)
    case .jwks: make("The provider's key set", .assumed, isOwned: false)
    case .authorize:
      make("The authorization endpoint, today's and the older one for apps", .documented, by: .browser)
    case .authorizePage: make("The page that waits for the person", .assumed, by: .browser)
    case .inAppStatus: make("The statusUrl of an operation that an app began", .documented, by: .app)
    case .inAppComplete: make("The completeUrl of an operation that an app began", .documented, by: .app)
    case .inAppCancel: make("The cancel link of an operation that an app began", .documented, by: .app)
    case .ciba: make("The backchannel authentication endpoint", .documented)
    case .token: make("The token endpoint: client credentials, codes, backchannel requests", .documented)
    case .userinfo: make("The userinfo endpoint", .documented)
    case .onboardingStart: make("The backend starts an onboarding", .documented)
    case .onboardingStatus: make("The backend asks how an onboarding stands", .documented)
    case .stepUpStart: make("The backend starts a step-up", .documented)
    case .stepUpStatus: make("The backend asks how a step-up stands", .documented)
    case .authenticationStart: make("The backend starts a plain MobileID authentication", .documented)
    case .operationResult: make("The backend reads the result of a MobileID operation", .documented)
    case .user: make("A user, with the attributes that verifications have added", .documented, isOwned: false)
    case .userDevices: make("The devices of a user", .documented, isOwned: false)
    case .deviceTransactions: make("The operations of a device", .documented, isOwned: false)
    case .apiDocument:
      make("What the type of an API error leads to: its codes and the paths", .assumed, isOwned: false)
    case .deviceLock: make("An administrator locks a device", .assumed, isOwned: false)
    case .deviceUnlock: make("An administrator unlocks a device", .assumed, isOwned: false)
    case .serverAuthenticationStart:
      make("A server on one's own premises starts an authentication", .documented)
    case .serverAuthentication: make("A server on one's own premises reads an authentication", .documented)
    case .serverEnrollmentStart: make("A server on one's own premises starts an enrollment", .documented)
    case .serverEnrollment: make("A server on one's own premises reads an enrollment", .assumed)
    case .loadConfig: make("The app loads its configuration", .observed, isOwned: false, by: .app)
    case .push:
      make("Stands for the push service: the messages for a device", .assumed, isOwned: false, by: .app)
    case .startActivation: make("The app activates with a code", .observed, by: .app)
    case .finishActivation: make("The app finishes the activation", .observed, by: .app)
    case .startAuthenticationAndActivation:
      make("The app starts to add a method to the device", .observed, isOwned: false, by: .app)
    case .finishAuthenticationAndActivation:
      make("The app finishes to add a method to the device", .observed, isOwned: false, by: .app)
    case .startAuthentication: make("The app starts the pending authentication", .observed, by: .app)
    case .finishAuthentication: make("The app finishes the authentication", .observed, by: .app)
    case .cancelSession: make("The app cancels what is pending", .observed, by: .app)
    case .deactivate: make("The app gives its registration up", .observed, isOwned: false, by: .app)
    }
  }
}
