/// The source of time, chance and identifiers: one per sandbox, and the only input from outside.
///
/// Identifiers derive from the seed, the ordinal of the transaction and their purpose. So a seed repeats a run
/// byte for byte, and parallel logins do not disturb each other's values.
package struct Environment: Sendable {
  package let clock: SandboxClock
  private let keyedHash: @Sendable ([UInt8]) -> [UInt8]

  /// `keyedHash` gives 32 bytes; its key is the seed.
  package init(clock: SandboxClock, keyedHash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.clock = clock
    self.keyedHash = keyedHash
  }

  package func on(_ clock: SandboxClock) -> Environment { Environment(clock: clock, keyedHash: keyedHash) }

  /// Bytes for one purpose of one transaction, the same in every run with the same seed.
  package func bytes(_ count: Int, ordinal: Int, purpose: String) -> [UInt8] {
    var result: [UInt8] = []
    var block = 0
    while result.count < count {
      result += keyedHash(Self.hashInput(ordinal, purpose, "/", block: block))
      block += 1
    }
    return Array(result.prefix(count))
  }

  /// Every letter is equally likely.
  package func identifier(
    length: Int, from alphabet: Alphabet, ordinal: Int, purpose: String
  ) -> String {
    alphabet.text(length: length) { block in
      keyedHash(Self.hashInput(ordinal, purpose, "#", block: block))
    }
  }

  private static func hashInput(_ ordinal: Int, _ purpose: String, _ mark: String, block: Int) -> [UInt8] {
    Array("\(ordinal)/\(purpose)\(mark)\(block)".utf8)
  }
}

package struct Alphabet: Sendable {
  /// ASCII, at most 256.
  package let letters: [UInt8]

  package init(_ letters: String) {
    self.letters = Array(letters.utf8)
  }

  /// A text of this length from blocks of uniform bytes, numbered from 0; every letter is equally likely.
  package func text(length: Int, from block: (_ number: Int) -> [UInt8]) -> String {
    // Bytes above the largest multiple of the alphabet's size would favour its first letters.
    let limit = 256 / letters.count * letters.count
    var text: [UInt8] = []
    text.reserveCapacity(length)
    var number = 0
    while text.count < length {
      for byte in block(number) where byte < limit && text.count < length {
        text.append(letters[Int(byte) % letters.count])
      }
      number += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `a` to `z` and `0` to `9`, as in itsme's codes and subjects.
  package static let lowercaseAlphanumeric = Alphabet("abcdefghijklmnopqrstuvwxyz0123456789")
  /// The alphabet of base64url (RFC 4648 §5).
  package static let base64URL = Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  /// Lower-case hexadecimal digits.
  package static let hexadecimal = Alphabet("0123456789abcdef")
}
