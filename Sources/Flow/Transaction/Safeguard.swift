/// What keeps the attack from a relying party that accepts what a scenario makes wrong.
package enum Safeguard: Sendable, Hashable {
  /// It was there in this login, so that nothing comes of accepting it.
  case proven(String)
  /// It is there if the relying party minds it, which another case shows, by its name.
  case possible(String, shownBy: String)

  package var words: String {
    switch self {
    case .proven(let words): words
    case .possible(let words, let other): "\(words), which \(other) shows"
    }
  }
}
