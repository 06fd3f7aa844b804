public import Flow
public import ProviderKit

/// Which of the documented outcomes of a provider happened (control.md, Outcome coverage).
public struct RunCoverage: Sendable {
  /// The provider's name for people.
  public let title: String
  /// Each outcome with how often it happened, in the catalog's order.
  public let outcomes: [(term: Term, count: Int)]

  /// The coverage of a provider by how often each outcome happened.
  public init(of provider: any Provider.Type, _ counts: [String: Int]) {
    title = provider.vocabulary.title
    outcomes = provider.vocabulary.outcomes.map { (term: $0, count: counts[$0.name] ?? 0) }
  }

  /// How many of the documented outcomes happened.
  public var exercised: Int { outcomes.count { $0.count > 0 } }

  /// The documented outcomes that never happened.
  public var never: [String] { outcomes.filter { $0.count == 0 }.map(\.term.name) }

  /// Coverage in one sentence.
  public var text: String {
    let rest = never.isEmpty ? "" : "; never: \(never.joined(separator: ", "))"
    return "\(exercised) of \(outcomes.count) \(title) outcomes exercised\(rest)"
  }
}
