/// A call that a relying party made.
public struct EndpointCall: Sendable, Hashable {
  /// The endpoint's catalog name.
  public let endpoint: String
  /// When, on the sandbox's clock.
  public let at: Instant
  /// The number in the order of the sandbox's calls, which tells those of one moment apart.
  public let number: Int

  /// A call at an endpoint.
  public init(endpoint: String, at: Instant, number: Int = 0) {
    (self.endpoint, self.at, self.number) = (endpoint, at, number)
  }
}

/// The calls that a relying party made on a transaction, in order.
///
/// The first one stands apart: most transactions get no other, and need no list.
public struct CallHistory: Sendable, Hashable, RandomAccessCollection {
  private var opening: EndpointCall?
  private var later: [EndpointCall] = []

  /// No calls.
  public init() {}

  /// The place of the first call.
  public var startIndex: Int { 0 }
  /// The place after the last call.
  public var endIndex: Int {
    // A pattern: `== nil` would compare two calls.
    if case nil = opening { 0 } else { later.count + 1 }
  }

  /// The call at a place.
  public subscript(place: Int) -> EndpointCall {
    if place == 0, let opening { return opening }
    return later[place - 1]
  }

  /// Notes a call behind the others.
  mutating func append(_ call: EndpointCall) {
    if isEmpty { opening = call } else { later.append(call) }
  }
}
