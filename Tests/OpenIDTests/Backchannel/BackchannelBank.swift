import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// An eID without a page: clients with keys begin logins over the back channel, by signed requests.
final class BackchannelBank: PlainProvider {
  enum EndpointName: String { case backchannel, token }
  static let slug = "backbank"
  static let realHosts = ["back-bank.example"]
  static let standards = VocabularyStandards(vocabulary)
  static let frame = PageFrame(title: "Back Bank", brand: "Back Bank")

  let sandbox: Sandbox
  let logins: TransactionLedger<Login>
  let exchanges = ExchangeMemory(book)
  let prepared = PreparedAnswers()

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Self.vocabulary, in: sandbox, state: { $0.state(at: $1) }, isOpen: { $0.state(at: $1) == "waiting" },
      findingsAtEnd: { login, _ in login.ignoresPing ? BackchannelBank.book.advice(.pingIgnored) : [] })
  }

  static let rules = book.all
  static let profile: Profile = {
    let guide = Rule.Citation(title: "The Back Bank", section: "Log in without a browser")
    var profile = Profile(
      rules: RuleBook(slug).with(
        all: OpenIDRule.ofBackchannel + OpenIDRule.ofSignedBackchannel + OpenIDRule.ofPings, from: guide,
        at: [EndpointName.backchannel]))
    profile.authentication.methods = [.assertion]
    profile.authentication.assertions.audiences = ["/token"]
    profile.authentication.assertions.error = .unauthorizedClient
    profile.challenge = .never
    profile.lendsTestKeys = true
    profile.unauthenticatedPollStatus = .unauthorized
    return profile
  }()

  func backchannelPolicy(for client: Client) -> BackchannelPolicy {
    var policy = BackchannelPolicy()
    var object = RequestObjectPolicy()
    object.audiences = [""]
    object.texts = client.isLenient ? .claimsAndTimes : .none
    policy.requestObject = object
    policy.hint = .token(orClaims: client.isLenient)
    policy.expiry = .seconds(10)...(.seconds(300))
    return policy
  }

  static var endpoints: [Endpoint<BackchannelBank>] {
    [
      Endpoint(.backchannel, [.post], "/backchannel", answer: backchannel),
      .token(.token, "/token"),
    ]
  }

  private func backchannel(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backchannel(call) { request throws(OpenIDRefusal) in
      let expiry = try Self.checks.requestedExpiry(
        request.parameters, within: backchannelPolicy(for: request.client).expiry)
      let key = request.hint?["value"]?.string ?? ""
      guard let person = sandbox.library.world.people[key] else {
        throw OpenIDRefusal(.unknownUserID, "Nobody has this hint")
      }
      guard key != "minor" else { throw OpenIDRefusal(.accessDenied, "This person may not log in") }
      let choice: ScenarioChoice
      do throws(UnknownScenario) {
        choice = try logins.choose(
          Facts(request.parameters.values), for: request.identifier,
          asked: AskedScenario.find(call.request, request.parameters.values))
      } catch { throw OpenIDRefusal(.invalidRequest, error.text) }
      let interval = request.client.interval
      return logins.open(
        choice, client: request.identifier, person: person, at: EndpointName.backchannel, now: call.now,
        script: logins.script(choice.decision, standard: .steps([PhoneStep("approve")])),
        patience: expiry ?? .seconds(120), remembrance: Self.remembrance, findings: request.findings,
        handles: { [$0.detail.grant.backchannel?.handle].compactMap(\.self) }
      ) { ordinal, _ in
        var login = Login(issuer: call.publicBase)
        login.grant.backchannel = backchannelRequest(ordinal, interval: interval)
        return login
      }
    }
  }

  func answer(_ request: TokenRequest<Login>, grant: String) throws(Interruption) -> Answer? {
    grant == BackchannelGrant.type ? try poll(request) : nil
  }

  // MARK: Pings

  func expire(at now: Instant) { sendPings(at: now) }

  var expiresMore: Bool { awaitsPings }

  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    try logins.act(verb, reason: reason, on: transaction, at: now)
    sendPings(of: transaction, at: now)
  }

  func pingCourse(of login: Transaction<Login>) -> Ping.Course {
    Ping.Course(rawValue: login.decision.scenario?.quirks["ping"]?.word ?? "") ?? .once
  }

  // MARK: Logins

  struct Login: OpenIDLogin {
    let issuer: String
    var grant = CodeGrant()
    var redirectURI: String { "" }
    var state: String? { nil }
    var nonce: String? { nil }
    var proofKey: ProofKey? { nil }
    var maximumAge: Int? { nil }
    var codeLifetime: Duration { .zero }
  }

  func issuer(_ base: String) -> String { base }

  func decision(on login: Transaction<Login>, at now: Instant) -> LoginDecision? {
    switch login.state(at: now) {
    case "waiting": nil
    case "timed_out": .expired
    case "rejected": .refused(.accessDenied, "The customer refused", remark: "")
    default: .approved
    }
  }

  func claims(of login: Transaction<Login>) -> JSONObject { ["sub": .string(login.person.key)] }
  func idTokenLifetime(of login: Transaction<Login>) -> Duration { .seconds(300) }
  func accessTokenLifetime(of login: Transaction<Login>) -> Duration { .seconds(120) }
  func page(of login: Transaction<Login>, for call: Call) -> Response { Response(404) }

  static func entry(base: String) -> String { base }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: "Back Bank", entry: Self.entry(base: base), values: [])
  }

  // MARK: Clients

  struct Client: OpenIDClient {
    let identifier: String
    let isWildcard = false
    let redirectURIs: [String] = []
    let keys: ClientKeys?
    let backchannelDelivery: BackchannelDelivery?
    let interval: Duration?
    let isLenient: Bool
    let quirks: [String: QuirkValue] = [:]
  }

  typealias RelyingParty = Client

  static let clientSchema: JSON = ["type": "object"]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Flow.Client)? {
    let mode = reader.string("mode")
    defer { reader.finish() }
    return Client(
      identifier: identifier, keys: ClientKeys.read(reader),
      backchannelDelivery: mode == "none" ? nil : mode.map { .ping($0) } ?? .poll,
      interval: reader.bool("silent") == true ? nil : .seconds(2),
      isLenient: reader.bool("lenient") ?? false)
  }

  static let vocabulary = Vocabulary(
    provider: slug, title: "Back Bank",
    verbs: [("approve", true), ("reject", true)].map { Verb($0, $0, .assumed, isFinal: $1) },
    endpoints: ["backchannel", "token"].map { EndpointTerm($0, $0, .assumed, isOwned: true) },
    events: [Ping.event], tokens: [Ping.token],
    quirks: [
      QuirkTerm(
        "ping", "How a ping gets to its client", .assumed, choices: Ping.Course.allCases.map(\.rawValue),
        standard: "once")
    ], presets: [], lifetimes: [],
    outcomes: ["waiting", "approved", "rejected", "timed_out"].map { Term($0, $0, .assumed) }
      + Ping.Outcome.allCases.map(\.term), facts: [])
}

extension Transaction where Detail == BackchannelBank.Login {
  func state(at now: Instant) -> String {
    guard let step = timeline.decision(at: now, isFinal: { _ in true }) else {
      return timeline.isOver(at: now) ? "timed_out" : "waiting"
    }
    return step.verb == "approve" ? "approved" : "rejected"
  }
}
