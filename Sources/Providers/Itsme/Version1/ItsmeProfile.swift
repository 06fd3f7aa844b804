import Flow
import JSON
import OpenID
import ProviderKit

extension Itsme: ItsmeVersion {
  typealias Login = ItsmeLogin
  typealias RelyingParty = ItsmeClient

  static let profile: Profile = {
    var profile = Profile(rules: OpenIDRules.book)
    profile.authentication = authentication
    profile.lendsTestKeys = true
    profile.requiresKeyUse = true
    // In the sandbox a self-signed certificate may be used (guide §2).
    profile.acceptsSelfSignedKeySets = true
    // Failed client authentication is always 400 (guide §3.6).
    profile.challenge = .never
    profile.texts = texts
    profile.tokenTexts.contentType = "Unsupported content type"
    profile.tokenTexts.missing = { "Missing parameter \($0)" }
    profile.tokenTexts.grantType = { _ in "Unsupported grant_type" }
    profile.authentication.texts.mismatch = "The client_id does not match the assertion"
    return profile
  }()

  /// Signed assertions only, encrypted or not (guide §3.5, §1.7).
  private static let authentication: ClientAuthentication = {
    var authentication = ClientAuthentication()
    authentication.methods = [.assertion]
    authentication.assertions.audiences = ["/oidc/token"]
    authentication.assertions.requiresKeyIdentifier = true
    authentication.assertions.requiresIdentifier = true
    authentication.assertions.acceptsEncrypted = true
    authentication.assertions.usualLife = 3600
    authentication.assertions.maximumLifetime = 86_400
    authentication.assertions.error = .unauthorizedClient
    return authentication
  }()

  private static let texts: Profile.AuthorizationTexts = {
    var texts = Profile.AuthorizationTexts()
    texts.clientMissing = "Missing \"client_id\" parameter"
    texts.clientUnknown = "Unknown \"client_id\" parameter"
    texts.redirectMissing = "Missing \"redirect_uri\" parameter"
    texts.redirectInvalid = "Invalid \"redirect_uri\" parameter"
    texts.responseTypeUnsupported = .invalidRequest
    texts.challengeInvalid = "Invalid code challenge or transform algorithm"
    return texts
  }()

  /// Request objects are optionally signed and optionally encrypted (guide §3.2, §1.4, §5 #30).
  static let requestObjects: RequestObjectPolicy = {
    var policy = RequestObjectPolicy()
    policy.acceptsEncrypted = true
    policy.acceptsUnsigned = true
    policy.audiences = ["/oidc"]
    policy.toleratedAudiences = ["/oidc/token", "/oidc/authorize", "/oidc/authorization"]
    policy.requiresIssuer = true
    policy.refusal = { name, value in
      AuthorizeChecks.unsupported(name, value.string ?? value.text())
    }
    return policy
  }()

  func issuer(_ base: String) -> String { "\(base)/oidc" }

  static let paths = PagePaths(
    waiting: "/oidc/authorization/phone/confirmation", app: "/mobile/authorize",
    authorize: "/oidc/authorization",
    links: [("/oidc/authorize", "/oidc/authorization"), ("/oidc/authorization", "/oidc/authorization")])

  func shared(by login: Transaction<ItsmeLogin>) -> [String] {
    ClaimsProjection.shared(login, allowed: allowedClaims(of: login))
  }

  func mismatch(of login: Transaction<ItsmeLogin>) -> LoginDecision {
    let subject = login.detail.request.claims.subjectText
    return .refused(
      login.detail.switches.subjectError, "The user is not the one whose sub is requested",
      remark: "\(login.person.key) approved, but the request asks for the sub \(subject)",
      findings: [
        Finding(
          Self.book[.subjectMismatch],
          "asked for is \(subject), \(login.person.key) has \(Subject.of(login.person, at: login.client))")
      ])
  }

  func assertionPolicy(
    for client: ItsmeClient, of login: Transaction<ItsmeLogin>?
  ) -> AssertionPolicy {
    var policy = Self.profile.authentication.assertions
    let switches = login?.detail.switches ?? Itsme.switches(of: client)
    policy.requiresType = switches[.assertionType].word == "required"
    // Many certified libraries name the issuer.
    if switches[.assertionAudience].word == "issuer" { policy.toleratedAudiences = ["/oidc"] }
    return policy
  }

  func note(_ refusal: OpenIDRefusal) {
    guard let rule = refusal.finding?.rule, let outcome = ItsmeOutcome(refusing: rule, of: Self.book)
    else { return }
    logins.note(outcome: outcome)
  }

  func noteRefusedLogin(_ refusal: OpenIDRefusal) { logins.note(outcome: ItsmeOutcome.refused) }

  /// The client's switches, overridden by the scenario's.
  static func switches(of client: ItsmeClient?, _ scenario: Scenario? = nil) -> Switches {
    Switches(client: client?.quirks ?? [:], scenario: scenario, standards: standards)
  }

  /// The switches if the client is unknown: those of the client `"*"`, otherwise of the first by name.
  var providerSwitches: Switches {
    Itsme.switches(of: sandbox.library.world.standardClient(of: Itsme.slug) as? ItsmeClient)
  }
}

extension Switches {
  /// The error for a client that requested another person's `sub`.
  var subjectError: OAuthError {
    self[.subjectMismatch].word == "login_required" ? .loginRequired : .accessDenied
  }
}
