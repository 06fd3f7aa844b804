/// Where the open transactions of a store stand, how they are found, and in which order they go.
///
/// It knows nothing of what a transaction is. So the compiler makes its code once and not for each provider, and to look
/// something up or to forget it touches no transaction: those of fifty thousand calls ago are far from the processor.
struct TransactionIndex: Sendable {
  /// What is known of the transaction at each place; those that are free are used again.
  private var entries: [Entry] = []
  private var free: [Int] = []
  private var ordinals = PlaceTable()
  private var handles = PlaceTable()
  private var endings = Endings()
  /// Ordinals in the order of starts; some may have ended since.
  private var starts = Queue<Int>()
  /// Ordinals in the order of completions; some may have ended since.
  var completed = Queue<Int>()

  /// What is known of a transaction; the ordinal is 0 where none stands.
  private struct Entry: Sendable {
    var ordinal = 0
    var ends = Instant(milliseconds: 0)
    /// Its identifier, and what it is found by beside it.
    var identifier: Handle?
    var handles: [Handle] = []
  }

  /// How many transactions are open.
  var count: Int { ordinals.count }

  /// The place of a transaction.
  func place(of ordinal: Int) -> Int? {
    ordinals.place(of: Mark(ordinal: ordinal)) { entries[$0].ordinal == ordinal }
  }

  /// The place of the transaction of a handle.
  func place(of handle: Handle) -> Int? {
    handles.place(of: handle.mark) { place in
      entries[place].identifier?.text == handle.text
        || entries[place].handles.contains { $0.text == handle.text }
    }
  }

  /// The handles of the transaction at a place, beside its identifier.
  func handles(at place: Int) -> [Handle] { entries[place].handles }

  /// Takes a transaction in, and says at which place.
  mutating func add(_ ordinal: Int, _ identifier: Handle, handles: [Handle], ends: Instant) -> Int {
    let entry = Entry(ordinal: ordinal, ends: ends, identifier: identifier, handles: handles)
    let place = free.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    ordinals.add(place, for: Mark(ordinal: ordinal))
    lead(identifier, to: place)
    for handle in handles { lead(handle, to: place) }
    endings.push(ends, ordinal)
    starts.append(ordinal)
    return place
  }

  /// Gives the transaction at a place one handle more.
  mutating func add(_ handle: Handle, at place: Int) {
    lead(handle, to: place)
    entries[place].handles.append(handle)
  }

  /// Notes when the transaction at a place ends now.
  mutating func move(_ place: Int, to ends: Instant) {
    guard entries[place].ends != ends else { return }
    entries[place].ends = ends
    endings.push(ends, entries[place].ordinal)
  }

  /// Forgets the transaction at a place; its handles beside the identifier are returned.
  mutating func remove(_ place: Int) -> [Handle] {
    var entry = Entry()
    swap(&entries[place], &entry)
    ordinals.remove(place, of: Mark(ordinal: entry.ordinal))
    // A handle that was given to a later transaction leads there, and stays.
    if let identifier = entry.identifier { handles.remove(place, of: identifier.mark) }
    for handle in entry.handles { handles.remove(place, of: handle.mark) }
    free.append(place)
    return entry.handles
  }

  /// Lets a handle lead to a place, and no more to where it led before.
  private mutating func lead(_ handle: Handle, to place: Int) {
    if let before = self.place(of: handle) { handles.remove(before, of: handle.mark) }
    handles.add(place, for: handle.mark)
  }
}

// MARK: The order in which they go

extension TransactionIndex {
  /// The place of the transaction that started first.
  mutating func popFirstStarted() -> Int? {
    while let ordinal = starts.popFirst() {
      if let place = place(of: ordinal) { return place }
    }
    return nil
  }

  /// Notes that a transaction has done what it was for; the place of the one that was completed first, if there are more than
  /// may be kept.
  mutating func complete(_ ordinal: Int, keeping limit: Int) -> Int? {
    completed.append(ordinal)
    // Those that ended by themselves must not push out the ones that are still kept.
    while let first = completed.first, place(of: first) == nil { completed.popFirst() }
    guard completed.count > limit, let first = completed.popFirst() else { return nil }
    return place(of: first)
  }

  /// The place of the transaction that ends first, if it has ended by a moment.
  mutating func popFirstEnded(by now: Instant) -> Int? {
    while let ending = endings.first, ending.at <= now {
      endings.removeFirst()
      // An ending that was moved stands there more than once; only the last one counts.
      if let place = place(of: ending.ordinal), entries[place].ends == ending.at { return place }
    }
    return nil
  }

  /// Drops what still points at transactions that have ended, so that nothing grows with the number of logins.
  mutating func forgetEnded() {
    while let first = starts.first, place(of: first) == nil { starts.popFirst() }
    while let first = endings.first, place(of: first.ordinal) == nil { endings.removeFirst() }
    // One that stays open for long must not keep the places of those behind it.
    if starts.count > 2 * count + 1024 {
      starts = Queue(entries.lazy.map(\.ordinal).filter { $0 > 0 }.sorted())
    }
    if endings.count > 2 * count + 1024 {
      endings = Endings()
      for entry in entries where entry.ordinal > 0 { endings.push(entry.ends, entry.ordinal) }
    }
  }
}
