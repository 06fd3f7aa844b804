import JOSE
import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ItsmeV2: ItsmeVersion {
  typealias Login = ItsmeV2Login
  typealias RelyingParty = ItsmeV2Client

  static let profile: Profile = {
    var profile = Profile(rules: ItsmeV2Rules.book)
    profile.authentication = authentication
    profile.encryption = encryption
    profile.listedEncryption.keys = ["RSA-OAEP-256", "RSA-OAEP"]
    profile.listedEncryption.contents = ["A128CBC-HS256", "A256GCM"]
    profile.lendsTestKeys = true
    profile.requiresKeyUse = true
    profile.keySetTime = (longest: .seconds(3), usual: .seconds(1))
    profile.acceptsSelfSignedKeySets = true
    profile.challenge = .never
    // 400 for codes (Z18).
    profile.unauthenticatedPollStatus = .unauthorized
    profile.pendingText = "User has not completed authentication yet."
    // 60 seconds (T4, Q3).
    profile.leeway = 60
    profile.texts = texts
    profile.tokenTexts.grantType = { _ in "Unsupported grant_type" }
    return profile
  }()

  /// Keys or a secret, as registered (K2).
  private static let authentication: ClientAuthentication = {
    var authentication = ClientAuthentication()
    authentication.methods = [.assertion, .secret]
    authentication.assertions.audiences = [ItsmeBase.current.path(.token)]
    authentication.assertions.requiresKeyIdentifier = true
    authentication.assertions.requiresIdentifier = true
    authentication.assertions.acceptsEncrypted = true
    authentication.assertions.usualLife = 3600
    // So that a jti can be remembered (T4).
    authentication.assertions.maximumLifetime = 86_400
    authentication.assertions.error = .unauthorizedClient
    authentication.secrets.header = .refused
    return authentication
  }()

  /// What clients encrypt to itsme (J2, J3).
  private static let encryption: EncryptionPolicy = {
    var policy = EncryptionPolicy()
    policy.oldAlgorithms = [.rsaOAEP]
    policy.requiresKeyIdentifier = true
    return policy
  }()

  private static let texts: Profile.AuthorizationTexts = {
    var texts = Profile.AuthorizationTexts()
    texts.clientMissing = "Missing \"client_id\" parameter"
    texts.clientUnknown = "Unknown \"client_id\" parameter"
    texts.clientError = .unauthorizedClient
    texts.redirectMissing = "Missing \"redirect_uri\" parameter"
    texts.redirectInvalid = "Invalid \"redirect_uri\" parameter"
    texts.redirectError = .invalidRedirectURI
    texts.responseTypeAbsent = "Missing \"response_type\" parameter"
    texts.challengeInvalid = "Invalid code challenge or transform algorithm"
    return texts
  }()

  /// Signed, then encrypted (Q1); `aud` is the issuer, or one of the endpoints (Q2).
  private static let requestObjects: RequestObjectPolicy = {
    var policy = RequestObjectPolicy()
    policy.acceptsEncrypted = true
    policy.requiresEncryption = true
    policy.requiresKeyIdentifier = true
    policy.checksIssueTime = true
    // A scope with openid outside suffices (Q5); a request object inside has a refusal of its own (Q8).
    policy.agreement = .demanded(except: ["scope", "request", "request_uri"])
    policy.requiresIssuer = true
    // Some of itsme's own links name a claim twice (A13).
    policy.acceptsRepeatedNames = true
    return policy
  }()

  /// Fetched from the client's server, once for each request (Q6).
  static let requestReferences: RequestURIPolicy = {
    var policy = RequestURIPolicy()
    policy.event = ItsmeV2Endpoint.clientRequestURI.rawValue
    return policy
  }()

  /// The same for a base, as the client's switches modify it (Z24, Z26).
  func requestObjects(of client: ItsmeV2Client, at base: ItsmeBase) -> RequestObjectPolicy {
    let switches = Self.switches(of: client)
    var policy = Self.requestObjects
    policy.requiresEncryption = switches[v2: .requestEncryption].word == "required"
    policy.texts = switches[v2: .requestTimes].word == "lenient" ? .claimsAndTimes : .none
    policy.audiences = [base.path]
    policy.toleratedAudiences = [base.path(.authorize), base.path(.token)]
    return policy
  }

  func issuer(_ base: String) -> String { ItsmeBase.current.issuer(base) }

  func issuer(of login: Transaction<ItsmeV2Login>, at base: String) -> String {
    login.detail.base.issuer(base)
  }

  /// A login belongs to the base where it began (E10, G30).
  func calledIssuer(of login: Transaction<ItsmeV2Login>, _ call: Call) -> String {
    let base: ItsmeBase =
      call.request.target.rawPath.contains("\(ItsmeBase.legacy.path)/") ? .legacy : .current
    return base.issuer(call.publicBase)
  }

  /// The path that the QR code of a page leads to.
  static let codePath = "/v2/authorization/scan"

  static let paths = PagePaths(
    waiting: "/v2/authorization/confirmation", app: "/v2/authorization/app",
    authorize: ItsmeBase.current.path(.authorize), code: codePath,
    links: [(ItsmeBase.legacy.path(.authorize), ItsmeBase.legacy.path(.authorize))])

  /// Always (P7).
  var keepsPage: Bool { true }

  func shared(by login: Transaction<ItsmeV2Login>) -> [String] {
    requestedData(of: login).labels
  }

  func confirmed(by login: Transaction<ItsmeV2Login>) -> [(name: String, value: String)] {
    login.detail.request.template?.particulars ?? []
  }

  /// What the client learns about the person.
  func requestedData(of login: Transaction<ItsmeV2Login>) -> RequestedData {
    RequestedData(
      login.detail.request.scopes, login.detail.request.claims, allowed: allowedClaims(of: login))
  }

  /// Basic is accepted only by a switch (Z9).
  func secretPolicy(for client: ItsmeV2Client, of login: Transaction<ItsmeV2Login>?) -> SecretPolicy {
    var policy = Self.profile.authentication.secrets
    let switches = login?.detail.switches ?? Self.switches(of: client)
    if switches[v2: .basicAuthentication].word == "accept" { policy.header = .reported }
    return policy
  }

  /// `nil` allows all (K12).
  func allowedClaims(of login: Transaction<ItsmeV2Login>) -> Set<String>? {
    registered(login.client)?.services[login.detail.service]?.allowedClaims
  }

  func note(_ refusal: OpenIDRefusal) {
    guard let rule = refusal.finding?.rule else { return }
    if let outcome = BackchannelOutcome(refusing: rule) { logins.note(outcome: outcome) }
    if let outcome = ItsmeOutcome(refusing: rule, of: Self.book) { logins.note(outcome: outcome) }
  }

  func noteRefusedLogin(_ refusal: OpenIDRefusal) { logins.note(outcome: ItsmeOutcome.refused) }
}
