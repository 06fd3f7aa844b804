/// First in, first out.
struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element]
  private var front = 0

  init(_ elements: [Element] = []) { self.elements = elements }

  var count: Int { elements.count - front }

  var first: Element? { front < elements.count ? elements[front] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    front += 1
    // The used front is removed once it is half of the array.
    if front > 1024, front * 2 > elements.count {
      elements.removeFirst(front)
      front = 0
    }
    return element
  }
}
