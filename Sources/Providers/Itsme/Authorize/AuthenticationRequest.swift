import Flow
import OpenID
import ProviderKit

/// What an authentication request asks for, after its request object and all normalisation.
struct AuthenticationRequest: Sendable {
  /// Where the browser is sent back.
  let redirectURI: String
  /// The service.
  let service: String
  /// The scopes besides `openid` and the service.
  let scopes: Set<Scope>
  /// Returned unchanged.
  let state: String?
  /// Copied into the id_token.
  let nonce: String?
  /// The level asked for.
  let level: AuthenticationLevel
  /// The claims asked for one by one.
  let claims: ClaimsRequest
  /// The language of the pages.
  var language: PageLanguage
  /// The proof key of the code.
  let proofKey: ProofKey?
  /// `max_age` or `claims` ask for `auth_time`.
  let wantsAuthTime: Bool
  /// The phone number of the login hint.
  let phone: PhoneNumber?

  /// A scope that itsme knows (§1.3).
  enum Scope: String, Sendable, CaseIterable {
    case profile, email, phone, address, eid
  }
}

/// How sure the person's identity is: fingerprint or code, or code only.
enum AuthenticationLevel: String, Sendable {
  case basic
  case advanced

  /// The level of a tag, in any spelling of the guide (§5 #1); `nil` for other tags.
  init?(tag: String) {
    switch ItsmeTag.canonical(tag) {
    case "tag:sixdots.be,2016-06:acr_basic": self = .basic
    // Not documented, but the vendor's own client knows it (§1.3).
    case "tag:sixdots.be,2016-06:acr_advanced", "tag:sixdots.be,2016-06:acr_secured": self = .advanced
    default: return nil
    }
  }

  /// The tag in the id_token, always in this spelling (§5 #1).
  var tag: String { "tag:sixdots.be,2016-06:acr_\(rawValue)" }
}

/// The spellings of itsme's tags.
enum ItsmeTag {
  /// A tag with `itsmetag:` dropped, a doubled month made single and blanks trimmed (§5 #1, #2).
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
