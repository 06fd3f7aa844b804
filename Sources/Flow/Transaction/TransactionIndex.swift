/// How the open transactions of a store are found, and in which order they go.
struct TransactionIndex: Sendable {
  /// What is known of a transaction.
  private struct Entry: Sendable {
    let identifier: String
    /// What it is found by beside its identifier.
    var handles: [String]
    var ends: Instant
  }

  /// By ordinal.
  private var entries: [Int: Entry] = [:]
  /// Ordinals by identifiers and further handles.
  private var ordinals: [String: Int] = [:]
  private var endings = Agenda<Int>()
  /// Ordinals in the order of starts; some may have ended since.
  private var starts = Queue<Int>()
  /// Ordinals in the order of completions; some may have ended since.
  var completed = Queue<Int>()

  /// How many transactions are open.
  var count: Int { entries.count }

  func ordinal(of handle: String) -> Int? { ordinals[handle] }

  /// The handles of a transaction beside its identifier.
  func handles(of ordinal: Int) -> [String] { entries[ordinal]?.handles ?? [] }

  mutating func add(_ ordinal: Int, _ identifier: String, handles: [String], ends: Instant) {
    entries[ordinal] = Entry(identifier: identifier, handles: handles, ends: ends)
    for handle in [identifier] + handles { ordinals[handle] = ordinal }
    endings.add(ordinal, at: ends)
    starts.append(ordinal)
  }

  /// Gives a transaction one handle more.
  mutating func add(_ handle: String, to ordinal: Int) {
    ordinals[handle] = ordinal
    entries[ordinal]?.handles.append(handle)
  }

  /// Notes when a transaction ends now.
  mutating func move(_ ordinal: Int, to ends: Instant) {
    guard let entry = entries[ordinal], entry.ends != ends else { return }
    entries[ordinal]?.ends = ends
    endings.add(ordinal, at: ends)
  }

  mutating func remove(_ ordinal: Int) {
    guard let entry = entries.removeValue(forKey: ordinal) else { return }
    // A handle that was given to a later transaction leads there, and stays.
    for handle in [entry.identifier] + entry.handles where ordinals[handle] == ordinal {
      ordinals[handle] = nil
    }
  }
}

// MARK: The order in which they go

extension TransactionIndex {
  /// The transaction that started first.
  mutating func popFirstStarted() -> Int? {
    while let ordinal = starts.popFirst() {
      if entries[ordinal] != nil { return ordinal }
    }
    return nil
  }

  /// Notes that a transaction has done what it was for; the one that was completed first, if there are more than may be kept.
  mutating func complete(_ ordinal: Int, keeping limit: Int) -> Int? {
    completed.append(ordinal)
    // Those that ended by themselves must not push out the ones that are still kept.
    while let first = completed.first, entries[first] == nil { completed.popFirst() }
    guard completed.count > limit, let first = completed.popFirst() else { return nil }
    return entries[first] == nil ? nil : first
  }

  /// The transaction that ends first, if it has ended by a moment.
  mutating func popFirstEnded(by now: Instant) -> Int? {
    while let ending = endings.first, ending.at <= now {
      endings.popFirst()
      // An ending that was moved stands there more than once; only the last one counts.
      if let entry = entries[ending.item], entry.ends == ending.at { return ending.item }
    }
    return nil
  }

  /// Drops what still points at transactions that have ended, so that nothing grows with the number of logins.
  mutating func forgetEnded() {
    while let first = starts.first, entries[first] == nil { starts.popFirst() }
    while let first = endings.first, entries[first.item] == nil { endings.popFirst() }
    // One that stays open for long must not keep the places of those behind it.
    if starts.count > 2 * count + 1024 { starts = Queue(entries.keys.sorted()) }
    if endings.count > 2 * count + 1024 {
      endings = Agenda()
      for (ordinal, entry) in entries { endings.add(ordinal, at: entry.ends) }
    }
  }
}
