import Flow
import JOSE
import OpenID
import ProviderKit

struct CriiptoLogin: OpenIDLogin {
  let request: CriiptoRequest
  /// The issuer and base URL under which the login began, without a trailing slash.
  let domain: String
  var method: MethodState
  /// The eID in use; `nil` until one is chosen.
  var requested: RequestedEID?
  /// The single sign-on session that the browser brought.
  var session = BrowserSession()
  /// True if the request names a person unknown to every eID, so that nobody can log in.
  var namesUnknownPerson = false
  /// The `headless_req_id`; `nil` for a login in a browser.
  var headlessIdentifier: String?
  /// The keys that an id_token of the front channel can be encrypted to; empty if it is not encrypted.
  var recipients: [JWK] = []
  /// True if the person cancelled on the selection page.
  var choiceCancelled = false
  var grant = CodeGrant()

  /// The application with its settings when the login began.
  var client: CriiptoClient { request.client }
  var switches: CriiptoSwitches { request.switches }

  var redirectURI: String { request.redirectURI }
  var writtenRedirectURI: String? { request.writtenRedirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var maximumAge: Int? { request.maximumAge }
  var wantsCode: Bool { request.responseType.hasCode }
  var asksLevel: Bool { request.namesEIDs }
  var issuer: String { domain }
  var codeLifetime: Duration { switches[.code] }

  /// A pure function of the timeline and the clock.
  enum Phase: Sendable, Hashable {
    /// The selection page waits for an eID.
    case choosing
    /// The eID waits for the person, or for its app.
    case pending
    case authenticated(at: Instant)
    case failed(LoginFailure)
  }
}

extension CriiptoLogin {
  var eid: EID { requested?.eid ?? .mock }

  /// The number of a business login's company.
  var company: String? {
    guard case .mitID(let session) = method else { return nil }
    return session.company?.number
  }

  /// The error of a cancelled login (§1.8).
  var cancelError: String { switches[.cancelError].word }
}

extension CriiptoLogin {
  /// The endpoints that a client never calls after a request like this, so that no story can expect them: those for the
  /// BankID app if a page of the service shows it, the token endpoint without a code, and the authorization endpoint
  /// without a browser.
  var neverCalled: [CriiptoEndpoint] {
    var endpoints: [CriiptoEndpoint] = wantsCode ? [] : [.token, .userinfo]
    if headlessIdentifier != nil { endpoints.append(.authorize) }
    if case .bankID(let order) = method, case .page = order.answer {
      endpoints += [.bankIDComplete, .bankIDCancel, .bankIDPoll]
    }
    return endpoints
  }
}

/// Why a login failed.
struct LoginFailure: Sendable, Hashable {
  /// The `error` on the wire (§1.8).
  let error: String
  /// The `error_description` on the wire.
  let description: String?
  /// An outcome of the vocabulary, for coverage.
  let outcome: String

  init(_ error: String, _ description: String? = nil, outcome: String) {
    (self.error, self.description, self.outcome) = (error, description, outcome)
  }

  init(_ error: String, _ description: String? = nil, _ outcome: CriiptoOutcome) {
    self.init(error, description, outcome: outcome.rawValue)
  }
}

extension Transaction where Detail == CriiptoLogin {
  /// True while the person can still do something.
  func isOpen(at now: Instant) -> Bool {
    switch phase(at: now) {
    case .choosing, .pending: true
    case .authenticated, .failed: false
    }
  }

  /// The state as the control plane names it.
  func state(at now: Instant) -> String {
    if detail.grant.isReused { return CriiptoOutcome.codeReused.rawValue }
    if detail.grant.hasReadUserinfo { return CriiptoOutcome.completed.rawValue }
    if detail.grant.redeemed != nil { return CriiptoOutcome.exchanged.rawValue }
    if detail.grant.isLate { return CriiptoOutcome.codeExpired.rawValue }
    return switch phase(at: now) {
    case .choosing: "choosing"
    case .pending: pendingState(at: now)
    case .authenticated:
      detail.session.signedOn == nil
        ? CriiptoOutcome.authenticated.rawValue : CriiptoOutcome.singleSignOn.rawValue
    case .failed(let failure): failure.outcome
    }
  }

  /// Derives a UUID; the same purpose gives the same UUID.
  func makeUUID(_ environment: Environment, purpose: String) -> String {
    UUIDText(environment.bytes(16, ordinal: ordinal, purpose: purpose)).text
  }

  /// True if the client exchanged its code, but never read userinfo for the claims missing from the id_token: after
  /// `code id_token`, the token endpoint's has only the subject (§1.7).
  var missesPerson: Bool {
    let type = detail.request.responseType
    return type.hasCode && type.hasIDToken && detail.client.userinfo != .fromTokenEndpoint
      && missesUserinfo(at: CriiptoEndpoint.userinfo.rawValue)
  }
}
