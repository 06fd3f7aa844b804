import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// User discovery and CIBA, only below the current base (E7, E8).
  static var backchannelEndpoints: [Endpoint<ItsmeV2>] {
    [
      Endpoint(.userDiscovery, [.post], discoveryPath, .heavy, answer: discoverUser).confidential,
      Endpoint(
        .userDiscoveryPoll, [.post], "\(discoveryPath)/{session}", .heavy, on: \.logins, by: .path("session"),
        where: { $0.identifier == $1 && $0.detail.discovery != nil }, answer: pollDiscovery
      ).confidential,
      Endpoint(.backchannel, [.post], backchannelPath, .heavy, answer: backchannelAuthentication)
        .confidential,
    ]
  }

  static let discoveryPath = "\(ItsmeBase.current.path)/user_discovery_sessions"
  static let backchannelPath = "\(ItsmeBase.current.path)/backchannel/authentication"

  /// True for a call of these endpoints.
  static func isBackchannel(_ call: Call) -> Bool {
    let path = call.request.target.rawPath
    return path.hasSuffix(backchannelPath) || path.contains(discoveryPath)
  }

  /// Describes CIBA in the discovery document; user discovery is itsme's own and has no members there (§2.2).
  func describeBackchannel(in document: inout JSONObject, _ call: Call) {
    document["grant_types_supported"] = ["authorization_code", .string(BackchannelGrant.type)]
    document["backchannel_authentication_endpoint"] = .string(call.base + Self.backchannelPath)
    document["backchannel_token_delivery_modes_supported"] = ["poll", "ping"]
    document["backchannel_authentication_request_signing_alg_values_supported"] = ["RS256"]
    document["backchannel_user_code_parameter_supported"] = false
  }

  /// The CIBA grant, besides codes.
  func answer(_ request: TokenRequest<ItsmeV2Login>, grant: String) throws(Interruption) -> Answer? {
    grant == BackchannelGrant.type ? try poll(request) : nil
  }

  /// The refresh token of the vendor's sample, which no grant accepts; only by a switch (B10, Z23).
  func uselessRefreshToken(of login: Transaction<ItsmeV2Login>) -> String? {
    guard login.detail.grant.backchannel != nil, login.detail.switches[v2: .refreshToken].isOn else {
      return nil
    }
    return sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "itsme-v2/refresh")
  }

  /// Accepts the issuer, one of the endpoints, or the called URL, and reports undocumented ones (V1, B1, Z19).
  func assertionPolicy(
    for client: ItsmeV2Client, of login: Transaction<ItsmeV2Login>?, at call: Call
  ) -> AssertionPolicy {
    var policy = assertionPolicy(for: client, of: login)
    guard Self.isBackchannel(call) else { return policy }
    let path = call.request.target.rawPath
    let session = path.firstRange(of: Self.discoveryPath).map { String(path[$0.lowerBound...]) }
    // The vendor's text seems to swap the two.
    policy.audiences = [session == nil ? ItsmeBase.current.path(.token) : Self.backchannelPath]
    if Self.switches(of: client)[v2: .backchannelAudience].word == "any" {
      policy.toleratedAudiences =
        [ItsmeBase.current.path, ItsmeBase.current.path(.token), Self.backchannelPath]
        + [session].compactMap(\.self)
    }
    return policy
  }
}
