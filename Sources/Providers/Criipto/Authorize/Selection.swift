import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto {
  /// Handles the choice on the selection page, and continues the login with that eID.
  func select(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    let (call, handle, now) = (owned.call, owned.handle, owned.now)
    guard let login = owned.transaction else { return .answer(expired(nil, for: call)) }
    guard call.request.method == .post, login.phase(at: now) == .choosing, let form = try? call.request.form
    else { return proceed(login, call) }
    if form["cancel"] != nil {
      cancelChoice(handle)
      return proceed(handle, call)
    }
    guard let eid = form["acr"].flatMap({ RequestedEID($0) }), login.detail.request.eids.contains(eid) else {
      return proceed(login, call)
    }
    let start = MethodStart(
      requested: eid, request: login.detail.request, ordinal: login.ordinal,
      identifier: handle, now: now,
      isIdentified: login.isPersonGiven, caller: MethodCaller(call),
      isUnscripted: !login.timeline.isManual && isUnscripted(login.decision),
      namesUnknownPerson: login.detail.namesUnknownPerson)
    let advice = eid.eid.method.advice(start)
    logins.note(advice, on: handle)
    do throws(MethodRefusal) {
      try withOrderLock(for: login.detail.request) { () throws(MethodRefusal) in
        take(try eid.eid.method.start(start, at: self), for: eid, handle, at: now)
      }
    } catch {
      logins.note(error.findings, on: handle)
      return .answer(Answer(error.response, findings: advice + error.findings))
    }
    sandbox.waiters.touch(handle)
    return proceed(handle, call).mapAnswer { $0.findings = advice + $0.findings }
  }

  private func take(_ method: MethodState, for eid: RequestedEID, _ handle: String, at now: Instant) {
    for name in method.handles { _ = logins.transactions.update(handle) { _ in (true, newHandle: name) } }
    // The person's steps are timed from now, when the request reaches the phone.
    logins.update(handle) { login in
      guard case .undecided = login.detail.method else { return }
      (login.detail.method, login.detail.requested) = (method, eid)
      let script =
        login.timeline.isManual ? PhoneScript.manual : login.decision.scenario?.phone ?? method.usualScript
      login.timeline = Timeline(
        script, reachingPhoneAt: now, waitingFor: eid.eid.method.patience(login.detail.switches))
      login.ends = max(
        login.ends,
        login.timeline.deadline + login.detail.codeLifetime + Criipto.remembrance)
    }
  }

  private func cancelChoice(_ handle: String) {
    logins.update(handle) { login in
      guard case .undecided = login.detail.method else { return }
      login.detail.choiceCancelled = true
    }
    sandbox.waiters.touch(handle)
  }
}
