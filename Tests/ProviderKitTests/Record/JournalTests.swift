import Flow
import HTTP
import Testing

@testable import ProviderKit

@Suite struct `The journal` {
  private func entry(_ name: String, bytes: Int = 0) -> Journal.Entry {
    let response = Response(.ok, body: [UInt8](repeating: 0, count: bytes))
    return Journal.Entry(
      at: Instant(seconds: 0), provider: "itsme", endpoint: name, client: nil, transaction: nil,
      exchange: RecordedExchange(request: Request(.get, "/"), response: response), findings: [])
  }

  @Test func `goes on counting after it was cleared`() {
    let journal = Journal(on: RecordShelf(RecordLimit(bytes: 3 * 1024)))
    for number in 1...5 { journal.append(entry("\(number)")) }
    #expect(journal.forgotten > 0)
    journal.clear()
    #expect(journal.entries().isEmpty && journal.forgotten == 0 && journal.shelf.limit.size == 0)
    for number in 6...10 { journal.append(entry("\(number)")) }
    #expect(journal.entries().map(\.number).last == 10)
    #expect(journal.entries().map(\.endpoint).last == "10")
    #expect(journal.count == 10)
  }

  @Test func `numbers its entries from 1 and gives them in order`() {
    let journal = Journal()
    for name in ["a", "b", "c"] { journal.append(entry(name)) }
    #expect(journal.entries().map(\.number) == [1, 2, 3])
    #expect(journal.entries().map(\.endpoint) == ["a", "b", "c"])
    #expect(journal.entries(after: 2).map(\.endpoint) == ["c"])
    #expect(journal.entries(after: 3).isEmpty)
    #expect(journal.page(after: 0, limit: 2).entries.map(\.endpoint) == ["a", "b"])
  }

  @Test func `keeps the latest entries when they are too large`() {
    let journal = Journal(on: RecordShelf(RecordLimit(bytes: 8_000)))
    for number in 1...10 { journal.append(entry("\(number)", bytes: 1_000)) }
    #expect(journal.entries().map(\.number) == [8, 9, 10])
    #expect(journal.forgotten == 7)
    #expect(journal.page(after: 2, limit: 5).lost == 5)
  }

  @Test func `keeps an entry that alone is too large, until the next comes`() {
    let journal = Journal(on: RecordShelf(RecordLimit(bytes: 3_000)))
    journal.append(entry("small"))
    journal.append(entry("large", bytes: 5_000))
    #expect(journal.entries().map(\.endpoint) == ["large"])
    journal.append(entry("next"))
    #expect(journal.entries().map(\.endpoint) == ["next"])
  }

  @Test func `stays within the bound whatever comes`() {
    var random = SystemRandomNumberGenerator()
    let limit = RecordLimit(bytes: 20_000)
    let journal = Journal(on: RecordShelf(limit))
    for number in 1...2_000 {
      journal.append(entry("\(number)", bytes: Int.random(in: 0...1_500, using: &random)))
      let kept = journal.entries()
      #expect(kept.reduce(0) { $0 + $1.size } == limit.size && limit.size <= limit.bytes)
      #expect(kept.count + journal.forgotten == number)
      #expect(kept.map(\.number) == Array((number - kept.count + 1)...number))
    }
  }
}
