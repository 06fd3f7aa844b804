import Synchronization

/// What was received and answered, in order: a ring with stated limits.
///
/// The oldest entries go first when either limit is reached. Secrets are kept: this is a mock.
public final class Journal: Sendable {
  /// One request and its answer.
  public struct Entry: Sendable {
    /// The number, from 1, without gaps.
    public internal(set) var number: Int
    /// When the answer was decided, on the sandbox's clock.
    public let at: Instant
    /// The provider, empty for the control plane's own pages.
    public let provider: String
    /// The endpoint's catalog name.
    public let endpoint: String
    /// The transaction, where the call belongs to one.
    public let transaction: String?
    /// The request's head as it came.
    public let requestHead: [UInt8]
    /// The request's body.
    public let requestBody: [UInt8]
    /// The answer's status.
    public let status: Int
    /// The answer's body.
    public let responseBody: [UInt8]
    /// The rules that the request broke, by id.
    public let findings: [String]

    /// An entry; its number is given by the journal.
    public init(
      at: Instant, provider: String, endpoint: String, transaction: String?, requestHead: [UInt8],
      requestBody: [UInt8], status: Int, responseBody: [UInt8], findings: [String]
    ) {
      number = 0
      (self.at, self.provider, self.endpoint, self.transaction) = (at, provider, endpoint, transaction)
      (self.requestHead, self.requestBody) = (requestHead, requestBody)
      (self.status, self.responseBody, self.findings) = (status, responseBody, findings)
    }

    /// Roughly what the entry holds in memory; bodies shared with prepared answers are counted all the same.
    var size: Int { 256 + requestHead.count + requestBody.count + responseBody.count }
  }

  private struct State {
    var ring: [Entry?]
    var next = 0
    var oldest = 0
    var size = 0
  }

  /// How many entries are kept at the most.
  public let entryLimit: Int
  /// How many bytes of entries are kept at the most.
  public let byteLimit: Int
  private let state: Mutex<State>

  /// A journal of at most so many entries and bytes.
  public init(entryLimit: Int = 4096, byteLimit: Int = 16 << 20) {
    (self.entryLimit, self.byteLimit) = (entryLimit, byteLimit)
    state = Mutex(State(ring: []))
  }

  /// Appends an entry.
  public func append(_ entry: Entry) {
    var entry = entry
    // What falls out is given back behind the lock.
    var fallen: Entry?
    state.withLock { state in
      state.next += 1
      entry.number = state.next
      state.size += entry.size
      let slot = (state.next - 1) % entryLimit
      if slot < state.ring.count {
        fallen = take(slot, of: &state)
        state.ring[slot] = entry
      } else {
        state.ring.append(entry)
      }
      while state.size > byteLimit, state.oldest < state.next - 1 {
        _ = take(state.oldest % entryLimit, of: &state)
      }
    }
    withExtendedLifetime(fallen) {}
  }

  /// How many entries were ever appended.
  public var count: Int { state.withLock { $0.next } }

  /// The entries still kept with a number above the given one, oldest first.
  public func entries(after number: Int = 0) -> [Entry] {
    state.withLock { state in
      state.ring.compactMap { $0 }.filter { $0.number > number }.sorted { $0.number < $1.number }
    }
  }

  private func take(_ slot: Int, of state: inout State) -> Entry? {
    guard let entry = state.ring[slot].take() else { return nil }
    state.size -= entry.size
    state.oldest = max(state.oldest, entry.number)
    return entry
  }
}
