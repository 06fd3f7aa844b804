package import Flow

/// The rules of OpenID Connect as one vendor states them: with its prefix, documents and endpoints.
package struct RuleBook: Sendable {
  private let prefix: String
  private var rules: [OpenIDRule: Rule] = [:]
  /// The rules in the order in which they were added.
  package private(set) var all: [Rule] = []

  /// A book without rules.
  ///
  /// - Parameter prefix: the start of each id, such as `itsme`.
  package init(_ prefix: String) { self.prefix = prefix }

  /// The book with further rules.
  ///
  /// - Parameters:
  ///   - citation: the vendor's document.
  ///   - endpoints: where they are checked.
  package func with<Endpoint: RawRepresentable<String>>(
    _ rules: OpenIDRule..., from citation: Rule.Citation, at endpoints: Endpoint...
  ) -> RuleBook { with(all: rules, from: citation, at: endpoints) }

  /// The book with a group of rules.
  package func with<Endpoint: RawRepresentable<String>>(
    all rules: [OpenIDRule], from citation: Rule.Citation, at endpoints: [Endpoint]
  ) -> RuleBook {
    var book = self
    for rule in rules {
      let stated = Self.stated(rule, named(rule), citation).checked(at: endpoints.map { $0.rawValue })
      // Two rules may be the same to a vendor; it is listed once.
      if !book.all.contains(stated) { book.all.append(stated) }
      book.rules[rule] = stated
    }
    return book
  }

  /// The book with one rule of the vendor in place of several; each says in its own words what was broken.
  package func taking(_ rules: OpenIDRule..., for rule: OpenIDRule) -> RuleBook {
    var book = self
    for other in rules { book.rules[other] = self.rule(rule, saying: other) }
    return book
  }

  /// The book with a rule of it whose words hold for others too.
  package func sharing(_ rule: OpenIDRule, as other: OpenIDRule) -> RuleBook {
    sharing(self[rule], as: other)
  }

  /// The book with a rule that the vendor also states elsewhere, and lists there.
  package func sharing(_ rule: Rule, as rules: OpenIDRule...) -> RuleBook {
    var book = self
    for other in rules { book.rules[other] = rule }
    return book
  }

  /// A rule of the book; one that the vendor does not name cites the specification alone.
  package subscript(_ rule: OpenIDRule) -> Rule {
    rules[rule]
      ?? Self.stated(
        rule, named(rule), Rule.Citation(title: "OpenID Connect", section: rule.specification ?? "Core"))
  }

  /// A rule of the book, in the words of another one that it covers, if that was broken.
  package func rule(_ rule: OpenIDRule, saying other: OpenIDRule?) -> Rule {
    let own = self[rule]
    guard let other else { return own }
    return Self.stated(other, own.identifier, own.documentation).checked(at: own.checkedAt)
  }

  /// True if the vendor names the rule.
  package func has(_ rule: OpenIDRule) -> Bool { rules[rule] != nil }

  /// The finding about something unwise but accepted; none if the vendor does not name the rule.
  package func advice(_ rule: OpenIDRule, _ seen: String = "") -> [Finding] {
    rules[rule].map { [Finding($0, seen)] } ?? []
  }

  private func named(_ rule: OpenIDRule) -> String { "\(prefix).\(rule.name)" }

  private static func stated(
    _ rule: OpenIDRule, _ identifier: String, _ citation: Rule.Citation
  ) -> Rule {
    Rule(
      identifier, rule.severity, rule.message, fix: rule.fix, documentation: citation,
      specification: rule.specification)
  }
}
