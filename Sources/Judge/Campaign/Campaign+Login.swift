package import Flow
import HTTP

extension Campaign {
  /// Continues with the outcome of the last demand.
  package mutating func take(_ event: Event, at now: Instant) -> Demand {
    guard attempt != nil, !stage.isOver else { return .finished }
    switch event {
    case .armed(true): return login(at: now)
    case .armed(false): return unarmed(at: now)
    case .fetched(let result):
      guard let step = attempt?.walk?.take(result, at: now) else { return next(at: now) }
      return go(on: step, at: now)
    case .moved(let isMoved): return moved(isMoved, at: now)
    case .paused: return listening == nil ? goOn(at: now) : heard(nil, at: now)
    case .signalled(let signal): return heard(signal, at: now)
    case .examined(let evidence): return examined(evidence, at: now)
    case .judged(let judgement): return judged(judgement, at: now)
    }
  }

  private mutating func login(at now: Instant) -> Demand {
    guard case .start(let address) = order.way else { return listen() }
    let before = attempt?.before
    let start = before == .atAnotherProvider ? order.second?.start : nil
    let walk = Walk(
      to: start ?? address, in: order.territory, jar: attempt?.jar ?? CookieJar(),
      stopsOnWayBack: before?.isLeftOpen == true || before == nil && attempt?.wayBack != nil)
    attempt?.walk = walk
    guard let step = attempt?.walk?.begin(at: now) else { return next(at: now) }
    return go(on: step, at: now)
  }

  /// Opens the page where a successful login ended, in the browser of a refused one.
  mutating func visitAsStranger(at now: Instant) -> Demand {
    guard let address = lessons.ins.last.flatMap({ WebAddress($0.page.address) }) else {
      return next(at: now)
    }
    attempt?.walk = Walk(to: address, in: order.territory, jar: refused, staysAtRelyingParty: true)
    guard let step = attempt?.walk?.begin(at: now) else { return next(at: now) }
    return go(on: step, at: now)
  }

  private mutating func listen() -> Demand {
    let listening: Demand.Listening =
      switch attempt?.purpose {
      case .judge(let item)?: Demand.Listening(name: item.name, title: item.title, person: item.person)
      case .learnOut?: Demand.Listening(name: "refusal", title: "The person refuses")
      default: Demand.Listening(name: "login", title: "The person logs in")
      }
    self.listening = listening
    // A test or a person takes as long as it needs; the driver ends the wait.
    return .listen(listening, atMost: order.way == .command ? .seconds(600) : .seconds(3600))
  }

  private mutating func unarmed(at now: Instant) -> Demand {
    if case .judge(let item)? = attempt?.purpose {
      results.append(CaseResult(item.name, .notRun, "there is no longer a story \(item.story)"))
    } else if attempt?.purpose == .learnOut, !distinction.isIn.isEmpty {
      lessons.isRefusalKnown = false
    } else {
      _ = stuck(
        "the campaign does not know how a person refuses at \(order.provider); \(order.asker.marks)"
      )
    }
    return next(at: now)
  }

  // MARK: Walking

  private mutating func go(on step: Walk.Step, at now: Instant) -> Demand {
    let left = timeLeft(at: now)
    switch step {
    case .fetch(let request):
      guard left > .zero else { return timeIsUp(at: now) }
      return .fetch(request, atMost: left)
    case .pause(let pause):
      guard left > .zero else { return timeIsUp(at: now) }
      // Usually it waits for the person, whose steps the clock can bring forward.
      return .advance(atMost: max(pause, .seconds(1)))
    case .ended: return arrived(at: now)
    }
  }

  private mutating func moved(_ isMoved: Bool, at now: Instant) -> Demand {
    guard !isMoved else { return goOn(at: now) }
    // Nothing is scheduled: the relying party may poll in real time.
    guard let walk = attempt?.walk else { return next(at: now) }
    if order.territory.isProvider(walk.address) { return timeIsUp(at: now) }
    let pause = min(walk.longestPause, timeLeft(at: now))
    return pause > .zero ? .pause(pause) : timeIsUp(at: now)
  }

  private mutating func goOn(at now: Instant) -> Demand {
    guard let step = attempt?.walk?.resumed(at: now) else { return next(at: now) }
    return go(on: step, at: now)
  }

  /// The limit is extended by twice the longest interval at which the pages asked to be polled.
  private func timeLeft(at now: Instant) -> Duration {
    guard let attempt else { return .zero }
    return order.timeLimit + (attempt.walk?.longestPause ?? .zero) * 2 - (now - attempt.began)
  }

  private mutating func timeIsUp(at now: Instant) -> Demand {
    attempt?.walk?.giveUp()
    return arrived(at: now)
  }

  /// Called at the end of the login, or of the visit to the profile.
  private mutating func arrived(at now: Instant) -> Demand {
    guard let walk = attempt?.walk, case .start(let start) = order.way else { return .examine }
    if let before = attempt?.before { return prepared(before, by: walk, at: now) }
    if let step = comingBack(from: walk, at: now) { return go(on: step, at: now) }
    if attempt?.isVisiting == true {
      attempt?.look?.profile = Look.View(walk, in: order.territory)
      return .examine
    }
    attempt?.look = Look(walk, in: order.territory)
    if attempt?.purpose == .learnStranger { return .examine }
    // A browser that could not even begin a login has no profile to open.
    guard walk.hops.count > 1 || order.profile != nil, timeLeft(at: now) > .zero else { return .examine }
    attempt?.isVisiting = true
    attempt?.walk = Walk(
      to: order.profile ?? start, in: order.territory, jar: walk.jar, staysAtRelyingParty: true)
    guard let step = attempt?.walk?.begin(at: now) else { return .examine }
    return go(on: step, at: now)
  }

  private mutating func heard(_ signal: Signal?, at now: Instant) -> Demand {
    listening = nil
    var look = Look()
    look.page.end = signal == nil ? .stillWaiting : .arrived
    (look.exit, look.said) = (signal?.exit, signal?.said)
    look.page.text = signal?.words ?? ""
    attempt?.look = look
    return .examine
  }

  // MARK: Judging

  private mutating func examined(_ evidence: Evidence, at now: Instant) -> Demand {
    attempt?.evidence = evidence
    guard let attempt, let look = attempt.look else { return next(at: now) }
    switch attempt.purpose {
    case .learnIn:
      if let problem = problem(of: look, evidence) ?? mistakeInOut(by: look) {
        _ = stuck(problem)
      } else {
        lessons.ins.append(look)
        isOpenID = evidence.isOpenID
        clashes = evidence.clashes
      }
      return next(at: now)
    case .learnOut:
      learnRefusal(from: look, evidence)
      return next(at: now)
    case .learnStranger:
      lessons.stranger = look
      return next(at: now)
    case .check:
      let seen = distinction.seen(in: look)
      if seen != .accepted { doubt(words(for: look), isRefusal: seen == .refused || seen == .crashed) }
      unchecked = nil
      return next(at: now)
    case .judge(let item):
      let seen = evidence.isLost ? nil : seen(of: item, look, evidence)
      guard evidence.isDelivered, !attempt.lacksWayBack, evidence.transaction != nil || seen != nil else {
        finish(item, .notRun, seen: nil, missing(evidence, look), at: now)
        return next(at: now)
      }
      guard let transaction = evidence.transaction else {
        let word = CaseResult.Word(item.judge.right.judged(seen))
        finish(item, word, seen: seen, "no login began: \(words(for: look))", at: now)
        return next(at: now)
      }
      guard let seen else {
        finish(item, .inconclusive, seen: nil, "unseen: \(undecided(look)): \(words(for: look))", at: now)
        return next(at: now)
      }
      if let confusion = confusion(item, seen, evidence) {
        finish(item, .inconclusive, seen: nil, "\(confusion): \(words(for: look))", at: now)
        return next(at: now)
      }
      return .say(seen, words(for: look), transaction: transaction)
    }
  }

  private mutating func judged(_ judgement: Judgement, at now: Instant) -> Demand {
    guard let attempt, case .judge(let item) = attempt.purpose, let look = attempt.look else {
      return next(at: now)
    }
    let seen = seen(of: item, look, attempt.evidence)
    var reasons = judgement.reasons
    if let remark = attempt.evidence.remark, judgement.result != .met { reasons.append(remark) }
    if let excuse = excuse(for: item, seen, attempt.evidence) {
      finish(item, .inconclusive, seen: seen, ([excuse] + reasons).joined(separator: "; "), at: now)
      return next(at: now)
    }
    let decided = decided(by: judgement.decidedBy)
    if decided == .fail { reasons.append("it does not: that case failed") }
    finish(
      item, decided ?? CaseResult.Word(judgement.result), seen: seen,
      reasons.isEmpty ? words(for: look) : reasons.joined(separator: "; "), at: now)
    return next(at: now)
  }

  /// Why a look shows nothing.
  func undecided(_ look: Look) -> String {
    if distinction.isBusy(in: look) { return "the relying party is busy, which is not a refusal" }
    return "the page looks \(distinction.fitsIn(look) ? "both like in and" : "neither like in nor") like out"
  }

  /// The result of the case that decides this one; `nil` if it is undecided.
  private func decided(by name: String?) -> CaseResult.Word? {
    switch name.flatMap({ name in results.last { $0.name == name } })?.word {
    case .pass?: .pass
    case .fail?: .fail
    case .warn?, .inconclusive?, .notRun?, nil: nil
    }
  }

  /// What was seen; traffic counts only where nothing else was seen, and never against the relying party: one that
  /// fetches data may still refuse the person.
  private func seen(of item: Case, _ look: Look, _ evidence: Evidence) -> Sighting.Kind? {
    if let seen = distinction.seen(in: look) { return seen }
    guard let shown = evidence.shown?.kind, ![.unmet, .warn].contains(item.judge.right.judged(shown)) else {
      return nil
    }
    return shown
  }

  /// Why what was seen may be about another login than that of the story; `nil` if it is about that one.
  private func confusion(_ item: Case, _ seen: Sighting.Kind, _ evidence: Evidence) -> String? {
    if evidence.isOwn == false {
      return "the login of another browser took the story, so that nothing shows what became of it"
    }
    // Who refuses and starts again is refused again, in the same browser.
    let isRight = item.judge.right.judged(seen) == .met
    guard evidence.isFollowed, !(isRight && evidence.isOwn == true) else { return nil }
    return "another login began after it, so that nothing shows what became of this one"
  }

  /// Why what was seen is not held against the relying party; `nil` if it is.
  private func excuse(for item: Case, _ seen: Sighting.Kind?, _ evidence: Evidence) -> String? {
    let right = item.judge.right
    // A refusal where it must accept, or letting somebody in where it must not: a crash is neither.
    guard right == .mustAccept || seen == .accepted, [.unmet, .warn].contains(right.judged(seen)) else {
      return nil
    }
    return evidence.excuse
  }

  private mutating func finish(
    _ item: Case, _ word: CaseResult.Word, seen: Sighting.Kind?, _ reason: String, at now: Instant
  ) {
    var result = CaseResult(item.name, word, seen: seen, reason)
    if let attempt {
      (result.transaction, result.exchanges) = (attempt.evidence.transaction, attempt.evidence.exchanges)
      result.way = (attempt.look?.way ?? []).map(\.text)
      result.took = now - attempt.began
    }
    results.append(result)
    if let seen { unchecked = seen == .accepted ? nil : unchecked ?? results.count - 1 }
  }

  /// Why a case was not run.
  private func missing(_ evidence: Evidence, _ look: Look) -> String {
    if evidence.isLost {
      return "a login began and is no longer kept: it has ended, or a snapshot was restored"
    }
    if evidence.transaction == nil { return "no login began: \(words(for: look))" }
    if let obstacle = evidence.obstacle { return obstacle }
    if attempt?.lacksWayBack == true {
      return "the provider did not send the browser back to the relying party: \(words(for: look))"
    }
    return "never fetched: the answer with the defect was not sent; \(words(for: look))"
  }
}

extension Walk.Hop {
  /// One line for people.
  package var text: String { "\(method) \(address.text) → \(status.map(String.init) ?? "no answer")" }
}
