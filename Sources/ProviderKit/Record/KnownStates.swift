/// The last known state of each of the latest transactions.
struct KnownStates: Sendable {
  static let limit = 65_536

  /// By ordinal modulo `limit`, so that a transaction replaces the one `limit` starts before it.
  private var latest: [Int: (ordinal: Int, state: String)] = [:]

  subscript(ordinal: Int) -> String? {
    guard let known = latest[ordinal % Self.limit], known.ordinal == ordinal else { return nil }
    return known.state
  }

  /// Notes the state of a transaction; true if it changed.
  mutating func set(_ ordinal: Int, to state: String) -> Bool {
    guard self[ordinal] != state else { return false }
    latest[ordinal % Self.limit] = (ordinal, state)
    return true
  }

  mutating func remove(_ ordinal: Int) {
    if self[ordinal] != nil { latest[ordinal % Self.limit] = nil }
  }
}
