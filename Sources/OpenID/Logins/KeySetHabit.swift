package import Flow
import ProviderKit

/// Whether clients fetch the provider's key set for every login instead of keeping it.
///
/// Who fetches it does not say so. So a client is taken to have fetched it between two of its exchanges when the key set was
/// fetched at least as often as all clients together exchanged codes; those that keep it are never taken for those that do not.
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

  /// In how many logins one after the other makes it a habit.
  package static let threshold = 3
  /// How many clients are remembered at the most.
  package static let capacity = 4096

  private let state = Kept(State())

  package init() {}

  package func noteFetch() { state.withLock { $0.fetches += 1 } }

  /// A client exchanged a code; whether it fetched the key set for each of its latest logins.
  ///
  /// - Parameter rotations: how often the keys were rotated; after a rotation a fetch is right.
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
