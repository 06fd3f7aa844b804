import Dispatch
import HTTP
import Synchronization
import Testing

@testable import Flow
@testable import ProviderKit

@Suite struct `What all sandboxes keep` {
  private let limit = RecordLimit(bytes: 20_000)

  private func sandbox(_ name: String, usedAt minute: Int64, entries: Int = 5) -> Journal {
    let journal = Journal(on: RecordShelf(limit))
    journal.shelf.use(at: Instant(seconds: 60 * minute))
    fill(journal, name, entries)
    return journal
  }

  private func fill(_ journal: Journal, _ name: String, _ count: Int) {
    for _ in 0..<count {
      journal.append(
        Journal.Entry(
          at: Instant(seconds: 0), provider: "itsme", endpoint: name, client: nil, transaction: nil,
          exchange: RecordedExchange(request: Request(.get, "/"), response: Response(.ok)), findings: []))
    }
  }

  @Test func `is forgotten first where nobody has been for the longest time`() {
    let (second, first, third) = (sandbox("b", usedAt: 2), sandbox("a", usedAt: 1), sandbox("c", usedAt: 3))
    fill(third, "c", 6)
    #expect(first.forgotten > 0 && second.forgotten == 0 && third.forgotten == 0)
    fill(third, "c", 5)
    #expect(first.extent.entries == 0 && second.forgotten > 0 && third.forgotten == 0)
    fill(third, "c", 30)
    #expect(second.extent.entries == 0 && third.forgotten > 0)
    #expect(limit.size <= limit.bytes)
  }

  @Test func `grows without waiting for whoever makes room`() {
    let (slow, other) = (SlowLog(on: RecordShelf(limit)), sandbox("other", usedAt: 2, entries: 1))
    slow.shelf.use(at: Instant(seconds: 60))
    slow.shelf.join(slow)
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      slow.shelf.grew(by: SlowLog.size)
      isDone.signal()
    }
    #expect(slow.hasBegun.wait(timeout: .now() + 10) == .success)
    fill(other, "other", 4)
    #expect(other.extent.entries == 5 && limit.size > limit.bytes)
    slow.mayGoOn.signal()
    isDone.wait()
    #expect(slow.wasLetGo && limit.size <= limit.bytes)
  }

  @Test func `stays where somebody has come back`() {
    let (first, second) = (sandbox("a", usedAt: 1), sandbox("b", usedAt: 2))
    first.shelf.use(at: Instant(seconds: 540))
    fill(first, "a", 12)
    #expect(first.forgotten == 0 && second.forgotten > 0)
    // An emptied one is known again once there is something in it.
    fill(first, "a", 5)
    #expect(second.extent.entries == 0)
    fill(second, "b", 1)
    fill(first, "a", 5)
    #expect(second.extent.entries == 0 && first.extent.entries > 0)
  }

  @Test func `is not forgotten where somebody is while another sandbox holds more than its share`() {
    let large = sandbox("large", usedAt: 1)
    let small = (0..<3).map { sandbox("small \($0)", usedAt: 1, entries: 1) }
    fill(large, "large", 200)
    #expect(small.allSatisfy { $0.forgotten == 0 } && large.forgotten > 0)
    #expect(limit.size <= limit.bytes && large.entries().last?.number == 205)
    // New ones take from the large one, until all hold the same.
    let others = (0..<4).map { sandbox("other \($0)", usedAt: 1, entries: 1) }
    #expect((small + others).allSatisfy { $0.forgotten == 0 })
    for journal in others { fill(journal, "other", 50) }
    let sizes = ([large] + small + others).map(\.extent.bytes)
    #expect(sizes.allSatisfy { $0 > 0 } && limit.size <= limit.bytes)
    #expect(small.allSatisfy { $0.forgotten == 0 })
    // A minute later they are idle, and go first.
    large.shelf.use(at: Instant(seconds: 121))
    fill(large, "large", 100)
    #expect(small.allSatisfy { $0.extent.entries == 0 })
  }

  @Test func `no longer counts what an ended sandbox had, nor what was cleared`() {
    do {
      let gone = sandbox("a", usedAt: 1)
      #expect(limit.size == gone.extent.bytes)
    }
    #expect(limit.size == 0)
    for number in 0..<3_000 { _ = sandbox("\(number)", usedAt: 2) }
    #expect(limit.size == 0)
    let journal = sandbox("b", usedAt: 3)
    journal.clear()
    #expect(limit.size == 0)
    fill(journal, "b", 100)
    #expect(limit.size <= limit.bytes && journal.entries().last?.number == 105)
  }

  @Test func `goes in the order in which it came, whatever it is`() throws {
    let shelf = RecordShelf(limit)
    let (journal, changes) = (Journal(on: shelf), ChangeLog(on: shelf))
    for number in 1...40 {
      fill(journal, "call", 1)
      for isEnded in [false, true] {
        changes.note(Self.login(number, isEnded: isEnded), at: Instant(seconds: Int64(number)))
      }
    }
    let kept = changes.changes(after: 0)
    #expect(limit.size <= limit.bytes && limit.size == journal.extent.bytes + kept.count * changeSize(kept))
    #expect(changes.forgotten > 0 && journal.forgotten > 0)
    #expect(abs(changes.forgotten - journal.forgotten) <= 1)
    #expect(changes.page(after: 0, limit: 1).lost == kept[0].number - 1)
    // What ended last tells how it went, whatever was forgotten before.
    #expect(kept.last?.transaction.state == "approved")
    let restore = changes.saved()
    let before = limit.size
    changes.clear()
    #expect(limit.size == journal.extent.bytes)
    restore()
    #expect(limit.size == before)
  }

  private func changeSize(_ kept: [ChangeLog.Change]) -> Int {
    MemoryLayout<ChangeLog.Change>.stride + 1024
  }

  private static func login(_ number: Int, isEnded: Bool) -> TransactionSummary {
    let now = Instant(seconds: 0)
    return TransactionSummary(
      Transaction(
        ordinal: number, identifier: "t\(number)", client: "c", started: now, person: Person(key: "anna"),
        decision: Decision(scenario: nil, reason: .standard),
        timeline: Timeline(.manual, reachingPhoneAt: now, waitingFor: .seconds(1)), ends: now, detail: ()),
      of: "itsme", state: "approved", isEnded: isEnded)
  }
}

/// Holds one record, larger than the limit, and forgets it only when it may.
private final class SlowLog: EvictableLog {
  static let size = 30_000

  let shelf: RecordShelf
  let hasBegun = DispatchSemaphore(value: 0)
  let mayGoOn = DispatchSemaphore(value: 0)
  private let isForgotten = Atomic<Bool>(false)
  private let letGo = Atomic<Bool>(false)

  init(on shelf: RecordShelf) {
    self.shelf = shelf
    // Of a later record; the latest one is never forgotten.
    _ = shelf.nextTurn()
  }

  /// False if it went on only because it had waited too long.
  var wasLetGo: Bool { letGo.load(ordering: .acquiring) }

  var oldestTurn: Int? { isForgotten.load(ordering: .acquiring) ? nil : 0 }

  func forget(_ bytes: Int, before turn: Int) -> Int {
    hasBegun.signal()
    letGo.store(mayGoOn.wait(timeout: .now() + 10) == .success, ordering: .releasing)
    isForgotten.store(true, ordering: .releasing)
    shelf.shrank(by: Self.size)
    return Self.size
  }
}
