import Flow
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// Reads a CIBA request: as in a browser, without what only browsers need (B2).
  func readBackchannel(
    _ request: inout AuthorizationRequest<ItsmeV2Client>, _ switches: Switches, _ call: Call
  ) throws(OpenIDRefusal) -> ItsmeV2Request {
    let service = try Self.service(&request)
    let scopes = try Self.scopes(&request, switches)
    let parameters = request.parameters
    let claims = try ItsmeV2ClaimsRequest(of: parameters)
    // The hint decides who logs in, but a `sub` must belong to somebody too (S5).
    _ = try claims.person(at: request.identifier, in: sandbox.library.world)
    let (level, unknown) = Self.level(claims, parameters["acr_values"])
    let registered = request.client.services[service]
    request.findings += claims.findings + unknown.flatMap { Self.book.advice(.acrUnknown, $0) }
    request.findings += RequestedData(scopes, claims, allowed: registered?.allowedClaims).findings
    var asked = ItsmeV2Request(
      redirectURI: "", service: service, kind: registered?.kind, scopes: scopes, state: nil,
      nonce: parameters["nonce"], level: level,
      asksLevel: parameters["acr_values"] != nil || claims.asksACR, claims: claims,
      language: PageLanguage(accepting: call.request), proofKey: nil, phone: nil)
    asked.template = try template(of: asked, at: request)
    return asked
  }
}

extension ItsmeV2Request {
  /// The request of a discovery, before the real one arrives.
  static let unknown = ItsmeV2Request(
    redirectURI: "", service: "", kind: nil, scopes: [], state: nil, nonce: nil, level: .basic,
    asksLevel: false, claims: ItsmeV2ClaimsRequest(), language: .en, proofKey: nil, phone: nil)
}

extension ItsmeV2Login {
  /// A login over the back channel; without a request while the person is searched for.
  init(
    _ request: ItsmeV2Request = .unknown, discovery: UserDiscovery? = nil, home: String, _ switches: Switches
  ) {
    self.init(
      request: request, base: .current, home: home, switches: switches, hasSecret: false,
      language: request.language, opensApp: false, hasReachedPhone: discovery == nil,
      way: discovery == nil ? .number : .code, discovery: discovery)
  }
}
