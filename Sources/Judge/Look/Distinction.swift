package import Flow

/// What tells a browser that is logged in from one that is not.
package struct Distinction: Sendable, Hashable {
  package var isIn: [Predicate]
  package var isOut: [Predicate]
  /// True if it was learned and not said: then what looks like neither says nothing.
  private var isLearned = false

  /// All of each list must hold.
  package init(isIn: [Predicate] = [], isOut: [Predicate] = []) { (self.isIn, self.isOut) = (isIn, isOut) }

  /// What was learned before, as `texts` wrote it.
  package init(learnedIn isIn: [Predicate], out isOut: [Predicate]) {
    self.init(isIn: isIn, isOut: isOut)
    isLearned = true
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

  /// `nil` if it looks like neither, or like both.
  private func isLoggedIn(_ look: Look) -> Bool? {
    let (inside, outside) = (!isIn.isEmpty && holds(isIn, in: look), !isOut.isEmpty && holds(isOut, in: look))
    if inside || outside { return inside && outside && isLearned ? nil : inside }
    // A test that broke or ran out of time says nothing of the relying party.
    if let exit = look.exit, exit >= Self.shellStatus || isOut.contains(where: { $0.kind == .exit }) {
      return nil
    }
    if isLearned { return isClosed(look) ? false : nil }
    // Who is not as was said is out, where that is sure: at the profile, or where nothing looks like it.
    let isSure = !isIn.isEmpty && isIn.allSatisfy { $0.isAfterwards || $0.kind == .exit }
    let isAnythingLikeIn = isIn.contains { $0.holds(in: look) }
    return !isIn.isEmpty && (isSure || !isAnythingLikeIn) ? false : nil
  }

  /// True if the relying party says no in so many words: an error of the client, or another login.
  private func isClosed(_ look: Look) -> Bool {
    // Who cannot even begin has no profile.
    let view = isIn.contains(where: \.isAfterwards) ? look.profile ?? look.page : look.page
    return view.asksProvider || view.end == .arrived && view.status.map { (400..<500).contains($0) } ?? false
  }

  private func holds(_ marks: [Predicate], in look: Look) -> Bool {
    guard isLearned else { return marks.allSatisfy { $0.holds(in: look) } }
    let firm = marks.filter { !$0.isFleeting }
    let words = marks.filter(\.isFleeting)
    let found = words.count { $0.holds(in: look) }
    // Words change with the person: a few of them are enough beside something firm, else it takes most.
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
