/// A rule of the provider's documentation that a relying party can break.
///
/// Each rule is declared once; the error answer, the log, the header `Eidolon-Finding` and every report show its text, or
/// that of the mistake where the provider lists several as one.
package struct Rule: Sendable, Hashable {
  /// Such as `itsme.code-reused`.
  package let identifier: String
  package private(set) var severity: Severity
  /// What is wrong, in one sentence.
  package private(set) var message: String
  /// How to fix it, in one sentence.
  package private(set) var fix: String
  /// Where the provider says so.
  package let documentation: Citation
  /// The clause of the RFC or OpenID specification, if there is one.
  package let specification: String?
  /// The endpoints, by catalog name, at which it is checked; empty for all of the provider's.
  package private(set) var checkedAt: [String] = []

  package enum Severity: String, Sendable, CaseIterable {
    /// The provider refuses it, or it is unsafe.
    case error
    /// It works here but is not documented, or is fragile.
    case warning
    /// Worth knowing.
    case note
  }

  package struct Citation: Sendable, Hashable {
    package let title: String
    /// The section's title as printed.
    package let section: String
    /// `nil` if the document is not public.
    package let url: String?

    package init(title: String, section: String, url: String? = nil) {
      (self.title, self.section, self.url) = (title, section, url)
    }

    package var text: String { "\(title), \(section)" }
  }

  package init(
    _ identifier: String, _ severity: Severity, _ message: String, fix: String, documentation: Citation,
    specification: String? = nil
  ) {
    (self.identifier, self.severity, self.message, self.fix) = (identifier, severity, message, fix)
    (self.documentation, self.specification) = (documentation, specification)
  }

  /// The rule with a fix that is made for one occurrence, such as a command to paste.
  package func fixed(by fix: String) -> Rule {
    var rule = self
    rule.fix = fix
    return rule
  }

  /// The rule where one occurrence matters more or less than others.
  package func graded(_ severity: Severity) -> Rule {
    var rule = self
    rule.severity = severity
    return rule
  }

  /// The rule in the words of one occurrence, which may be one of several mistakes that the provider lists as one rule.
  package func worded(_ message: String, fix: String) -> Rule {
    var rule = fixed(by: fix)
    rule.message = message
    return rule
  }

  /// The rule in the words of its occurrences, each told once; in its own if there are none.
  package func told(by occurrences: some Sequence<Rule>) -> Rule {
    occurrences.reduce(nil) { told, other in
      let words = other.message == message ? self : other
      return told?.telling(words) ?? words
    } ?? self
  }

  /// The rule in its own words and those of another occurrence.
  func telling(_ other: Rule) -> Rule {
    guard message != other.message, !contains(other.message, in: message) else { return self }
    return worded("\(message); \(other.message)", fix: "\(fix); \(other.fix)")
      .graded(max(severity, other.severity))
  }

  package func checked(at endpoints: [String]) -> Rule {
    var rule = self
    rule.checkedAt = endpoints
    return rule
  }

  /// Rules with the same id are the same rule.
  package static func == (left: Rule, right: Rule) -> Bool { left.identifier == right.identifier }

  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Array where Element == Rule {
  package func checked<Endpoint: RawRepresentable<String>>(at endpoints: Endpoint...) -> [Rule] {
    checked(at: endpoints)
  }

  package func checked<Endpoint: RawRepresentable<String>>(at endpoints: [Endpoint]) -> [Rule] {
    map { rule in rule.checked(at: endpoints.map { $0.rawValue }) }
  }

  /// The rules, with `some` of them checked at other endpoints than the rest.
  package func with<Endpoint: RawRepresentable<String>>(_ some: Rule..., at endpoints: Endpoint...) -> [Rule]
  {
    map { some.contains($0) ? $0.checked(at: endpoints.map { $0.rawValue }) : $0 }
  }
}

/// A rule that a relying party's traffic broke.
package struct Finding: Sendable, Hashable {
  package let rule: Rule
  /// What exactly was seen, such as the value that was sent.
  package let detail: String
  /// `nil` if it belongs to none.
  package var transaction: String?
  /// True if the scenario expects or brings it about: the client does what the scenario makes it do.
  package var isExpected = false

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
