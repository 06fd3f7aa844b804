import Flow
import HTTP

/// A call at its endpoint until it is answered, through fetches and waits.
///
/// What is slow, timed or outgoing is data in the reply, for the server to do.
struct Exchange: Sendable {
  var call: Call
  let served: ServedEndpoint
  /// The endpoint's owner.
  let owner: any EndpointOwner
  let recorder: ExchangeRecorder
  /// What strikes the call if no transaction owns it.
  private var strike: Strike?

  init(call: Call, served: ServedEndpoint, owner: any EndpointOwner, recorder: ExchangeRecorder) {
    (self.call, self.served, self.owner, self.recorder) = (call, served, owner, recorder)
  }

  private var sandbox: Sandbox { recorder.sandbox }

  func reply() -> Reply { isHeavy ? .work { begin() } : begin() }

  /// The endpoint's own answer to a method that it does not take; `nil` if it has none.
  func refusal(_ allow: [HTTP.Method]) -> Reply? {
    guard let refuse = served.endpoint.wrongMethod else { return nil }
    var answer = refuse(owner, call)
    if !answer.response.headers.contains("Allow"), answer.response.status == .methodNotAllowed {
      answer.response.headers.append("Allow", allow.map(\.text).joined(separator: ", "))
    }
    return recorder.finish(answer, of: call)
  }

  private var isHeavy: Bool { served.endpoint.isHeavy?(owner, call.request) ?? false }

  /// Counts a call that no transaction owns, and applies the faults that scenarios armed for the whole sandbox.
  private func begin() -> Reply {
    // A preflight is not the call itself, and HEAD has no effect.
    guard served.isUnowned, ![.options, .head].contains(call.request.method) else { return answer() }
    let strike = sandbox.strike(served.endpoint.name, of: served.provider, at: call.time)
    guard !strike.faults.isEmpty else { return answer() }
    var struck = self
    struck.strike = strike
    if let instead = strike.faults.answerInstead { return struck.reply(.answer(Answer(instead))) }
    return struck.answer()
  }

  private func answer() -> Reply {
    do throws(DocumentNeeded) {
      return reply(try served.endpoint.answer(owner, call))
    } catch { return fetch(error) }
  }

  /// The exchange at the present instant, for a call that is answered again after a fetch or a wait.
  private func resumed() -> Exchange {
    var next = self
    next.call.time = Self.instant(in: sandbox)
    return next
  }

  /// The only place where a call reads the clock.
  static func instant(in sandbox: Sandbox) -> ClockReading { sandbox.environment.clock.read() }

  private func fetch(_ document: DocumentNeeded) -> Reply {
    if let reading = document.reading { return fetch(document, reading) }
    let url = document.url
    var next = self
    next.call.began = call.began ?? call.time.real
    next.call.fetched.insert(url)
    let asked = call.time.real
    var fetch = Fetch(url: url, timeout: document.timeout) { [next] result in
      let next = next.resumed()
      if case .success(let document) = result, document.isSelfSigned { sandbox.keySets.noteSelfSigned(url) }
      sandbox.keySets.keep(
        KeySetCache.Entry(result, at: next.call.now), of: url, at: next.call.now,
        took: next.call.time.real - asked)
      return next.answer()
    }
    fetch.acceptsSelfSigned = document.acceptsSelfSigned
    return .fetch(fetch)
  }

  /// Fetches a document for this call alone.
  private func fetch(_ document: DocumentNeeded, _ reading: DocumentNeeded.Reading) -> Reply {
    let url = document.url
    var next = self
    next.call.began = call.began ?? call.time.real
    next.call.fetched.insert(url)
    if let event = reading.event, let instead = sandbox.strike(event, at: call.time).fetchedInstead(document)
    {
      next.call.spoiled.insert(url)
      return next.proceeded(with: instead, from: url)
    }
    var fetch = Fetch(url: url, timeout: document.timeout, limit: reading.limit) { [next] result in
      next.proceeded(with: result, from: url)
    }
    fetch.acceptsSelfSigned = document.acceptsSelfSigned
    return .fetch(fetch)
  }

  private func proceeded(with result: Result<FetchedDocument, FetchError>, from url: String) -> Reply {
    var next = resumed()
    next.call.documents[url] = result
    return next.answer()
  }

  private func reply(_ outcome: consuming Outcome) -> Reply {
    switch consume outcome {
    case .answer(let answer): return recorder.finish(answer, struckBy: strike, of: call)
    case .stream(let stream): return recorder.stream(stream)
    case .gather(let servers, let target, let headers, let then):
      return .gather(
        Gather(target, of: servers, headers: headers) { gathered in
          let next = resumed()
          return next.reply(then(gathered, next.call))
        })
    case .call(let request, let then):
      return .fetch(
        Fetch(own: request) { result in
          let next = resumed()
          return next.reply(then(result, next.call))
        })
    case .wait(let transaction, let until, _, let remarks, let then):
      recorder.write(remarks, of: transaction)
      let answered = Waiter()
      let waiter = sandbox.waiters.waiter(for: transaction, until: until, answered: answered)
      // A change before the waiter was registered was missed, so look once more.
      let next = resumed()
      let again = then(next.call)
      if case .wait(_, let until, let atMost, _, let then) = again {
        return next.hold(waiter, answered, of: transaction, until: until, atMost: atMost, then)
      }
      waiter.cancel()
      return next.reply(again)
    }
  }

  private func hold(
    _ waiter: Waiter, _ answered: Waiter, of transaction: String, until: Instant?, atMost: Duration?,
    _ then: @escaping @Sendable (Call) -> Outcome
  ) -> Reply {
    let clock = sandbox.environment.clock
    // A frozen clock reaches an instant only when it is moved, and moving it wakes all waiters.
    let remaining = clock.mode == .frozen ? nil : until.map { max(.zero, $0 - call.now) }
    var held = self
    held.call.began = call.began ?? call.time.real
    if clock.mode == .frozen, let until, until != call.loggedHoldUntil {
      held.call.loggedHoldUntil = until
      recorder.noteHeld(call, of: transaction, until: until)
    }
    return .hold(
      Hold(waiter: waiter, atMost: [remaining, atMost].compactMap { $0 }.min()) { [held] in
        let next = held.resumed()
        let answer = { @Sendable () -> Reply in
          defer { answered.wake() }
          return next.reply(then(next.call))
        }
        // This runs on an event loop, which heavy answers must not block.
        return next.isHeavy ? .work(answer) : answer()
      })
  }
}
