import Synchronization

/// The stories of a library, which may be read only when one is first asked for.
final class Stories: Sendable {
  struct Index: Sendable {
    let named: [String: Scenario]
    /// The scenarios with conditions, by provider, in the order in which they are tried: most conditions first,
    /// then by name.
    let conditional: [String: [Scenario]]
  }

  private enum State {
    case unread(@Sendable () -> [Scenario])
    case read(Index)
  }

  private let state: Mutex<State>

  init(_ reading: @escaping @Sendable () -> [Scenario]) { state = Mutex(.unread(reading)) }

  var index: Index {
    state.withLock { state in
      switch state {
      case .read(let index): return index
      case .unread(let read):
        let index = Index(read())
        state = .read(index)
        return index
      }
    }
  }
}

extension Stories.Index {
  fileprivate init(_ scenarios: [Scenario]) {
    named = Dictionary(scenarios.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    conditional = Dictionary(
      grouping: named.values.filter { $0.conditions != nil }, by: \.provider
    ).mapValues { $0.sorted(by: Self.comesFirst) }
  }

  private static func comesFirst(_ left: Scenario, _ right: Scenario) -> Bool {
    let (leftCount, rightCount) = (left.conditions?.count ?? 0, right.conditions?.count ?? 0)
    return leftCount != rightCount ? leftCount > rightCount : left.name < right.name
  }
}
