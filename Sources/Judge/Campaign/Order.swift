package import Flow

/// What a campaign is asked to do.
package struct Order: Sendable, Hashable {
  /// Who brings the relying party to the provider.
  package enum Way: Sendable, Hashable {
    /// The campaign's own user agent, from this address on.
    case start(WebAddress)
    /// A test of the relying party, which speaks when it is over.
    case command
    /// Somebody else's browser; somebody says what came of it.
    case traffic
  }

  package let provider: String
  package let way: Way
  /// Only this client's logins.
  package var client: String?
  /// What is opened afterwards to see who is logged in; `nil` for the start address.
  package var profile: WebAddress?
  package var territory: Territory
  /// Where the same relying party begins a login at another provider.
  package var second: Second?
  /// What was said of it beforehand; what is empty is learned.
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

/// A story as a campaign plays and reports it.
package struct Case: Sendable, Hashable {
  /// The story's full name.
  package let story: String
  package let name: String
  package let title: String
  package let judge: JudgeCase
  /// The key of its person; `nil` for whoever logs in.
  package let person: String?
  /// What to do about it, and where that is written.
  package let advice: Advice
  /// True if it changes what more than its own login gets, such as the key set, which a relying party may keep.
  package let outlasts: Bool

  /// True if several providers have it: it is about OpenID Connect.
  let isShared: Bool

  package init(_ scenario: Scenario, _ judge: JudgeCase, advice: Advice, outlasts: Bool = false) {
    (story, name, title) = (scenario.name, scenario.caseName, scenario.title)
    isShared = scenario.isShared
    (self.judge, self.advice, person) = (judge, advice, scenario.person?.key)
    self.outlasts = outlasts
  }

  /// The gravest level at which it can fail: what `--level must` leaves out is what only should be so.
  package var isMust: Bool { judge.right == .mustRefuse || judge.right == .mustAccept }
}
