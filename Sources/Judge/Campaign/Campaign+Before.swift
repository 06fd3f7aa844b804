import Flow

// Cases that need another login first: the campaign begins it and leaves it at its redirect URI.

extension Campaign {
  /// Begins a case, with the login that it needs first; says at once of one that nobody can begin.
  mutating func prepare(_ item: Case, at now: Instant) -> Demand {
    switch item.judge.before {
    case .inAnotherBrowser? where order.isWalk:
      attempt?.before = .inAnotherBrowser
      return .arm(.approving)
    case .atAnotherProvider?:
      guard order.isWalk, let second = order.second else {
        return skip(
          item,
          "it needs a login at another provider first: say with --second PROVIDER=URL where the relying party begins "
            + "one" + (order.isWalk ? "" : ", beside --start-url"), at: now)
      }
      attempt?.before = .atAnotherProvider
      return .arm(.approvingAt(second.provider))
    case .threeLogins?:
      guard order.isWalk else {
        return skip(item, "it needs three logins first, which the judge begins with --start-url", at: now)
      }
      attempt?.before = .threeLogins
      attempt?.loginsLeft = 3
      return .arm(.approving)
    // The logins of others may have left what it needs; if not, the emulator says so.
    case .inAnotherBrowser?, nil: return .arm(.named(item.story))
    }
  }

  /// The login that comes first has come as far as it goes.
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

  private mutating func skip(_ item: Case, _ reason: String, at now: Instant) -> Demand {
    results.append(CaseResult(item.name, .notRun, reason))
    return next(at: now)
  }
}
