package import Flow
import Synchronization

/// The faults at endpoints whose calls no transaction owns, such as discovery and the key set.
///
/// A transaction arms such faults of its scenario for the whole sandbox; they are disarmed after the calls that they
/// strike, or when the transaction ends.
package final class ArmedFaults: Sendable {
  private struct Armed {
    let fault: Fault
    var owner: String
    /// True if a client must, or should, refuse what it changes.
    let isForbidden: Bool
    var calls = 0

    var isSpent: Bool {
      switch fault.calls {
      case .first(let count): calls >= count
      case .nth(let number): calls >= number
      case .always: false
      }
    }
  }

  private struct State {
    var armed: [String: [Armed]] = [:]
    /// The first call that a transaction's faults struck, by transaction.
    var struck: [String: EndpointCall] = [:]

    var isEmpty: Bool { armed.isEmpty && struck.isEmpty }
  }

  private let state = Mutex(State())
  private let isEmpty = Atomic<Bool>(true)

  /// - Parameter right: what a correct client makes of them; `nil` if that is not known.
  package func arm(
    _ faults: [Fault], at provider: String, for transaction: String, right: Right? = nil
  ) {
    guard !faults.isEmpty else { return }
    state.withLock { state in
      for fault in faults {
        state.armed["\(provider)/\(fault.endpoint)", default: []].append(
          Armed(fault: fault, owner: transaction, isForbidden: right?.isRefusal == true))
      }
      isEmpty.store(false, ordering: .relaxed)
    }
  }

  /// Counts the call at each armed fault of the endpoint, and returns those that strike it, and whether a client can go
  /// by the answer all the same.
  package func strike(_ call: EndpointCall, of provider: String) -> (faults: [Fault], isRight: Bool) {
    guard !isEmpty.load(ordering: .relaxed) else { return ([], true) }
    return state.withLock { state in
      guard var armed = state.armed["\(provider)/\(call.endpoint)"] else { return ([], true) }
      var struck: [Fault] = []
      var isRight = true
      for index in armed.indices {
        armed[index].calls += 1
        guard armed[index].fault.calls.strike(armed[index].calls) else { continue }
        struck.append(armed[index].fault)
        let action = armed[index].fault.action
        if action.hidesAnswer || armed[index].isForbidden && action.changesAnswer { isRight = false }
        state.struck[armed[index].owner] = state.struck[armed[index].owner] ?? call
      }
      store(armed.filter { !$0.isSpent }, at: "\(provider)/\(call.endpoint)", in: &state)
      return (struck, isRight)
    }
  }

  /// The first call that the faults of a transaction, or of a queued scenario, struck; `nil` if they struck none.
  package func firstStruck(by transaction: String) -> EndpointCall? {
    guard !isEmpty.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.struck[transaction] }
  }

  /// The faults that struck a call had no effect.
  func forgetStrike(_ call: EndpointCall) {
    state.withLock { state in state.struck = state.struck.filter { $0.value.number != call.number } }
  }

  /// Called when a transaction takes the queued scenario that armed the faults.
  package func handOver(from owner: String, to transaction: String) {
    guard !isEmpty.load(ordering: .relaxed) else { return }
    state.withLock { state in
      if let struck = state.struck.removeValue(forKey: owner) { state.struck[transaction] = struck }
      for (endpoint, armed) in state.armed {
        for index in armed.indices where armed[index].owner == owner {
          state.armed[endpoint]?[index].owner = transaction
        }
      }
    }
  }

  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      guard let self else { return }
      state.withLock { state in
        state = saved
        isEmpty.store(saved.isEmpty, ordering: .relaxed)
      }
    }
  }

  package func disarm(_ transaction: String) {
    guard !isEmpty.load(ordering: .relaxed) else { return }
    state.withLock { state in
      state.struck[transaction] = nil
      isEmpty.store(state.isEmpty, ordering: .relaxed)
      remove(transaction, in: &state)
    }
  }

  /// Disarms the faults, but remembers what they struck.
  func release(_ owner: String) {
    guard !isEmpty.load(ordering: .relaxed) else { return }
    state.withLock { remove(owner, in: &$0) }
  }

  private func remove(_ owner: String, in state: inout State) {
    for (endpoint, armed) in state.armed {
      store(armed.filter { $0.owner != owner }, at: endpoint, in: &state)
    }
  }

  private func store(_ armed: [Armed], at endpoint: String, in state: inout State) {
    state.armed[endpoint] = armed.isEmpty ? nil : armed
    isEmpty.store(state.isEmpty, ordering: .relaxed)
  }
}
