import Crypto
import Flow
import HTTP
import JSON
import ProviderKit

/// BioID: the token extension of the classic BioID Web Service (BWS 2), the BioID app's inter-app call, the web user
/// interface, and BioID Connect, by the vendor's guide and `contracts/bioid.md`.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
final class BioID: Provider {
  static let slug = "bioid"
  static let realHosts = ["bioid.com"]
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  /// One transaction for each BWS token that was issued.
  let operations: TransactionLedger<BWSOperation>
  /// One transaction for each login with BioID Connect.
  let logins: TransactionLedger<BioIDLogin>
  let templates = BWSTemplates()
  let people = PeopleByBCID()
  let prepared = PreparedAnswers()
  /// The applications that called lately.
  let applications = KnownCallers<BWSApplication>()
  /// Signs BWS tokens; nobody but the service knows it (§1.2).
  let tokenKey: HMACKey

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    operations = TransactionLedger(
      BioID.self, in: sandbox, polledEndpoints: [BioIDEndpoint.result, .app, .webUI].names,
      state: { $0.state(at: $1) }, isOpen: { $0.isOpen(at: $1) })
    logins = TransactionLedger(
      BioID.self, in: sandbox, polledEndpoints: [BioIDEndpoint.connectAuthorize, .oauthAuthorization].names,
      state: { $0.state(at: $1) }, isOpen: { $0.phase(at: $1) == .waiting })
    tokenKey = HMACKey(sandbox.environment.bytes(32, ordinal: 0, purpose: "bioid/token-key"))
  }

  static let rules: [Rule] =
    BWSAuthenticationRules.placed + BWSTokenRules.placed + BWSSampleRules.placed + BWSTaskRules.placed
    + BWSResultRules.all.checked(at: BioIDEndpoint.result)
    .with(BWSResultRules.neverRead, at: BioIDEndpoint.app, .webUI)
    + BioIDAppRules.all.checked(at: BioIDEndpoint.app, .webUI)
    .with(BioIDAppRules.wrongScheme, BioIDAppRules.linkUnknown, at: BioIDEndpoint.app)
    + BioIDConnectRules.placed

  var endpoints: [Endpoint] {
    extensionEndpoints + [
      endpoint(.app, [.get, .post], "/app/verify", answer: { self.app($0, for: .verify) }),
      endpoint(.app, [.get, .post], "/app/enroll", answer: { self.app($0, for: .enroll) }),
      endpoint(.app, [.get], "/app", answer: openLink),
      endpoint(.webUI, [.get, .post], "/bws/uui", answer: webUI),
      // The older address (§1.8).
      endpoint(.webUI, [.get, .post], "/bws/performtask", answer: webUI),
      endpoint(.phonePage, [.get, .post], "/phone", answer: phonePage),
    ] + connectEndpoints
  }

  /// The BWS Web API; scripts of any origin may call upload, the tasks and the result (§1.4).
  private var extensionEndpoints: [Endpoint] {
    [
      endpoint(.index, [.get], "/extension", answer: index),
      endpoint(.index, [.get], "/extension/", answer: index),
      endpoint(.token, [.get, .options], "/extension/token", answer: crossOrigin(token)),
      endpoint(.upload, [.post, .options], "/extension/upload", answer: crossOrigin(upload)),
      endpoint(
        .verify, [.get, .options], "/extension/verify", answer: crossOrigin { self.perform(.verify, $0) }),
      endpoint(
        .enroll, [.get, .options], "/extension/enroll", answer: crossOrigin { self.perform(.enroll, $0) }),
      endpoint(
        .identify, [.get, .options], "/extension/identify",
        answer: crossOrigin { self.perform(.identify, $0) }),
      endpoint(
        .livenessDetection, [.get, .options], "/extension/livenessdetection",
        answer: crossOrigin { self.perform(.livenessDetection, $0) }),
      endpoint(.result, [.get, .options], "/extension/result", answer: crossOrigin(result)),
      endpoint(.isEnrolled, [.get], "/extension/isenrolled", answer: isEnrolled),
      endpoint(.deleteClass, [.delete], "/extension/deleteclass", answer: deleteClass),
      endpoint(.status, [.get], "/extension/status", answer: status),
      endpoint(.qualityCheck, [.post], "/extension/qualitycheck", answer: qualityCheck),
      endpoint(.liveDetection, [.post], "/extension/livedetection", answer: liveDetection),
      endpoint(.photoVerify, [.post], "/extension/photoverify", answer: photoVerify),
    ]
  }

  /// BioID Connect: OpenID Connect below `/connect`, OAuth 2.0 below `/oauth`, and the user API (§1.9).
  private var connectEndpoints: [Endpoint] {
    [
      endpoint(
        .connectDiscovery, [.get], "/connect/.well-known/openid-configuration", answer: connectDiscovery),
      endpoint(.connectKeys, [.get], "/connect/.well-known/jwks", answer: connectKeys),
      endpoint(.connectAuthorize, [.get, .post], "/connect/authorize") {
        self.authorize($0, at: .connectAuthorize)
      },
      endpoint(.connectToken, [.post], "/connect/token", .heavy) { self.connectToken($0, at: .connectToken) },
      endpoint(.connectUserinfo, [.get, .post], "/connect/userinfo", answer: connectUserinfo),
      endpoint(.connectLogout, [.get, .post], "/connect/logout", answer: connectLogout),
      endpoint(.oauthAuthorization, [.get], "/oauth/authorization") {
        self.authorize($0, at: .oauthAuthorization)
      },
      endpoint(.oauthToken, [.post], "/oauth/token", .heavy) { self.connectToken($0, at: .oauthToken) },
      endpoint(.connectPage, [.get, .post], "/connect/consent", answer: consent),
      endpoint(.peopleMe, [.get], "/people/me", answer: peopleMe),
    ]
  }

  private func endpoint(
    _ name: BioIDEndpoint, _ methods: [HTTP.Method], _ path: String, _ weight: Endpoint.Weight = .light,
    answer: @escaping @Sendable (Call) -> Outcome
  ) -> Endpoint {
    Endpoint(name.rawValue, methods, path, weight, answer: answer)
  }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "BioID", entry: "\(base)/extension/",
      values: [
        ("Web API endpoint", "\(base)/extension/"),
        ("App identifier", "demo-app"),
        ("App secret", "demo-secret"),
        ("BCID", "bws.12.4711"),
        ("app, simulated", "\(base)/app/verify?access_token=TOKEN&return_url=URL&state=STATE"),
        ("web user interface", "\(base)/bws/uui?access_token=TOKEN&return_url=URL&state=STATE"),
        ("BioID Connect issuer", "\(base)/connect"),
        ("BioID Connect client", "demo-app / demo-secret"),
        ("OAuth 2.0", "\(base)/oauth/authorization, \(base)/oauth/token, \(base)/people/me"),
      ])
  }
}

extension Array where Element == BioIDEndpoint {
  fileprivate var names: Set<String> { Set(map(\.rawValue)) }
}

// MARK: For the control plane

extension BioID {
  var transactions: [TransactionSummary] {
    (operations.summaries + logins.summaries).sorted { $0.ordinal < $1.ordinal }
  }

  func transaction(_ identifier: String) -> TransactionSummary? {
    operations.summary(identifier) ?? logins.summary(identifier)
  }

  func standing(_ identifier: String) -> TransactionStanding? {
    operations.standing(identifier) ?? logins.standing(identifier)
  }

  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    if logins.find(transaction) != nil {
      try logins.act(verb, reason: reason, on: transaction)
    } else {
      try operations.act(verb, reason: reason, on: transaction)
      advanceApp(transaction)
    }
  }

  func saved() -> [Restoration] { [operations.saved(), logins.saved(), templates.saved()] }

  func sweep(isLast: Bool) {
    operations.sweep(isLast: isLast, findings: { isUnread($0) ? [Finding(BWSResultRules.neverRead)] : [] })
    logins.sweep(isLast: isLast)
  }
}
