import Flow
import HTTP
import ProviderKit

/// Consecutive exchanges of one kind: a single one, or those of a page or client that polls.
struct Passage: Sendable {
  typealias Entry = Journal.Entry

  let first: Entry
  /// The exchange that is shown.
  private(set) var last: Entry
  private(set) var count = 1
  /// The latest of the exchanges before it.
  private(set) var folded: [(number: Int, at: Instant)] = []

  /// How many of them a message lists at most.
  private static let limit = 40

  init(_ entry: Entry) { (first, last) = (entry, entry) }

  /// The exchanges of a transaction, oldest first, with polls combined.
  static func passages(of entries: [Entry]) -> [Passage] {
    var passages: [Passage] = []
    for entry in entries {
      if passages.last?.repeats(entry) == true {
        passages[passages.count - 1].take(entry)
      } else {
        passages.append(Passage(entry))
      }
    }
    return passages
  }

  /// The same without secrets.
  func redacted(_ redaction: Redaction?) -> Passage {
    guard let redaction else { return self }
    var passage = Passage(first.with(first.exchange.redacted(redaction)))
    (passage.last, passage.count) = (last.with(last.exchange.redacted(redaction)), count)
    passage.folded = folded
    return passage
  }

  private mutating func take(_ entry: Entry) {
    if folded.count == Self.limit { folded.removeFirst() }
    folded.append((last.number, last.at))
    (last, count) = (entry, count + 1)
  }

  /// True if the exchange is the same request with the same kind of answer, and breaks no rule.
  private func repeats(_ entry: Entry) -> Bool {
    entry.findings.isEmpty && last.findings.isEmpty && entry.provider == last.provider
      && entry.endpoint == last.endpoint && entry.exchange.request.method == last.exchange.request.method
      && entry.exchange.response.status == last.exchange.response.status
      && entry.exchange.response.headers["Location"] == last.exchange.response.headers["Location"]
      && entry.exchange.transmission == last.exchange.transmission
  }
}
