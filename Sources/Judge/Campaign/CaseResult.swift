package import Flow

/// The result of a case.
package struct CaseResult: Sendable, Hashable {
  package enum Word: String, Sendable, Hashable, CaseIterable {
    case pass, fail, warn, inconclusive
    case notRun = "not_run"

    init(_ result: Verdict.Result) {
      switch result {
      case .met: self = .pass
      case .warn: self = .warn
      case .unmet: self = .fail
      case .inconclusive, .pending: self = .inconclusive
      case .notRun: self = .notRun
      }
    }

    /// For people.
    package var text: String { self == .notRun ? "not run" : rawValue }
  }

  package let name: String
  package var word: Word
  /// What was seen of the relying party; `nil` where nothing was.
  package var seen: Sighting.Kind?
  /// One sentence; for a pass, what was seen.
  package var reason: String
  package var transaction: String?
  /// The journal's entries that show it, a line each.
  package var exchanges: [String] = []
  /// The browser's requests, in order.
  package var way: [String] = []
  /// In real time.
  package var took: Duration = .zero

  package init(_ name: String, _ word: Word, seen: Sighting.Kind? = nil, _ reason: String) {
    (self.name, self.word, self.seen, self.reason) = (name, word, seen, reason)
  }
}
