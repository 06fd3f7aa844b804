/// The state in which each transaction was seen last.
///
/// Ordinals come in order, so the states of the latest stand in a ring by the last bits of their ordinals. Which are never removed
/// fall out when the ring comes round; their state is new once more then.
struct KnownStates: Sendable {
  /// How many are known at the most.
  static let limit = 65_536
  /// How many words there are at the most; a provider has a dozen.
  static let wordLimit = 1024

  /// An ordinal, and below it the place of its state in the names.
  ///
  /// 0 where nothing is known; as many as a power of two.
  private var words: [UInt64] = []
  /// The states that were ever seen: words of the program, and so few.
  private var names: [String] = []

  /// The state of a transaction, `nil` where none is known.
  subscript(ordinal: Int) -> String? {
    guard !words.isEmpty else { return nil }
    let word = words[ordinal & (words.count - 1)]
    return Self.isOf(ordinal, word) ? names[Int(word & 0xFFFF)] : nil
  }

  /// Notes the state of a transaction, whose ordinal is 1 or above; whether it is another than before.
  mutating func set(_ ordinal: Int, to state: String) -> Bool {
    while words.count < Self.limit, words.isEmpty || isTaken(ordinal) { grow() }
    let place = ordinal & (words.count - 1)
    let word = UInt64(ordinal) << 16 | UInt64(number(of: state))
    defer { words[place] = word }
    return words[place] != word
  }

  mutating func remove(_ ordinal: Int) {
    guard !words.isEmpty else { return }
    let place = ordinal & (words.count - 1)
    if Self.isOf(ordinal, words[place]) { words[place] = 0 }
  }

  private static func isOf(_ ordinal: Int, _ word: UInt64) -> Bool { word >> 16 == UInt64(ordinal) }

  /// Whether another transaction's state stands where this one's belongs.
  private func isTaken(_ ordinal: Int) -> Bool {
    let word = words[ordinal & (words.count - 1)]
    return word != 0 && !Self.isOf(ordinal, word)
  }

  private mutating func grow() {
    let old = words
    words = Array(repeating: 0, count: max(16, old.count * 2))
    for word in old where word != 0 { words[Int(word >> 16) & (words.count - 1)] = word }
  }

  /// The place of a state in the names; should they become too many, all is forgotten.
  private mutating func number(of state: String) -> UInt16 {
    if let known = names.firstIndex(of: state) { return UInt16(known) }
    if names.count == Self.wordLimit {
      names = []
      words = Array(repeating: 0, count: words.count)
    }
    names.append(state)
    return UInt16(names.count - 1)
  }
}
