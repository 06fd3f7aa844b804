import Synchronization

/// The scenarios that the next transactions of a sandbox take, first in, first out.
package final class ScenarioQueue: Sendable {
  /// A scenario that waits.
  package struct Entry: Sendable {
    /// The number in the order of queueing, from 1.
    package let number: Int
    /// The scenario.
    package let scenario: Scenario
    /// The client that takes it; `nil` for any.
    package let client: String?
    /// How many transactions still take it.
    package internal(set) var times: Int

    /// Who owns the faults that were armed when the scenario was queued.
    package var owner: String { "queue/\(number)" }

    func isFor(_ client: String, of provider: String) -> Bool {
      scenario.provider == provider && (self.client.map { $0 == client } ?? true)
    }
  }

  private struct State {
    var entries: [Entry] = []
    var last = 0
  }

  /// How many scenarios may wait at the most.
  package static let capacity = 1000

  private let state = Mutex(State())

  /// An empty queue.
  package init() {}

  /// Queues a scenario for so many transactions; `nil` when too many wait already.
  package func add(_ scenario: Scenario, client: String? = nil, times: Int = 1) -> Entry? {
    state.withLock { state in
      guard state.entries.count < Self.capacity else { return nil }
      state.last += 1
      let entry = Entry(number: state.last, scenario: scenario, client: client, times: times)
      state.entries.append(entry)
      return entry
    }
  }

  /// Takes the first scenario of a provider that a client may take.
  package func take(for client: String, of provider: String) -> Entry? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.isFor(client, of: provider) }) else {
        return nil
      }
      let entry = state.entries[index]
      if entry.times > 1 {
        state.entries[index].times -= 1
      } else {
        state.entries.remove(at: index)
      }
      return entry
    }
  }

  /// The scenario that a client would take next; nothing is taken.
  package func next(for client: String, of provider: String) -> Entry? {
    state.withLock { state in
      state.entries.first { $0.isFor(client, of: provider) }
    }
  }

  /// Puts back what was taken for a request that was then refused: it goes to the front again.
  package func giveBack(_ entry: Entry) {
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.number == entry.number }) {
        state.entries[index].times += 1
      } else {
        var entry = entry
        entry.times = 1
        let index = state.entries.firstIndex { $0.number > entry.number } ?? state.entries.endIndex
        state.entries.insert(entry, at: index)
      }
    }
  }

  /// What waits, in order.
  package var entries: [Entry] { state.withLock { $0.entries } }

  /// What puts the queue back to where it stands now; numbers go on.
  package func saved() -> Restoration {
    let entries = entries
    return { [weak self] in self?.state.withLock { $0.entries = entries } }
  }

  /// Empties the queue and returns what waited.
  package func clear() -> [Entry] {
    state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}
