/// What a relying party does about a defect, and where that is written.
package struct Advice: Sendable, Hashable {
  /// The clause of a specification or document; empty if there is none.
  package let clause: String
  /// What to change in the client, in one sentence.
  package let fix: String

  package init(_ clause: String, fix: String) { (self.clause, self.fix) = (clause, fix) }
}
