import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// BioID Connect: OpenID Connect, and OAuth 2.0 at addresses of its own (§1.9).
extension BioID: PlainPages {
  typealias Login = BioIDLogin
  typealias RelyingParty = BioIDClient

  static let profile: Profile = {
    var profile = Profile(rules: BioIDConnectRules.book)
    profile.requiresFields = false
    profile.challenge = .always(realm: "BioID Connect")
    profile.texts.responseTypeMissing = .unsupportedResponseType
    return profile
  }()

  func issuer(_ base: String) -> String { "\(base)/connect" }

  /// The paths of the endpoints are those of the vendor's engine.
  func connectDiscovery(_ call: Call) -> Outcome {
    discovery("connect", call) {
      let (caller, browser) = ("\(call.base)/connect", issuer(call.publicBase))
      return [
        "issuer": .string(browser),
        "authorization_endpoint": .string("\(browser)/authorize"),
        "token_endpoint": .string("\(caller)/token"),
        "userinfo_endpoint": .string("\(caller)/userinfo"),
        "end_session_endpoint": .string("\(browser)/logout"),
        "jwks_uri": .string("\(caller)/.well-known/jwks"),
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "response_modes_supported": ["query"],
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "scopes_supported": .array(BioIDConnectScope.allCases.map { .string($0.rawValue) }),
        "claims_supported": ["sub", "name", "email", "bcid"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["plain", "S256"],
        "claims_parameter_supported": false,
        "request_parameter_supported": false,
        "request_uri_parameter_supported": false,
      ]
    }
  }

  /// Redirects to a redirect URI that any client registered; otherwise answers with a page.
  func connectLogout(_ call: Call) -> Outcome {
    let query = call.request.submitted
    if let uri = query?["post_logout_redirect_uri"],
      case .registered = postLogoutRedirect(to: uri, named: nil)
    {
      return .answer(Answer(.redirect(to: RedirectLocation.with(uri, [("state", query?["state"])]))))
    }
    let page = BioID.frame.response(
      title: "BioID Connect", language: "en",
      "<h1>BioID Connect</h1><p data-testid=\"logged-out\">You are logged out.</p>")
    return .answer(Answer(page))
  }

  func note(_ refusal: OpenIDRefusal) {
    guard let rule = refusal.finding?.rule, let outcome = BioIDOutcome(refusing: rule) else { return }
    logins.note(outcome: outcome)
  }
}

extension BioIDOutcome {
  /// The outcome of a token request that breaks a rule about codes; `nil` for other rules.
  init?(refusing rule: Rule) {
    switch rule {
    case BioID.book[.codeExpired]: self = .codeExpired
    case BioID.book[.codeReused]: self = .codeReused
    default: return nil
    }
  }
}
