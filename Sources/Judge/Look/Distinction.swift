package import Flow

/// What distinguishes a browser that is logged in from one that is not.
package struct Distinction: Sendable, Hashable {
  package var isIn: [Predicate]
  package var isOut: [Predicate]
  /// True if it was learned rather than given: a look that matches neither list is then no refusal by itself.
  private var isLearned = false
  /// True if what shows that nobody is logged in was given all the same.
  private var isOutGiven = false

  /// All of each list must hold.
  package init(isIn: [Predicate] = [], isOut: [Predicate] = []) { (self.isIn, self.isOut) = (isIn, isOut) }

  /// What was learned before, as `texts` wrote it.
  package init(learnedIn isIn: [Predicate], out isOut: [Predicate]) {
    self.init(isIn: isIn, isOut: isOut)
    isLearned = true
  }

  /// What was learned, beside marks that were given.
  init(learnedIn isIn: [Predicate], givenOut isOut: [Predicate]) {
    self.init(learnedIn: isIn, out: isOut)
    isOutGiven = true
  }

  /// What a look shows; `nil` if undecided.
  package func seen(in look: Look) -> Sighting.Kind? {
    if let said = look.said { return said.kind }
    if isLoggedIn(look) == true { return .accepted }
    if isBusy(in: look) { return nil }
    if look.page.isCrash { return .crashed }
    if look.page.isPending { return .deferred }
    return isLoggedIn(look).map { $0 ? .accepted : .refused }
  }

  /// True if a look has the marks of somebody who is logged in.
  func fitsIn(_ look: Look) -> Bool { !isIn.isEmpty && holds(isIn, in: look, isLearned) }

  /// True if a look has the marks of somebody who is not.
  func fitsOut(_ look: Look) -> Bool { !isOut.isEmpty && holds(isOut, in: look, isLearned && !isOutGiven) }

  /// True if the relying party only said that it has no time, unless that is given as the mark of who is not in.
  func isBusy(in look: Look) -> Bool {
    [look.page, look.profile].contains { view in
      view.map { view in
        view.isBusy && !isOut.contains { $0.kind == .status && Int($0.value) == view.status }
      } ?? false
    }
  }

  /// From this status on shells and their tools report that a command could not run or was stopped.
  private static let shellStatus = 124

  /// True if a command surely did not end by itself: timed out, not run, or stopped by one of the 64 signals.
  static func isStopped(_ exit: Int) -> Bool { (shellStatus...128 + 64).contains(exit) }

  /// `nil` if undecided.
  private func isLoggedIn(_ look: Look) -> Bool? {
    let (inside, outside) = (fitsIn(look), fitsOut(look))
    if inside || outside { return inside && outside ? nil : inside }
    // A test that broke or timed out says nothing about the relying party.
    if let exit = look.exit, exit >= Self.shellStatus || isOut.contains(where: { $0.kind == .exit }) {
      return nil
    }
    if isLearned { return isClosed(look) ? false : nil }
    // Not matching the given marks means logged out only at the profile, or if none of them matches.
    let isSure = !isIn.isEmpty && isIn.allSatisfy { $0.isAfterwards || $0.kind == .exit }
    let isAnythingLikeIn = isIn.contains { $0.holds(in: look) }
    return !isIn.isEmpty && (isSure || !isAnythingLikeIn) ? false : nil
  }

  /// True if the relying party refuses outright: with a 4xx status, or by asking for another login.
  private func isClosed(_ look: Look) -> Bool {
    // A browser that could not even begin a login has no profile to open.
    let view = isIn.contains(where: \.isAfterwards) ? look.profile ?? look.page : look.page
    return view.asksProvider || view.end == .arrived && view.status.map { (400..<500).contains($0) } ?? false
  }

  private func holds(_ marks: [Predicate], in look: Look, _ areLearned: Bool) -> Bool {
    guard areLearned else { return marks.allSatisfy { $0.holds(in: look) } }
    let firm = marks.filter { !$0.isFleeting }
    let words = marks.filter(\.isFleeting)
    let found = words.count { $0.holds(in: look) }
    // Words change with the person: a quarter is enough beside a firm mark, otherwise more than half must match.
    guard firm.isEmpty else { return firm.allSatisfy { $0.holds(in: look) } && found * 4 >= words.count }
    return found * 2 > words.count
  }
}

extension Predicate {
  /// True if it changes with the person.
  var isFleeting: Bool { kind == .text || kind == .title }
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
