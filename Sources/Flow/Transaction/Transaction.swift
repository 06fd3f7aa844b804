/// One run of a login or verification.
///
/// What all providers share is here; what one provider needs in addition is its `Detail`.
package struct Transaction<Detail: Sendable>: Sendable {
  /// In the order of starts within the sandbox, from 1; identifiers derive from it.
  package let ordinal: Int
  /// In addresses and logs.
  package let identifier: String
  package let client: String
  /// On the sandbox's clock.
  package let started: Instant
  private var boxedPerson: Boxed<Person>
  package var decision: Decision
  package var timeline: Timeline
  /// When its last credential expires; the transaction is judged and forgotten then.
  package var ends: Instant
  /// In order; at most `callLimit`.
  package private(set) var calls: [EndpointCall] = []
  /// How many further calls each endpoint got.
  package private(set) var unlistedCalls: [String: Int] = [:]
  /// The ids of the rules that its traffic broke; at most `callLimit`.
  package private(set) var findings: [String] = []
  /// How its relying party was seen to react.
  package private(set) var sightings: [Sighting] = []
  /// When the answer with the scenario's defect was sent; the number is that of the latest call then.
  package var delivered: EndpointCall?
  /// Why the scenario's defect had no effect; `nil` if nothing prevented it.
  package private(set) var obstacle: String?
  /// The token or endpoint that could not have the defect; empty if no other one can have it either.
  private var obstructed = ""
  /// What protects a relying party that accepts the scenario's defect; `nil` if nothing is known to.
  package var safeguard: Safeguard?
  /// The number of the latest call of the sandbox when its relying party's reaction was last reported.
  package var heard: Int?
  /// The latest call, even if `calls` did not keep it.
  package private(set) var latest: EndpointCall?
  /// The verdict, if it was settled before the end.
  package var settled: Verdict?
  private var boxedDetail: Boxed<Detail>

  /// How many calls and findings a transaction remembers.
  package static var callLimit: Int { 64 }

  package init(
    ordinal: Int, identifier: String, client: String, started: Instant, person: Person, decision: Decision,
    timeline: Timeline, ends: Instant, detail: Detail
  ) {
    (self.ordinal, self.identifier, self.client, self.started) = (ordinal, identifier, client, started)
    (self.decision, self.timeline, self.ends) = (decision, timeline, ends)
    (boxedPerson, boxedDetail) = (Boxed(wrappedValue: person), Boxed(wrappedValue: detail))
  }

  // Lent to whoever reads a part of them: a getter, such as a property wrapper makes, copies all of them each time.

  package var person: Person {
    _read { yield boxedPerson.wrappedValue }
    _modify { yield &boxedPerson.wrappedValue }
  }

  package var detail: Detail {
    _read { yield boxedDetail.wrappedValue }
    _modify { yield &boxedDetail.wrappedValue }
  }

  /// How many calls an endpoint got.
  package func callCount(at endpoint: String) -> Int {
    calls.count { $0.endpoint == endpoint } + unlistedCalls[endpoint, default: 0]
  }

  /// Notes a call and returns its number at that endpoint, counted from 1.
  ///
  /// - Parameter limit: how many calls of this endpoint `calls` keeps.
  package mutating func noteCall(
    _ endpoint: String, at now: Instant, number: Int = 0, keeping limit: Int = callLimit
  ) -> Int {
    let call = EndpointCall(endpoint: endpoint, at: now, number: number)
    let known = callCount(at: endpoint)
    latest = call
    if known < limit, calls.count < Self.callLimit {
      calls.append(call)
    } else {
      unlistedCalls[endpoint, default: 0] += 1
    }
    return known + 1
  }

  package mutating func noteSighting(_ sighting: Sighting) {
    if sightings.count == Self.callLimit { sightings.removeFirst() }
    sightings.append(sighting)
  }

  package mutating func noteFinding(_ rule: String) {
    if findings.count < Self.callLimit { findings.append(rule) }
  }

  /// Notes why the scenario's defect has no effect, unless an answer had it already.
  ///
  /// - Parameter place: the token or endpoint that cannot have it, if a later one may.
  /// - Returns: false if an answer had it.
  @discardableResult
  package mutating func note(obstacle: String, in place: String = "") -> Bool {
    guard delivered == nil else { return false }
    // What no later answer can have weighs more.
    guard self.obstacle == nil || !obstructed.isEmpty else { return true }
    (self.obstacle, obstructed) = (obstacle, place)
    return true
  }

  /// Notes that a later token of a kind, or answer of an endpoint, has the defect after all.
  package mutating func clearObstacle(in place: String) {
    if obstructed == place { (obstacle, obstructed) = (nil, "") }
  }

  package func faults(at endpoint: String, call: Int) -> [Fault] {
    let faults = decision.faults
    return faults.isEmpty ? [] : faults.filter { $0.endpoint == endpoint && $0.calls.strike(call) }
  }

  /// True if a fault hides the answer to the latest call of an endpoint from its caller.
  package func isAnswerHidden(at endpoint: String) -> Bool {
    faults(at: endpoint, call: callCount(at: endpoint)).contains { $0.action.hidesAnswer }
  }

  /// True if a fault has hidden the answer to any call of an endpoint until now; `beforeLatest` leaves the latest out.
  package func hasHiddenAnswer(at endpoint: String, beforeLatest: Bool = false) -> Bool {
    let count = callCount(at: endpoint) - (beforeLatest ? 1 : 0)
    return decision.faults.contains { fault in
      fault.endpoint == endpoint && fault.action.hidesAnswer
        && stride(from: 1, through: count, by: 1).contains { fault.calls.strike($0) }
    }
  }
}
