/// What is due when, the earliest first: a binary heap.
///
/// An item that was moved is in it more than once; the caller checks that an entry is still valid.
package struct Agenda<Item: Comparable & Sendable>: Sendable {
  package struct Entry: Sendable, Comparable {
    package let at: Instant
    package let item: Item

    package static func < (one: Entry, other: Entry) -> Bool {
      one.at == other.at ? one.item < other.item : one.at < other.at
    }
  }

  /// No element is less than its parent, at half its index.
  private var heap: [Entry] = []

  package init() {}

  package var count: Int { heap.count }
  package var first: Entry? { heap.first }

  package mutating func add(_ item: Item, at moment: Instant) {
    heap.append(Entry(at: moment, item: item))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  @discardableResult
  package mutating func popFirst() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return first }
      let right = left + 1
      let least = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[least] < heap[parent] else { return first }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
