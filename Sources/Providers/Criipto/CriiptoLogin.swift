import Flow
import OpenID
import ProviderKit

/// What Criipto keeps of one login.
struct CriiptoLogin: OpenIDLogin {
  /// What was asked for.
  let request: CriiptoRequest
  /// The domain under which the login began, without a slash at the end: the issuer, and where its URLs begin.
  let domain: String
  /// The eID's own state.
  var method: MethodState
  /// The eID that is used, in its flow or level; `nil` while none is chosen.
  var requested: RequestedEID?
  /// The browser's session of single sign-on as it came.
  var session = BrowserSession()
  /// The identifier of a login without a browser.
  var headlessIdentifier: String?
  /// The person left the page without having chosen an eID.
  var choiceCancelled = false
  var grant = CodeGrant()

  /// The application with its settings at the start.
  var client: CriiptoClient { request.client }
  /// The client's switches with the scenario's over them.
  var switches: CriiptoSwitches { request.switches }

  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var wantsCode: Bool { request.responseType.hasCode }
  var issuer: String { domain }
  var codeLifetime: Duration { switches[.code] }

  // MARK: Where it stands

  /// Where a login stands; a pure function of its timeline and the clock.
  enum Phase: Sendable, Hashable {
    /// The page asks for the eID.
    case choosing
    /// The eID waits for the person, or for its app.
    case pending
    /// The person has identified.
    case authenticated(at: Instant)
    /// The login has failed.
    case failed(LoginFailure)
  }
}

extension CriiptoLogin {
  /// The error of a cancelled login (§1.8).
  var cancelError: String { switches[.cancelError].word }
}

/// Why a login failed, as the client is told.
struct LoginFailure: Sendable, Hashable {
  /// The `error` on the wire (§1.8).
  let error: String
  /// The `error_description` on the wire.
  let description: String?
  /// The outcome for coverage, a word of the vocabulary.
  let outcome: String

  init(_ error: String, _ description: String? = nil, outcome: String) {
    (self.error, self.description, self.outcome) = (error, description, outcome)
  }

  init(_ error: String, _ description: String? = nil, _ outcome: CriiptoOutcome) {
    self.init(error, description, outcome: outcome.rawValue)
  }
}

extension Transaction where Detail == CriiptoLogin {
  /// Where the login stands at a moment.
  func phase(at now: Instant) -> CriiptoLogin.Phase {
    if let moment = detail.session.signedOn { return .authenticated(at: moment) }
    guard let method = detail.method.method else {
      if detail.choiceCancelled { return .failed(LoginFailure(detail.cancelError, outcome: "cancelled")) }
      guard timeline.isOver(at: now) else { return .choosing }
      return .failed(LoginFailure("access_denied", "The login timed out", .timedOut))
    }
    return method.phase(of: self, at: now)
  }

  /// True if the person can still do something.
  func isOpen(at now: Instant) -> Bool {
    switch phase(at: now) {
    case .choosing, .pending: true
    case .authenticated, .failed: false
    }
  }

  /// Where the login stands, in one word.
  func state(at now: Instant) -> String {
    if detail.grant.isReused { return CriiptoOutcome.codeReused.rawValue }
    if detail.grant.hasReadUserinfo { return CriiptoOutcome.completed.rawValue }
    if detail.grant.redeemed != nil { return CriiptoOutcome.exchanged.rawValue }
    if detail.grant.isLate { return CriiptoOutcome.codeExpired.rawValue }
    return switch phase(at: now) {
    case .choosing: "choosing"
    case .pending: detail.method.method?.pendingState(of: self, at: now) ?? "pending"
    case .authenticated:
      detail.session.signedOn == nil
        ? CriiptoOutcome.authenticated.rawValue : CriiptoOutcome.singleSignOn.rawValue
    case .failed(let failure): failure.outcome
    }
  }

  /// Makes a UUID of this login for a purpose.
  func makeUUID(_ environment: Environment, purpose: String) -> String {
    UUIDText(environment.bytes(16, ordinal: ordinal, purpose: purpose)).text
  }

  /// True if the client exchanged its code, and never asked for the data that the id_token left out: after `code id_token` the
  /// token endpoint's holds the subject alone (§1.7).
  var missesPerson: Bool {
    let type = detail.request.responseType
    return type.hasCode && type.hasIDToken && detail.client.userinfo != .fromTokenEndpoint
      && missesUserinfo(at: CriiptoEndpoint.userinfo.rawValue)
  }
}
