/// The verdict on a scenario's expectation.
package enum Verdict: Sendable, Hashable {
  case met
  /// What did not hold, for people.
  case unmet([String])

  package var text: String {
    switch self {
    case .met: "as expected"
    case .unmet(let reasons): "not as expected: \(reasons.joined(separator: "; "))"
    }
  }
}

extension Expectation {
  /// Judges the calls of a transaction that has ended, and the rules it broke.
  package func verdict(calls: [EndpointCall], findings: [String]) -> Verdict {
    let names = calls.sorted { ($0.at, $0.number) < ($1.at, $1.number) }.map(\.endpoint)
    var reasons = never.filter(names.contains).map { "\($0) was called" }
    if let missing = firstMissing(in: names) {
      reasons.append("\(missing) was not called in the order \(order.joined(separator: ", "))")
    }
    for (endpoint, wanted) in count.sorted(by: { $0.key < $1.key }) {
      let found = names.count { $0 == endpoint }
      if found != wanted { reasons.append("\(endpoint) was called \(found) times instead of \(wanted)") }
    }
    reasons += self.findings.filter { !findings.contains($0) }.map { "the finding \($0) did not occur" }
    return reasons.isEmpty ? .met : .unmet(reasons)
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
