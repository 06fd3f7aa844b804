import Flow

/// The endpoints of BioID by their catalog names.
enum BioIDEndpoint: String, EndpointName {
  case index = "extension"
  case token
  case upload
  case verify
  case enroll
  case identify
  case livenessDetection = "livenessdetection"
  case result
  case isEnrolled = "isenrolled"
  case deleteClass = "deleteclass"
  case status
  case qualityCheck = "qualitycheck"
  case liveDetection = "livedetection"
  case photoVerify = "photoverify"
  case app
  case webUI = "web_ui"
  case phonePage = "phone_page"
  case connectDiscovery = "connect_discovery"
  case connectKeys = "connect_jwks"
  case connectAuthorize = "connect_authorize"
  case connectPage = "connect_page"
  case connectToken = "connect_token"
  case connectUserinfo = "connect_userinfo"
  case connectLogout = "connect_logout"
  case oauthAuthorization = "oauth_authorization"
  case oauthToken = "oauth_token"
  case peopleMe = "people_me"

  var term: EndpointTerm {
    switch self {
    case .index:
      make("The Web API's base address, with a list of its calls", .assumed, isOwned: false, by: .browser)
    case .token: make("Issues a BWS token", .documented)
    case .upload: make("Takes a sample", .documented, by: .app)
    case .verify: make("Verifies the person with the samples", .documented, by: .app)
    case .enroll: make("Enrols the person with the samples", .documented, by: .app)
    case .identify: make("Looks for the person among those enrolled", .documented, by: .app)
    case .livenessDetection: make("Says whether the samples show a live person", .documented, by: .app)
    case .result: make("Tells the result of the last operation with a token", .documented)
    case .isEnrolled: make("Says whether a BCID is enrolled", .documented, isOwned: false)
    case .deleteClass: make("Deletes what is enrolled for a BCID", .documented, isOwned: false)
    case .status: make("Tells version and features", .documented, isOwned: false)
    case .qualityCheck: make("Checks one sample, without token", .documented, isOwned: false)
    case .liveDetection: make("Checks two images for life, without token", .documented, isOwned: false)
    case .photoVerify:
      make("Compares two live images with a photo, without token", .documented, isOwned: false)
    case .app: make("The simulated BioID app, launched by a link", .documented, by: .phone)
    case .webUI: make("The web user interface", .documented, by: .browser)
    case .phonePage:
      make("The page with the launch links of open tokens", .assumed, isOwned: false, by: .phone)
    case .connectDiscovery: make("The discovery document of BioID Connect", .documented, isOwned: false)
    case .connectKeys: make("The key set of BioID Connect", .assumed, isOwned: false)
    case .connectAuthorize: make("The authorization endpoint of BioID Connect", .assumed, by: .browser)
    case .connectPage: make("The consent page of BioID Connect", .documented, by: .browser)
    case .connectToken: make("The token endpoint of BioID Connect", .assumed)
    case .connectUserinfo: make("The userinfo endpoint of BioID Connect", .assumed)
    case .connectLogout: make("The logout endpoint of BioID Connect", .assumed, isOwned: false, by: .browser)
    case .oauthAuthorization: make("The authorization endpoint of OAuth 2.0", .documented, by: .browser)
    case .oauthToken: make("The token endpoint of OAuth 2.0", .documented)
    case .peopleMe: make("The user API", .observed)
    }
  }
}
