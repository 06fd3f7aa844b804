package import Flow

/// What a campaign is asked to do.
package struct Order: Sendable, Hashable {
  /// Who brings the relying party to the provider.
  package enum Way: Sendable, Hashable {
    /// The campaign's own user agent, from this address on.
    case start(WebAddress)
    /// A test of the relying party, which reports when it is done.
    case command
    /// Another browser; a person or program reports the outcome.
    case traffic
  }

  package let provider: String
  package let way: Way
  /// Only this client's logins.
  package var client: String?
  /// What is opened afterwards to see who is logged in; `nil` for the start address.
  package var profile: WebAddress?
  package var territory: Territory
  /// Where the same relying party begins a login at a second provider.
  package var second: Second?
  /// The marks given with the order; empty ones are learned.
  package var distinction = Distinction()
  package var timeLimit: Duration = .seconds(10)
  package var asker = Asker.program
  package var cases: [Case]

  package struct Second: Sendable, Hashable {
    package let provider: String
    package let start: WebAddress

    package init(_ provider: String, start: WebAddress) { (self.provider, self.start) = (provider, start) }
  }

  /// True if the campaign plays the browser.
  var isWalk: Bool { if case .start = way { true } else { false } }

  package init(_ provider: String, _ way: Way, in territory: Territory, cases: [Case]) {
    (self.provider, self.way, self.territory, self.cases) = (provider, way, territory, cases)
  }
}

/// A story as a campaign plays it.
package struct Case: Sendable, Hashable {
  /// The story's full name.
  package let story: String
  package let name: String
  package let title: String
  package let judge: JudgeCase
  /// The key of its person; `nil` for anyone.
  package let person: String?
  /// What to do about a failure, and where that is documented.
  package let advice: Advice
  /// True if it affects more than its own login, such as the key set, which a relying party may cache.
  package let outlasts: Bool

  /// True if several providers have it, so it is about OpenID Connect.
  let isShared: Bool

  package init(_ scenario: Scenario, _ judge: JudgeCase, advice: Advice, outlasts: Bool = false) {
    (story, name, title) = (scenario.name, scenario.caseName, scenario.title)
    isShared = scenario.isShared
    (self.judge, self.advice, person) = (judge, advice, scenario.person?.key)
    self.outlasts = outlasts
  }

  /// True for what documents demand, false for what they only recommend; `--level must` keeps the former.
  package var isMust: Bool { judge.right == .mustRefuse || judge.right == .mustAccept }
}
