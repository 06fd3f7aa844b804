/// The deadlines of a loop's connections, soonest first.
///
/// Nearly every request moves its connection's deadline to a later instant, so the heap is not updated: an entry says
/// when to check the connection again, and goes back into the heap if the deadline has moved.
struct Deadlines {
  struct Entry {
    let moment: Moment
    let descriptor: Int32
    let serial: UInt32
  }

  private var heap: [Entry] = []

  /// When to check next; nil if there is nothing to wait for.
  var soonest: Moment? { heap.first?.moment }

  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].moment < heap[parent].moment else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes the soonest entry if it is due.
  mutating func take(dueAt now: Moment) -> Entry? {
    guard let first = heap.first, first.moment <= now, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return first }
      if child + 1 < heap.count, heap[child + 1].moment < heap[child].moment { child += 1 }
      guard heap[child].moment < heap[parent].moment else { return first }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
