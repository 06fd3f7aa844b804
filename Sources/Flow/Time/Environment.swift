/// Where time, chance and identifiers come from: the only door to the outside, one per sandbox.
///
/// Identifiers derive from the seed, the ordinal of the transaction and their purpose. So a seed repeats a run
/// byte for byte, and parallel logins do not disturb each other's values.
public struct Environment: Sendable {
  /// The sandbox's time.
  public let clock: SandboxClock
  private let keyedHash: @Sendable ([UInt8]) -> [UInt8]

  /// An environment over a clock and a keyed hash of 32 bytes whose key is the seed.
  public init(clock: SandboxClock, keyedHash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.clock = clock
    self.keyedHash = keyedHash
  }

  /// The same environment on another clock.
  public func on(_ clock: SandboxClock) -> Environment { Environment(clock: clock, keyedHash: keyedHash) }

  /// So many bytes that belong to one purpose of one transaction, the same in every run with the same seed.
  public func bytes(_ count: Int, ordinal: Int, purpose: String) -> [UInt8] {
    var result = keyedHash(Self.place(ordinal, purpose, UInt8(ascii: "/"), block: 0))
    if result.count < count { result.reserveCapacity(count + result.count) }
    var block = 1
    while result.count < count {
      result += keyedHash(Self.place(ordinal, purpose, UInt8(ascii: "/"), block: block))
      block += 1
    }
    if result.count > count { result.removeLast(result.count - count) }
    return result
  }

  /// An identifier of the given length over an alphabet, every letter equally likely.
  public func identifier(
    length: Int, from alphabet: Alphabet, ordinal: Int, purpose: String
  ) -> String {
    alphabet.text(length: length) { block in
      keyedHash(Self.place(ordinal, purpose, UInt8(ascii: "#"), block: block))
    }
  }

  /// What is hashed for a block.
  private static func place(_ ordinal: Int, _ purpose: String, _ mark: UInt8, block: Int) -> [UInt8] {
    var place: [UInt8] = []
    place.reserveCapacity(purpose.utf8.count + 32)
    place.append(decimal: ordinal)
    place.append(UInt8(ascii: "/"))
    place.append(contentsOf: purpose.utf8)
    place.append(mark)
    place.append(decimal: block)
    return place
  }
}

extension [UInt8] {
  /// Adds a number in decimal digits.
  fileprivate mutating func append(decimal number: Int) {
    guard number >= 0 else { return append(contentsOf: String(number).utf8) }
    var scale = 1
    while number / scale >= 10 { scale *= 10 }
    while scale > 0 {
      append(UInt8(ascii: "0") + UInt8(number / scale % 10))
      scale /= 10
    }
  }
}

/// The letters that an identifier may use.
public struct Alphabet: Sendable {
  /// The letters as ASCII, at most 256.
  public let letters: [UInt8]

  /// An alphabet of the ASCII letters of a text.
  public init(_ letters: String) {
    self.letters = Array(letters.utf8)
  }

  /// A text of this length from blocks of uniform bytes, numbered from 0; every letter is equally likely.
  public func text(length: Int, from block: (_ number: Int) -> [UInt8]) -> String {
    var text = letters(of: block(0), atMost: length)
    var number = 1
    while text.count < length {
      text += letters(of: block(number), atMost: length - text.count)
      number += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The first letters that uniform bytes make; each takes the place of one of them.
  private func letters(of block: consuming [UInt8], atMost most: Int) -> [UInt8] {
    // Bytes above the largest multiple of the alphabet's size would favour its first letters.
    let limit = 256 / letters.count * letters.count
    let size = UInt32(letters.count)
    var count = 0
    for place in block.indices where count < most {
      let byte = UInt32(block[place])
      guard byte < limit else { continue }
      block[count] = letters[Int(byte % size)]
      count += 1
    }
    block.removeLast(block.count - count)
    return block
  }

  /// `a` to `z` and `0` to `9`, as in itsme's codes and subjects.
  public static let lowercaseAlphanumeric = Alphabet("abcdefghijklmnopqrstuvwxyz0123456789")
  /// The alphabet of base64url (RFC 4648 §5).
  public static let base64URL = Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  /// Lower-case hexadecimal digits.
  public static let hexadecimal = Alphabet("0123456789abcdef")
}
