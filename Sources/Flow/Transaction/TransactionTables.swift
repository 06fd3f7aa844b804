/// A code, token or identifier under which a transaction is found.
///
/// Nearly all of it is chance, and tokens are long: the end and the middle tell handles apart as well as the whole would.
struct Handle: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    hasher.combine(Self.word(bytes, endingAt: bytes.count))
    hasher.combine(Self.word(bytes, endingAt: bytes.count - 8))
    if bytes.count > 64 { hasher.combine(Self.word(bytes, endingAt: bytes.count / 2)) }
  }

  /// Up to eight bytes before a place as a number.
  private static func word(_ bytes: Span<UInt8>, endingAt end: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in max(end - 8, 0)..<max(end, 0) { word = word << 8 | UInt64(bytes[place]) }
    return word
  }
}

/// Where what a key names is kept; the same code for all providers, which the compiler knows as a whole.
struct Places<Key: Hashable & Sendable>: Sendable {
  private var places: [Key: Int] = [:]

  var count: Int { places.count }
  var keys: some Collection<Key> { places.keys }

  subscript(key: Key) -> Int? { places[key] }

  mutating func set(_ key: Key, to place: Int) { places[key] = place }

  mutating func remove(_ key: Key) -> Int? { places.removeValue(forKey: key) }

  /// Removes a key if it still names this place.
  mutating func remove(_ key: Key, from place: Int) {
    if places[key] == place { places[key] = nil }
  }
}

/// Ordinals, first in, first out.
struct OrdinalQueue: Sendable {
  private var ordinals: [Int]
  private var front = 0

  init(_ ordinals: [Int] = []) { self.ordinals = ordinals }

  var count: Int { ordinals.count - front }

  var first: Int? { front < ordinals.count ? ordinals[front] : nil }

  mutating func append(_ ordinal: Int) { ordinals.append(ordinal) }

  mutating func popFirst() -> Int? {
    guard let ordinal = first else { return nil }
    front += 1
    // The used front is given back once it is half of the array.
    if front > 1024, front * 2 > ordinals.count {
      ordinals.removeFirst(front)
      front = 0
    }
    return ordinal
  }
}

/// A binary heap of endings, the earliest first.
struct Endings: Sendable {
  private var heap: [(at: Instant, ordinal: Int)] = []

  var count: Int { heap.count }

  var first: (Instant, Int)? { heap.first.map { ($0.at, $0.ordinal) } }

  mutating func push(_ at: Instant, _ ordinal: Int) {
    heap.append((at, ordinal))
    var child = heap.count - 1
    while child > 0, heap[child].at < heap[(child - 1) / 2].at {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right].at < heap[left].at ? right : left
      guard heap[least].at < heap[parent].at else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
