/// Something that a scenario expects of a relying party and that did not happen.
package struct Shortfall: Sendable, Hashable {
  /// The member of `expect` that says so.
  package enum Member: String, Sendable, CaseIterable {
    case never, order, count, findings, avoid, right

    /// As findings and reports name it.
    package var rule: String { "expect.\(rawValue)" }
  }

  package let member: Member
  /// What was seen.
  package let text: String
  /// The clause of a specification or document; empty if there is none.
  package let clause: String
  package let fix: String

  package init(_ member: Member, _ text: String, clause: String = "", fix: String) {
    (self.member, self.text, self.clause, self.fix) = (member, text, clause, fix)
  }

  package var rule: String { member.rule }

  /// The rule, its clause, and what to do.
  package var advice: String {
    "Rule: \(rule)\(clause.isEmpty ? "" : ", \(clause)"). Fix: \(fix)"
  }
}
