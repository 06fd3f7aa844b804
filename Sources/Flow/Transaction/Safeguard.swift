/// What protects a relying party that accepts what a scenario makes wrong.
package enum Safeguard: Sendable, Hashable {
  /// This login had it, so accepting did no harm.
  case proven(String)
  /// It protects if the relying party checks it, which another case shows, by its name.
  case possible(String, shownBy: String)
  /// It may not have used what is wrong, which nothing shows.
  case unused(String)

  package var words: String {
    switch self {
    case .proven(let words), .unused(let words): words
    case .possible(let words, let other): "\(words), which \(other) shows"
    }
  }
}
