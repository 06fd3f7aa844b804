package import Flow
package import ProviderKit

/// Which of the documented outcomes of a provider happened (control.md, Outcome coverage).
package struct RunCoverage: Sendable {
  /// The provider's display name.
  package let title: String
  /// Each outcome with the number of times it happened, in the catalog's order.
  package let outcomes: [(term: Term, count: Int)]

  /// - Parameter counts: the number of times that each outcome happened, by name.
  package init(of provider: any Provider.Type, _ counts: [String: Int]) {
    title = provider.vocabulary.title
    outcomes = provider.vocabulary.outcomes.map { (term: $0, count: counts[$0.name] ?? 0) }
  }

  package var exercised: Int { outcomes.count { $0.count > 0 } }

  package var never: [String] { outcomes.filter { $0.count == 0 }.map(\.term.name) }

  package var text: String {
    let rest = never.isEmpty ? "" : "; never: \(never.joined(separator: ", "))"
    return "\(exercised) of \(outcomes.count) \(title) outcomes exercised\(rest)"
  }
}
