import Flow
import ProviderKit

/// What Criipto keeps of one login.
struct CriiptoLogin: Sendable {
  /// What was asked for.
  let request: CriiptoRequest
  /// The domain under which the login began, without a slash at the end: the issuer, and where its URLs begin.
  let domain: String
  /// The eID's own state.
  var method: MethodState
  /// The eID that is used, in its flow or level; `nil` while none is chosen.
  var requested: RequestedEID?
  /// The person left the page without having chosen an eID.
  var choiceCancelled = false
  /// None or one: most logins that are open have no course yet, and tens of thousands are kept.
  private var courses: [CriiptoCourse] = []

  /// A login that begins.
  init(
    request: CriiptoRequest, domain: String, method: MethodState, requested: RequestedEID?,
    course: CriiptoCourse? = nil
  ) {
    (self.request, self.domain, self.method, self.requested) = (request, domain, method, requested)
    if let course { courses = [course] }
  }

  /// What becomes of it.
  var course: CriiptoCourse {
    _read { if courses.isEmpty { yield CriiptoCourse() } else { yield courses[0] } }
    _modify {
      if courses.isEmpty { courses.append(CriiptoCourse()) }
      yield &courses[0]
    }
  }

  /// The application with its settings at the start.
  var application: CriiptoApplication { request.application }
  /// The application's settings at the start.
  var client: CriiptoClient { application.client }
  /// The client's switches with the scenario's over them.
  var switches: CriiptoSwitches { application.switches }

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
struct LoginFailure: Error, Sendable, Hashable {
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
    if let moment = detail.course.signedOn { return .authenticated(at: moment) }
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
    if detail.course.isCodeReused { return CriiptoOutcome.codeReused.rawValue }
    if detail.course.hasReadUserinfo { return CriiptoOutcome.completed.rawValue }
    if detail.course.codeRedeemed != nil { return CriiptoOutcome.exchanged.rawValue }
    if detail.course.isCodeExpired { return CriiptoOutcome.codeExpired.rawValue }
    return switch phase(at: now) {
    case .choosing: "choosing"
    case .pending: detail.method.method?.pendingState(of: self, at: now) ?? "pending"
    case .authenticated:
      detail.course.signedOn == nil
        ? CriiptoOutcome.authenticated.rawValue : CriiptoOutcome.singleSignOn.rawValue
    case .failed(let failure): failure.outcome
    }
  }

  /// Makes the authorization code: 43 letters of base64url (the real form is not published).
  func makeCode(_ environment: Environment) -> String {
    environment.identifier(length: 43, from: .base64URL, ordinal: ordinal, purpose: "criipto/code")
  }

  /// Makes a UUID of this login for a purpose.
  func makeUUID(_ environment: Environment, purpose: String) -> String {
    UUIDText(environment.bytes(16, ordinal: ordinal, purpose: purpose)).text
  }
}
