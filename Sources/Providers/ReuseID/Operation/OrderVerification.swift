import Flow
import ProviderKit

extension ReuseID {
  /// Orders the verification that follows an authentication; `nil` if no provider in the sandbox verifies.
  ///
  /// Ordered outside the update of the operation, because the verifying provider has a ledger of its own.
  func orderVerification(
    of operation: Transaction<Operation>, for call: Call
  ) -> SignicatOperation.Continuation? {
    let identifier = operation.identifier
    let ordered = IdentityVerifications.Order(
      client: operation.client, person: operation.person, documents: operation.detail.documents.documents,
      lifetime: operation.detail.switches[lifetime: .verification],
      isCutShort: operation.isVerificationCutShort,
      attempts: operation.detail.retriesLeft + 1,
      isSingleUse: operation.detail.switches[quirk: .operationToken].word == "once",
      conduct: operation.detail.conduct,
      begun: { [weak self] _, now in self?.verificationBegun(of: identifier, at: now) },
      ended: { [weak self] ending, now in self?.verificationEnded(ending, of: identifier, at: now) })
    guard let admission = sandbox.identityVerifications.order(ordered, at: call.now) else { return nil }
    let continuation = SignicatOperation.Continuation(
      token: admission.token, url: call.base(of: admission.provider, from: Self.slug) + admission.path)
    ledger.update(identifier) { $0.detail.continuation = continuation }
    return continuation
  }

  /// The token of the post-operation context was used.
  private func verificationBegun(of identifier: String, at now: Instant) {
    change(identifier, at: now) { $0.beginVerification(at: now) }
  }

  /// The step-up ends with the verification, whose provider counts the failed attempts.
  private func verificationEnded(
    _ ending: IdentityVerifications.Ending, of identifier: String, at now: Instant
  ) {
    change(identifier, at: now) { operation in
      guard operation.detail.phase.isOpenToVerification else { return }
      switch ending {
      case .completed: operation.end(.completed, at: now)
      case .rejected(_, let reasons):
        operation.detail.failureDetail = reasons.joined(separator: ", ")
        operation.end(.failed(.verificationFailed), at: now)
      case .failed(_, let reason):
        operation.detail.failureDetail = reason
        operation.end(.failed(.verificationFailed), at: now)
      case .cancelled: operation.end(.failed(.verificationCancelled), at: now)
      case .expired: operation.end(.expired, at: now)
      }
    }
    guard case .rejected(_, let reasons) = ending,
      ledger.find(identifier)?.detail.phase == .failed(.verificationFailed)
    else { return }
    ledger.report(
      [Finding(VerificationRules.rejected, reasons.joined(separator: ", "))], on: identifier, at: now)
  }

  /// Changes an operation outside its own calls, and wakes those waiting for changes.
  private func change(
    _ identifier: String, at now: Instant, _ change: (inout Transaction<Operation>) -> Void
  ) {
    guard settled(identifier, at: now) != nil else { return }
    ledger.update(identifier) { change(&$0) }
    guard let operation = ledger.find(identifier) else { return }
    changed(operation)
    if let summary = ledger.summary(identifier, at: now), sandbox.changes.note(summary, at: now) {
      sandbox.waiters.touch(Waiters.changes)
    }
  }
}

extension Transaction where Detail == ReuseID.Operation {
  /// True if the story gives the verification less time than usual.
  fileprivate var isVerificationCutShort: Bool {
    let term = ReuseIDLifetime.verification.term
    return decision.scenario?.lifetimes[term.term.name].map { $0 < term.standard } ?? false
  }

  /// What the app is told before the person is authenticated.
  var preContext: ReuseID.OperationContext? {
    guard detail.purpose.isVerified else { return detail.contexts.pre }
    // An onboarding tells the app nothing beforehand (§1a).
    return detail.purpose == .stepUp ? signicatOperation(nil).context : nil
  }

  /// What the app is told afterwards.
  var postContext: ReuseID.OperationContext? {
    guard detail.purpose.isVerified else { return detail.contexts.post }
    return detail.continuation.map { signicatOperation($0).context }
  }

  private func signicatOperation(
    _ continuation: ReuseID.SignicatOperation.Continuation?
  ) -> ReuseID.SignicatOperation {
    ReuseID.SignicatOperation(
      kind: detail.purpose == .stepUp ? .authentication : .activation,
      provider: detail.switches[quirk: .providerWord].word, continuation: continuation,
      documents: detail.documents,
      alwaysSaysVersion: detail.switches[quirk: .preIncludesVersion].isOn)
  }
}
