import Crypto
import Flow

/// The `sub` of a person at a client: 36 letters and digits, pairwise (§1.9, §3).
enum Subject {
  /// The same person at the same client has the same subject in every run and sandbox; a re-created account has another.
  static func of(_ person: Person, at client: String) -> String {
    var place: [UInt8] = []
    place.reserveCapacity(96)
    for part in ["itsme", client, person.key, String(person.account)] {
      place.append(contentsOf: part.utf8)
      place.append(UInt8(ascii: "/"))
    }
    let end = place.count
    return Alphabet.lowercaseAlphanumeric.text(length: 36) { block in
      place.removeLast(place.count - end)
      place.append(contentsOf: String(block).utf8)
      return Digest.sha256(place)
    }
  }
}
