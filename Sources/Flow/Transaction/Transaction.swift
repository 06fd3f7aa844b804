/// One run of a login or verification.
///
/// What all providers share stands here; what one provider needs beside it is its `Detail`.
package struct Transaction<Detail: Sendable>: Sendable {
  /// The number in the order of starts within the sandbox, from 1; identifiers derive from it.
  package let ordinal: Int
  /// The identifier in addresses and logs.
  package let identifier: String
  /// The client that started it.
  package let client: String
  /// When it started, on the sandbox's clock.
  package let started: Instant
  /// Who logs in.
  package var person: Person
  /// Which scenario it got, and why.
  package let decision: Decision
  /// What the person does and when.
  package var timeline: Timeline
  /// When its last credential ends; the transaction is judged and forgotten then.
  package var ends: Instant
  /// The calls that a relying party made on it, in order; at most `callLimit`.
  package private(set) var calls: [EndpointCall] = []
  /// The rules that its traffic broke, by id; at most `callLimit`.
  package private(set) var findings: [String] = []
  /// What the provider keeps.
  package var detail: Detail

  /// How many calls and findings a transaction remembers.
  package static var callLimit: Int { 64 }

  /// A transaction that starts.
  package init(
    ordinal: Int, identifier: String, client: String, started: Instant, person: Person, decision: Decision,
    timeline: Timeline, ends: Instant, detail: Detail
  ) {
    (self.ordinal, self.identifier, self.client, self.started) = (ordinal, identifier, client, started)
    (self.person, self.decision, self.timeline) = (person, decision, timeline)
    (self.ends, self.detail) = (ends, detail)
  }

  /// Notes a call and answers with its number at that endpoint, counted from 1.
  package mutating func noteCall(_ endpoint: String, at now: Instant, number: Int = 0) -> Int {
    // Beyond the limit no call is the first any more, so that a fault for the first one does not strike again.
    guard calls.count < Self.callLimit else { return Self.callLimit + 1 }
    calls.append(EndpointCall(endpoint: endpoint, at: now, number: number))
    return calls.count { $0.endpoint == endpoint }
  }

  /// Notes a broken rule.
  package mutating func noteFinding(_ rule: String) {
    if findings.count < Self.callLimit { findings.append(rule) }
  }

  /// The faults that strike a call with this number at an endpoint.
  package func faults(at endpoint: String, call: Int) -> [Fault] {
    let faults = decision.faults
    return faults.isEmpty ? [] : faults.filter { $0.endpoint == endpoint && $0.calls.strike(call) }
  }
}
