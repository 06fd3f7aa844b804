import Synchronization

/// How many calls each endpoint of each provider of a sandbox got.
public final class EndpointCalls: Sendable {
  /// The count of one endpoint; adding takes no lock.
  final class Count: Sendable {
    private let calls = Atomic<Int>(0)

    func add() { calls.add(1, ordering: .relaxed) }
    var value: Int { calls.load(ordering: .relaxed) }
    func clear() { calls.store(0, ordering: .relaxed) }
  }

  private let counts = Mutex<[String: [String: Count]]>([:])

  /// Nothing was called.
  public init() {}

  /// The count of an endpoint, made at the first use of its name.
  func count(_ endpoint: String, of provider: String) -> Count {
    counts.withLock { counts in
      if let known = counts[provider]?[endpoint] { return known }
      let count = Count()
      counts[provider, default: [:]][endpoint] = count
      return count
    }
  }

  /// How many calls each endpoint of a provider got.
  public func calls(of provider: String) -> [String: Int] {
    counts.withLock { $0[provider]?.mapValues(\.value) ?? [:] }
  }

  /// Begins again at zero.
  public func clear() {
    counts.withLock { counts in
      for endpoints in counts.values { for count in endpoints.values { count.clear() } }
    }
  }
}
