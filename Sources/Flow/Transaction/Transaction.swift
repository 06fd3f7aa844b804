/// One run of a login or verification.
///
/// What all providers share stands here; what one provider needs beside it is its `Detail`.
public struct Transaction<Detail: Sendable>: Sendable {
  /// The number in the order of starts within the sandbox, from 1; identifiers derive from it.
  public let ordinal: Int
  /// The identifier in addresses and logs.
  public let identifier: String
  /// The client that started it.
  public let client: String
  /// When it started, on the sandbox's clock.
  public let started: Instant
  /// Who logs in.
  public var person: Person {
    get { people[0] }
    set { people[0] = newValue }
  }
  /// The person in an array of one: a transaction is copied at every call, and a person has many parts.
  private(set) var people: [Person]
  /// Which scenario it got, and why.
  public let decision: Decision
  /// What the person does and when.
  public var timeline: Timeline
  /// When its last credential ends; the transaction is judged and forgotten then.
  public var ends: Instant
  /// The calls that a relying party made on it, in order; at most `callLimit`.
  public private(set) var calls: [EndpointCall] = []
  /// The rules that its traffic broke, by id; at most `callLimit`.
  public private(set) var findings: [String] = []
  /// What the provider keeps.
  public var detail: Detail

  /// How many calls and findings a transaction remembers.
  public static var callLimit: Int { 64 }

  /// A transaction that starts.
  public init(
    ordinal: Int, identifier: String, client: String, started: Instant, person: Person, decision: Decision,
    timeline: Timeline, ends: Instant, detail: Detail
  ) {
    (self.ordinal, self.identifier, self.client, self.started) = (ordinal, identifier, client, started)
    (people, self.decision, self.timeline) = ([person], decision, timeline)
    (self.ends, self.detail) = (ends, detail)
  }

  /// Notes a call and answers with its number at that endpoint, counted from 1.
  public mutating func noteCall(_ endpoint: String, at now: Instant, number: Int = 0) -> Int {
    // Beyond the limit no call is the first any more, so that a fault for the first one does not strike again.
    guard calls.count < Self.callLimit else { return Self.callLimit + 1 }
    calls.append(EndpointCall(endpoint: endpoint, at: now, number: number))
    return calls.count { $0.endpoint == endpoint }
  }

  /// Notes a broken rule.
  public mutating func noteFinding(_ rule: String) {
    if findings.count < Self.callLimit { findings.append(rule) }
  }

  /// The faults that strike a call with this number at an endpoint.
  public func faults(at endpoint: String, call: Int) -> [Fault] {
    decision.scenario?.faults.filter { $0.endpoint == endpoint && $0.calls.strike(call) } ?? []
  }
}

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
