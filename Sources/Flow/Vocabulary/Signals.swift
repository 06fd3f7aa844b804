/// What the calls of a relying party show of what it made of a login.
package struct Signals: Sendable {
  /// An answer that carries a token to the relying party.
  package struct Carrier: Sendable, Hashable {
    /// An endpoint, or the event of a message.
    package let name: String
    /// A text that such an answer contains; empty for any answer without an error.
    package let mark: String

    package init(_ name: String, containing mark: String = "") { (self.name, self.mark) = (name, mark) }
  }

  /// The endpoints that a relying party usually calls once it has accepted what came before: evidence, and no proof.
  package var accepting: Set<String>
  /// The endpoints that a relying party calls to refuse.
  package var refusing: Set<String>
  /// By token.
  package var carriers: [String: [Carrier]]

  package init(
    accepting: Set<String> = [], refusing: Set<String> = [], carriers: [String: [Carrier]] = [:]
  ) {
    (self.accepting, self.refusing, self.carriers) = (accepting, refusing, carriers)
  }
}
