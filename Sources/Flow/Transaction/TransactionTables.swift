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
