import Flow

extension Transaction where Detail == CriiptoLogin {
  func phase(at now: Instant) -> CriiptoLogin.Phase {
    if let moment = detail.session.signedOn { return .authenticated(at: moment) }
    switch detail.method {
    case .undecided:
      if detail.choiceCancelled { return .failed(LoginFailure(detail.cancelError, outcome: "cancelled")) }
      guard timeline.isOver(at: now) else { return .choosing }
      return .failed(LoginFailure("access_denied", "The login timed out", .timedOut))
    case .bankID(let order): return phase(of: order.status(timeline, at: now))
    case .mitID(let session): return phase(of: session, at: now)
    case .mock(let identity): return .authenticated(at: identity.authenticated)
    }
  }

  private func phase(of status: BankIDStatus) -> CriiptoLogin.Phase {
    switch status {
    case .pending: .pending
    case .complete(let moment): .authenticated(at: moment)
    case .failed(let hint, _):
      .failed(
        LoginFailure(
          hint == .userCancel ? detail.cancelError : "access_denied", hint.collectFailed,
          outcome: BankIDOutcome(hint).rawValue))
    case .cancelledByClient:
      .failed(
        LoginFailure(
          "access_denied", BankIDHint.cancelled.collectFailed,
          outcome: BankIDOutcome.cancelledByClient.rawValue))
    }
  }

  private func phase(of session: MitIDSession, at now: Instant) -> CriiptoLogin.Phase {
    if let failure = session.cookieFailure { return .failed(failure.failure) }
    guard let step = timeline.decision(at: now, isFinal: CriiptoVerb.isFinal) else {
      return timeline.isOver(at: now) ? MitIDSession.timedOut : .pending
    }
    switch CriiptoVerb(rawValue: step.verb) {
    case .cancel, .reject: return .failed(LoginFailure(detail.cancelError, nil, .cancelled))
    case .otherBrowser: return .failed(MitIDFailure.cookieMissing.failure)
    case .fail: return .failed((step.reason.flatMap { MitIDFailure(rawValue: $0) } ?? .coreClient).failure)
    default:
      guard detail.namesUnknownPerson else { return .authenticated(at: step.at) }
      return timeline.isOver(at: now) ? MitIDSession.timedOut : .pending
    }
  }

  /// True if the request, its story or the usual script says who logs in.
  var isPersonGiven: Bool {
    !timeline.isManual || decision.scenario?.person != nil || detail.request.hint.namesPerson
  }

  /// True once it is known who logs in; a login that ended before that stays false.
  func isIdentified(at now: Instant) -> Bool {
    guard !detail.namesUnknownPerson else { return false }
    if case .authenticated = phase(at: now) { return true }
    return switch detail.method {
    case .undecided: isPersonGiven
    case .bankID(let order):
      isPersonGiven || order.personalNumber != nil || order.isOpened(timeline, at: now)
    case .mitID(let session): session.isIdentified
    case .mock: true
    }
  }

  /// The state of an undecided login in one word, for people and the control plane: `waiting`, `started`.
  func pendingState(at now: Instant) -> String {
    switch detail.method {
    case .bankID(let order):
      guard case .pending(let hint) = order.status(timeline, at: now) else { return "pending" }
      return hint.rawValue
    case .mitID(let session):
      return session.isIdentified ? (session.isAppOpened ? "app_opened" : "waiting") : "identifying"
    case .undecided, .mock: return "pending"
    }
  }
}

extension MitIDSession {
  fileprivate static let timedOut = CriiptoLogin.Phase.failed(
    LoginFailure("access_denied", "The MitID session timed out", .timedOut))
}
