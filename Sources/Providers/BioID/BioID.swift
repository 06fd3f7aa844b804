import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit

/// The provider, for the registry.
package let bioID: any Provider.Type = BioID.self

/// BioID: the token extension of the classic BioID Web Service (BWS 2), the BioID app's inter-app call, the web user
/// interface, and BioID Connect, by the vendor's guide and `contracts/bioid.md`.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
///
///     Vocabulary/  the words of scenarios and the catalog
///     Rules/       what a client can get wrong
///     Operation/   what a sandbox keeps: a transaction for each BWS token and each login, and who is enrolled
///     Biometrics/  the results of tries, whether of the app or of a client
///     BWS/         the Web API
///     Pages/       what people see
///     App/         the app and the web user interface
///     Connect/     BioID Connect
///
/// Each folder uses only those above it; this file puts them together.
extension BioID: Provider {
  typealias EndpointName = BioIDEndpoint

  static let realHosts = ["bioid.com"]

  static let rules: [Rule] =
    BWSAuthenticationRules.placed + BWSTokenRules.placed + BWSSampleRules.placed + BWSTaskRules.placed
    + BWSResultRules.all.checked(at: BioIDEndpoint.result)
    .with(BWSResultRules.neverRead, at: BioIDEndpoint.app, .webUI)
    + BioIDAppRules.all.checked(at: BioIDEndpoint.app, .webUI)
    .with(
      BioIDAppRules.wrongScheme, BioIDAppRules.linkUnknown, BioIDAppRules.androidOnly, at: BioIDEndpoint.app)
    + BioIDConnectRules.book.all

  static var endpoints: [Endpoint<BioID>] {
    extensionEndpoints + [
      app(.verify, "/app/verify"),
      app(.enroll, "/app/enroll"),
      Endpoint(.app, [.get], "/app", answer: openLink),
      webUI("/bws/uui"),
      // The older address (§1.8).
      webUI("/bws/performtask"),
      Endpoint(.phonePage, [.get, .post], "/phone", answer: phonePage),
    ] + connectEndpoints
  }

  /// The BWS Web API; scripts of any origin may call token, upload, the tasks and the result (§1.4).
  private static var extensionEndpoints: [Endpoint<BioID>] {
    [
      index("/extension"),
      index("/extension/"),
      Endpoint(.token, [.get, .options], "/extension/token", answer: token).inside(crossOrigin),
      Endpoint(
        .upload, [.post, .options], "/extension/upload", on: \.operations, by: .bwsToken, where: isToken,
        answer: upload
      ).inside(crossOrigin),
      task(.verify, "/extension/verify"),
      task(.enroll, "/extension/enroll"),
      task(.identify, "/extension/identify"),
      task(.livenessDetection, "/extension/livenessdetection"),
      Endpoint(
        .result, [.get, .options], "/extension/result", on: \.operations, reading: askForResult,
        answer: result
      ).inside(crossOrigin),
      Endpoint(.isEnrolled, [.get], "/extension/isenrolled", answer: isEnrolled),
      Endpoint(.deleteClass, [.delete], "/extension/deleteclass", answer: deleteClass),
      Endpoint(.status, [.get], "/extension/status", answer: status),
      Endpoint(.qualityCheck, [.post], "/extension/qualitycheck", answer: qualityCheck),
      Endpoint(.liveDetection, [.post], "/extension/livedetection", answer: liveDetection),
      Endpoint(.photoVerify, [.post], "/extension/photoverify", answer: photoVerify),
    ]
  }

  /// BioID Connect: OpenID Connect below `/connect`, OAuth 2.0 below `/oauth`, and the user API (§1.9).
  private static var connectEndpoints: [Endpoint<BioID>] {
    [
      Endpoint(
        .connectDiscovery, [.get], "/connect/.well-known/openid-configuration", answer: connectDiscovery),
      Endpoint(.connectKeys, [.get], "/connect/.well-known/jwks", answer: signingKeys),
      Endpoint(.connectAuthorize, [.get, .post], "/connect/authorize") {
        bioID, call throws(DocumentNeeded) in try bioID.authorize(call, at: .connectAuthorize)
      },
      .token(.connectToken, "/connect/token"),
      .resource(.connectUserinfo, [.get, .post], "/connect/userinfo", answer: connectUserinfo),
      Endpoint(.connectLogout, [.get, .post], "/connect/logout", answer: connectLogout),
      Endpoint(.oauthAuthorization, [.get], "/oauth/authorization") {
        bioID, call throws(DocumentNeeded) in try bioID.authorize(call, at: .oauthAuthorization)
      },
      .token(.oauthToken, "/oauth/token"),
      Endpoint(
        .connectPage, [.get, .post], "/connect/consent", on: \.logins, by: .submitted("transaction"),
        where: { login, handle in login.identifier == handle }, answer: consent),
      .resource(.peopleMe, [.get], "/people/me", answer: peopleMe),
    ]
  }

  static func entry(base: String) -> String { "\(base)/extension/" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "BioID", entry: Self.entry(base: base),
      values: [
        ("Web API endpoint", "\(base)/extension/"),
        ("App identifier", "demo-app"),
        ("App secret", "demo-secret"),
        ("BCID", "bws.12.4711"),
        ("app, simulated, with access_token, return_url and state", "\(base)/app/verify"),
        ("web user interface, with the same", "\(base)/bws/uui"),
        ("BioID Connect issuer", "\(base)/connect"),
        ("BioID Connect client_id", "demo-app"),
        ("BioID Connect client_secret", "demo-secret"),
        ("OAuth 2.0 authorization", "\(base)/oauth/authorization"),
        ("OAuth 2.0 token", "\(base)/oauth/token"),
        ("OAuth 2.0 person", "\(base)/people/me"),
      ], firstCalls: [.token, .result].map(\BioIDEndpoint.rawValue))
  }

  var ledgers: [any Ledger] { [operations, logins] }

  var kept: [any Restorable] { [templates.state, exchanges] }

  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    if logins.find(transaction) != nil {
      try logins.act(verb, reason: reason, on: transaction, at: now)
    } else {
      try operations.act(verb, reason: reason, on: transaction, at: now)
      advanceApp(transaction, at: now)
    }
  }
}

// MARK: Endpoints of transactions

extension BioID {
  private static func index(_ path: String) -> Endpoint<BioID> {
    Endpoint(.index, [.get], path) { bioID, call in
      bioID.index(call, showing: BioID.settings(base: call.base))
    }
  }

  private static func task(_ task: BWSTask, _ path: String) -> Endpoint<BioID> {
    Endpoint(
      task.endpoint, [.get, .options], path, on: \.operations, by: .bwsToken, where: isToken,
      answer: { bioID in { bioID.perform(task, $0) } }
    ).inside(crossOrigin)
  }

  private static func app(_ task: BWSTask, _ path: String) -> Endpoint<BioID> {
    Endpoint(
      .app, [.get, .post], path, on: \.operations, by: .submitted("access_token"), where: isToken,
      answer: { bioID in { bioID.app($0, for: task) } })
  }

  private static func webUI(_ path: String) -> Endpoint<BioID> {
    Endpoint(
      .webUI, [.get, .post], path, on: \.operations, by: .submitted("access_token"), where: isToken,
      answer: webUI)
  }

  private static func isToken(_ operation: Transaction<BWSOperation>, _ handle: String) -> Bool {
    operation.detail.token == handle
  }
}
