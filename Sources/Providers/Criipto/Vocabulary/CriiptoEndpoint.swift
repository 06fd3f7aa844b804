import Flow

/// The endpoints by their catalog names (§1.1).
enum CriiptoEndpoint: String, EndpointName {
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
}
