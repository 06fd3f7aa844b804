import Flow

/// The endpoints of VeridiumID by their catalog names.
enum VeridiumEndpoint: String, EndpointName {
  case authenticationRequest = "authentication_request"
  case sessionStatus = "session_status"
  case sessionStatusAsync = "session_status_async"
  case sessionOpportunity = "session_opportunity"
  case staticProfile = "static_profile"
  case authenticators
  case sdkAuthenticate = "sdk_authenticate"
  case sdkPending = "sdk_pending"
  case sdkAttach = "sdk_attach"
  case authenticator
  case signingKey = "signing_key"
  case signingCertificate = "signing_certificate"
  case keySet = "jwks"

  var term: EndpointTerm {
    switch self {
    case .authenticationRequest:
      make("AuthenticationRequest: a session begins, and a push goes out", .documented)
    case .sessionStatus: make("GetSessionStatus", .observed)
    case .sessionStatusAsync: make("GetSessionStatusAsync: a long poll", .documented)
    case .sessionOpportunity: make("RegisterSessionOpportunity: a code to scan", .documented)
    case .staticProfile: make("GetStaticProfile: the profile of a user name", .documented, isOwned: false)
    case .authenticators: make("The devices of a profile", .documented, isOwned: false)
    case .sdkAuthenticate: make("What the SDK's authenticate does, over HTTP", .assumed, by: .app)
    case .sdkPending:
      make("The sessions that a pushed device sees, over HTTP", .assumed, isOwned: false, by: .app)
    case .sdkAttach: make("What an app does that has scanned a code, over HTTP", .assumed, by: .app)
    case .authenticator: make("The pages of the Authenticator app", .assumed, by: .phone)
    case .signingKey: make("The public key of IdentityTokens as PEM", .assumed, isOwned: false)
    case .signingCertificate: make("The certificate of IdentityTokens as PEM", .assumed, isOwned: false)
    case .keySet: make("The public keys of IdentityTokens as a key set", .assumed, isOwned: false)
    }
  }
}
