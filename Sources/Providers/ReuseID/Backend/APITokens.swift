import Flow
import ProviderKit

extension ReuseID {
  /// The access tokens that backends got with their credentials; bounded, the oldest go first.
  final class APITokens: Sendable {
    /// What a token stands for.
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

    /// The number of the next token, from 1.
    func nextNumber() -> Int {
      state.withLock { state in
        state.issued += 1
        return state.issued
      }
    }

    /// Takes a token.
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

    /// What a token stands for, expired or not.
    subscript(text: String) -> Token? { state.withLock { $0.tokens[text] } }
  }
}
