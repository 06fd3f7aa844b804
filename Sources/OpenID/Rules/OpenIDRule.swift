package import Flow

/// A rule of OAuth or OpenID Connect that relying parties break, whatever the vendor.
///
/// The text holds for all vendors; each adds its prefix and the section of its document, and may replace the text
/// with more helpful words of its own.
package struct OpenIDRule: Sendable, Hashable {
  /// Its name everywhere: `code-reused`.
  package let key: String
  /// Its id without the prefix, by default the key.
  private(set) var name: String
  private(set) var severity: Rule.Severity
  let message: String
  private(set) var fix: String
  let specification: String?

  /// A rule.
  ///
  /// - Parameters:
  ///   - key: its name everywhere, and its id without the prefix.
  ///   - message: what is wrong, for a developer.
  ///   - fix: what to do about it.
  ///   - specification: the clause of the standard; `nil` for a rule of a vendor alone.
  package init(
    _ key: String, _ severity: Rule.Severity, _ message: String, fix: String, _ specification: String? = nil
  ) {
    (self.key, name, self.severity, self.message) = (key, key, severity, message)
    (self.fix, self.specification) = (fix, specification)
  }

  /// The rule with the id that a vendor's clients know.
  package func named(_ name: String) -> OpenIDRule {
    var rule = self
    rule.name = name
    return rule
  }

  /// The rule with a vendor's own advice.
  package func fixed(by fix: String) -> OpenIDRule {
    var rule = self
    rule.fix = fix
    return rule
  }

  /// The rule where a vendor takes it more or less seriously.
  package func graded(_ severity: Rule.Severity) -> OpenIDRule {
    var rule = self
    rule.severity = severity
    return rule
  }

  package static func == (left: OpenIDRule, right: OpenIDRule) -> Bool { left.key == right.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
