import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit

/// The provider of version 2, for the registry.
package let itsmeV2: any Provider.Type = ItsmeV2.self

/// itsme® (Belgian Mobile ID), OpenID Connect version 2, by the vendor's pages of 2025 and 2026 and `contracts/itsme-v2.md`.
///
/// Rows in comments (A23, §1.9) are the contract's; the vendor's pages are cited by the rules in `Rules/`.
/// The steps are in `Sources/OpenID`, and what the person sees and does, as in version 1, in `../App`;
/// `ItsmeV2Profile.swift` has their values for this version. `Claims/` has what a request may ask for, and how a person
/// becomes claims.
final class ItsmeV2: Provider {
  typealias EndpointName = ItsmeV2Endpoint

  static let slug = "itsme-v2"
  static let realHosts = ["itsme.services"]

  let sandbox: Sandbox
  let logins: TransactionLedger<ItsmeV2Login>
  let exchanges = ExchangeMemory(ItsmeV2.book)
  let prepared = PreparedAnswers()
  static let standards = VocabularyStandards(vocabulary)

  private static let polled: Set = [
    ItsmeV2Endpoint.authorizePage.rawValue, ItsmeV2Endpoint.userDiscoveryPoll.rawValue,
  ]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      ItsmeV2.vocabulary, in: sandbox,
      polledEndpoints: ItsmeV2.polled,
      state: { $0.useOfTokens?.rawValue ?? $0.backchannelState(at: $1) ?? $0.state(at: $1) },
      isOpen: { [.waiting, .identifying].contains($0.phase(at: $1)) },
      moments: { login, now in login.userIdentifierTokenExpiry(at: now).map { [$0] } ?? [] },
      isIdentified: { $0.isFound(at: $1) },
      findingsAtEnd: { login, _ in
        (login.missesClaims ? ItsmeV2.book.advice(.userinfoNeverCalled) : [])
          + (login.ignoresPing ? ItsmeV2.book.advice(.pingIgnored) : [])
          + (login.ignoresCall ? [Finding(ClaimRules.callIgnored)] : [])
      },
      sightingAtEnd: { ItsmeV2.unredeemedCode(of: $0, at: $1) })
  }

  static let rules =
    book.all + ClaimRules.all.checked(at: ItsmeV2Endpoint.authorize, .backchannel)
    + [ClaimRules.callIgnored].checked(at: ItsmeV2Endpoint.userinfo)

  static var endpoints: [Endpoint<ItsmeV2>] {
    ItsmeBase.allCases.flatMap(endpoints) + backchannelEndpoints + [
      Endpoint(
        .authorizePage, [.get, .post], paths.waiting, on: \.logins, by: .submitted("transaction"),
        where: { $0.identifier == $1 }, answer: confirmation),
      Endpoint(.app, [.get], paths.app, answer: app),
      Endpoint(.app, [.get], codePath, answer: app),
      Endpoint(.clientKeySet, [.get], "/test/jwks.json", answer: clientKeySet),
      Endpoint(.clientPrivateKeySet, [.get], "/test/private_jwks.json", answer: clientPrivateKeySet),
    ]
  }

  /// The endpoints of both bases, under names of their own (E1 to E6, E9, E10).
  private static func endpoints(of base: ItsmeBase) -> [Endpoint<ItsmeV2>] {
    [
      Endpoint(.discovery, [.get], base.path(.discovery)) { $0.configuration($1, of: base) },
      Endpoint(.jwkSet, [.get], base.path(.jwkSet), answer: jwkSet),
      Endpoint(
        .authorize, [.get, .post], base.path(.authorize), .heavyIf { hasRequestObject($1) }
      ) { provider, call throws(DocumentNeeded) in try provider.authorize(call, at: base) },
      .token(.token, base.path(.token), wrongMethod: { $0.wrongTokenMethod($1) }).confidential,
      .resource(.userinfo, [.get], base.path(.userinfo), .heavy, answer: userinfo).confidential,
      .resource(.picture, [.get], base.path(.picture), answer: picture).confidential,
      .revocation(.revoke, base.path(.revoke)) { provider in
        { call throws(DocumentNeeded) in try provider.revoke(call) }
      },
    ]
  }

  static func entry(base: String) -> String {
    "\(ItsmeBase.current.issuer(base))/.well-known/openid-configuration"
  }

  static func settings(base: String) -> ProviderSettings {
    let issuer = ItsmeBase.current.issuer(base)
    return ProviderSettings(
      title: "itsme v2", entry: Self.entry(base: base),
      values: [
        ("issuer", issuer),
        ("client_id", "EIDOLON_TEST"),
        ("token_endpoint_auth_method", "private_key_jwt"),
        ("client keys (public)", "\(base)/test/jwks.json"),
        ("client keys (private, for tests)", "\(base)/test/private_jwks.json"),
        ("client_id with a secret", "EIDOLON_SECRET"),
        ("client_secret", "eidolon-demo-secret-v2-0123456789"),
        ("scope", "openid service:EIDOLON_LOGIN profile email phone address"),
        ("redirect_uri", "http://localhost:9000/cb"),
        ("issuer of the legacy base", ItsmeBase.legacy.issuer(base)),
      ], encryptsTokens: true)
  }

  private static func hasRequestObject(_ request: Request) -> Bool {
    request.method == .post || request.target.queryContains("request=")
      || request.target.queryContains("request_uri=")
  }
}

extension ItsmeV2 {
  var ledgers: [any Ledger] { [logins] }

  var kept: [any Restorable] { [exchanges] }
}
