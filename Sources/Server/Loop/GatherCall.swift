import HTTP
import Synchronization

/// A gathering under way; the first caller to settle it decides the results.
final class GatherCall: Sendable {
  private struct State {
    /// In the order of the servers; `nil` while an answer is awaited.
    var results: [(address: String, result: Result<FetchedDocument, FetchError>?)]
    var isSettled = false
  }

  let gather: Gather
  private let state: Mutex<State>

  init(_ gather: Gather) {
    self.gather = gather
    state = Mutex(State(results: gather.servers.map { ($0, nil) }))
  }

  var isSettled: Bool { state.withLock { $0.isSettled } }

  /// The addresses of the servers, each once; a name without any gets its failure here.
  func look(up addresses: (String) -> [String]) -> [String] {
    var found: [String] = []
    var results: [(address: String, result: Result<FetchedDocument, FetchError>?)] = []
    for server in gather.servers {
      let all = addresses(server)
      if all.isEmpty { results.append((server, .failure(.notResolved(host: server)))) }
      for address in all where !found.contains(address) {
        found.append(address)
        results.append((address, nil))
      }
    }
    state.withLock { $0.results = results }
    return found
  }

  /// Notes a result; returns all of them with the last one, unless the call is settled already.
  func note(_ result: Result<FetchedDocument, FetchError>, of address: String) -> [Gathered]? {
    let isComplete = state.withLock { state in
      guard let index = state.results.firstIndex(where: { $0.address == address }) else { return false }
      state.results[index].result = result
      return state.results.allSatisfy { $0.result != nil }
    }
    return isComplete ? settle() : nil
  }

  /// The results so far, for the first caller only.
  func settle() -> [Gathered]? {
    state.withLock { state in
      guard !state.isSettled else { return nil }
      state.isSettled = true
      return state.results.map { Gathered($0.address, $0.result ?? .failure(.timedOut(gather.timeout))) }
    }
  }
}
