/// The verdict on a scenario's expectation: what the relying party's calls say, and what was seen of it.
package struct Verdict: Sendable, Hashable {
  package enum Result: String, Sendable, CaseIterable {
    case met
    /// It crashed where refusing is right, or accepted what it should refuse.
    case warn
    case unmet
    /// The scenario says what is right, and nothing showed what the relying party did, or it still waits.
    case inconclusive
    /// The answer with the scenario's defect was never fetched.
    case notRun = "not_run"
    /// Its calls can still come.
    case pending
  }

  /// How far the transaction had got.
  package enum Stage: String, Sendable {
    /// Its calls can still come.
    case open
    /// It was judged before its credentials expired: by `settle`, or because the sandbox ended.
    case early
    case over
  }

  /// What the rest of the transaction cannot mend.
  let broken: [Shortfall]
  /// What is only worth a warning, because the scenario leaves open what is right.
  var unwise: [Shortfall] = []
  /// What may still come while the transaction is open.
  let missing: [Shortfall]
  /// What may be a shortfall of another client, in words.
  var doubts: [String] = []
  let stage: Stage
  package let right: Right?
  /// True if the answer with the scenario's defect was sent.
  package let isDelivered: Bool
  /// False if the scenario changes no particular answer, so that what was said counts in any case.
  var hasDefect = true
  /// Why the scenario's defect had no effect; `nil` if nothing prevented it.
  package var obstacle: String?
  /// What protects a relying party that accepts the defect all the same; `nil` if nothing is known to.
  package var safeguard: Safeguard?
  /// The call of whoever usually accepted before, which does not prove it; `nil` if none came after the defect.
  package var hint: String?
  /// What a client does about the scenario's defect.
  let advice: Advice
  /// `nil` if nothing was seen.
  package var seen: Sighting?
}

extension Verdict {
  /// False while it is only how things stand.
  package var isGiven: Bool { stage != .open }

  package var result: Result {
    // Where another client may have made the call, nothing shows that this one did as expected.
    standing == .met && !doubts.isEmpty ? .inconclusive : standing
  }

  /// The result without the doubts.
  private var standing: Result {
    // A defect that had no effect cannot be judged.
    if obstacle != nil, !isDelivered { return stage == .open ? .pending : .notRun }
    if !broken.isEmpty || (stage != .open && !missing.isEmpty) { return .unmet }
    if !unwise.isEmpty { return .warn }
    guard let right else { return stage == .open ? .pending : .met }
    guard isShown || right == .either && !hasDefect else { return stage == .open ? .pending : .notRun }
    guard right != .either else { return stage == .open ? .pending : .met }
    let judged = judged(right)
    // A failure shows at once, success only when nothing more can come.
    return stage == .open && judged != .unmet ? .pending : judged
  }

  /// True if the defect was sent; of a scenario without one, also if somebody said what became of the login.
  private var isShown: Bool { isDelivered || !hasDefect && obstacle == nil && seen?.source == .said }

  /// What did not hold or is not known, and why a defect had no effect, in words; empty if there is nothing to say.
  package var reasons: [String] {
    // What a client does where nothing is wrong is not a fault of it.
    guard result != .notRun else { return judgement.map { [$0] } ?? [] }
    let open = missing.map { stage == .early ? "still pending: \($0.text)" : $0.text }
    return (broken + unwise).map(\.text) + open + doubts + (judgement.map { [$0] } ?? [])
  }

  /// What the client did wrong; empty while nothing is wrong.
  package var shortfalls: [Shortfall] {
    guard [.unmet, .warn].contains(result) else { return [] }
    let judged = judgement.flatMap {
      !isShown ? nil : Shortfall(.right, $0, clause: advice.clause, fix: advice.fix)
    }
    return broken + unwise + (stage == .open ? [] : missing) + (judged.map { [$0] } ?? [])
  }

  /// The rules of the shortfalls and what to do about them, a sentence each.
  package var advices: [String] {
    shortfalls.map(\.advice).reduce(into: []) { all, next in if !all.contains(next) { all.append(next) } }
  }

  package var text: String {
    let why = reasons.joined(separator: "; ")
    return switch result {
    case .met: (judgement ?? seen?.text).map { "as expected: \($0)" } ?? "as expected"
    case .warn: "warning: \(why)"
    case .unmet: "not as expected: \(why)"
    case .inconclusive: "\(seen?.kind.rawValue ?? "unseen"): \(why)"
    case .notRun: "not run: \(why)"
    case .pending: why.isEmpty ? "pending" : "pending: \(why)"
    }
  }

  /// The broken rules and what to do about them, as fields of a log line.
  package var fields: [(String, String)] {
    let broken = shortfalls
    guard !broken.isEmpty else { return [] }
    let clauses = Set(broken.map(\.clause).filter { !$0.isEmpty }).sorted()
    return [("rule", broken.map(\.rule).joined(separator: ", "))]
      + (clauses.isEmpty ? [] : [("clause", clauses.joined(separator: ", "))])
      + [("fix", broken.map(\.fix).joined(separator: "; "))]
  }

  /// True if what was seen is what the scenario says not to do.
  private func contradicts(_ right: Right) -> Bool {
    seen?.kind == .accepted && right.judged(.accepted) != .met
  }

  /// Accepting a defect is not a fault if something else protects the relying party.
  func judged(_ right: Right) -> Result {
    switch safeguard {
    case .proven? where contradicts(right): .met
    case .possible? where contradicts(right), .unused? where contradicts(right): .inconclusive
    default: right.judged(seen?.kind)
    }
  }

  /// What the scenario's `right` says of what was seen; `nil` if it says nothing.
  private var judgement: String? {
    guard let right else { return result == .notRun ? obstacle : nil }
    guard stage != .open || result == .unmet, right != .either || result == .notRun else { return nil }
    guard isShown, let wish = right.wish else {
      return obstacle ?? "never fetched: the answer with the defect was not sent"
    }
    if let safeguard, contradicts(right) { return "it was accepted, \(safeguard.words)" }
    guard right.judged(seen?.kind) != .met else { return nil }
    let words = seen.map { $0.words.isEmpty ? "" : ": \($0.words)" } ?? ""
    return switch seen?.kind {
    case .accepted: "\(wish), but was accepted\(words)"
    case .refused: "\(wish), but was refused\(words)"
    case .crashed: "\(wish), but the relying party crashed\(words)"
    case .deferred: "\(wish), but the relying party still waits\(words)"
    case nil:
      "\(wish), but nothing showed whether it was"
        + (hint.map { ": \($0), as most do who accepted, and some who only then look" } ?? "")
        + "; report it with POST /_eidolon/saw"
    }
  }
}

extension Right {
  fileprivate var wish: String? {
    switch self {
    case .mustRefuse: "it must be refused"
    case .shouldRefuse: "it should be refused"
    case .mustAccept: "it must be accepted"
    case .either: nil
    }
  }

  fileprivate var duty: String {
    switch self {
    case .mustRefuse, .shouldRefuse: "log nobody in"
    case .mustAccept, .either: "log the person in"
    }
  }

  /// The result for what was seen of the relying party.
  package func judged(_ seen: Sighting.Kind?) -> Verdict.Result {
    switch (self, seen) {
    case (.either, _): .met
    case (_, nil), (_, .deferred?): .inconclusive
    case (.mustAccept, .accepted?): .met
    case (.mustAccept, _): .unmet
    case (_, .refused?): .met
    case (_, .crashed?), (.shouldRefuse, .accepted?): .warn
    case (.mustRefuse, .accepted?): .unmet
    }
  }
}

extension Expectation {
  /// Judges the calls of a transaction, the rules it broke, and what was seen of its relying party.
  ///
  /// - Parameters:
  ///   - title: what the scenario is about.
  ///   - shared: calls that this client or another one made.
  ///   - unlisted: how many further calls each endpoint got.
  ///   - isDelivered: true if the answer with the scenario's defect was sent.
  ///   - hasDefect: false if the scenario changes no particular answer.
  ///   - advice: what a client does about the scenario's defect, where that is known.
  package func verdict(
    of title: String = "", calls: [EndpointCall], perhaps shared: [EndpointCall] = [],
    unlisted: [String: Int] = [:], findings: [String], _ stage: Verdict.Stage = .over,
    isDelivered: Bool = true, hasDefect: Bool = true, obstacle: String? = nil,
    safeguard: Safeguard? = nil, seen: Sighting? = nil, advice: Advice? = nil
  ) -> Verdict {
    let (names, all) = (Self.names(calls), Self.names(calls + shared))
    var doubted = never.filter { all.contains($0) && !names.contains($0) && unlisted[$0] == nil }
    var broken = never.filter { names.contains($0) || unlisted[$0] != nil }.map {
      shortfall(.never, "\($0) was called", fix: "do not call \($0) here: \(title)")
    }
    var open: [Shortfall] = []
    if let missing = firstMissing(in: all) {
      let order = order.map(\.text).joined(separator: ", ")
      open.append(
        shortfall(
          .order, "\(missing.text) was not called in the order \(order)",
          fix: "make the calls \(order); others may come between"))
    } else if let perhaps = firstMissing(in: names) {
      doubted += perhaps.endpoints.filter(all.contains)
    }
    for (endpoint, wanted) in count.sorted(by: { $0.key < $1.key }) {
      let found = names.count { $0 == endpoint } + unlisted[endpoint, default: 0]
      let times = "\(endpoint) was called \(found.times) instead of \(wanted.times)"
      let problem = shortfall(.count, times, fix: "call \(endpoint) \(wanted.times) in a login like this")
      let perhaps = shared.count { $0.endpoint == endpoint }
      if found > wanted { broken.append(problem) }
      if found <= wanted, perhaps > 0, found + perhaps >= wanted { doubted.append(endpoint) }
      if found + perhaps < wanted { open.append(problem) }
    }
    open += self.findings.filter { !findings.contains($0) }.map {
      shortfall(.findings, "the finding \($0) did not occur", fix: "have the test do what the story is about")
    }
    let habits = avoided.filter(findings.contains).map {
      shortfall(.avoid, "the finding \($0) occurred", fix: "do what the finding says")
    }
    if right != .either { broken += habits }
    return Verdict(
      broken: broken, unwise: right == .either ? habits : [], missing: open,
      doubts: doubted.map { "\($0) was called, by this client or another one of the provider" },
      stage: stage, right: right, isDelivered: isDelivered, hasDefect: hasDefect, obstacle: obstacle,
      safeguard: safeguard,
      advice: self.advice(of: title, orElse: advice), seen: seen)
  }

  /// The endpoints in the order of their calls.
  private static func names(_ calls: [EndpointCall]) -> [String] {
    calls.sorted { ($0.at, $0.number) < ($1.at, $1.number) }.map(\.endpoint)
  }

  /// The scenario's own fix takes precedence.
  private func shortfall(_ member: Shortfall.Member, _ text: String, fix: String) -> Shortfall {
    Shortfall(member, text, clause: clause, fix: self.fix.isEmpty ? fix : self.fix)
  }

  private func advice(of title: String, orElse standard: Advice?) -> Advice {
    // A defect's own advice is how to refuse it.
    let standard = right?.isRefusal == true ? standard : nil
    let general = "\(right?.duty ?? "do") here: \(title)"
    return Advice(
      clause.isEmpty ? standard?.clause ?? "" : clause, fix: fix.isEmpty ? standard?.fix ?? general : fix)
  }

  /// The first call of `order` that does not follow the ones before it; others may come between.
  private func firstMissing(in names: [String]) -> Call? {
    var rest = names[...]
    for call in order {
      guard let index = rest.firstIndex(where: call.endpoints.contains) else { return call }
      rest = rest[(index + 1)...]
    }
    return nil
  }
}
