import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit
import Synchronization

/// The provider, for the registry.
package let criipto: any Provider.Type = Criipto.self

/// Criipto Verify (Idura Verify): an OpenID provider in front of Swedish BankID and Danish MitID, by the vendor's guide and
/// `contracts/criipto.md`.
///
///     Authorize/   the authorization request, from its parameters to a login and its answer
///     Methods/     the interface between the core and an eID, and the mock eID
///     BankID/      Swedish BankID
///     MitID/       Danish MitID
///     Token/       tokens, userinfo, and logins without a browser
///     Sessions/    single sign-on and logout
///
/// The engine implements OpenID Connect; `CriiptoOpenID.swift` has what is particular about the vendor.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
final class Criipto: Provider {
  typealias EndpointName = CriiptoEndpoint

  static let slug = "criipto"
  static let realHosts = [
    "criipto.id", "criipto.io", "criipto.com", "idura.broker", "idura.app", "grean.id", "mitid.dk",
    "bankid.com",
  ]

  let sandbox: Sandbox
  let logins: TransactionLedger<CriiptoLogin>
  let exchanges = ExchangeMemory(Criipto.openIDRules)
  let pushedRequests = PushedRequests()
  let sessions = CriiptoSessions()
  let prepared = PreparedAnswers()
  let origins = CallbackOrigins()
  private let orderLock = Mutex(())
  static let standards = VocabularyStandards(vocabulary)

  private static let polled: Set = ["poll", "mitid_page", "bankid_page", "qr"]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Criipto.vocabulary, in: sandbox, polledEndpoints: Criipto.polled,
      state: { $0.state(at: $1) }, isOpen: { $0.isOpen(at: $1) },
      findingsAtEnd: { login, _ in
        login.missesPerson ? Criipto.openIDRules.advice(.userinfoNeverCalled) : []
      },
      neverCalled: { Set($0.detail.neverCalled.map(\.rawValue)) },
      sightingAtEnd: { $0.unredeemedCode(at: $1) })
  }

  /// Begins logins with a personal number one at a time, so that two calls cannot both find no open order (§3, Blocked SSN).
  func withOrderLock<Result: Sendable, Failure: Error>(
    for request: CriiptoRequest, _ begin: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard BankID.personalNumber(request.hint.personalNumber) != nil else { return try begin() }
    return try orderLock.withLock { _ throws(Failure) in try begin() }
  }

  static let rules: [Rule] = openIDRules.all + CriiptoRules.all + BankIDRules.all

  static var endpoints: [Endpoint<Criipto>] {
    coreEndpoints + mitIDEndpoints + bankIDEndpoints + nativeEndpoints
  }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "Criipto", entry: "\(base)/.well-known/openid-configuration",
      values: [
        ("issuer (domain)", base),
        ("client_id", "urn:my:application:identifier:1234"),
        ("client_secret", "demo-secret"),
        ("scope", "openid"),
        ("acr_values", "urn:grn:authn:se:bankid:same-device"),
        ("acr_values for MitID", "urn:grn:authn:dk:mitid:substantial"),
        ("redirect_uri", "http://localhost:9000/cb"),
      ],
      notes: [
        "BankID's links and QR codes wait to be opened (at once: \"app_answers\": \"at_once\" in the client's quirks):",
        PhoneLink.opening("LINK", at: PhoneLink.home(of: base, Self.slug)),
      ])
  }

  var ledgers: [any Ledger] { [logins] }

  var kept: [any Restorable] {
    [pushedRequests, sessions.sessions, exchanges]
  }

  func expire(at now: Instant) {
    pushedRequests.forgetExpired(at: now)
    sessions.forgetExpired(at: now)
  }
}

extension Criipto {
  /// The endpoints that belong to no single eID (§1.1).
  private static var coreEndpoints: [Endpoint<Criipto>] {
    [
      Endpoint(.discovery, [.get, .options], "/.well-known/openid-configuration", answer: discovery)
        .inside(originRules),
      Endpoint(.discovery, [.get, .options], "/{acr}/.well-known/openid-configuration", answer: discovery)
        .inside(originRules),
      Endpoint(.jwkSet, [.get, .options], "/.well-known/jwks", answer: jwkSet).inside(originRules),
      Endpoint(.jwkSet, [.get, .options], "/.well-known/jwks.json", answer: jwkSet).inside(originRules),
      Endpoint(.configuration, [.get, .options], "/.well-known/criipto-configuration", answer: configuration)
        .inside(originRules),
      Endpoint(
        .authorize, [.get, .options], "/oauth2/authorize", .heavyIf { mayBeHeavy($1) }, answer: authorize
      ).inside(originRules),
      Endpoint(
        .authorize, [.get, .options], "/{acr}/oauth2/authorize", .heavyIf { mayBeHeavy($1) },
        answer: authorize
      ).inside(originRules),
      Endpoint(
        .select, [.get, .post], "/oauth2/select", .heavy, on: \.logins, by: .submitted("transaction"),
        where: { $0.identifier == $1 }, answer: select),
      Endpoint(
        .postMessage, [.post], "/oauth2/post-message/{transaction}", on: \.logins, by: .path("transaction"),
        where: { $0.identifier == $1 }, answer: noteUnheard),
      Endpoint(.par, [.post, .options], "/oauth2/par", .heavy, answer: push).inside(originRules),
      Endpoint(
        .token, [.post, .options], "/oauth2/token", .heavy, on: \.logins, by: .grant(headlessGrants),
        where: { $0.detail.grant.code == $1 || $0.detail.headlessIdentifier == $1 }, answer: token
      ).inside(originRules),
      .resource(.userinfo, [.get, .options], "/oauth2/userinfo", .heavy, answer: userinfo)
        .inside(originRules),
      Endpoint(.logout, [.get], "/oauth2/logout", answer: logout).changing,
      Endpoint(.headless, [.post], "/headless/authorize", .heavy, answer: headlessAuthorize),
    ]
  }

  /// True if a request may make or verify a signature: it has a request object, was pushed, or asks for an id_token.
  private static func mayBeHeavy(_ request: Request) -> Bool {
    request.target.queryContains("request") || request.target.queryContains("id_token")
  }
}
