package import Flow
import Synchronization

/// What was received and answered, as far back as the limit for all sandboxes allows.
///
/// The oldest entries are forgotten first. Secrets are kept: this is a mock.
package final class Journal: EvictableLog {
  package struct Entry: Sendable {
    /// From 1.
    package fileprivate(set) var number: Int
    /// When the answer was decided, on the sandbox's clock.
    package let at: Instant
    /// Empty for the control plane's own pages.
    package let provider: String
    /// By its catalog name.
    package let endpoint: String
    /// `nil` if the call does not say which.
    package let client: String?
    /// `nil` if the call belongs to none.
    package let transaction: String?
    /// Exactly what was received and answered.
    package fileprivate(set) var exchange: RecordedExchange
    /// The ids of the rules that the request broke.
    package let findings: [String]

    /// The journal sets the number.
    package init(
      at: Instant, provider: String, endpoint: String, client: String?, transaction: String?,
      exchange: RecordedExchange, findings: [String]
    ) {
      number = 0
      (self.at, self.provider, self.endpoint, self.client) = (at, provider, endpoint, client)
      (self.transaction, self.exchange, self.findings) = (transaction, exchange, findings)
    }

    /// The same entry with another form of its exchange.
    package func with(_ exchange: RecordedExchange) -> Entry {
      var entry = self
      entry.exchange = exchange
      return entry
    }

    /// Roughly, in bytes of memory; bodies shared with prepared answers are counted too.
    var size: Int { 1024 + exchange.size }
  }

  private struct State {
    var kept = RecordQueue<Entry>()
    var last = 0
    var forgotten = 0
  }

  /// Called with every entry before its answer is sent, one at a time and in order.
  private let record: (@Sendable (Entry) -> Void)?
  package let shelf: RecordShelf
  private let state = Mutex(State())
  /// Named by the ID tokens in the answers, since the journal was last cleared.
  package let issuers = IssuerTally()

  package init(on shelf: RecordShelf = RecordShelf(), record: (@Sendable (Entry) -> Void)? = nil) {
    (self.shelf, self.record) = (shelf, record)
    shelf.join(self)
  }

  deinit { shelf.shrank(by: state.withLock { $0.kept.size }) }

  /// - Parameter isKept: false for an entry that is only recorded, which leaves a gap in the numbers.
  package func append(_ entry: consuming Entry, isKept: Bool = true) {
    var entry = entry
    let size = entry.size
    state.withLock { state in
      state.last += 1
      entry.number = state.last
      // Within the lock, so that entries are recorded in order.
      record?(entry)
      if isKept { state.kept.append(entry, size: size, turn: shelf.nextTurn()) }
    }
    if isKept { shelf.grew(by: size) }
  }

  /// How many entries are kept, and roughly how many bytes they hold.
  package var extent: (entries: Int, bytes: Int) { state.withLock { ($0.kept.count, $0.kept.size) } }

  /// How many entries were ever appended.
  package var count: Int { state.withLock { $0.last } }

  /// How many entries were dropped for lack of space since the journal was last cleared.
  package var forgotten: Int { state.withLock { $0.forgotten } }

  /// The entries kept after a number, oldest first.
  package func entries(after number: Int = 0) -> [Entry] { page(after: number, limit: .max).entries }

  /// The first entries kept after a number, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (entries: [Entry], lost: Int) {
    state.withLock { state in
      let oldest = state.kept.first.map { $0.number - 1 } ?? state.last
      return (state.kept.records(from: { $0.number > number }, limit: limit), max(0, oldest - number))
    }
  }

  /// Forgets all entries; numbers continue.
  package func clear() {
    let old = state.withLock { state in
      let old = state.kept
      (state.kept, state.forgotten) = (RecordQueue(), 0)
      return old
    }
    issuers.clear()
    shelf.shrank(by: old.size)
  }

  var oldestTurn: Int? { state.withLock { $0.kept.turn } }

  func forget(_ bytes: Int, before turn: Int) -> Int {
    let old = state.withLock { state in
      let old = state.kept.removeFirst(bytes, before: turn)
      state.forgotten += old.records.count
      return old
    }
    shelf.shrank(by: old.size)
    return old.size
  }
}
