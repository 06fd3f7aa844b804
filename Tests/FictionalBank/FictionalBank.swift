import Flow
import HTTP
import JSON
import OpenID
package import ProviderKit

/// What a test adds to the registry.
package let fictionalBank: any Provider.Type = FictionalBank.self

/// The eID of a bank that does not exist: plain OpenID Connect with one level, two error deviations and a page.
final class FictionalBank: PlainProvider {
  typealias EndpointName = BankEndpoint
  typealias Login = BankLogin
  typealias RelyingParty = SecretClient
  static let slug = "bank"
  static let realHosts = ["fictional-bank.example"]
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  let logins: TransactionLedger<BankLogin>
  let exchanges = ExchangeMemory(book)
  let prepared = PreparedAnswers()

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Self.vocabulary, in: sandbox, polledEndpoints: [BankEndpoint.page.rawValue],
      state: { $0.state(at: $1) }, isOpen: { $0.state(at: $1) == "waiting" },
      findingsAtEnd: { login, _ in
        login.missesUserinfo(at: BankEndpoint.userinfo.rawValue)
          ? FictionalBank.book.advice(.userinfoNeverCalled) : []
      })
  }

  static let rules = book.all
  static let profile: Profile = {
    let guide = Rule.Citation(title: "The Fictional Bank", section: "Log in with your bank")
    var profile = Profile(
      rules: RuleBook(slug)
        .with(all: OpenIDRule.ofRequests, from: guide, at: [BankEndpoint.authorize])
        .with(all: OpenIDRule.ofSecrets + OpenIDRule.ofCodes, from: guide, at: [BankEndpoint.token])
        .with(all: OpenIDRule.ofAccessTokens, from: guide, at: [BankEndpoint.userinfo])
        .with(.loginExpired, from: guide, at: BankEndpoint.page))
    profile.challenge = .always(realm: slug)
    // The bank's two deviations: one word for all that is wrong with a code, and another error for response types.
    profile.grantTexts = Profile.GrantTexts(all: "BANK-17")
    profile.texts.responseTypeUnsupported = .invalidRequest
    return profile
  }()

  static var endpoints: [Endpoint<FictionalBank>] {
    [
      Endpoint(.discovery, [.get], "/.well-known/openid-configuration", answer: discovery),
      Endpoint(.keys, [.get], "/jwks", answer: signingKeys),
      Endpoint(.authorize, [.get], "/authorize", answer: authorize),
      .waitingPage(.page, "/wait"),
      .token(.token, "/token"),
      .resource(.userinfo, [.get], "/userinfo", answer: userinfo),
    ]
  }

  package static func entry(base: String) -> String { "\(base)/.well-known/openid-configuration" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "Fictional Bank", entry: Self.entry(base: base),
      values: [("client_id", "shop"), ("client_secret", "shop-secret"), ("scope", "openid")])
  }

  private func discovery(_ call: Call) -> Outcome {
    discovery("discovery", call) {
      [
        "issuer": .string(call.publicBase), "jwks_uri": .string("\(call.base)/jwks"),
        "authorization_endpoint": .string("\(call.publicBase)/authorize"),
        "token_endpoint": .string("\(call.base)/token"),
        "userinfo_endpoint": .string("\(call.base)/userinfo"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
      ]
    }
  }

  private func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try authorize(call) { request throws(Interruption) in
      let asked = try codeRequest(&request, call)
      return try choosing(
        Facts(request.parameters.values), for: request.identifier,
        asked: AskedScenario.find(call.request, request.parameters.values)
      ) { [request] choice throws(Interruption) in
        let switches = Switches(
          client: request.client.quirks, scenario: choice.scenario,
          standards: Self.standards)
        let opened = logins.open(
          choice, client: request.identifier, person: logins.person(choice.decision, named: nil),
          at: BankEndpoint.authorize, now: call.now,
          script: logins.script(choice.decision, standard: .steps([PhoneStep("approve")])),
          patience: switches.lifetime("login"), remembrance: Self.remembrance, findings: request.findings
        ) { _, _ in
          BankLogin(asked: asked, switches: switches)
        }
        return opened.outcome(findings: request.findings) { proceed(opened.transaction.identifier, call) }
      }
    }
  }
}
