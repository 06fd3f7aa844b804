package import Flow
package import ProviderKit

/// Which of the documented outcomes of a provider happened (control.md, Outcome coverage).
package struct RunCoverage: Sendable {
  /// The provider's name for people.
  package let title: String
  /// Each outcome with how often it happened, in the catalog's order.
  package let outcomes: [(term: Term, count: Int)]

  /// The coverage of a provider by how often each outcome happened.
  package init(of provider: any Provider.Type, _ counts: [String: Int]) {
    title = provider.vocabulary.title
    outcomes = provider.vocabulary.outcomes.map { (term: $0, count: counts[$0.name] ?? 0) }
  }

  /// How many of the documented outcomes happened.
  package var exercised: Int { outcomes.count { $0.count > 0 } }

  /// The documented outcomes that never happened.
  package var never: [String] { outcomes.filter { $0.count == 0 }.map(\.term.name) }

  /// Coverage in one sentence.
  package var text: String {
    let rest = never.isEmpty ? "" : "; never: \(never.joined(separator: ", "))"
    return "\(exercised) of \(outcomes.count) \(title) outcomes exercised\(rest)"
  }
}
