package import Flow
package import HTTP
import JOSE
import JSON
package import ProviderKit

/// A provider that speaks OpenID Connect; its profile and a few hooks describe what is its own.
package protocol OpenIDProvider: Provider {
  /// What it keeps of a login.
  associatedtype Login: OpenIDLogin
  associatedtype RelyingParty: OpenIDClient

  /// How it applies the protocol.
  static var profile: Profile { get }
  var sandbox: Sandbox { get }
  var logins: TransactionLedger<Login> { get }
  /// What it remembers of exchanges.
  var exchanges: ExchangeMemory { get }
  /// Its cached documents.
  var prepared: PreparedAnswers { get }

  // MARK: Addresses

  /// The issuer for a caller at an address.
  func issuer(_ base: String) -> String
  /// The issuer of a login for a caller at an address, of a provider that has several.
  func issuer(of login: Transaction<Login>, at base: String) -> String
  /// The issuer whose endpoint a call of a login addresses; by default the one of the login.
  func calledIssuer(of login: Transaction<Login>, _ call: Call) -> String

  // MARK: Clients

  /// What an assertion must be like.
  ///
  /// - Parameter login: the login that the call is about, if there is one.
  func assertionPolicy(for client: RelyingParty, of login: Transaction<Login>?) -> AssertionPolicy
  /// Where a secret is accepted.
  ///
  /// - Parameter login: the login that the call is about, if there is one.
  func secretPolicy(for client: RelyingParty, of login: Transaction<Login>?) -> SecretPolicy
  /// The same, for a provider whose endpoints differ in this.
  func assertionPolicy(
    for client: RelyingParty, of login: Transaction<Login>?, at call: Call
  ) -> AssertionPolicy
  /// How it handles logins over the back channel.
  func backchannelPolicy(for client: RelyingParty) -> BackchannelPolicy

  // MARK: Logins

  /// The login of a handle, after everything that is due by now has happened.
  func current(_ handle: String, at now: Instant) -> Transaction<Login>?
  /// Answers according to the state of a login; by default as its page does.
  func proceed(_ login: Transaction<Login>, _ call: Call) -> Outcome
  /// How a login ends; `nil` until the person has decided.
  func decision(on login: Transaction<Login>, at now: Instant) -> LoginDecision?
  /// What a browser sees until the person has decided.
  func page(of login: Transaction<Login>, for call: Call) -> Response
  /// What a browser sees of a login that is over, or never was.
  func expired(_ login: Transaction<Login>?, for call: Call) -> Answer
  /// The code of a login, the same each time.
  func makeCode(of login: Transaction<Login>) -> String
  /// What the client of an approved login gets besides the code, or instead of it.
  func frontChannelTokens(
    of login: Transaction<Login>, _ call: Call
  ) throws(OpenIDRefusal) -> [(name: String, value: String?)]
  /// The answer to the client of a decided login, in the form that its request asked for; `login` is the state before
  /// it.
  func respond(_ answer: AuthorizationAnswer, of login: Transaction<Login>, for call: Call) -> Response

  // MARK: Tokens

  /// The access token of a login, a new one each time that tokens are issued.
  func makeAccessToken(of login: Transaction<Login>) -> String
  /// How long the access token of a login is valid.
  func accessTokenLifetime(of login: Transaction<Login>) -> Duration
  /// The answer with the tokens of a login.
  func tokens(for login: Transaction<Login>, _ call: Call) throws(OpenIDRefusal) -> Response
  /// Fetches what the tokens of a client's login need, before anything is used up.
  func prepareTokens(
    for login: Transaction<Login>, _ client: RelyingParty, _ call: Call
  ) throws(Interruption)
  /// Answers a grant that this provider has beside the authorization code; `nil` for one that it does not have.
  func answer(_ request: TokenRequest<Login>, grant: String) throws(Interruption) -> Answer?
  /// Findings about a client that opens a resource although the id_token should have stopped it.
  func advice(onAcceptedLogin login: Transaction<Login>, at now: Instant) -> [Finding]
  /// How the ping of a login is delivered.
  func pingCourse(of login: Transaction<Login>) -> Ping.Course
  /// When a login is forgotten, after a code or token of it was issued.
  func end(of login: Transaction<Login>, at now: Instant) -> Instant

  // MARK: Answers

  /// The answer to a refused call of a client's backend.
  func backendResponse(_ refusal: OpenIDRefusal, for call: Call, of login: Transaction<Login>?) -> Response
  /// The answer to a call without a valid access token.
  func challenge(_ problem: BearerProblem, of login: Transaction<Login>?) -> Response
  /// Where an error can be sent while the request is not yet checked; `nil` if nowhere.
  ///
  /// - Parameter call: determines which scenario the login would have got.
  func errorTarget(
    _ parameters: AuthorizationParameters, of client: RelyingParty, for call: Call
  ) -> String?
  /// The answer to an authorization request, in the form that the request asked for.
  func respond(
    _ answer: AuthorizationAnswer, to parameters: AuthorizationParameters, of client: RelyingParty
  ) -> Response
  /// A refusal that is sent to no redirect URI: a page for browsers, JSON for others.
  func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response
  /// Notes the outcome of a refused call, if that is not a state of a login.
  func note(_ refusal: OpenIDRefusal)
  /// The same for an authorization request, which then begins no login.
  func noteRefusedLogin(_ refusal: OpenIDRefusal)
}

extension OpenIDProvider {
  /// Its logins are all its transactions.
  package var ledgers: [any Ledger] { [logins] }

  /// Its memory of exchanges is all its other state.
  package var kept: [any Restorable] { [exchanges] }

  /// Nothing: the person decides the outcome, not a refusal.
  package func note(_ refusal: OpenIDRefusal) {}

  package func issuer(of login: Transaction<Login>, at base: String) -> String { issuer(base) }

  package func calledIssuer(of login: Transaction<Login>, _ call: Call) -> String {
    issuer(of: login, at: call.publicBase)
  }

  package func backchannelPolicy(for client: RelyingParty) -> BackchannelPolicy { Self.profile.backchannel }

  /// The login as stored, because its state follows from its timeline and the clock.
  package func current(_ handle: String, at now: Instant) -> Transaction<Login>? { logins.find(handle) }

  package func noteRefusedLogin(_ refusal: OpenIDRefusal) { note(refusal) }

  /// 43 letters of base64url: 256 random bits.
  package func makeCode(of login: Transaction<Login>) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "\(Self.slug)/code")
  }

  /// 43 letters of base64url, different each time.
  package func makeAccessToken(of login: Transaction<Login>) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal,
      purpose: "\(Self.slug)/access/\(login.detail.grant.issues)")
  }

  /// What the provider calls its token endpoint.
  static var tokenEndpointName: String { vocabulary.endpoint("token") }

  package func prepareTokens(
    for login: Transaction<Login>, _ client: RelyingParty, _ call: Call
  ) throws(Interruption) {}

  package func answer(_ request: TokenRequest<Login>, grant: String) throws(Interruption) -> Answer? { nil }

  package func advice(onAcceptedLogin login: Transaction<Login>, at now: Instant) -> [Finding] { [] }

  /// Long enough to recognize a late code or token as late, and not as one never issued.
  package func end(of login: Transaction<Login>, at now: Instant) -> Instant {
    guard login.detail.grant.redeemed != nil else {
      return now + login.detail.codeLifetime + Self.remembrance
    }
    return now + max(accessTokenLifetime(of: login), login.detail.refreshLifetime ?? .zero) + Self.remembrance
  }

  /// How long a login is remembered after its last credential expired.
  package static var remembrance: Duration { .seconds(600) }

  /// The rules in the vendor's numbering.
  package static var book: RuleBook { profile.rules }

  /// A client of the world; under `--strict` only one with an entry of its own.
  package func registered(_ identifier: String) -> RelyingParty? {
    sandbox.client(identifier, of: Self.slug, as: RelyingParty.self)
  }

  /// The client that Basic credentials name; unauthenticated.
  package func registered(_ basic: BasicCredentials) -> RelyingParty? {
    basic.readings.lazy.compactMap { self.registered($0.identifier) }.first
  }

  /// A hint about an unknown client id.
  package func clientHint(_ identifier: String) -> String {
    let known = (sandbox.library.world.clients[Self.slug] ?? [:]).keys.filter { $0 != World.anyClient }
      .sorted()
    guard let near = nearest(identifier, in: known) else {
      return "\"\(identifier)\"; known are \(known.prefix(10).joined(separator: ", "))"
    }
    return "\"\(identifier)\"; did you mean \"\(near)\"?"
  }

  /// True if a URL is one of these paths under an address of this provider: the caller's, the public one, or any under which
  /// discovery was served.
  package func isOurs(_ url: String, paths: [String], for call: Call) -> Bool {
    paths.contains { path in
      guard url.hasSuffix(path) else { return false }
      let base = String(url.dropLast(path.count))
      return base == call.base || base == call.publicBase || sandbox.hasServed(base: base)
    }
  }
}
