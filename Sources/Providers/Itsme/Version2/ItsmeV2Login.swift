import Flow
import OpenID
import ProviderKit

struct ItsmeV2Login: AppLogin {
  /// Empty for CIBA until the request arrives.
  var request: ItsmeV2Request
  /// The base under which it began.
  let base: ItsmeBase
  let home: String
  var switches: Switches
  /// True for a client that authenticates with a secret.
  let hasSecret: Bool
  var language: PageLanguage
  let opensApp: Bool
  var hasReachedPhone: Bool
  /// How the person was found, for the claim of that name (C21).
  var way: WayToPhone
  /// The search for the person on the client's own page, before a CIBA request.
  var discovery: UserDiscovery?
  var grant = CodeGrant()
  /// True if the client has fetched the picture.
  var hasReadPicture = false

  var showsIcons: Bool { way == .number }
  var asksLevel: Bool { request.asksLevel }
  var isOverloaded: Bool { switches[v2: .overload].isOn }
  var issuer: String { base.issuer(home) }
  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var maximumAge: Int? { request.maximumAge }
  var codeLifetime: Duration { switches[.code] }
  var service: String { request.service }
  var phone: PhoneNumber? { request.phone }

  mutating func reachedPhone(by way: WayToPhone) {
    hasReachedPhone = true
    self.way = way
  }
}

extension Transaction where Detail == ItsmeV2Login {
  /// What the client did with its tokens besides reading userinfo; `nil` if nothing.
  var useOfTokens: TokenOutcome? {
    if detail.grant.isRevoked { return .revoked }
    return detail.hasReadPicture && !detail.grant.hasReadUserinfo ? .pictureRead : nil
  }

  /// True if the client requested claims of userinfo and got an access token, but never used it.
  var missesClaims: Bool {
    missesUserinfo(at: ItsmeV2Endpoint.userinfo.rawValue)
      && !(detail.request.scopes.isEmpty && detail.request.claims.userinfo.isEmpty)
  }

  /// True if the id_token reported a phone call during the approval, and the client still read userinfo.
  var ignoresCall: Bool {
    guard let redeemed = detail.grant.redeemed, detail.grant.hasReadUserinfo else { return false }
    return detail.request.claims.idToken.contains(.ongoingCall) && isCalling(at: redeemed)
  }
}
