/// First in, first out.
struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element]
  private var front = 0

  init(_ elements: [Element] = []) { self.elements = elements }

  var count: Int { elements.count - front }

  var first: Element? { front < elements.count ? elements[front] : nil }
  var last: Element? { front < elements.count ? elements[elements.count - 1] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    front += 1
    // The used front is given back once it is half of the array.
    if front > 1024, front * 2 > elements.count {
      elements.removeFirst(front)
      front = 0
    }
    return element
  }
}

/// The endings of transactions, the earliest first, and of those at one moment the one that started first.
///
/// Most transactions live equally long and so end in the order of their starts: these stand in a queue, and only those that end
/// before its last in a binary heap.
struct Endings: Sendable {
  /// When a transaction ends.
  struct Ending: Sendable, Comparable {
    let at: Instant
    let ordinal: Int

    static func < (one: Ending, other: Ending) -> Bool {
      one.at == other.at ? one.ordinal < other.ordinal : one.at < other.at
    }
  }

  private var queue = Queue<Ending>()
  private var heap: [Ending] = []

  var count: Int { queue.count + heap.count }

  var first: Ending? {
    guard let queued = queue.first else { return heap.first }
    guard let early = heap.first else { return queued }
    return min(queued, early)
  }

  mutating func push(_ at: Instant, _ ordinal: Int) {
    let ending = Ending(at: at, ordinal: ordinal)
    if queue.last.map({ $0 <= ending }) ?? true { return queue.append(ending) }
    heap.append(ending)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    if let queued = queue.first, heap.first.map({ queued <= $0 }) ?? true {
      queue.popFirst()
    } else {
      removeEarly()
    }
  }

  private mutating func removeEarly() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[least] < heap[parent] else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
