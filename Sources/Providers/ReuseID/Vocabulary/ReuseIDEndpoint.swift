import Flow

/// The endpoints by their catalog names.
enum ReuseIDEndpoint: String, CaseIterable {
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
