import Flow

/// How many logins at the provider one successful login of the relying party takes, and which of them goes on.
struct UsualLogin: Sendable {
  /// 0 until one has succeeded.
  private(set) var count = 0
  /// How many are begun before it and left.
  private(set) var place = 0

  /// Those after the one that goes on.
  var rest: Int { max(0, count - 1 - place) }

  /// Notes the client's logins of one that succeeded; what came beside another one does not belong to it.
  ///
  /// - Parameter further: the endpoints that a client calls with the login that goes on.
  mutating func note(_ found: [TransactionSummary], further: Set<String>) {
    guard !found.isEmpty, count == 0 || found.count < count else { return }
    count = found.count
    place = found.firstIndex { $0.calls.contains { further.contains($0.endpoint) } } ?? 0
  }
}
