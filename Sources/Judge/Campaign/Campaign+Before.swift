import Flow

// Cases that need another login first: the campaign begins it and leaves it at its redirect URI.

extension Campaign {
  /// Begins a case, with the login that it needs first, or skips one that cannot be begun.
  mutating func prepare(_ item: Case, at now: Instant) -> Demand {
    if item.judge.wayBack != nil, !order.isWalk {
      return skip(
        item, "it is about the way of the browser, which the judge goes with \(order.asker.start)", at: now)
    }
    switch item.judge.before {
    case .inAnotherBrowser?:
      // A login that the same browser began is not a stranger's, so that going on with it may be right.
      guard order.isWalk else {
        return skip(
          item, "it needs a login in another browser first, which the judge begins with \(order.asker.start)",
          at: now)
      }
      attempt?.before = .inAnotherBrowser
      return .arm(.approving)
    case .atAnotherProvider?:
      guard order.isWalk, let second = order.second else {
        return skip(
          item,
          "it needs a login at another provider first: \(order.asker.second)"
            + (order.isWalk ? "" : ", beside \(order.asker.start)"), at: now)
      }
      attempt?.before = .atAnotherProvider
      return .arm(.approvingAt(second.provider))
    case .threeLogins?:
      guard order.isWalk else {
        return skip(
          item, "it needs three logins first, which the judge begins with \(order.asker.start)", at: now)
      }
      attempt?.before = .threeLogins
      attempt?.loginsLeft = 3
      return .arm(.approving)
    case nil: return .arm(.named(item.story))
    }
  }

  /// Called when the login that comes first has ended.
  mutating func prepared(_ before: JudgeCase.Before, by walk: Walk, at now: Instant) -> Demand {
    guard case .judge(let item)? = attempt?.purpose else { return next(at: now) }
    guard walk.end == (before == .threeLogins ? .arrived : .cameBack) else {
      let look = Look(walk, in: order.territory)
      return skip(item, "the login that comes first did not come back: \(look.page.summary)", at: now)
    }
    if before == .atAnotherProvider { attempt?.jar = walk.jar }
    attempt?.loginsLeft -= 1
    attempt?.began = now
    if let left = attempt?.loginsLeft, left > 0 { return .arm(.approving) }
    attempt?.before = nil
    return .arm(.named(item.story))
  }

  /// What the browser does first after the provider sent it back; `nil` if it has nothing more to do.
  mutating func comingBack(from walk: Walk, at now: Instant) -> Walk.Step? {
    if let interrupted = attempt?.interrupted {
      attempt?.walk = interrupted
      attempt?.interrupted = nil
      return attempt?.walk?.comeBack(with: walk.jar, at: now)
    }
    guard walk.end == .cameBack, let way = attempt?.wayBack, let bare = walk.bareWayBack else { return nil }
    attempt?.cameBack = true
    switch way {
    case .inAnotherBrowser: return attempt?.walk?.comeBack(with: CookieJar(), at: now)
    case .bareFirst:
      attempt?.interrupted = walk
      attempt?.walk = Walk(to: bare, in: order.territory, jar: walk.jar, staysAtRelyingParty: true)
      return attempt?.walk?.begin(at: now)
    }
  }

  private mutating func skip(_ item: Case, _ reason: String, at now: Instant) -> Demand {
    results.append(CaseResult(item.name, .notRun, reason))
    return next(at: now)
  }
}

extension Campaign.Attempt {
  var wayBack: JudgeCase.WayBack? { if case .judge(let item) = purpose { item.judge.wayBack } else { nil } }

  /// True if the browser should have done something on its way back, but never got there.
  var lacksWayBack: Bool { wayBack != nil && !cameBack }
}
