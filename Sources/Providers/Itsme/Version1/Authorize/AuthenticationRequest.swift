import Flow
import OpenID
import ProviderKit

/// A valid authentication request, with its request object merged and its values normalised.
struct AuthenticationRequest: Sendable {
  let redirectURI: String
  let service: String
  /// The scopes other than `openid` and the service.
  let scopes: Set<Scope>
  let state: String?
  let nonce: String?
  let level: AuthenticationLevel
  let asksLevel: Bool
  let claims: ClaimsRequest
  let language: PageLanguage
  let proofKey: ProofKey?
  var maximumAge: Int?
  /// The tokens to encrypt, because their claims were requested in a signed request object (guide §3.2).
  let encrypted: Set<ProtectedToken>
  /// True if `max_age` or `claims` ask for `auth_time`.
  let wantsAuthTime: Bool
  /// From `login_hint` or the claims parameter.
  let phone: PhoneNumber?

  /// The person that the request names by phone number or, in the claims parameter, by `sub` (§1.11).
  func person(at client: String, in world: World) -> Person? {
    phone.map { world.person(withPhone: $0) } ?? claims.person(at: client, in: world)
  }

  /// A scope that itsme knows (§1.3).
  enum Scope: String, Sendable, CaseIterable {
    case profile, email, phone, address, eid
  }
}

enum ItsmeTag {
  /// Drops `itsmetag:` and a doubled month, and trims blanks (§5 #1, #2).
  static func canonical(_ tag: String) -> String {
    var tag = tag.split(separator: " ").joined(separator: " ")
    if tag.hasPrefix("tag:itsmetag:") { tag = "tag:" + tag.dropFirst("tag:itsmetag:".count) }
    for month in ["2016-06:", "2017-05:"] {
      let doubled = "tag:sixdots.be,\(month)\(month)"
      if tag.hasPrefix(doubled) { tag = "tag:sixdots.be,\(month)" + tag.dropFirst(doubled.count) }
    }
    return tag
  }
}

extension AuthenticationLevel {
  /// Accepts every spelling of the guide (§5 #1).
  init?(tag: String) {
    switch ItsmeTag.canonical(tag) {
    case "tag:sixdots.be,2016-06:acr_basic": self = .basic
    // `acr_secured` is undocumented, but the vendor's own client sends it (§1.3).
    case "tag:sixdots.be,2016-06:acr_advanced", "tag:sixdots.be,2016-06:acr_secured": self = .advanced
    default: return nil
    }
  }

  /// The spelling in the id_token (§5 #1).
  var tag: String { "tag:sixdots.be,2016-06:acr_\(rawValue)" }
}
