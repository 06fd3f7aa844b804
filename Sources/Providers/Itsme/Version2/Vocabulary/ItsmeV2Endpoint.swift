import Flow

/// The endpoints of version 2.
enum ItsmeV2Endpoint: String, EndpointName {
  case discovery
  case jwkSet = "jwks"
  case authorize
  case authorizePage = "authorize_page"
  case app
  case token
  case userinfo
  case picture
  case revoke
  case clientRequestURI = "client_request_uri"
  case userDiscovery = "user_discovery"
  case userDiscoveryPoll = "user_discovery_poll"
  case backchannel
  case clientKeySet = "client_jwks"
  case clientPrivateKeySet = "client_private_jwks"

  var term: EndpointTerm {
    switch self {
    case .discovery: make("The discovery document of either base", .documented, isOwned: false)
    case .jwkSet: make("The provider's key set", .observed, isOwned: false)
    case .authorize: make("The authorization endpoint", .documented, by: .browser)
    case .authorizePage:
      make("The page with the QR code and the phone form, which waits for the app", .observed, by: .browser)
    case .app: make("The page that stands for the app on a phone", .assumed, isOwned: false, by: .phone)
    case .token: make("The token endpoint", .documented)
    case .userinfo: make("The userinfo endpoint", .documented)
    case .picture: make("The image of the person's document", .documented)
    case .revoke: make("The revocation endpoint, for clients with a secret", .documented)
    case .clientRequestURI:
      make(
        "The request object that itsme fetches from the client's request_uri", .documented, isOwned: false,
        by: .provider)
    case .userDiscovery: make("Begins a user discovery, whose QR code the client shows itself", .documented)
    case .userDiscoveryPoll: make("Tells whether the user discovery has found the person", .documented)
    case .backchannel: make("The backchannel authentication endpoint of CIBA", .documented)
    case .clientKeySet: make("The public keys of the default client", .assumed, isOwned: false)
    case .clientPrivateKeySet: make("The private keys of the default client", .assumed, isOwned: false)
    }
  }
}
