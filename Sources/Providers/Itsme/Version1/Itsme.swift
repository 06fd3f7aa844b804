import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit

/// The provider, for the registry.
package let itsme: any Provider.Type = Itsme.self

/// itsme® (Belgian Mobile ID), OpenID Connect version 1, by the vendor's guide and `contracts/itsme.md`.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
/// The steps are in `Sources/OpenID`, and what the person sees and does, as in version 2, in `../App`;
/// `ItsmeProfile.swift` has their values for this version.
final class Itsme: Provider {
  typealias EndpointName = ItsmeEndpoint

  static let slug = "itsme"
  static let realHosts = ["itsme.be", "sixdots.be", "belgianmobileid.be"]

  let sandbox: Sandbox
  let logins: TransactionLedger<ItsmeLogin>
  let exchanges = ExchangeMemory(Itsme.book)
  let prepared = PreparedAnswers()
  let hasToldOfVersion2 = Kept(false)
  static let standards = VocabularyStandards(vocabulary)

  private static let polled: Set = [ItsmeEndpoint.authorizePage.rawValue]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Itsme.vocabulary, in: sandbox, polledEndpoints: Itsme.polled,
      state: { $0.state(at: $1) }, isOpen: { [.waiting, .identifying].contains($0.phase(at: $1)) },
      isIdentified: { $0.isIdentified(at: $1) },
      findingsAtEnd: { login, _ in login.missesClaims ? Itsme.book.advice(.userinfoNeverCalled) : [] },
      sightingAtEnd: { Itsme.unredeemedCode(of: $0, at: $1) })
  }

  static let rules = book.all

  static var endpoints: [Endpoint<Itsme>] {
    [
      Endpoint(.discovery, [.get], "/oidc/.well-known/openid-configuration", answer: configuration),
      Endpoint(.jwkSet, [.get], "/oidc/jwkSet", answer: jwkSet),
      Endpoint(
        .authorize, [.get, .post], "/oidc/authorize", .heavyIf { hasRequestObject($1) }, answer: authorize),
      // The path of the live discovery document (§1.1, §5 #3).
      Endpoint(
        .authorize, [.get, .post], "/oidc/authorization", .heavyIf { hasRequestObject($1) }, answer: authorize
      ),
      // The app link of clients older than version 1.5 (§1.1).
      Endpoint(.authorize, [.get], "/mobile/authorize", .heavyIf { hasRequestObject($1) }, answer: authorize),
      Endpoint(
        .authorizePage, [.get, .post], "/oidc/authorization/phone/confirmation", on: \.logins,
        by: .submitted("transaction"), where: { $0.identifier == $1 }, answer: confirmation),
      Endpoint(
        .token, [.post], "/oidc/token", .heavy, wrongMethod: { $0.wrongTokenMethod($1) }, on: \.logins,
        by: .grant, where: { $0.detail.grant.code == $1 },
        answer: { itsme in { call throws(DocumentNeeded) in try itsme.token(call) } }),
      .resource(.userinfo, [.get, .post], "/oidc/userinfo", .heavy, answer: userinfo),
      Endpoint(.register, [.get, .post], "/oidc/register", answer: register),
      Endpoint(.clientKeySet, [.get], "/slate/jwks.json", answer: clientKeySet),
      Endpoint(.clientPrivateKeySet, [.get], "/slate/private_jwks.json", answer: clientPrivateKeySet),
    ]
  }

  static func entry(base: String) -> String { "\(base)/oidc/.well-known/openid-configuration" }

  static func settings(base: String) -> ProviderSettings {
    let issuer = "\(base)/oidc"
    return ProviderSettings(
      title: "itsme", entry: Self.entry(base: base),
      values: [
        ("issuer", issuer),
        ("client_id", "EIDOLON_TEST"),
        ("scope", "openid service:EIDOLON_LOGIN profile email phone address"),
        ("redirect_uri", "http://localhost:9000/cb"),
        ("token_endpoint_auth_method", "private_key_jwt"),
        ("client keys (public)", "\(base)/slate/jwks.json"),
        ("client keys (private, for tests)", "\(base)/slate/private_jwks.json"),
        ("version 2, which clients integrate today", Self.newer(base)),
      ])
  }

  /// The address of version 2, derived from this version's.
  private static func newer(_ base: String) -> String {
    base.hasSuffix("/\(slug)") ? ItsmeBase.current.issuer("\(base)-v2") : "provider \(ItsmeV2.slug)"
  }

  /// The real discovery document names a registration endpoint, which cannot be used (§1.1).
  private func register(_ call: Call) -> Outcome {
    let body: JSON = [
      "error": "invalid_request",
      "error_description": "Clients are registered by hand in the itsme B2B portal.",
    ]
    return .answer(Answer(.json(.badRequest, body.bytes())))
  }

  private static func hasRequestObject(_ request: Request) -> Bool {
    request.method == .post || request.target.queryContains("request=")
  }
}

// MARK: Control plane

extension Itsme {
  var ledgers: [any Ledger] { [logins] }

  var kept: [any Restorable] { [exchanges, hasToldOfVersion2] }
}
