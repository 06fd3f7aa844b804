/// The records of a log that are kept, oldest first, with their sizes.
struct RecordQueue<Record: Sendable>: Sendable {
  private struct Slot: Sendable {
    /// `nil` once it is forgotten.
    var record: Record?
    let size: Int
    let turn: Int
  }

  private var slots: [Slot] = []
  /// The index of the oldest one that is kept.
  private var front = 0
  /// In bytes.
  private(set) var size = 0

  var count: Int { slots.count - front }
  var first: Record? { front < slots.count ? slots[front].record : nil }
  /// Of the oldest.
  var turn: Int? { front < slots.count ? slots[front].turn : nil }

  mutating func append(_ record: consuming Record, size: Int, turn: Int) {
    slots.append(Slot(record: record, size: size, turn: turn))
    self.size += size
  }

  /// Removes the oldest records, at least this many bytes of them, but none from `turn` on.
  ///
  /// The caller releases them outside of its lock.
  mutating func removeFirst(_ bytes: Int, before turn: Int) -> (records: [Record], size: Int) {
    let start = front
    var removed = 0
    while front < slots.count, removed < bytes, slots[front].turn < turn {
      removed += slots[front].size
      front += 1
    }
    let records = (start..<front).compactMap { slots[$0].record.take() }
    size -= removed
    // The used front is removed once it is half of the array.
    if front > 64, front * 2 > slots.count {
      slots.removeFirst(front)
      front = 0
    }
    return (records, removed)
  }

  /// The latest first.
  var reversed: some Sequence<Record> { slots[front...].lazy.reversed().compactMap(\.record) }

  /// The records from the first wanted one on; `isWanted` must be false for all before it.
  ///
  /// - Parameter limit: the most to return.
  func records(from isWanted: (Record) -> Bool, limit: Int = .max) -> [Record] {
    var (low, high) = (front, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].record.map(isWanted) == true { high = middle } else { low = middle + 1 }
    }
    return slots[low...].prefix(limit).compactMap(\.record)
  }
}
