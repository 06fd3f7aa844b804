import Crypto
import Flow

/// The `sub` of a person at a client: 36 letters and digits, pairwise (§1.9, §3).
enum Subject {
  /// The same person at the same client has the same subject in every run and sandbox; a re-created account has another.
  static func of(_ person: Person, at client: String) -> String {
    let alphabet = Alphabet.lowercaseAlphanumeric.letters
    var letters: [UInt8] = []
    var block = 0
    while letters.count < 36 {
      let text = "itsme/\(client)/\(person.key)/\(person.account)/\(block)"
      for byte in Digest.sha256(Array(text.utf8)) where byte < 252 && letters.count < 36 {
        letters.append(alphabet[Int(byte) % alphabet.count])
      }
      block += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
