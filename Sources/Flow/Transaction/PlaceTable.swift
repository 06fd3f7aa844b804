/// Places by the marks of keys, looked up several times at every call.
///
/// The keys themselves lie where the places lead, and whoever asks compares them there. So the table is one array of words, which
/// stays near the processor however many transactions are open; a `Dictionary` would hold each key once more, and hash it with more
/// care than codes need that nobody chooses. Places are taken one behind the other (open addressing).
struct PlaceTable: Sendable {
  /// 0 where nothing stands, else a mark in the upper half and a place in the lower; as many as a power of two.
  private var slots: [UInt64] = []
  private(set) var count = 0

  /// The place of a key with this mark that passes the test, which is asked of each place whose key has the mark.
  func place(of mark: Mark, where isMeant: (Int) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    let last = slots.count - 1
    var slot = Int(mark.bits) & last
    while slots[slot] != 0 {
      if Self.mark(slots[slot]) == mark, isMeant(Self.place(slots[slot])) { return Self.place(slots[slot]) }
      slot = (slot + 1) & last
    }
    return nil
  }

  /// Adds a place, from 0 to 2³²−1, beside others whose keys have the same mark.
  mutating func add(_ place: Int, for mark: Mark) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    count += 1
    put(UInt64(mark.bits) << 32 | UInt64(UInt32(truncatingIfNeeded: place)))
  }

  /// Removes a place where it stands for a mark.
  mutating func remove(_ place: Int, of mark: Mark) {
    guard count > 0 else { return }
    let sought = UInt64(mark.bits) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
    let last = slots.count - 1
    var slot = Int(mark.bits) & last
    while slots[slot] != 0 {
      if slots[slot] == sought { return vacate(slot) }
      slot = (slot + 1) & last
    }
  }

  private static func mark(_ slot: UInt64) -> Mark { Mark(UInt32(truncatingIfNeeded: slot >> 32)) }
  private static func place(_ slot: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: slot)) }

  private mutating func put(_ word: UInt64) {
    let last = slots.count - 1
    var slot = Int(Self.mark(word).bits) & last
    while slots[slot] != 0 { slot = (slot + 1) & last }
    slots[slot] = word
  }

  /// Frees a slot; what stands behind it and would not be found any more moves up.
  private mutating func vacate(_ freed: Int) {
    count -= 1
    let last = slots.count - 1
    var (free, slot) = (freed, (freed + 1) & last)
    while slots[slot] != 0 {
      // The search for it begins at a slot that is not between the free one and its own.
      let home = Int(Self.mark(slots[slot]).bits) & last
      if (slot - home) & last >= (slot - free) & last {
        slots[free] = slots[slot]
        free = slot
      }
      slot = (slot + 1) & last
    }
    slots[free] = 0
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    for word in old where word != 0 { put(word) }
  }
}

/// A few bits of a key by which a `PlaceTable` finds it; never 0.
struct Mark: Hashable, Sendable {
  let bits: UInt32

  /// The lower bits of a number.
  init(_ number: UInt32) { bits = number | 0x8000_0000 }

  /// The mark of an ordinal.
  ///
  /// Eight that follow each other stand side by side, in one line of the processor's cache. The eights are strewn by an odd constant
  /// (the golden ratio's digits), because a row without gaps would be walked to its end at each removal.
  init(ordinal: Int) {
    let eight = UInt32(truncatingIfNeeded: ordinal >> 3) &* 0x9E37_79B1
    self.init(eight << 3 | UInt32(truncatingIfNeeded: ordinal & 7))
  }
}
