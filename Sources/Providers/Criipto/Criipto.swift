import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// Criipto Verify (Idura Verify): an OpenID provider in front of Swedish BankID and Danish MitID, by the vendor's guide and
/// `contracts/criipto.md`.
///
///     Authorize/   the authorization request, from its parameters to a login and its answer
///     Methods/     the seam between the core and an eID, and the mock eID
///     BankID/      Swedish BankID
///     MitID/       Danish MitID
///     Token/       token endpoint, userinfo, client authentication
///     Sessions/    single sign-on and logout
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
final class Criipto: Provider {
  static let slug = "criipto"
  static let realHosts = [
    "criipto.id", "criipto.io", "criipto.com", "idura.broker", "idura.app", "grean.id", "mitid.dk",
    "bankid.com",
  ]

  let sandbox: Sandbox
  let ledger: TransactionLedger<CriiptoLogin>
  let usedAssertions = UsedIdentifiers(capacity: 10_000)
  let usedNonces = UsedIdentifiers(capacity: 10_000)
  let keySetHabit = KeySetHabit()
  let pushedRequests = PushedRequests()
  let sessions = CriiptoSessions()
  let prepared = PreparedAnswers()
  let origins = CallbackOrigins()
  let applications = CriiptoApplications()
  private let orderMaking = Mutex(())
  static let standards = VocabularyStandards(vocabulary)

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    ledger = TransactionLedger(
      Criipto.self, in: sandbox, polledEndpoints: ["poll", "mitid_page", "bankid_page", "qr"],
      state: { $0.state(at: $1) }, isOpen: { $0.isOpen(at: $1) })
  }

  /// Logins for a personal number begin one at a time, so that no two pass the question whether an order is open (§3, Blocked
  /// SSN).
  func beginning<Result: Sendable, Failure: Error>(
    _ request: CriiptoRequest, _ begin: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard BankID.personalNumber(request.hint.personalNumber) != nil else { return try begin() }
    return try orderMaking.withLock { _ throws(Failure) in try begin() }
  }

  static let rules: [Rule] = CriiptoRules.all + BankIDRules.all

  var endpoints: [Endpoint] { coreEndpoints + mitIDEndpoints + bankIDEndpoints }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "Criipto", entry: "\(base)/.well-known/openid-configuration",
      values: [
        ("issuer (domain)", base),
        ("client_id", "urn:my:application:identifier:1234"),
        ("client_secret", "demo-secret"),
        ("scope", "openid"),
        ("acr_values", "urn:grn:authn:dk:mitid:substantial or urn:grn:authn:se:bankid:same-device"),
        ("redirect_uri", "http://localhost:9000/cb"),
      ])
  }

  var transactions: [TransactionSummary] { ledger.summaries }

  func transaction(_ identifier: String) -> TransactionSummary? { ledger.summary(identifier) }

  func standing(_ identifier: String) -> TransactionStanding? { ledger.standing(identifier) }

  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    try ledger.act(verb, reason: reason, on: transaction)
  }

  func saved() -> [Restoration] {
    [
      ledger.saved(), pushedRequests.saved(), sessions.saved(), usedAssertions.saved(), usedNonces.saved(),
      keySetHabit.saved(),
    ]
  }

  func sweep(isLast: Bool) {
    ledger.sweep(
      isLast: isLast, findings: { $0.missesUserinfo ? [Finding(UserInfoEndpointRules.neverCalled)] : [] })
    pushedRequests.forgetExpired(at: sandbox.environment.clock.now)
    sessions.forgetExpired(at: sandbox.environment.clock.now)
  }
}

extension Criipto {
  /// The endpoints that belong to no single eID (§1.1).
  private var coreEndpoints: [Endpoint] {
    [
      Endpoint(
        .discovery, [.get, .options], "/.well-known/openid-configuration", answer: shared { $0.discovery($1) }
      ),
      Endpoint(
        .discovery, [.get, .options], "/{acr}/.well-known/openid-configuration",
        answer: shared { $0.discovery($1) }),
      Endpoint(.jwkSet, [.get, .options], "/.well-known/jwks", answer: shared { $0.jwkSet($1) }),
      Endpoint(.jwkSet, [.get, .options], "/.well-known/jwks.json", answer: shared { $0.jwkSet($1) }),
      Endpoint(
        .configuration, [.get, .options], "/.well-known/criipto-configuration",
        answer: shared { $0.configuration($1) }),
      Endpoint(
        .authorize, [.get, .options], "/oauth2/authorize", .heavyIf(Criipto.mayBeHeavy),
        answer: shared { criipto, call throws(DocumentNeeded) in try criipto.authorize(call) }),
      Endpoint(
        .authorize, [.get, .options], "/{acr}/oauth2/authorize", .heavyIf(Criipto.mayBeHeavy),
        answer: shared { criipto, call throws(DocumentNeeded) in try criipto.authorize(call) }),
      Endpoint(.select, [.get, .post], "/oauth2/select", .heavy, answer: select),
      Endpoint(
        .par, [.post, .options], "/oauth2/par", .heavy,
        answer: shared { criipto, call throws(DocumentNeeded) in try criipto.par(call) }),
      Endpoint(
        .token, [.post, .options], "/oauth2/token", .heavy,
        answer: shared { criipto, call throws(DocumentNeeded) in try criipto.token(call) }),
      Endpoint(
        .userinfo, [.get, .options], "/oauth2/userinfo", .heavy,
        answer: shared { criipto, call throws(DocumentNeeded) in try criipto.userinfo(call) }),
      Endpoint(.logout, [.get], "/oauth2/logout", answer: logout),
      Endpoint(.headless, [.post], "/headless/authorize", .heavy, answer: headlessAuthorize),
    ]
  }

  /// Whether an authorization request may end in a signature: request objects, pushed requests and id_tokens.
  private static func mayBeHeavy(_ request: Request) -> Bool {
    request.target.queryContains("request") || request.target.queryContains("id_token")
  }
}

extension Endpoint {
  /// An endpoint of Criipto.
  init(
    _ name: CriiptoEndpoint, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    answer: @escaping @Sendable (Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name.rawValue, methods, path, weight, answer: answer)
  }
}
