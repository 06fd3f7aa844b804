import Flow
import ProviderKit

extension ReuseID {
  /// The access tokens of backends; bounded, the oldest go first.
  final class APITokens: Sendable {
    struct Token: Sendable {
      let client: String
      let scopes: Set<String>
      let expires: Instant
    }

    static let capacity = 10_000

    struct State {
      var tokens: [String: Token] = [:]
      var order: [String] = []
      var front = 0
      var issued = 0
    }

    let state = Kept(State())

    /// From 1.
    func nextNumber() -> Int {
      state.withLock { state in
        state.issued += 1
        return state.issued
      }
    }

    func add(_ text: String, _ token: Token) {
      state.withLock { state in
        state.tokens[text] = token
        state.order.append(text)
        guard state.order.count - state.front > Self.capacity else { return }
        state.tokens[state.order[state.front]] = nil
        state.front += 1
        if state.front * 2 > state.order.count {
          state.order.removeFirst(state.front)
          state.front = 0
        }
      }
    }

    /// The token, even after it expired.
    subscript(text: String) -> Token? { state.withLock { $0.tokens[text] } }
  }
}
