/// What a relying party does about a defect, and where that is written.
package struct Advice: Sendable, Hashable {
  /// The clause of a specification or document; empty if there is none.
  package let clause: String
  /// In one sentence, for who mends a client.
  package let fix: String

  package init(_ clause: String, fix: String) { (self.clause, self.fix) = (clause, fix) }
}
