import Crypto
import Flow

/// The `sub` of a person at a client: 36 letters and digits, pairwise (§1.9, §3).
enum Subject {
  /// The same person at the same client has the same subject in every run and sandbox; a re-created account has another.
  static func of(_ person: Person, at client: String) -> String {
    let account = "itsme/\(client)/\(person.key)/\(person.account)"
    return Alphabet.lowercaseAlphanumeric.text(length: 36) { Digest.sha256(Array("\(account)/\($0)".utf8)) }
  }
}
