import Flow
import ProviderKit

/// The identities that verifications have added to users; bounded.
final class VerifiedUsers: Sendable {
  struct Identity: Sendable {
    let person: Person
    let at: Instant
  }

  static let capacity = 10_000

  struct State {
    var identities: [String: Identity] = [:]
    var order: [String] = []
  }

  let state = Kept(State())

  /// Records the person whose identity was verified for a user.
  func note(_ person: Person, user: String, at now: Instant) {
    state.withLock { state in
      if state.identities.updateValue(Identity(person: person, at: now), forKey: user) == nil {
        state.order.append(user)
      }
      if state.order.count > Self.capacity { state.identities[state.order.removeFirst()] = nil }
    }
  }

  subscript(user: String) -> Identity? { state.withLock { $0.identities[user] } }
}
