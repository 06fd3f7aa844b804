/// A rule of the provider's documentation that a relying party can break.
///
/// Each rule is declared once; the error answer, the log, the header `Eidolon-Finding` and every report show the same text.
package struct Rule: Sendable, Hashable {
  /// The id, such as `itsme.code-reused`.
  package let identifier: String
  /// How bad it is.
  package let severity: Severity
  /// What is wrong, in one sentence.
  package let message: String
  /// How to put it right, in one sentence.
  package let fix: String
  /// Where the provider says so.
  package let documentation: Citation
  /// The clause of the RFC or OpenID specification, where there is one.
  package let specification: String?
  /// The endpoints, by their catalog names, whose calls it is checked at; empty for all of the provider.
  package private(set) var checkedAt: [String] = []

  /// How bad a broken rule is.
  package enum Severity: String, Sendable, CaseIterable {
    /// The provider refuses it, or it is unsafe.
    case error
    /// It works here but is not documented, or is fragile.
    case warning
    /// Worth knowing.
    case note
  }

  /// A place in a document.
  package struct Citation: Sendable, Hashable {
    /// The document.
    package let title: String
    /// The section's title as printed.
    package let section: String
    /// Where the document can be read, where it is public.
    package let url: String?

    /// A section of a document.
    package init(title: String, section: String, url: String? = nil) {
      (self.title, self.section, self.url) = (title, section, url)
    }

    /// The citation in one line.
    package var text: String { "\(title), \(section)" }
  }

  /// A rule with its texts.
  package init(
    _ identifier: String, _ severity: Severity, _ message: String, fix: String, documentation: Citation,
    specification: String? = nil
  ) {
    (self.identifier, self.severity, self.message, self.fix) = (identifier, severity, message, fix)
    (self.documentation, self.specification) = (documentation, specification)
  }

  /// The rule, as one that is checked at endpoints.
  package func checked(at endpoints: [String]) -> Rule {
    var rule = self
    rule.checkedAt = endpoints
    return rule
  }

  /// Rules with the same id are the same rule.
  package static func == (left: Rule, right: Rule) -> Bool { left.identifier == right.identifier }

  /// Feeds the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Array where Element == Rule {
  /// The rules, as ones that are checked at endpoints.
  package func checked<Endpoint: RawRepresentable<String>>(at endpoints: Endpoint...) -> [Rule] {
    checked(at: endpoints)
  }

  /// The rules, as ones that are checked at endpoints.
  package func checked<Endpoint: RawRepresentable<String>>(at endpoints: [Endpoint]) -> [Rule] {
    map { rule in rule.checked(at: endpoints.map { $0.rawValue }) }
  }

  /// The rules, some of which are checked at other endpoints than the rest.
  package func with<Endpoint: RawRepresentable<String>>(_ some: Rule..., at endpoints: Endpoint...) -> [Rule]
  {
    map { some.contains($0) ? $0.checked(at: endpoints.map { $0.rawValue }) : $0 }
  }
}

/// A rule that a relying party's traffic broke.
package struct Finding: Sendable, Hashable {
  /// The rule.
  package let rule: Rule
  /// What exactly was seen, such as the value that was sent.
  package let detail: String
  /// The transaction it belongs to, where there is one.
  package var transaction: String?

  /// A broken rule and what was seen.
  package init(_ rule: Rule, _ detail: String = "", transaction: String? = nil) {
    (self.rule, self.detail, self.transaction) = (rule, detail, transaction)
  }

  /// The finding in one line: what, where it says so, how to fix it.
  package var text: String {
    let seen = detail.isEmpty ? "" : " (\(detail))"
    let clause = rule.specification.map { "; \($0)" } ?? ""
    return "\(rule.message)\(seen). \(rule.documentation.text)\(clause). Fix: \(rule.fix)"
  }
}
