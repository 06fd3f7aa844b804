/// What a `KeyTable` finds values by.
protocol TableKey: Equatable, Sendable {
  /// A number that differs for nearly all keys, and that nobody can foresee who does not know the seed.
  func number(seed: UInt64) -> UInt64
}

/// Values by key, looked up several times at every call.
///
/// A `Dictionary` hashes with more care than codes need that nobody chooses, and compares whole keys along the way. Here a few
/// bytes of a key are mixed, places are taken one behind the other (open addressing), and a mark beside each tells other keys
/// apart without a look at them.
struct KeyTable<Key: TableKey, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let key: Key
    let value: Value
  }

  /// 0 where nothing stands, else what the key's number ends with; as many as a power of two.
  private var marks: [UInt32] = []
  private var entries: [Entry?] = []
  private(set) var count = 0
  /// Drawn anew in each process, as the library does it for its own tables.
  private let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  subscript(key: Key) -> Value? {
    guard count > 0 else { return nil }
    return entries[place(of: key, mark(of: key))]?.value
  }

  /// Sets the value of a key; returns the one that it had.
  @discardableResult
  mutating func set(_ key: Key, to value: Value) -> Value? {
    if (count + 1) * 4 > marks.count * 3 { grow() }
    let mark = mark(of: key)
    let place = place(of: key, mark)
    let before = entries[place]?.value
    if marks[place] == 0 { count += 1 }
    marks[place] = mark
    entries[place] = Entry(key: key, value: value)
    return before
  }

  /// Removes a key; returns the value that it had.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard count > 0 else { return nil }
    let place = place(of: key, mark(of: key))
    guard let value = entries[place]?.value else { return nil }
    vacate(place)
    return value
  }

  /// The keys, in no order.
  var keys: [Key] { entries.compactMap { $0?.key } }

  // MARK: Places

  private func mark(of key: Key) -> UInt32 {
    UInt32(truncatingIfNeeded: key.number(seed: seed)) | 0x8000_0000
  }

  /// Where a key stands, or the free place where it would.
  private func place(of key: Key, _ mark: UInt32) -> Int {
    let last = marks.count - 1
    var place = Int(mark) & last
    while marks[place] != 0 {
      if marks[place] == mark, entries[place]?.key == key { break }
      place = (place + 1) & last
    }
    return place
  }

  /// Frees a place; what stands behind it and would not be found any more moves up.
  private mutating func vacate(_ freed: Int) {
    count -= 1
    let last = marks.count - 1
    var (free, place) = (freed, (freed + 1) & last)
    while marks[place] != 0 {
      // The search for it begins at a place that is not between the free one and its own.
      if (place - Int(marks[place])) & last >= (place - free) & last {
        marks[free] = marks[place]
        entries.swapAt(free, place)
        free = place
      }
      place = (place + 1) & last
    }
    marks[free] = 0
    entries[free] = nil
  }

  private mutating func grow() {
    let (oldMarks, oldEntries) = (marks, entries)
    marks = Array(repeating: 0, count: max(16, oldMarks.count * 2))
    entries = Array(repeating: nil, count: marks.count)
    let last = marks.count - 1
    for (old, mark) in oldMarks.enumerated() where mark != 0 {
      var place = Int(mark) & last
      while marks[place] != 0 { place = (place + 1) & last }
      marks[place] = mark
      entries[place] = oldEntries[old]
    }
  }
}
