import Flow
import HTTP

/// A call at its endpoint, until it is answered: fetches what must be known first, and waits.
///
/// What is slow, timed or outgoing is said in the reply and done by the server.
struct Exchange: Sendable {
  var call: Call
  let served: Routes.Served
  /// On whose behalf the endpoint answers.
  let owner: any Sendable
  let recorder: ExchangeRecorder
  /// The faults that strike the call where no transaction owns it.
  private var faults: [Fault] = []

  init(call: Call, served: Routes.Served, owner: any Sendable, recorder: ExchangeRecorder) {
    (self.call, self.served, self.owner, self.recorder) = (call, served, owner, recorder)
  }

  private var sandbox: Sandbox { recorder.sandbox }

  /// The answer to the call, or where it comes from.
  func reply() -> Reply { isHeavy ? .work { begin() } : begin() }

  /// What the endpoint says to a method that it does not take; `nil` where it says nothing.
  func refusal(_ allow: [HTTP.Method]) -> Reply? {
    guard let refuse = served.endpoint.wrongMethod else { return nil }
    var answer = refuse(owner, call)
    if !answer.response.headers.contains("Allow"), answer.response.status == .methodNotAllowed {
      answer.response.headers.append("Allow", allow.map(\.text).joined(separator: ", "))
    }
    return recorder.finish(answer, of: call)
  }

  private var isHeavy: Bool { served.endpoint.isHeavy(owner, call.request) }

  /// Counts a call that no transaction owns, and lets faults strike it that a scenario armed for the whole sandbox.
  private func begin() -> Reply {
    // A browser that asks whether it may call has not called yet.
    guard served.isUnowned, call.request.method != .options else { return answer() }
    var struck = self
    struck.faults = sandbox.strike(served.endpoint.name, of: served.provider, at: call.now)
    if let instead = struck.faults.answerInstead { return struck.reply(.answer(Answer(instead))) }
    return struck.answer()
  }

  private func answer() -> Reply {
    do throws(DocumentNeeded) {
      return reply(try served.endpoint.answer(owner, call))
    } catch { return fetch(error.url) }
  }

  /// The exchange at the present moment, when the call is asked again.
  private func resumed() -> Exchange {
    var next = self
    next.call.time = Self.instant(in: sandbox)
    return next
  }

  /// The instant of a call: nothing that it does looks at the clock again.
  static func instant(in sandbox: Sandbox) -> ClockReading { sandbox.environment.clock.read() }

  private func fetch(_ url: String) -> Reply {
    var next = self
    next.call.began = call.began ?? call.time.real
    next.call.fetched.insert(url)
    return .fetch(
      Fetch(url: url) { [next] result in
        let next = next.resumed()
        sandbox.keySets.keep(KeySetCache.Entry(result, at: next.call.now), of: url, at: next.call.now)
        return next.answer()
      })
  }

  private func reply(_ outcome: consuming Outcome) -> Reply {
    switch consume outcome {
    case .answer(var answer):
      answer.faults += faults
      return recorder.finish(answer, of: call)
    case .stream(let stream): return recorder.stream(stream)
    case .call(let request, let then):
      return .fetch(
        Fetch(own: request) { result in
          let next = resumed()
          return next.reply(then(result, next.call))
        })
    case .wait(let transaction, _, _, let then):
      let waiter = sandbox.waiters.waiter(for: transaction)
      // Asked again now that the bell hangs: what happened in between rang for nobody.
      let next = resumed()
      let again = then(next.call)
      if case .wait(_, let until, let atMost, let then) = again {
        return next.hold(waiter, until: until, atMost: atMost, then)
      }
      waiter.cancel()
      return next.reply(again)
    }
  }

  private func hold(
    _ waiter: Waiter, until: Instant?, atMost: Duration?, _ then: @escaping @Sendable (Call) -> Outcome
  ) -> Reply {
    let clock = sandbox.environment.clock
    // A frozen clock reaches a moment only when it is moved, and moving it wakes everybody who waits.
    let rest = clock.mode == .frozen ? nil : until.map { max(.zero, $0 - call.now) }
    var held = self
    held.call.began = call.began ?? call.time.real
    return .hold(
      Hold(waiter: waiter, atMost: [rest, atMost].compactMap { $0 }.min()) { [held] in
        // Whoever wakes it runs on a loop, which heavy answers must not hold up.
        let next = held.resumed()
        return next.isHeavy ? .work { next.reply(then(next.call)) } : next.reply(then(next.call))
      })
  }
}
