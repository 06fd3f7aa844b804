import Synchronization

/// A ring of what was received and answered, limited in entries and bytes.
///
/// The oldest entries go first when either limit is reached. Secrets are kept: this is a mock. The `Exchange`
/// is what exactly was received and answered; this module does not look into it.
package final class Journal<Exchange: Sendable>: Sendable {
  package struct Entry: Sendable {
    /// From 1, without gaps.
    package internal(set) var number: Int
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
    package let exchange: Exchange
    /// Roughly, in bytes of memory.
    package let exchangeSize: Int
    /// The ids of the rules that the request broke.
    package let findings: [String]

    /// The number is given by the journal.
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

    /// Roughly, in bytes of memory; bodies shared with prepared answers are counted all the same.
    var size: Int { 256 + exchangeSize }
  }

  private struct State {
    var ring: [Entry?]
    /// The size of the entry in each slot, so that entries need not be read when they are removed.
    var sizes: [Int] = []
    var next = 0
    var oldest = 0
    var size = 0
    /// The number before the first slot's first entry.
    var base = 0
  }

  /// Called with every entry before its answer is sent, one at a time and in order.
  private let record: (@Sendable (Entry) -> Void)?
  package let entryLimit: Int
  package let byteLimit: Int
  private let state: Mutex<State>

  package init(
    entryLimit: Int = 4096, byteLimit: Int = 16 << 20, record: (@Sendable (Entry) -> Void)? = nil
  ) {
    (self.entryLimit, self.byteLimit, self.record) = (entryLimit, byteLimit, record)
    state = Mutex(State(ring: []))
  }

  package func append(_ entry: consuming Entry) {
    let size = entry.size
    // Swapped with the entry that falls out, which is released outside the lock.
    var swapped: Entry? = entry
    state.withLock { state in
      state.next += 1
      swapped?.number = state.next
      // Within the lock, so that entries are recorded in order.
      if let record, let entry = swapped { record(entry) }
      state.size += size
      let slot = (state.next - 1 - state.base) % entryLimit
      if slot < state.ring.count {
        // The entry in the slot is the oldest, unless it was removed before.
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

  /// The entries kept after a number, oldest first.
  package func entries(after number: Int = 0) -> [Entry] {
    state.withLock { state in
      state.ring.compactMap { $0 }.filter { $0.number > number }.sorted { $0.number < $1.number }
    }
  }

  /// The first entries kept after a number, and how many before them are no longer kept.
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

  /// Stops counting the oldest entry and returns its slot, which the caller empties or overwrites.
  @discardableResult
  private func forgetOldest(of state: inout State) -> Int {
    let slot = (state.oldest - state.base) % entryLimit
    state.size -= state.sizes[slot]
    state.oldest += 1
    return slot
  }
}
