/// What a story tests in a relying party: one thing wrong, or one harmless variation.
package struct JudgeCase: Sendable, Hashable {
  package var family: Family
  package var right: Right
  /// What becomes possible if a relying party gets it wrong, in one sentence.
  package var attack: String
  /// What to change in a relying party that gets it wrong; empty for the defect's own advice.
  package var fix: String
  /// The clause that says what is right; empty for that of the defect.
  package var clause: String
  /// Its names in the plans of the OpenID Foundation's conformance suite or in PrOfESSOS.
  package var suite: [String]
  /// The login that it needs first; `nil` if it stands by itself.
  package var before: Before?
  /// How the browser comes back, if not simply by following the redirect.
  package var wayBack: WayBack?

  /// What a campaign plays before a case.
  package enum Before: String, Sendable, Hashable, CaseIterable {
    case inAnotherBrowser = "login_in_another_browser"
    case atAnotherProvider = "login_at_another_provider"
    case threeLogins = "three_logins"

    package var meaning: String {
      switch self {
      case .inAnotherBrowser: "A login at the same provider, in another browser."
      case .atAnotherProvider: "A login at another provider, in the same browser; --second says where."
      case .threeLogins: "Three logins from beginning to end, which show a habit."
      }
    }

    /// True if it is left at its redirect URI.
    package var isLeftOpen: Bool { self != .threeLogins }
  }

  /// What a campaign's browser does when the provider sends it back to the relying party.
  package enum WayBack: String, Sendable, Hashable, CaseIterable {
    case inAnotherBrowser = "in_another_browser"
    case bareFirst = "without_parameters_first"

    package var meaning: String {
      switch self {
      case .inAnotherBrowser: "Another browser, which has no cookie, comes back in its place."
      case .bareFirst:
        "It opens the redirect URI without parameters first, as an app does that returns to its link."
      }
    }
  }

  package enum Family: String, Sendable, Hashable, CaseIterable {
    case signature, identity, time, binding
    case twoProviders = "two_providers"
    case transport, encryption, level, person, flow, manners

    package var title: String {
      switch self {
      case .signature: "Signature"
      case .identity: "Who and for whom"
      case .time: "Time"
      case .binding: "Binding"
      case .twoProviders: "Two providers"
      case .transport: "Transport"
      case .encryption: "Encryption"
      case .level: "Level"
      case .person: "Person"
      case .flow: "eID flows"
      case .manners: "Manners"
      }
    }

    package var meaning: String {
      switch self {
      case .signature: "Who signed the token"
      case .identity: "Who issued it, for whom, and about whom"
      case .time: "When it is valid"
      case .binding: "Whether an answer belongs to this request of this browser"
      case .twoProviders: "Which of several providers an answer is from"
      case .transport: "What answers, keys and endpoints are like on the way"
      case .encryption: "What is encrypted, to whom, and what is inside"
      case .level: "How surely the person was identified"
      case .person: "Whose data it is, and of what kind"
      case .flow: "What is particular to the way of one eID"
      case .manners: "What a good client leaves alone"
      }
    }
  }

  package init(
    _ family: Family, _ right: Right, attack: String, fix: String = "", clause: String = "",
    suite: [String] = [], before: Before? = nil, wayBack: WayBack? = nil
  ) {
    (self.family, self.right, self.attack) = (family, right, attack)
    (self.fix, self.clause, self.suite) = (fix, clause, suite)
    (self.before, self.wayBack) = (before, wayBack)
  }
}

extension Scenario {
  /// The last part of its name, which all providers' stories of the same case share.
  package var caseName: String {
    String(decoding: name.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// True if several providers have it, as `PROVIDER/judge/NAME`.
  package var isShared: Bool { name == "\(provider)/\(ScenarioLibrary.sharedFolder)/\(caseName)" }

  /// What to change in a relying party that gets it wrong, and the clause that says so: each from the case, else from
  /// the expectation, else from the defect.
  package func remedy(in vocabulary: Vocabulary) -> Advice {
    let standard = advice(in: vocabulary)
    let clauses = [judge?.clause, expectation?.clause, standard?.clause]
    let fixes = [judge?.fix, expectation?.fix, standard?.fix]
    let said = { (texts: [String?]) in texts.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "" }
    return Advice(said(clauses), fix: said(fixes))
  }
}
