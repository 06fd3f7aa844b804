import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// Plain MobileID over OpenID Connect: today's addresses, and the older ones that apps call (§1c).
///
/// No step-up is started here: none of the vendor's pages says how.
extension ReuseID: OpenIDProvider {
  typealias Login = Operation
  typealias RelyingParty = ReuseIDClient

  static let profile: Profile = {
    var profile = Profile(rules: OpenIDRules.book)
    profile.challenge = .ofHeader(realm: "reuseid")
    profile.requiresFields = false
    profile.grantTexts = Profile.GrantTexts(all: "The code is not valid")
    profile.texts.malformed = "The request is malformed"
    profile.texts.repeated = { _ in "A parameter is repeated" }
    (profile.texts.clientMissing, profile.texts.clientUnknown) = (unknown, unknown)
    profile.texts.clientError = .unauthorizedClient
    profile.texts.redirectMissing = "redirect_uri is missing"
    profile.texts.redirectInvalid = "redirect_uri is not registered"
    profile.texts.responseType = "response_type must be code"
    profile.texts.responseTypeMissing = .unsupportedResponseType
    profile.texts.challengeInvalid = "code_challenge is not valid"
    profile.texts.objectInvalid = "Invalid JWT request"
    profile.lendsTestKeys = true
    (profile.tokenTexts.contentType, profile.tokenTexts.malformed) = (noForm, noForm)
    profile.tokenTexts.missing = { _ in "grant_type is not supported" }
    profile.tokenTexts.grantType = { _ in "grant_type is not supported" }
    profile.authentication.texts = authenticationTexts
    return profile
  }()

  private static let unknown = "The client is not known"
  private static let noForm = "The content is not a form"

  private static let authenticationTexts: ClientAuthentication.Texts = {
    var texts = ClientAuthentication.Texts()
    let other = "The client is not authenticated"
    (texts.missing, texts.malformed, texts.mismatch) = (other, other, other)
    (texts.unknown, texts.wrongSecret) = (unknown, "The client's secret is wrong")
    return texts
  }()

  static var openIDEndpoints: [Endpoint<ReuseID>] {
    Realm.allCases.flatMap { endpoints(of: $0) } + [
      Endpoint(.jwks, [.get], "/auth/open/.well-known/openid-configuration/jwks", answer: signingKeys),
      Endpoint(.ciba, [.post], "/auth/open/connect/ciba", answer: backchannel),
      Endpoint(
        .authorizePage, [.get, .post], "/auth/open/connect/wait", on: \.ledger,
        by: .submitted("transaction"),
        where: { $0.identifier == $1 && $0.detail.channel == .browser }, answer: waitingPage),
      inApp(.inAppStatus, [.get], "status", answer: inAppStatus),
      inApp(.inAppComplete, [.get], "complete", answer: inAppComplete),
      inApp(.inAppCancel, [.get, .post, .delete], "cancel", answer: inAppCancel),
    ]
  }

  private static func endpoints(of realm: Realm) -> [Endpoint<ReuseID>] {
    [
      Endpoint(.discovery, [.get], "\(realm.issuer)/.well-known/openid-configuration") {
        $0.discovery($1, realm)
      },
      Endpoint(.authorize, [.get, .post], "\(realm.prefix)/authorize") {
        reuseID, call throws(DocumentNeeded) in try reuseID.authorize(call, realm)
      },
      .token(.token, "\(realm.prefix)/token"),
      .resource(.userinfo, [.get, .post], "\(realm.prefix)/userinfo", answer: userinfo),
    ]
  }

  func issuer(_ base: String) -> String { base + Realm.today.issuer }

  func issuer(of login: Transaction<Operation>, at base: String) -> String {
    base + (login.detail.request?.realm ?? .today).issuer
  }

  /// The discovery document: the hub's members that exist here, in its order (contract signicat-hub §1.2).
  private func discovery(_ call: Call, _ realm: Realm) -> Outcome {
    discovery("discovery\(realm.issuer)", call) {
      let (own, browser) = (call.base + realm.prefix, call.publicBase + realm.prefix)
      return [
        "issuer": .string(call.publicBase + realm.issuer),
        "jwks_uri": .string("\(call.base)/auth/open/.well-known/openid-configuration/jwks"),
        "authorization_endpoint": .string("\(browser)/authorize"),
        "token_endpoint": .string("\(own)/token"),
        "userinfo_endpoint": .string("\(own)/userinfo"),
        "backchannel_authentication_endpoint": .string("\(call.base)/auth/open/connect/ciba"),
        "scopes_supported": .array((Self.scopes + [Self.apiScope]).map(JSON.string)),
        "claims_supported": .array(Self.claims(at: realm).map(JSON.string)),
        "grant_types_supported": [
          "authorization_code", "client_credentials", .string(BackchannelGrant.type),
        ],
        "response_types_supported": ["code"],
        "response_modes_supported": .array(Self.responseModes.map { .string($0.rawValue) }),
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "request_object_signing_alg_values_supported": ["RS256"],
        "request_parameter_supported": true,
        "request_uri_parameter_supported": false,
        "subject_types_supported": ["public"],
        "code_challenge_methods_supported": ["S256"],
        "backchannel_token_delivery_modes_supported": ["poll"],
        "backchannel_user_code_parameter_supported": false,
      ]
    }
  }

  private static func claims(at realm: Realm) -> [String] {
    ["sub"]
      + (realm == .today
        ? MobileIDClaim.allCases.map(\.rawValue) : ["externalRef", "deviceId", "deviceName", "name"])
  }

  /// The scopes of a login.
  static let scopes = ["openid", "profile", "mobileid", "mobileid-extra"]
  /// The scope of a backend's own token.
  static let apiScope = "signicat-api"
}
