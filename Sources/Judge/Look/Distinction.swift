package import Flow

/// What tells a browser that is logged in from one that is not.
package struct Distinction: Sendable, Hashable {
  package var isIn: [Predicate]
  package var isOut: [Predicate]
  /// True if words were learned: they change with the person, so that most of them are enough.
  private var isLenient = false

  /// All of each list must hold.
  package init(isIn: [Predicate] = [], isOut: [Predicate] = []) { (self.isIn, self.isOut) = (isIn, isOut) }

  /// What was learned before, as `texts` wrote it.
  package init(learnedIn isIn: [Predicate], out isOut: [Predicate]) {
    self.init(isIn: isIn, isOut: isOut)
    isLenient = true
  }

  /// Learns from logins that succeeded and logins that the person refused; `nil` if they look the same.
  ///
  /// - Parameter isAtProfile: only from what the profile shows, which somebody named because it tells them apart.
  package static func learned(
    in ins: [Look], out outs: [Look], atProfile isAtProfile: Bool = false
  ) -> Distinction? {
    let isIn = marks(of: ins, never: outs)
    let isOut = marks(of: outs, never: ins)
    // What the profile says goes before the page; words of a text are the last resort, since they change with the person.
    let tiers: [(Predicate) -> Bool] = [
      { $0.kind == .exit },
      { $0.isAfterwards && !$0.isFleeting }, { !$0.isAfterwards && !$0.isFleeting },
      { $0.isAfterwards }, { _ in true },
    ]
    let found = tiers.lazy.map { tier in
      let counts = { (mark: Predicate) in
        tier(mark) && (mark.isAfterwards || mark.kind == .exit || !isAtProfile)
      }
      return Distinction(learnedIn: isIn.filter(counts), out: isOut.filter(counts))
    }
    return found.first { !$0.isIn.isEmpty && !$0.isOut.isEmpty } ?? found.first { !$0.isIn.isEmpty }
  }

  private static func marks(of looks: [Look], never others: [Look]) -> [Predicate] {
    guard var common = looks.first.map(Predicate.all) else { return [] }
    for look in looks.dropFirst() { common.formIntersection(Predicate.all(of: look)) }
    for look in others { common.subtract(Predicate.all(of: look)) }
    return common.sorted { $0.text < $1.text }
  }

  /// What a look says; `nil` where it says nothing.
  package func seen(in look: Look) -> Sighting.Kind? {
    if let said = look.said { return said.kind }
    if isLoggedIn(look) == true { return .accepted }
    if look.page.isCrash { return .crashed }
    if look.page.isPending { return .deferred }
    return isLoggedIn(look).map { $0 ? .accepted : .refused }
  }

  /// From here on shells and their tools say that a command could not be run or was ended.
  private static let shellStatus = 124

  /// `nil` if it looks like neither.
  private func isLoggedIn(_ look: Look) -> Bool? {
    if !isIn.isEmpty, holds(isIn, in: look) { return true }
    if !isOut.isEmpty, holds(isOut, in: look) { return false }
    // A test that broke or ran out of time says nothing of the relying party.
    if let exit = look.exit, exit >= Self.shellStatus || isOut.contains(where: { $0.kind == .exit }) {
      return nil
    }
    // Who is not in is out, where that is sure: at the profile, or where nothing looks like it.
    let isSure = !isIn.isEmpty && isIn.allSatisfy { $0.isAfterwards || $0.kind == .exit }
    let isAnythingLikeIn = isIn.contains { $0.holds(in: look) }
    return !isIn.isEmpty && (isSure || !isAnythingLikeIn) ? false : nil
  }

  private func holds(_ marks: [Predicate], in look: Look) -> Bool {
    let firm = marks.filter { !$0.isFleeting }
    guard isLenient else { return marks.allSatisfy { $0.holds(in: look) } }
    guard firm.isEmpty else { return firm.allSatisfy { $0.holds(in: look) } }
    return marks.count { $0.holds(in: look) } * 2 > marks.count
  }
}

extension Predicate {
  fileprivate var isFleeting: Bool { kind == .text }
}

extension Look.Said {
  package var kind: Sighting.Kind {
    switch self {
    case .accepted: .accepted
    case .refused: .refused
    case .crashed: .crashed
    }
  }
}
