import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit

/// The provider, for the registry.
package let criipto: any Provider.Type = Criipto.self

/// Criipto Verify (Idura Verify): an OpenID provider in front of Swedish BankID and Danish MitID, by the vendor's guide and
/// `contracts/criipto.md`.
///
///     Vocabulary/  the words of scenarios and the catalog
///     Rules/       what a client can get wrong
///     Login/       what a sandbox keeps: the request of a login, its state at an eID, and the interface to the eIDs
///     Claims/      the claims that all eIDs share
///     Origins/     which scripts may call
///     People/      the person that a request names
///     Pages/       responses to the client, and pages of no particular eID
///     Sessions/    single sign-on and logout
///     BankID/      Swedish BankID
///     MitID/       Danish MitID
///     Methods/     the eID of a login, and the mock eID
///     Authorize/   the authorization request, from its parameters to a login and its answer
///     Token/       tokens, userinfo, and logins without a browser
///
/// Each folder uses only those above it; this file puts them together. The engine implements OpenID Connect;
/// `CriiptoOpenID.swift` has what is particular about the vendor.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
extension Criipto: Provider {
  typealias EndpointName = CriiptoEndpoint

  static let realHosts = [
    "criipto.id", "criipto.io", "criipto.com", "idura.broker", "idura.app", "grean.id", "mitid.dk",
    "bankid.com",
  ]

  static let rules: [Rule] = CriiptoOpenIDRules.book.all + CriiptoRules.all + BankIDRules.all

  static var endpoints: [Endpoint<Criipto>] {
    coreEndpoints + mitIDEndpoints + bankIDEndpoints + nativeEndpoints
  }

  static func entry(base: String) -> String { "\(base)/.well-known/openid-configuration" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "Criipto", entry: Self.entry(base: base),
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
      Endpoint(
        .discovery, [.get, .options],
        "/.well-known/openid-configuration/.well-known/openid-configuration", answer: doubledDiscovery
      ).inside(originRules),
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
        where: { $0.detail.grant.code == $1 || $0.detail.headlessIdentifier == $1 }, answer: tokenAnswer
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
