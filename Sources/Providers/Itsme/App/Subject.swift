import Crypto
import Flow

/// The `sub` of a person at a client: 36 letters and digits, pairwise.
enum Subject {
  /// Stable over runs and sandboxes; a re-created account gets a new one.
  static func of(_ person: Person, at client: String) -> String {
    let account = "itsme/\(client)/\(person.key)/\(person.account)"
    return Alphabet.lowercaseAlphanumeric.text(length: 36) { Digest.sha256(Array("\(account)/\($0)".utf8)) }
  }
}
