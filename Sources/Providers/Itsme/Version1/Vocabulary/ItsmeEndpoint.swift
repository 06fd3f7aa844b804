import Flow

/// The endpoints of version 1.
enum ItsmeEndpoint: String, EndpointName {
  case discovery
  case jwkSet = "jwks"
  case authorize
  case authorizePage = "authorize_page"
  case token
  case userinfo
  case register
  case clientKeySet = "client_jwks"
  case clientPrivateKeySet = "client_private_jwks"

  var term: EndpointTerm {
    switch self {
    case .discovery: make("The discovery document", .documented, isOwned: false)
    case .jwkSet: make("The provider's key set", .observed, isOwned: false)
    case .authorize: make("The authorization endpoint, under both its paths", .documented, by: .browser)
    case .authorizePage:
      make("The pages that ask for the phone number and wait for the app", .observed, by: .browser)
    case .token: make("The token endpoint", .documented)
    case .userinfo: make("The userinfo endpoint", .documented)
    case .register: make("The registration endpoint, which is not usable", .documented, isOwned: false)
    case .clientKeySet: make("The public keys of the default client", .documented, isOwned: false)
    case .clientPrivateKeySet: make("The private keys of the default client", .documented, isOwned: false)
    }
  }
}
