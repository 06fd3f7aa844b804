import Synchronization

/// The scenarios that the next transactions of a sandbox take, first in, first out.
package final class ScenarioQueue: Sendable {
  package struct Entry: Sendable {
    /// In the order of queueing, from 1.
    package let number: Int
    @Boxed package private(set) var scenario: Scenario
    /// `nil` for any client.
    package let client: String?
    /// How many transactions still take it.
    package internal(set) var times: Int

    /// The owner of the faults that were armed when the scenario was queued.
    package var owner: String { "queue/\(number)" }

    func isFor(_ client: String, of provider: String) -> Bool {
      scenario.provider == provider && (self.client.map { $0 == client } ?? true)
    }
  }

  private struct State {
    var entries: [Entry] = []
    var last = 0
  }

  package static let capacity = 1000

  private let state = Mutex(State())

  package init() {}

  /// Queues a scenario for this many transactions; `nil` if the queue is full.
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

  /// The scenario that a client would take next; it stays in the queue.
  package func next(for client: String, of provider: String) -> Entry? {
    state.withLock { state in
      state.entries.first { $0.isFor(client, of: provider) }
    }
  }

  /// Puts the entry of a request that was then refused back in its old position.
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

  /// Removes an entry that no transaction took; `nil` if it is gone.
  @discardableResult
  package func remove(_ number: Int) -> Entry? {
    state.withLock { state in
      state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
    }
  }

  package var entries: [Entry] { state.withLock { $0.entries } }

  /// Restores the present queue; numbers continue.
  package func saved() -> Restoration {
    let entries = entries
    return { [weak self] in self?.state.withLock { $0.entries = entries } }
  }

  /// Empties the queue and returns its entries.
  package func clear() -> [Entry] {
    state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}
