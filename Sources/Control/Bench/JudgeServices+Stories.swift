import Flow
import Judge
import ProviderKit

extension JudgeServices {
  /// `nil` if there is no such story.
  func scenario(_ story: Demand.Story) -> Scenario? {
    switch story {
    case .named(let name): sandbox.library.scenarios[name]
    case .approving: plain("approve", at: provider, among: ["approve"], orElse: true)
    case .refusing:
      plain("reject", at: provider, among: ["reject", "cancel", "decline", "abort"], orElse: false)
    case .approvingAt(let slug):
      providers[slug]
        .flatMap { plain("approve", at: $0, among: ["approve"], orElse: true) }
    }
  }

  /// A story of one step without expectations; the provider's own story of this name if it has one.
  private func plain(
    _ name: String, at provider: any Provider, among words: [String], orElse standard: Bool
  ) -> Scenario? {
    let slug = type(of: provider).slug
    let vocabulary = type(of: provider).vocabulary
    let verbs = vocabulary.verbs.map(\.term.name)
    if var own = words.lazy.compactMap({ sandbox.library.scenarios["\(slug)/\($0)"] }).first {
      own.expectation = nil
      return own
    }
    var scenario = Scenario(name: "\(slug)/\(name)", title: "The person does \(name)", provider: slug)
    guard let verb = words.first(where: verbs.contains) else { return standard ? scenario : nil }
    scenario.phone = .steps([PhoneStep(verb)])
    return scenario
  }
}

extension Demand.Story {
  /// True if the login that takes it is not to succeed as others do.
  var isFaulty: Bool {
    switch self {
    case .named, .refusing: true
    case .approving, .approvingAt: false
    }
  }
}
