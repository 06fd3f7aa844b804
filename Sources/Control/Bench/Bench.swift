import Flow
import HTTP
import JSON
import Judge
import ProviderKit
import Synchronization

/// Runs the campaigns of a sandbox, one at a time: the server sends their fetches like webhooks, and each outcome
/// drives the campaign on.
final class Bench: Sender {
  private struct State {
    @Boxed var campaign: Campaign? = nil
    /// What the campaign was asked to do.
    var order: JSON = .null
    /// The number of the sandbox's latest campaign.
    var number = 0
    /// Rises with every change that readers may want to see.
    var version = 0
    /// The number of the present demand; an answer to an older one is dropped.
    var ticket = 0
    /// True while a thread drives the campaign on.
    var isRunning = false
    var isCancelled = false
    var fetch: (request: WebRequest, timeout: Duration)?
    /// True while the answer to a fetch is awaited.
    var isFetching = false
    /// When a pause or a wait for a signal ends, in real time.
    var wake: Instant?
    @Boxed var services: JudgeServices? = nil
    var began: Instant?
    var steps = CampaignSteps()

    /// True while a test of the relying party logs in by itself.
    var isCommandAwaited: Bool {
      !isRunning && (campaign.map { $0.listening != nil && $0.order.way == .command } ?? false)
    }

    mutating func noteSteps(at now: Instant) {
      if let campaign { steps.note(campaign, number, at: now) }
    }
  }

  private let sandbox: Sandbox
  private let state = Mutex(State())

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// The campaign as it stands now, or ended.
  struct View: Sendable {
    @Boxed private(set) var campaign: Campaign
    let order: JSON
    let number: Int
    let version: Int
    /// In real time.
    let began: Instant
    let now: Instant
    /// By how much the clock of the sandbox was moved.
    let moved: Duration
  }

  var view: View? {
    state.withLock { state in
      guard let campaign = state.campaign, let began = state.began else { return nil }
      return View(
        campaign: campaign, order: state.order, number: state.number, version: state.version, began: began,
        now: now, moved: state.services?.clockMoved ?? .zero)
    }
  }

  /// Of all campaigns of the sandbox.
  var steps: CampaignSteps { state.withLock { $0.steps } }

  /// False if another campaign is in progress.
  func start(
    _ campaign: Campaign, asked order: JSON, with services: JudgeServices, sentBy office: DeliveryOffice
  ) -> Bool {
    let now = self.now
    let isFree = state.withLock { state in
      guard state.campaign?.stage.isOver ?? true, !state.isRunning else { return false }
      let (number, version, ticket) = (state.number + 1, state.version + 1, state.ticket + 1)
      var steps = state.steps
      steps.begin(campaign, number, at: now)
      state = State(
        campaign: campaign, order: order, number: number, version: version, ticket: ticket)
      (state.services, state.began, state.steps) = (services, now, steps)
      return true
    }
    guard isFree else { return false }
    drive(nil, state.withLock { $0.ticket })
    office.announce(self)
    return true
  }

  /// False if there is nothing to cancel.
  func cancel() -> Bool {
    let wasUnderWay = state.withLock { state in
      guard let campaign = state.campaign, !campaign.stage.isOver else { return false }
      state.isCancelled = true
      if !state.isRunning {
        state.campaign?.cancel()
        state.services?.disarm()
        state.noteSteps(at: now)
        state.ticket += 1
        (state.fetch, state.isFetching, state.wake) = (nil, false, nil)
      }
      state.version += 1
      return true
    }
    if wasUnderWay { sandbox.waiters.touch(Waiters.changes) }
    return wasUnderWay
  }

  /// False if no signal is awaited, or only one of another name.
  func signal(_ signal: Signal, of name: String?) -> Bool {
    guard let (ticket, listening, _) = awaited, name == nil || listening.name == name else { return false }
    drive(.signalled(signal), ticket)
    return true
  }

  /// False if no signal is awaited, or only one about another login.
  ///
  /// - Parameter isNamed: false if the login is only the latest one, which may be older than the case.
  func signal(_ signal: Signal, about transaction: String, isNamed: Bool) -> Bool {
    guard let (ticket, _, services) = awaited,
      services.isArmed(for: transaction, orWithoutLogin: !isNamed)
    else { return false }
    drive(.signalled(signal), ticket)
    return true
  }

  /// What is awaited from a test or a person, with what a signal continues; `nil` if nothing is.
  private var awaited: (ticket: Int, listening: Demand.Listening, services: JudgeServices)? {
    state.withLock { state in
      guard let listening = state.campaign?.listening, let services = state.services, !state.isRunning
      else { return nil }
      return (state.ticket, listening, services)
    }
  }

  // MARK: Sending

  func takeDue() -> (due: DuePosts, isWaiting: Bool) {
    let now = self.now
    let (fetch, wake, ticket, held, isUnderWay) = state.withLock { state in
      let isAnswerAwaited = state.isFetching && state.fetch == nil
      let held = isAnswerAwaited || state.isCommandAwaited ? state.services : nil
      defer { state.fetch = nil }
      let isUnderWay = state.campaign.map { !$0.stage.isOver } ?? false
      return (state.fetch, state.isRunning ? nil : state.wake, state.ticket, held, isUnderWay)
    }
    held?.advanceWhereHeld()
    if let wake, wake <= now {
      drive(.paused, ticket)
      return takeDue()
    }
    let posts = fetch.map { [post($0.request, $0.timeout, ticket)] } ?? []
    let isFetching = !posts.isEmpty || held != nil
    return (DuePosts(posts, next: isFetching ? Self.patience : wake.map { $0 - now }), isUnderWay)
  }

  /// How long a fetch may take before the clock moves for it.
  private static let patience = Duration.milliseconds(100)

  private func post(_ request: WebRequest, _ timeout: Duration, _ ticket: Int) -> Post {
    var post = Post(
      request.method, url: request.address.text, headers: request.headers, body: request.body,
      timeout: timeout, limit: Walk.bodyLimit
    ) { [weak self] in self?.drive(.fetched($0), ticket) }
    post.acceptsSelfSigned = true
    return post
  }

  // MARK: Driving

  /// Meets the campaign's demands until one takes time.
  private func drive(_ event: Event?, _ ticket: Int) {
    let claimed = state.withLock { state -> (Campaign, JudgeServices)? in
      guard state.ticket == ticket, !state.isRunning, let campaign = state.campaign,
        let services = state.services, !campaign.stage.isOver
      else { return nil }
      state.isRunning = true
      (state.ticket, state.wake, state.fetch, state.isFetching) = (state.ticket + 1, nil, nil, false)
      return (campaign, services)
    }
    guard var (campaign, services) = claimed else { return }
    var demand = event.map { campaign.take($0, at: now) } ?? campaign.begin(at: now)
    while let event = services.answer(demand) {
      demand = campaign.take(event, at: now)
      publish(campaign)
    }
    rest(campaign, services, demand)
  }

  private var now: Instant { sandbox.environment.clock.read().real }

  private func publish(_ campaign: Campaign) {
    let now = now
    state.withLock { state in
      if state.campaign?.results.count != campaign.results.count { state.version += 1 }
      state.campaign = campaign
      state.noteSteps(at: now)
    }
  }

  /// Notes the demand that the campaign now waits for.
  private func rest(_ campaign: Campaign, _ services: JudgeServices, _ demand: Demand) {
    let now = now
    state.withLock { state in
      (state.campaign, state.services, state.isRunning) = (campaign, services, false)
      state.version += 1
      if state.isCancelled { state.campaign?.cancel() }
      state.noteSteps(at: now)
      guard state.campaign?.stage.isOver != true else {
        state.services?.disarm()
        return
      }
      switch demand {
      case .fetch(let request, let timeout): (state.fetch, state.isFetching) = ((request, timeout), true)
      case .pause(let duration), .listen(_, let duration): state.wake = now + duration
      case .advance: state.wake = now + Self.patience
      default: break
      }
    }
    services.office.ring()
    sandbox.waiters.touch(Waiters.changes)
  }
}
