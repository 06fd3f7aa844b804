import Synchronization

/// What was received and answered, in order: a ring with stated limits.
///
/// The oldest entries go first when either limit is reached. Secrets are kept: this is a mock. What exactly was received
/// and answered is the `Exchange`, which this module does not look into.
package final class Journal<Exchange: Sendable>: Sendable {
  /// One request and its answer.
  package struct Entry: Sendable {
    /// The number, from 1, without gaps.
    package internal(set) var number: Int
    /// When the answer was decided, on the sandbox's clock.
    package let at: Instant
    /// The provider, empty for the control plane's own pages.
    package let provider: String
    /// The endpoint's catalog name.
    package let endpoint: String
    /// The client, where the call says which.
    package let client: String?
    /// The transaction, where the call belongs to one.
    package let transaction: String?
    /// The request and its answer.
    package let exchange: Exchange
    /// Roughly what the exchange holds in memory, in bytes.
    package let exchangeSize: Int
    /// The rules that the request broke, by id.
    package let findings: [String]

    /// An entry; its number is given by the journal.
    package init(
      at: Instant, provider: String, endpoint: String, client: String?, transaction: String?,
      exchange: Exchange,
      exchangeSize: Int, findings: [String]
    ) {
      number = 0
      (self.at, self.provider, self.endpoint, self.client) = (at, provider, endpoint, client)
      (self.transaction, self.exchange, self.exchangeSize) = (transaction, exchange, exchangeSize)
      self.findings = findings
    }

    /// Roughly what the entry holds in memory; bodies shared with prepared answers are counted all the same.
    var size: Int { 256 + exchangeSize }
  }

  private struct State {
    var ring: [Entry?]
    /// What the entry in each slot holds, so that nobody looks into entries that go out.
    var sizes: [Int] = []
    var next = 0
    var oldest = 0
    var size = 0
    /// The number before the first slot's first entry.
    var base = 0
  }

  private let record: (@Sendable (Entry) -> Void)?
  /// How many entries are kept at the most.
  package let entryLimit: Int
  /// How many bytes of entries are kept at the most.
  package let byteLimit: Int
  private let state: Mutex<State>

  /// A journal of at most so many entries and bytes.
  ///
  /// - Parameter record: told of every entry before its answer is sent, one at a time and in order.
  package init(
    entryLimit: Int = 4096, byteLimit: Int = 16 << 20, record: (@Sendable (Entry) -> Void)? = nil
  ) {
    (self.entryLimit, self.byteLimit, self.record) = (entryLimit, byteLimit, record)
    state = Mutex(State(ring: []))
  }

  /// Appends an entry.
  package func append(_ entry: consuming Entry) {
    let size = entry.size
    // Swapped with what falls out, which is given back behind the lock.
    var swapped: Entry? = entry
    state.withLock { state in
      state.next += 1
      swapped?.number = state.next
      // Within the lock, so that what is recorded is in order.
      if let record, let entry = swapped { record(entry) }
      state.size += size
      let slot = (state.next - 1 - state.base) % entryLimit
      if slot < state.ring.count {
        // Unless it went before, it is the oldest.
        if state.next - state.oldest > entryLimit { forgetOldest(of: &state) }
        swap(&state.ring[slot], &swapped)
        state.sizes[slot] = size
      } else {
        state.ring.append(swapped.take())
        state.sizes.append(size)
      }
      while state.size > byteLimit, state.oldest < state.next - 1 {
        state.ring[forgetOldest(of: &state)] = nil
      }
    }
  }

  /// How many entries are kept, and roughly how many bytes they hold.
  package var extent: (entries: Int, bytes: Int) {
    state.withLock { ($0.next - $0.oldest, $0.size) }
  }

  /// How many entries were ever appended.
  package var count: Int { state.withLock { $0.next } }

  /// The entries still kept with a number above the given one, oldest first.
  package func entries(after number: Int = 0) -> [Entry] {
    state.withLock { state in
      state.ring.compactMap { $0 }.filter { $0.number > number }.sorted { $0.number < $1.number }
    }
  }

  /// The first entries still kept with a number above the given one, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (entries: [Entry], lost: Int) {
    let (entries, oldest) = state.withLock { state in
      (state.ring.lazy.compactMap { $0 }.filter { $0.number > number }, state.oldest)
    }
    return (Array(entries.sorted { $0.number < $1.number }.prefix(limit)), max(0, oldest - number))
  }

  /// Forgets all entries; numbers go on.
  package func clear() {
    state.withLock { state in
      state.ring = []
      state.sizes = []
      state.size = 0
      state.base = state.next
      state.oldest = state.next
    }
  }

  /// Takes the oldest entry, which goes out, off the account; answers with its slot.
  @discardableResult
  private func forgetOldest(of state: inout State) -> Int {
    let slot = (state.oldest - state.base) % entryLimit
    state.size -= state.sizes[slot]
    state.oldest += 1
    return slot
  }
}
