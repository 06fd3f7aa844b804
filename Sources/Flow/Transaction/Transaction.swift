/// One run of a login or verification.
///
/// What all providers share stands here; what one provider needs beside it is its `Detail`. A transaction is copied at every
/// call, so its parts lie in one place: a copy is one reference, and what has one owner changes in place.
public struct Transaction<Detail: Sendable>: Sendable {
  private struct Parts: Sendable {
    let ordinal: Int
    let identifier: String
    let client: String
    let started: Instant
    var person: Person
    let decision: Decision
    var timeline: Timeline
    var ends: Instant
    var calls = CallHistory()
    var findings: [String] = []
    var detail: Detail
  }

  /// The parts, in an array of one.
  private var place: [Parts]

  /// The number in the order of starts within the sandbox, from 1; identifiers derive from it.
  public var ordinal: Int { place.span[0].ordinal }
  /// The identifier in addresses and logs.
  public var identifier: String { place.span[0].identifier }
  /// The client that started it.
  public var client: String { place.span[0].client }
  /// When it started, on the sandbox's clock.
  public var started: Instant { place.span[0].started }
  /// Who logs in.
  public var person: Person {
    _read { yield place.span[0].person }
    _modify { yield &place[0].person }
  }
  /// Which scenario it got, and why.
  public var decision: Decision {
    _read { yield place.span[0].decision }
  }
  /// What the person does and when.
  public var timeline: Timeline {
    _read { yield place.span[0].timeline }
    _modify { yield &place[0].timeline }
  }
  /// When its last credential ends; the transaction is judged and forgotten then.
  public var ends: Instant {
    get { place.span[0].ends }
    set { place[0].ends = newValue }
  }
  /// The calls that a relying party made on it, in order; at most `callLimit`.
  public var calls: CallHistory {
    _read { yield place.span[0].calls }
  }
  /// The rules that its traffic broke, by id; at most `callLimit`.
  public var findings: [String] {
    _read { yield place.span[0].findings }
  }
  /// What the provider keeps.
  public var detail: Detail {
    _read { yield place.span[0].detail }
    _modify { yield &place[0].detail }
  }

  /// How many calls and findings a transaction remembers.
  public static var callLimit: Int { 64 }

  /// A transaction that starts.
  public init(
    ordinal: Int, identifier: String, client: String, started: Instant, person: Person, decision: Decision,
    timeline: Timeline, ends: Instant, detail: Detail
  ) {
    place = [
      Parts(
        ordinal: ordinal, identifier: identifier, client: client, started: started, person: person,
        decision: decision, timeline: timeline, ends: ends, detail: detail)
    ]
  }

  /// Notes a call and answers with its number at that endpoint, counted from 1.
  public mutating func noteCall(_ endpoint: String, at now: Instant, number: Int = 0) -> Int {
    // Beyond the limit no call is the first any more, so that a fault for the first one does not strike again.
    guard calls.count < Self.callLimit else { return Self.callLimit + 1 }
    place[0].calls.append(EndpointCall(endpoint: endpoint, at: now, number: number))
    return calls.count { $0.endpoint == endpoint }
  }

  /// Notes a broken rule.
  public mutating func noteFinding(_ rule: String) {
    if findings.count < Self.callLimit { place[0].findings.append(rule) }
  }

  /// The faults that strike a call with this number at an endpoint.
  public func faults(at endpoint: String, call: Int) -> [Fault] {
    let faults = decision.faults
    return faults.isEmpty ? [] : faults.filter { $0.endpoint == endpoint && $0.calls.strike(call) }
  }
}
