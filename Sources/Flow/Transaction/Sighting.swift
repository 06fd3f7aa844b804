/// Something that shows what a relying party made of a login.
package struct Sighting: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// It let the person in.
    case accepted
    /// It refused the person.
    case refused
    /// It broke: an error page of its own, a dropped connection.
    case crashed
    /// It still waits.
    case deferred
  }

  package enum Source: String, Sendable {
    /// The relying party or its test said so.
    case said
    /// Its calls show it.
    case traffic
  }

  package let kind: Kind
  package let source: Source
  /// What was said or shown; may be empty.
  package let words: String
  /// On the sandbox's clock.
  package let at: Instant

  package init(_ kind: Kind, _ source: Source, _ words: String = "", at: Instant) {
    (self.kind, self.source, self.words, self.at) = (kind, source, words, at)
  }

  package var text: String { words.isEmpty ? kind.rawValue : "\(kind.rawValue) (\(words))" }
}

extension [Sighting] {
  /// What was said last, else what the traffic shows, where letting somebody in outweighs everything else.
  package var decisive: Sighting? {
    last { $0.source == .said } ?? first { $0.kind == .accepted } ?? first
  }
}
