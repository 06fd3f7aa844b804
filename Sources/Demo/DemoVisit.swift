import Flow
import JSON
import Synchronization

/// One visitor's way through a flow, as the relying party remembers it.
struct DemoVisit: Sendable {
  let identifier: String
  /// The flow's slug.
  let flow: String
  /// The value of the browser's cookie.
  let visitor: String
  /// On the sandbox's clock.
  let started: Instant
  /// The title of the scenario that the presenter chose.
  let scenario: String
  /// True if a human acts as the person.
  let isByHand: Bool
  /// The step of the tour it shows; `nil` for another story.
  let step: DemoTour.Kind?
  /// The mistakes that the relying party makes on purpose.
  let switches: DemoSwitches
  /// Values that the relying party remembers, such as state, nonce and tokens.
  var memory: [String: String] = [:]
  /// The latest requests of its server, oldest first.
  private(set) var exchanges: [Exchange] = []
  private(set) var checks: [DemoCheck] = []
  private(set) var state = State.underway(DemoVisit.beginning)

  static let beginning = "The relying party begins."

  enum State: Sendable {
    /// In progress; the text says what it waits for.
    case underway(String)
    /// The person is logged in, with these claims.
    case welcomed(name: String, JSONObject)
    /// The person is refused, for this reason.
    case refused(String)
  }

  /// A request of the relying party's server and its response.
  struct Exchange: Sendable {
    let purpose: String
    let request: String
    let answer: String
  }

  /// The maximum number of exchanges; the oldest are dropped.
  static let exchangeLimit = 24

  init(
    _ identifier: String, flow: String, visitor: String, started: Instant, scenario: String,
    isByHand: Bool = false, step: DemoTour.Kind? = nil, without switches: DemoSwitches = DemoSwitches()
  ) {
    (self.identifier, self.flow, self.visitor) = (identifier, flow, visitor)
    (self.started, self.scenario, self.switches) = (started, scenario, switches)
    (self.isByHand, self.step) = (isByHand, step)
  }

  var isUnderway: Bool {
    if case .underway = state { return true }
    return false
  }

  /// A repeated request replaces the one before.
  mutating func note(_ exchange: Exchange) {
    if let last = exchanges.last, last.purpose == exchange.purpose { exchanges.removeLast() }
    exchanges.append(exchange)
    if exchanges.count > Self.exchangeLimit { exchanges.removeFirst() }
  }

  /// A check that a switch turns off is shown as skipped.
  mutating func note(_ new: [DemoCheck]) {
    let new = new.map { $0.switches.contains(where: switches.has) ? $0.leftOut : $0 }
    checks = Array((checks + new).suffix(64))
  }

  mutating func wait(for what: String) {
    if isUnderway { state = .underway(what) }
  }

  /// Logs the person in if every check passed, and refuses otherwise.
  mutating func conclude(_ name: String, _ claims: JSONObject) {
    let failed = checks.filter { $0.result == .failed }.map { "“\($0.name)”" }
    let start = failed.count == 1 ? "This check failed" : "These checks failed"
    state =
      failed.isEmpty
      ? .welcomed(name: name, claims) : .refused("\(start): \(failed.joined(separator: ", ")).")
  }

  mutating func refuse(_ reason: String) {
    if isUnderway { state = .refused(reason) }
  }
}

/// A check that a backend makes before it believes a response.
struct DemoCheck: Sendable, Hashable {
  enum Result: String, Sendable {
    case passed, failed
    /// There was nothing to check.
    case absent
  }

  let name: String
  let result: Result
  /// What was seen.
  let detail: String
  /// The switches, each of which turns it off.
  let switches: [DemoSwitch]

  init(_ name: String, _ isPassed: Bool, _ detail: String, unless switches: DemoSwitch...) {
    self.init(name, isPassed, detail, unless: switches)
  }

  init(_ name: String, _ isPassed: Bool, _ detail: String, unless switches: [DemoSwitch]) {
    let shown = detail.count <= 160 ? detail : detail.prefix(160) + "…"
    (self.name, result, self.detail) = (name, isPassed ? .passed : .failed, shown)
    self.switches = switches
  }

  init(absent name: String, _ detail: String) {
    (self.name, result, self.detail, switches) = (name, .absent, detail, [])
  }

  static func equal(
    _ name: String, _ found: String?, _ wanted: String, unless switches: DemoSwitch...
  ) -> DemoCheck { equal(name, found, wanted, unless: switches) }

  static func equal(
    _ name: String, _ found: String?, _ wanted: String, unless switches: [DemoSwitch]
  ) -> DemoCheck {
    let detail = "\(found ?? "nothing")\(found == wanted ? "" : ", not \(wanted)")"
    return DemoCheck(name, found == wanted, detail, unless: switches)
  }

  fileprivate var leftOut: DemoCheck { DemoCheck(absent: name, "left out; there was \(detail)") }
}

/// The visits of a sandbox's demonstration; bounded, the oldest go first.
final class DemoVisits: Sendable {
  private struct State {
    var visits: [DemoVisit] = []
    /// By flow: the name of the story that the presenter chose for the next visit.
    var chosen: [String: String] = [:]
    /// By flow: the key set that the relying party knows.
    var keys: [String: [UInt8]] = [:]
    var count = 0
  }

  static let capacity = 64

  private let state = Mutex(State())

  /// The ordinal from which the next secret derives.
  func nextNumber() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  func add(_ visit: DemoVisit) {
    state.withLock { state in
      state.visits.append(visit)
      if state.visits.count > Self.capacity { state.visits.removeFirst() }
    }
  }

  func find(_ identifier: String) -> DemoVisit? {
    state.withLock { state in state.visits.first { $0.identifier == identifier } }
  }

  /// The visit that sent a state with its request.
  func find(flow: String, state sent: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.memory["state"] == sent } }
  }

  /// The visit of any flow that sent a state, if its relying party makes this mistake.
  func find(state sent: String, without mistake: DemoSwitch) -> DemoVisit? {
    state.withLock { state in
      state.visits.last { $0.memory["state"] == sent && $0.switches.has(mistake) }
    }
  }

  /// What the latest visit of another flow remembers under the name.
  func latest(_ name: String, besides flow: String) -> String? {
    state.withLock { state in
      state.visits.last { $0.flow != flow && $0.memory[name] != nil }?.memory[name]
    }
  }

  /// The visit by which a browser is logged in.
  func find(flow: String, session: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.memory["session"] == session } }
  }

  /// True if some visit of the flow remembers the value under the name.
  func remember(_ name: String, _ value: String, of flow: String) -> Bool {
    state.withLock { state in state.visits.contains { $0.flow == flow && $0.memory[name] == value } }
  }

  /// The visit of the flow that remembers the value under the name.
  func find(flow: String, remembering name: String, _ value: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.memory[name] == value } }
  }

  /// The flow's latest visit in progress.
  func underway(_ flow: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.isUnderway } }
  }

  func latest(_ flow: String, of visitor: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.visitor == visitor } }
  }

  /// Changes a visit under the lock: `change` must not call these methods.
  func update(_ identifier: String, _ change: (inout DemoVisit) -> Void) {
    state.withLock { state in
      guard let index = state.visits.firstIndex(where: { $0.identifier == identifier }) else { return }
      change(&state.visits[index])
    }
  }

  /// The provider's key set as the relying party of a flow last fetched it.
  func keys(of flow: String) -> [UInt8]? { state.withLock { $0.keys[flow] } }

  func keep(keys: [UInt8], of flow: String) { state.withLock { $0.keys[flow] = keys } }

  func chosen(_ flow: String) -> String? { state.withLock { $0.chosen[flow] } }

  /// Sets the story of the flow's next visit; `nil` lets the person decide.
  func choose(_ story: String?, for flow: String) { state.withLock { $0.chosen[flow] = story } }

  func reset() { state.withLock { state in (state.visits, state.chosen, state.keys) = ([], [:], [:]) } }
}
