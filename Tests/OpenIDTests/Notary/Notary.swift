import EidolonTesting
import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// A provider that demands all that the engine can demand, so that each demand has its test.
final class Notary: PlainProvider {
  typealias Login = NotaryLogin
  typealias RelyingParty = NotaryClient

  enum EndpointName: String, CaseIterable {
    case authorize, token, userinfo, revoke
    case clientRequestURI = "client_request_uri"

    var term: EndpointTerm {
      EndpointTerm(
        rawValue, "The notary's \(rawValue)", .assumed, isOwned: self != .clientRequestURI,
        by: self == .clientRequestURI ? .provider : .backend)
    }
  }

  static let slug = "notary"
  static let realHosts = ["notary.example"]
  static let standards = VocabularyStandards(vocabulary)
  static let frame = PageFrame(title: "Notary", brand: "Notary")

  let sandbox: Sandbox
  let logins: TransactionLedger<NotaryLogin>
  let exchanges = ExchangeMemory(book)
  let prepared = PreparedAnswers()

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Self.vocabulary, in: sandbox, polledEndpoints: [],
      state: { login, _ in login.detail.grant.isRevoked ? "revoked" : "approved" }, isOpen: { _, _ in false })
  }

  static let rules = book.all + [revokedByKey]
  static let revokedByKey = Rule(
    "notary.revoke-by-key-client", .note, "A client with keys revokes a token", fix: "let it expire",
    documentation: Rule.Citation(title: "The Notary", section: "Revocation"))
  static let profile: Profile = {
    let guide = Rule.Citation(title: "The Notary", section: "All of it")
    var profile = Profile(
      rules: RuleBook(slug)
        .with(all: OpenIDRule.ofRequests, from: guide, at: [EndpointName.authorize])
        .with(
          .challengeDemanded, .challengeMethod.named("pkce-plain"), from: guide, at: EndpointName.authorize
        )
        .with(
          all: OpenIDRule.ofCodes + OpenIDRule.ofSecrets.filter { $0 != .authenticatedTwice }, from: guide,
          at: [EndpointName.token]
        )
        .with(
          .authenticatedTwice.named("secret-and-assertion"), .wrongMethod, .secretInHeader, .secretInQuery,
          .assertionUndecryptable, from: guide, at: EndpointName.token
        )
        .with(
          .assertionKeyMissing.named("jws-kid-missing"), .encryptionKeyUnnamed, .encryptedTypeMissing,
          .encryptionOld, .encryptionRefused, from: guide, at: EndpointName.authorize, .token
        )
        .with(
          .objectMalformed, .objectUndecryptable, .objectUnencrypted, .objectSignature, .objectIssuer,
          .objectAudience, .objectAudienceUnusual, .objectExpired, .parametersDiffer,
          .requestAndReference, .referenceUnregistered, .referenceUnreachable, .referenceWithoutPort,
          .referenceLocal, from: guide, at: EndpointName.authorize
        )
        .taking(.objectKeyMissing, for: .assertionKeyMissing)
        .with(all: OpenIDRule.ofAccessTokens + [.tokenRevoked], from: guide, at: [EndpointName.userinfo])
        .with(all: OpenIDRule.ofClientKeySets, from: guide, at: [EndpointName.authorize, .token])
        .with(.encryptionKeyMissing, .clientKeysUnavailable, from: guide, at: EndpointName.userinfo)
        .with(.revokedOfOther, from: guide, at: EndpointName.revoke))
    profile.challenge = .never
    profile.leeway = 60
    profile.keySetTime = (.seconds(3), .seconds(1))
    profile.authentication.methods = [.assertion, .secret]
    profile.authentication.secrets.header = .refused
    profile.authentication.assertions.audiences = ["/token"]
    profile.authentication.assertions.requiresKeyIdentifier = true
    profile.authentication.assertions.acceptsEncrypted = true
    profile.encryption.requiresKeyIdentifier = true
    profile.encryption.oldAlgorithms = [.rsaOAEP]
    return profile
  }()

  static var endpoints: [Endpoint<Notary>] {
    [
      Endpoint(.authorize, [.get], "/authorize", answer: authorize),
      .token(.token, "/token"),
      .resource(.userinfo, [.get], "/userinfo", answer: recipient),
      .revocation(.revoke, "/revoke") { notary in
        { call throws(DocumentNeeded) in
          try notary.revoke(call, takingSecrets: SecretPolicy(header: .taken)) {
            client throws(OpenIDRefusal) in
            guard client.client.registeredMethod != .assertion else {
              throw OpenIDRefusal(.invalidClient, Notary.revokedByKey, "", "Not for clients with keys")
            }
          }
        }
      },
    ]
  }

  static let vocabulary = Vocabulary(
    provider: slug, title: "Notary", verbs: [Verb("approve", "Approves", .assumed, isFinal: true)],
    endpoints: EndpointName.allCases.map(\.term),
    tokens: [TokenTerm("id_token", "The id_token", .assumed, defects: TokenDefect.terms(.idToken))],
    quirks: [], presets: [],
    lifetimes: [LifetimeTerm("code", "How long a code counts", .assumed, standard: .seconds(60))],
    outcomes: ["approved", "revoked"].map { Term($0, "It is \($0)", .assumed) }, facts: [])

  static let clientSchema: JSON = ["type": "object"]
  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    NotaryClient(identifier, reader)
  }

  static func entry(base: String) -> String { "\(base)/authorize" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: "Notary", entry: Self.entry(base: base), values: [])
  }

  // MARK: Hooks

  func issuer(_ base: String) -> String { base }
  func decision(on login: Transaction<NotaryLogin>, at now: Instant) -> LoginDecision? { .approved }
  func page(of login: Transaction<NotaryLogin>, for call: Call) -> Response { Response(.ok) }
  func claims(of login: Transaction<NotaryLogin>) -> JSONObject { ["sub": .string(login.person.key)] }
  func idTokenLifetime(of login: Transaction<NotaryLogin>) -> Duration { .seconds(300) }
  func accessTokenLifetime(of login: Transaction<NotaryLogin>) -> Duration { .seconds(600) }

  func secretPolicy(for client: NotaryClient, of login: Transaction<NotaryLogin>?) -> SecretPolicy {
    var policy = Self.profile.authentication.secrets
    if client.habits.contains("basic") { policy.header = .reported }
    return policy
  }

  /// All that a request object can be asked for; the client may be let off some of it.
  static func requestObjects(of client: NotaryClient) -> RequestObjectPolicy {
    var policy = RequestObjectPolicy()
    policy.acceptsEncrypted = true
    policy.requiresEncryption = !client.habits.contains("signed only")
    policy.requiresKeyIdentifier = true
    policy.requiresIssuer = true
    policy.audiences = [""]
    policy.toleratedAudiences = ["/authorize"]
    policy.leeway = 10
    policy.checksIssueTime = true
    if !client.habits.contains("inner wins") { policy.agreement = .demanded(except: ["scope"]) }
    return policy
  }

  private static let references: RequestURIPolicy = {
    var policy = RequestURIPolicy()
    policy.event = EndpointName.clientRequestURI.rawValue
    return policy
  }()

  // MARK: Endpoints

  /// Userinfo that only says to which key it would be encrypted, if the client has keys.
  private func recipient(_ owned: OwnedCall<NotaryLogin>) throws(DocumentNeeded) -> Outcome {
    try resource(owned) { login throws(Interruption) in
      guard let client = registered(login.client), client.keys != nil else { return .json(.ok, []) }
      let found = try fetching { () throws(DocumentNeeded) in
        try encryptionKeys(
          of: client, for: "RSA-OAEP-256",
          noticingNewOnesAfter: client.habits.contains("slow to notice") ? .seconds(24 * 3600) : .zero,
          owned.call)
      }
      switch found {
      case .failure(let problem): throw .refused(Self.refusal(problem))
      case .success(let keys):
        let key = recipient(of: login, among: keys, purpose: "userinfo")
        return .json(.ok, JSON.object(["kid": .string(key?.kid ?? "")]).bytes())
      }
    }
  }

  private func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try authorize(call) { request throws(Interruption) in
      _ = try takeRequestObject(
        Self.requestObjects(of: request.client), Self.references, in: &request, call
      ) { Facts($0.parameters.values) }
      let asked = try codeRequest(&request, call)
      return try choosing(
        Facts(request.parameters.values), for: request.identifier,
        asked: AskedScenario.find(call.request, request.parameters.values)
      ) { [request] choice throws(Interruption) in
        let opened = logins.open(
          choice, client: request.identifier, person: logins.person(choice.decision, named: nil),
          at: EndpointName.authorize, now: call.now,
          script: logins.script(choice.decision, standard: .steps([PhoneStep("approve")])),
          patience: .seconds(60), remembrance: Self.remembrance, findings: request.findings
        ) { _, _ in NotaryLogin(asked: asked) }
        return opened.outcome(findings: request.findings) { proceed(opened.transaction.identifier, call) }
      }
    }
  }
}

struct NotaryLogin: CodeFlowLogin {
  let asked: CodeRequest
  var grant = CodeGrant()
  var codeLifetime: Duration { .seconds(60) }
}
