package import Flow
import ProviderKit

/// Detects clients that fetch the provider's key set for every login instead of keeping it.
///
/// A fetch does not name its client. So a client counts as having fetched between two of its exchanges if the key set
/// was fetched at least as often as all clients together exchanged codes. This never blames clients that all keep the
/// key set.
package struct KeySetHabit: Restorable {
  private struct Client {
    var fetches: Int
    var exchanges: Int
    var rotations: Int
    var inARow = 0
  }

  private struct State {
    var fetches = 0
    var exchanges = 0
    var clients: [String: Client] = [:]
  }

  /// How many such logins in a row make a habit.
  package static let threshold = 3
  /// The most clients that are remembered.
  package static let capacity = 4096

  private let state = Kept(State())

  package init() {}

  package func noteFetch() { state.withLock { $0.fetches += 1 } }

  /// Notes that a client exchanged a code; true if it fetched the key set for each of its latest logins.
  ///
  /// - Parameter rotations: how often the keys were rotated; after a rotation a client must fetch them.
  package func noteExchange(of client: String, rotations: Int) -> Bool {
    state.withLock { state in
      state.exchanges += 1
      if state.clients.count >= Self.capacity, state.clients[client] == nil { state.clients = [:] }
      var now = Client(fetches: state.fetches, exchanges: state.exchanges, rotations: rotations)
      if let before = state.clients[client], before.rotations == rotations,
        now.fetches - before.fetches >= now.exchanges - before.exchanges
      {
        now.inARow = before.inARow + 1
      }
      state.clients[client] = now
      return now.inARow >= Self.threshold
    }
  }

  package func saved() -> Restoration { state.saved() }
}
