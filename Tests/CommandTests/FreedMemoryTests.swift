import Testing

@testable import eidolon

@Suite struct `Freed memory` {
  @Test func `is given back once sandboxes have stopped ending`() {
    var memory = FreedMemory(ended: 3)
    // Nothing has ended, they are ending, it is over, it is given back already.
    let given = [3, 900, 1003, 1003, 1003].map { memory.look(ended: $0) }
    #expect(given == [false, false, false, true, false])
  }

  @Test func `is given back seldom`() {
    var memory = FreedMemory(ended: 0)
    var given = 0
    // One ends every other second.
    for second in 0..<100 where memory.look(ended: 1 + second / 2) { given += 1 }
    #expect((100 / (2 * FreedMemory.pause)...100 / FreedMemory.pause).contains(given))
  }

  @Test func `is given back in the end where sandboxes never stop ending`() {
    var memory = FreedMemory(ended: 0)
    let given = (1...100).count { memory.look(ended: $0) }
    #expect((2...100 / FreedMemory.pause).contains(given))
  }
}
