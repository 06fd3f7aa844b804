import Flow
import JSON
import Synchronization

/// One visitor's way through a flow, as the relying party remembers it.
struct DemoVisit: Sendable {
  /// The name in addresses.
  let identifier: String
  /// The flow.
  let flow: String
  /// The browser, by its cookie.
  let visitor: String
  /// When it began, on the sandbox's clock.
  let started: Instant
  /// The scenario that the presenter chose.
  let scenario: String
  /// What the relying party has to remember: state, nonce, tokens.
  var memory: [String: String] = [:]
  /// What it sent and received, in order.
  private(set) var exchanges: [Exchange] = []
  /// What it checked.
  private(set) var checks: [DemoCheck] = []
  /// Where the visit stands.
  private(set) var state = State.underway("The relying party begins.")

  /// Where a visit stands.
  enum State: Sendable {
    /// Something is waited for.
    case underway(String)
    /// The person is logged in; what is known of them.
    case welcomed(name: String, JSONObject)
    /// The person is not; why.
    case refused(String)
  }

  /// A request of the relying party's server, and what came back.
  struct Exchange: Sendable {
    let purpose: String
    let request: String
    let answer: String
  }

  /// How many exchanges are remembered; a page that polls for long forgets the oldest polls.
  static let exchangeLimit = 24

  init(_ identifier: String, flow: String, visitor: String, started: Instant, scenario: String) {
    (self.identifier, self.flow, self.visitor) = (identifier, flow, visitor)
    (self.started, self.scenario) = (started, scenario)
  }

  /// True if something is still waited for.
  var isUnderway: Bool {
    if case .underway = state { return true }
    return false
  }

  /// Notes what was sent and received; one that only asks again takes the place of the one before.
  mutating func note(_ exchange: Exchange) {
    if let last = exchanges.last, last.purpose == exchange.purpose { exchanges.removeLast() }
    exchanges.append(exchange)
    if exchanges.count > Self.exchangeLimit { exchanges.removeFirst() }
  }

  /// Notes what was checked.
  mutating func note(_ new: [DemoCheck]) { checks = Array((checks + new).suffix(64)) }

  /// Waits for something.
  mutating func wait(for what: String) {
    if isUnderway { state = .underway(what) }
  }

  /// Lets the person in if every check passed, and refuses otherwise.
  mutating func conclude(_ name: String, _ claims: JSONObject) {
    let failed = checks.filter { $0.result == .failed }
    state =
      failed.isEmpty
      ? .welcomed(name: name, claims)
      : .refused("Not let in. What failed: \(failed.map(\.name).joined(separator: "; ")).")
  }

  /// Refuses.
  mutating func refuse(_ reason: String) {
    if isUnderway { state = .refused(reason) }
  }
}

/// Something that a backend checks before it believes an answer.
struct DemoCheck: Sendable, Hashable {
  /// How a check came out.
  enum Result: String, Sendable {
    case passed, failed
    /// There was nothing to check.
    case absent
  }

  /// What is checked.
  let name: String
  let result: Result
  /// What was seen.
  let detail: String

  /// A check that passed or failed.
  init(_ name: String, _ isPassed: Bool, _ detail: String) {
    let shown = detail.count <= 160 ? detail : detail.prefix(160) + "…"
    (self.name, result, self.detail) = (name, isPassed ? .passed : .failed, shown)
  }

  /// A check for which there was nothing to check.
  init(absent name: String, _ detail: String) {
    (self.name, result, self.detail) = (name, .absent, detail)
  }

  /// Two texts that have to be the same.
  static func equal(_ name: String, _ found: String?, _ wanted: String) -> DemoCheck {
    DemoCheck(name, found == wanted, "\(found ?? "nothing")\(found == wanted ? "" : ", not \(wanted)")")
  }
}

/// The visits of a sandbox's demonstration; bounded, the oldest go first.
final class DemoVisits: Sendable {
  private struct State {
    var visits: [DemoVisit] = []
    /// What the presenter chose for the next visit, by flow: the name of a story.
    var chosen: [String: String] = [:]
    var count = 0
  }

  /// How many are remembered.
  static let capacity = 64

  private let state = Mutex(State())

  /// The number of the next secret, from which it derives.
  func nextNumber() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  /// Remembers a visit.
  func add(_ visit: DemoVisit) {
    state.withLock { state in
      state.visits.append(visit)
      if state.visits.count > Self.capacity { state.visits.removeFirst() }
    }
  }

  /// The visit of a name.
  func find(_ identifier: String) -> DemoVisit? {
    state.withLock { state in state.visits.first { $0.identifier == identifier } }
  }

  /// The visit that sent a state with its request.
  func find(flow: String, state sent: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.memory["state"] == sent } }
  }

  /// The latest visit of a browser to a flow.
  func latest(_ flow: String, of visitor: String) -> DemoVisit? {
    state.withLock { state in state.visits.last { $0.flow == flow && $0.visitor == visitor } }
  }

  /// Changes a visit; the change itself must not look up any.
  func update(_ identifier: String, _ change: (inout DemoVisit) -> Void) {
    state.withLock { state in
      guard let index = state.visits.firstIndex(where: { $0.identifier == identifier }) else { return }
      change(&state.visits[index])
    }
  }

  /// What the presenter chose for the next visit of a flow.
  func chosen(_ flow: String) -> String? { state.withLock { $0.chosen[flow] } }

  /// The presenter chooses a story for the next visit of a flow; `nil` lets the person decide.
  func choose(_ story: String?, for flow: String) { state.withLock { $0.chosen[flow] = story } }

  /// The next visitor comes: nothing is remembered of the last one.
  func reset() { state.withLock { state in (state.visits, state.chosen) = ([], [:]) } }
}
