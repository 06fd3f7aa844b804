/// The state in which each of the latest transactions was seen last.
struct KnownStates: Sendable {
  /// How many are known at the most.
  static let limit = 65_536

  /// By the remainder of their ordinals, so that a transaction takes the place of the one `limit` starts before it.
  private var latest: [Int: (ordinal: Int, state: String)] = [:]

  /// The state of a transaction, `nil` where none is known.
  subscript(ordinal: Int) -> String? {
    guard let known = latest[ordinal % Self.limit], known.ordinal == ordinal else { return nil }
    return known.state
  }

  /// Notes the state of a transaction; whether it is another than before.
  mutating func set(_ ordinal: Int, to state: String) -> Bool {
    guard self[ordinal] != state else { return false }
    latest[ordinal % Self.limit] = (ordinal, state)
    return true
  }

  mutating func remove(_ ordinal: Int) {
    if self[ordinal] != nil { latest[ordinal % Self.limit] = nil }
  }
}
