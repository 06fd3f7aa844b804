/// Logins whose outcome is known, and what is learned from them.
struct Lessons: Sendable {
  /// Logins that succeeded.
  var ins: [Look] = []
  /// Logins that the person refused.
  var outs: [Look] = []
  /// What a browser without any cookie sees at the address where a login that succeeded ended.
  var stranger: Look?
  /// How many refusals came to nothing, because no login of the relying party took them.
  var missed = 0
  /// False once it turned out that nobody knows how a person refuses at the provider.
  var isRefusalKnown = true
  /// True if the order names the profile, which then distinguishes them.
  var isAtProfile = false

  static let missLimit = 3

  enum Learned: Hashable {
    case distinct(Distinction)
    /// They differ only in these marks, which an error page may have too.
    case doubtful([Predicate])
    case same
  }

  /// Words of a page change with the person and appear beside errors too, and a cookie may be set before anybody is
  /// logged in: neither is enough alone, except the words of a profile that the order names.
  func learned() -> Learned {
    let (isIn, isOut) = (marks(of: ins, never: outs), marks(of: outs, never: ins))
    let tiers: [(Predicate) -> Bool] = [
      { $0.kind == .exit },
      { $0.isAfterwards && $0.isFirm },
      { !$0.isAfterwards && $0.isFirm },
      { $0.isAfterwards && $0.isFleeting },
    ]
    let found = tiers.enumerated().filter { isAllowed($0.offset) }.map { tier in
      Distinction(learnedIn: isIn.filter(tier.element), out: isOut.filter(tier.element))
    }.filter { isTelling($0.isIn) }
    let best = found.first { !$0.isIn.isEmpty && !$0.isOut.isEmpty } ?? found.first { !$0.isIn.isEmpty }
    if let best { return .distinct(withWords(best, isIn)) }
    let rest = isIn.filter { $0.isAfterwards || !isAtProfile }
    return rest.isEmpty ? .same : .doubtful(rest)
  }

  /// True if a browser that is not logged in still has to open the page where a login ended.
  var wantsStranger: Bool {
    guard stranger == nil, !isAtProfile, case .distinct(let found) = learned() else { return false }
    return !found.isIn.contains { $0.isAfterwards || $0.kind == .exit }
  }

  private func isAllowed(_ tier: Int) -> Bool {
    switch tier {
    case 2: !isAtProfile
    case 3: isAtProfile
    default: true
    }
  }

  /// A page is told by its address, and only if it does not open without a login.
  private func isTelling(_ marks: [Predicate]) -> Bool {
    guard !marks.isEmpty, !marks.contains(where: { $0.isAfterwards || $0.kind == .exit }) else { return true }
    return marks.contains { $0.kind == .path }
      && !(stranger.map { look in marks.allSatisfy { $0.holds(in: look) } } ?? false)
  }

  /// Adds words: a page at the right address without any of them may be an error page.
  private func withWords(_ found: Distinction, _ isIn: [Predicate]) -> Distinction {
    guard !found.isIn.contains(where: { $0.isAfterwards || $0.kind == .exit }) else { return found }
    var found = found
    found.isIn += isIn.filter { mark in
      mark.isFleeting && !mark.isAfterwards && stranger.map { !mark.holds(in: $0) } ?? true
    }.prefix(Self.wordLimit)
    return found
  }

  private static let wordLimit = 8

  private func marks(of looks: [Look], never others: [Look]) -> [Predicate] {
    guard var common = looks.first.map(Predicate.all) else { return [] }
    for look in looks.dropFirst() { common.formIntersection(Predicate.all(of: look)) }
    for look in others { common.subtract(Predicate.all(of: look)) }
    return common.sorted { $0.text < $1.text }
  }
}

extension Predicate {
  fileprivate var isFirm: Bool { kind == .status || kind == .path || kind == .provider }
}
