/// Finds the open transactions of a store, and says in which order they are removed.
struct TransactionIndex: Sendable {
  private struct Entry: Sendable {
    let identifier: String
    /// Without the identifier.
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

  var count: Int { entries.count }

  func ordinal(of handle: String) -> Int? { ordinals[handle] }

  /// Without the identifier.
  func handles(of ordinal: Int) -> [String] { entries[ordinal]?.handles ?? [] }

  mutating func add(_ ordinal: Int, _ identifier: String, handles: [String], ends: Instant) {
    entries[ordinal] = Entry(identifier: identifier, handles: handles, ends: ends)
    for handle in [identifier] + handles { ordinals[handle] = ordinal }
    endings.add(ordinal, at: ends)
    starts.append(ordinal)
  }

  mutating func add(_ handle: String, to ordinal: Int) {
    ordinals[handle] = ordinal
    entries[ordinal]?.handles.append(handle)
  }

  /// Notes that a transaction ends at another moment.
  mutating func move(_ ordinal: Int, to ends: Instant) {
    guard let entry = entries[ordinal], entry.ends != ends else { return }
    entries[ordinal]?.ends = ends
    endings.add(ordinal, at: ends)
  }

  mutating func remove(_ ordinal: Int) {
    guard let entry = entries.removeValue(forKey: ordinal) else { return }
    // A handle that was given to a later transaction stays with it.
    for handle in [entry.identifier] + entry.handles where ordinals[handle] == ordinal {
      ordinals[handle] = nil
    }
  }
}

// MARK: The order of removal

extension TransactionIndex {
  mutating func popFirstStarted() -> Int? {
    while let ordinal = starts.popFirst() {
      if entries[ordinal] != nil { return ordinal }
    }
    return nil
  }

  /// Notes that a transaction has done its work; returns the one that was completed first if there are more
  /// than `limit`.
  mutating func complete(_ ordinal: Int, keeping limit: Int) -> Int? {
    completed.append(ordinal)
    // Those that ended by themselves must not displace the ones still kept.
    while let first = completed.first, entries[first] == nil { completed.popFirst() }
    guard completed.count > limit, let first = completed.popFirst() else { return nil }
    return entries[first] == nil ? nil : first
  }

  /// No transaction ends before this, unless it is changed; `nil` if there is none.
  var nextEnd: Instant? { entries.isEmpty ? nil : endings.first?.at }

  /// `nil` if none has ended by that moment.
  mutating func popFirstEnded(by now: Instant) -> Int? {
    while let ending = endings.first, ending.at <= now {
      endings.popFirst()
      // An ending that was moved is in the agenda more than once; only the last one counts.
      if let entry = entries[ending.item], entry.ends == ending.at { return ending.item }
    }
    return nil
  }

  /// Drops the entries of transactions that have ended, so that nothing grows with the number of logins.
  mutating func forgetEnded() {
    while let first = starts.first, entries[first] == nil { starts.popFirst() }
    while let first = endings.first, entries[first.item] == nil { endings.popFirst() }
    // One that stays open for long must not keep the entries of those after it.
    if starts.count > 2 * count + 1024 { starts = Queue(entries.keys.sorted()) }
    if endings.count > 2 * count + 1024 {
      endings = Agenda()
      for (ordinal, entry) in entries { endings.add(ordinal, at: entry.ends) }
    }
  }
}
