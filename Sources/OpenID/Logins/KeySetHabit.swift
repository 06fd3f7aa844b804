package import Flow
import ProviderKit

/// Detects clients that fetch the provider's key set for every login instead of keeping it.
///
/// A fetch does not name its client, so clients are judged only while just one has exchanged codes. Nor does it name the
/// client's process: several with a first fetch each look the same, so what is told is what was seen.
package struct KeySetHabit: Restorable {
  private struct Login {
    let client: String
    /// How often the key set had been fetched.
    let fetches: Int
    let rotations: Int
    var inARow = 0
  }

  private struct State {
    var fetches = 0
    var latest: Login?
    var hasSeveralClients = false
  }

  /// How many such logins in a row make a habit.
  package static let threshold = 3

  private let state = Kept(State())

  package init() {}

  package func noteFetch() { state.withLock { $0.fetches += 1 } }

  /// Notes that a client exchanged a code; true if it fetched the key set for each of its latest logins.
  ///
  /// - Parameter rotations: how often the keys were rotated; after a rotation a client must fetch them.
  package func noteExchange(of client: String, rotations: Int) -> Bool {
    state.withLock { state in
      var login = Login(client: client, fetches: state.fetches, rotations: rotations)
      defer { state.latest = login }
      guard let before = state.latest else { return false }
      if before.client != client { state.hasSeveralClients = true }
      guard !state.hasSeveralClients else { return false }
      if before.rotations == rotations, login.fetches > before.fetches { login.inARow = before.inARow + 1 }
      return login.inARow >= Self.threshold
    }
  }

  package func saved() -> Restoration { state.saved() }
}
