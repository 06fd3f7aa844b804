import Flow
import HTTP
import ProviderKit

extension Criipto {
  /// Takes the choice of the selection page: the login goes on with that eID.
  func select(_ call: Call) -> Outcome {
    guard let form = try? call.request.method == .post ? call.request.form : call.request.target.query,
      let handle = form["transaction"]
    else { return .answer(Answer(expiredPage(call))) }
    let noted = ledger.call(at: CriiptoEndpoint.select, of: handle, for: call) { $0.identifier == handle }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction else { return .answer(Answer(expiredPage(call))) }
    var exchange = CriiptoExchange(call: call, faults: noted.faults)
    let now = sandbox.environment.clock.now
    guard call.request.method == .post, login.phase(at: now) == .choosing else {
      return proceed(handle, exchange)
    }
    if form["cancel"] != nil {
      cancelChoice(handle, at: now)
      return proceed(handle, exchange)
    }
    guard let eid = form["acr"].flatMap({ RequestedEID($0) }), login.detail.request.eids.contains(eid) else {
      return proceed(handle, exchange)
    }
    let start = MethodStart(
      requested: eid, request: login.detail.request, clientID: login.client, ordinal: login.ordinal,
      identifier: handle, now: now,
      isIdentified: !login.timeline.isManual || login.decision.scenario?.person != nil,
      caller: MethodCaller(call))
    let advice = eid.eid.method.advice(start)
    ledger.note(advice, on: handle)
    exchange.findings += advice
    do throws(MethodRefusal) {
      try beginning(login.detail.request) { () throws(MethodRefusal) in
        take(try eid.eid.method.start(start, at: self), for: eid, handle, at: now)
      }
    } catch {
      ledger.note(error.findings, on: handle)
      exchange.findings += error.findings
      return .answer(exchange.answer(error.response, of: handle))
    }
    sandbox.waiters.touch(handle)
    return proceed(handle, exchange)
  }

  /// The login goes on with an eID that has begun.
  private func take(_ method: MethodState, for eid: RequestedEID, _ handle: String, at now: Instant) {
    for name in method.handles { _ = ledger.transactions.update(handle) { _ in (true, newHandle: name) } }
    // The request reaches the phone now.
    ledger.update(handle) { login in
      guard case .undecided = login.detail.method else { return }
      (login.detail.method, login.detail.requested) = (method, eid)
      let script =
        login.timeline.isManual ? PhoneScript.manual : login.decision.scenario?.phone ?? Criipto.approval
      login.timeline = Timeline(
        script, reachingPhoneAt: now, waitingFor: eid.eid.method.patience(login.detail.switches))
      login.ends = max(
        login.ends,
        login.timeline.deadline + login.detail.switches.codeLifetime + Criipto.remembrance)
    }
  }

  /// The person leaves without having chosen.
  private func cancelChoice(_ handle: String, at now: Instant) {
    ledger.update(handle) { login in
      guard case .undecided = login.detail.method else { return }
      login.detail.choiceCancelled = true
    }
    sandbox.waiters.touch(handle)
  }
}
