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

  /// How far the transaction had come.
  package enum Stage: Sendable {
    /// Its calls can still come.
    case open
    /// It was judged before its credentials expired: by `settle`, or because the sandbox ended.
    case early
    case over
  }

  /// What cannot be made good any more.
  let broken: [String]
  /// What may still come while the transaction is open.
  let missing: [String]
  let stage: Stage
  package let right: Right?
  /// True if the answer with the scenario's defect was sent.
  let isDelivered: Bool
  /// `nil` if nothing was seen.
  package var seen: Sighting?
}

extension Verdict {
  package var result: Result {
    if !broken.isEmpty || (stage != .open && !missing.isEmpty) { return .unmet }
    guard let right, right != .either else { return stage == .open ? .pending : .met }
    // What was said counts even if the answer stayed away.
    guard isDelivered || seen?.source == .said else { return stage == .open ? .pending : .notRun }
    let judged = right.judged(seen?.kind)
    // What is wrong shows at once; what is right, only when nothing else can come.
    return stage == .open && judged != .unmet ? .pending : judged
  }

  /// What did not hold or is not known, for people; empty where everything is right.
  package var reasons: [String] {
    let open = stage == .early ? missing.map { "still pending: \($0)" } : missing
    return broken + open + (judgement.map { [$0] } ?? [])
  }

  package var text: String {
    let why = reasons.joined(separator: "; ")
    return switch result {
    case .met: seen.map { "as expected: \($0.text)" } ?? "as expected"
    case .warn: "warning: \(why)"
    case .unmet: "not as expected: \(why)"
    case .inconclusive: "\(seen?.kind.rawValue ?? "unseen"): \(why)"
    case .notRun: "not run: \(why)"
    case .pending: why.isEmpty ? "pending" : "pending: \(why)"
    }
  }

  /// What the scenario's `right` says of what was seen; `nil` if nothing is wrong with it.
  private var judgement: String? {
    guard let right, let wish = right.wish, stage != .open || result == .unmet else { return nil }
    guard isDelivered || seen?.source == .said else {
      return "never fetched: the answer with the defect was not sent"
    }
    guard right.judged(seen?.kind) != .met else { return nil }
    let words = seen.map { $0.words.isEmpty ? "" : ": \($0.words)" } ?? ""
    return switch seen?.kind {
    case .accepted: "\(wish), and was accepted\(words)"
    case .refused: "\(wish), and was refused\(words)"
    case .crashed: "\(wish), and the relying party crashed\(words)"
    case .deferred: "\(wish), and the relying party still waits\(words)"
    case nil: "\(wish), and nothing showed whether it was; tell it with POST /_eidolon/saw"
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

  fileprivate func judged(_ seen: Sighting.Kind?) -> Verdict.Result {
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
  /// - Parameter isDelivered: true if the answer with the scenario's defect was sent.
  package func verdict(
    calls: [EndpointCall], findings: [String], _ stage: Verdict.Stage = .over, isDelivered: Bool = true,
    seen: Sighting? = nil
  ) -> Verdict {
    let names = calls.sorted { ($0.at, $0.number) < ($1.at, $1.number) }.map(\.endpoint)
    var broken = never.filter(names.contains).map { "\($0) was called" }
    var open: [String] = []
    if let missing = firstMissing(in: names) {
      open.append("\(missing) was not called in the order \(order.joined(separator: ", "))")
    }
    for (endpoint, wanted) in count.sorted(by: { $0.key < $1.key }) {
      let found = names.count { $0 == endpoint }
      let text = "\(endpoint) was called \(found) times instead of \(wanted)"
      if found > wanted { broken.append(text) }
      if found < wanted { open.append(text) }
    }
    open += self.findings.filter { !findings.contains($0) }.map { "the finding \($0) did not occur" }
    return Verdict(
      broken: broken, missing: open, stage: stage, right: right, isDelivered: isDelivered, seen: seen)
  }

  /// The first endpoint of `order` that does not follow the ones before it; others may come between.
  private func firstMissing(in names: [String]) -> String? {
    var rest = names[...]
    for endpoint in order {
      guard let index = rest.firstIndex(of: endpoint) else { return endpoint }
      rest = rest[(index + 1)...]
    }
    return nil
  }
}
