import Flow
import Frame
import HTTP
import ProviderKit

/// The demonstration of a sandbox: the pages below `/demo`, and what its relying parties remember.
final class Demonstration: Sendable {
  let site: Site
  let visits = DemoVisits()

  var sandbox: Sandbox { site.sandbox }

  init(_ site: Site) { self.site = site }

  /// Recognizes a returning browser.
  private static let cookie = "eidolon_visitor"

  static var endpoints: [Endpoint<Demonstration>] {
    [
      endpoint("demo", [.get], "/demo") { .answer(Answer(DemoView($1, $0).overview)) },
      endpoint("demo reset", [.post], "/demo") { $0.reset($1) },
      endpoint("demo flow", [.get], "/demo/{flow}") { $0.showFlow($1) },
      endpoint("demo presenter", [.post], "/demo/{flow}") { demonstration, call in
        guard let flow = DemoFlow.named(call.parameters["flow"]) else { return demonstration.missing(call) }
        return demonstration.present(flow, call)
      },
      endpoint("demo callback", [.get], "/demo/{flow}/callback") { $0.comeBack($1) }.changing,
      endpoint("demo login", [.get], "/demo/{flow}/login") { $0.logIn($1) }.changing,
      endpoint("demo me", [.get], "/demo/{flow}/me") { $0.showPerson($1) },
      endpoint("demo visit", [.get], "/demo/{flow}/visits/{id}") { $0.showVisit($1) },
      // Called by a provider's server, which has no token of the control plane.
      Endpoint(named: "demo message", [.post], "/demo/{flow}/webhook", .heavy) { $0.hear($1) },
      endpoint("demo act", [.post], "/demo/{flow}/visits/{id}") { demonstration, call in
        guard let visiting = demonstration.visiting(call), let form = try? call.request.form else {
          return demonstration.missing(call)
        }
        return visiting.flow.party.act(form, visiting)
      },
    ] + stageEndpoints
  }

  private func hear(_ call: Call) -> Outcome {
    guard let flow = DemoFlow.named(call.parameters["flow"]) else { return missing(call) }
    return flow.party.hear(
      call.request, DemoListener(flow: flow, call: call, sandbox: sandbox, visits: visits))
  }

  private func showFlow(_ call: Call) -> Outcome {
    guard let flow = DemoFlow.named(call.parameters["flow"]) else { return missing(call) }
    let visit = visitor(call).flatMap { visits.latest(flow.slug, of: $0) }
    let query = (try? call.request.target.query) ?? Form()
    return withSwitches(query["without"], flow) { switches in
      let view = DemoView(call, self)
      return .answer(
        Answer(
          query["pane"] != nil ? view.front(of: flow) : view.page(of: flow, latest: visit, without: switches))
      )
    }
  }

  private func showVisit(_ call: Call) -> Outcome {
    guard let visiting = visiting(call), let visit = visiting.visit else { return missing(call) }
    guard visit.isUnderway, call.request.method == .get else { return show(visit, call) }
    // The relying party asks the provider first; then the page is shown.
    let outcome = visiting.flow.party.look(visiting)
    return Self.showing(outcome) { [self] in
      visits.find(visit.identifier).map { show($0, call) } ?? missing(call)
    }
  }

  /// An endpoint for browsers on a safe host, with the token if one is set; forms of other sites are refused.
  static func endpoint(
    _ name: String, _ methods: [HTTP.Method], _ path: String,
    answer: @escaping @Sendable (Demonstration, Call) -> Outcome
  ) -> Endpoint<Demonstration> {
    Endpoint(named: name, methods, path, .heavy) { demonstration, call in
      if let refusal = demonstration.site.refusal(of: call) { return .answer(Answer(refusal)) }
      guard call.request.method == .get || call.request.method == .head || isOwn(call) else {
        return .answer(Answer(.text(Status(403), "Forms of other sites are not taken.\n")))
      }
      return answer(demonstration, call)
    }
  }

  /// True if a page of this server sent the form; programs other than browsers send no `Origin`.
  private static func isOwn(_ call: Call) -> Bool {
    guard let origin = call.request.headers["Origin"] else { return true }
    return [call.base, call.publicBase].contains { $0 == origin || $0.hasPrefix("\(origin)/") }
  }

  /// The outcome, with a redirect to the page replaced by the page itself.
  private static func showing(_ outcome: Outcome, _ page: @escaping @Sendable () -> Outcome) -> Outcome {
    switch outcome {
    case .answer(let answer): answer.response.status.code == 303 ? page() : outcome
    case .call(let request, let then): .call(request) { showing(then($0, $1), page) }
    case .wait, .gather, .stream: outcome
    }
  }

  // MARK: Visitors

  func visitor(_ call: Call) -> String? { call.request.cookie(Self.cookie) }

  private func visiting(_ call: Call) -> DemoVisiting? {
    guard let flow = DemoFlow.named(call.parameters["flow"]),
      let visit = visits.find(call.parameters["id"] ?? ""), visit.flow == flow.slug
    else { return nil }
    return visiting(visit, flow, call)
  }

  func visiting(_ visit: DemoVisit, _ flow: DemoFlow, _ call: Call) -> DemoVisiting {
    DemoVisiting(identifier: visit.identifier, flow: flow, call: call, sandbox: sandbox, visits: visits)
  }

  private func show(_ visit: DemoVisit, _ call: Call) -> Outcome {
    guard let flow = DemoFlow.named(visit.flow) else { return missing(call) }
    var response = DemoView(call, self).page(of: visit, flow, transaction(of: visit, flow, at: call.now))
    mark(&response, visit, flow, call)
    return .answer(Answer(response))
  }

  func missing(_ call: Call) -> Outcome {
    let frame = ControlPage(call)
    return .answer(
      Answer(
        frame.response(
          .notFound, title: "No such visit",
          "<p>It was forgotten, or never was. <a href=\"\(frame.base)/demo\">To the demonstration</a></p>")))
  }

  /// The transaction that a visit began; known to the presenter only, not to the relying party.
  func transaction(of visit: DemoVisit, _ flow: DemoFlow, at now: Instant) -> TransactionSummary? {
    sandbox.observe(site.providers)
    return KnownTransactions(sandbox: sandbox, providers: site.providers, at: now).all.last {
      $0.client == flow.client && $0.provider == flow.provider && $0.started >= visit.started
    }
  }

  // MARK: The presenter

  /// The stories that a flow can show, by name.
  func stories(of flow: DemoFlow) -> [Scenario] {
    let library = sandbox.library
    return library.names(of: flow.provider).filter(flow.shows).compactMap { library.scenarios[$0] }
  }

  private func present(_ flow: DemoFlow, _ call: Call) -> Outcome {
    let form = (try? call.request.form) ?? Form()
    let frame = ControlPage(call)
    let names = stories(of: flow).map(\.name)
    switch form["do"] {
    case "start":
      if let step = form["step"] {
        visits.choose(nil, for: flow.slug)
        return start(flow, flow.tour?[step], without: DemoSwitches(), call)
      }
      if let chosen = form["story"] { visits.choose(names.contains(chosen) ? chosen : nil, for: flow.slug) }
      return withSwitches(form["without"], flow) { start(flow, nil, without: $0, call) }
    case "next":
      let index = visits.chosen(flow.slug).flatMap(names.firstIndex).map { $0 + 1 } ?? 0
      visits.choose(index < names.count ? names[index] : nil, for: flow.slug)
    case "by_hand": visits.choose(nil, for: flow.slug)
    case "reset": return reset(call)
    default: break
    }
    return .answer(Answer(.redirect(303, to: "\(frame.base)/demo/\(flow.slug)")))
  }

  /// Begins a login with a step of the tour, otherwise with the chosen story, otherwise with the person deciding.
  private func start(
    _ flow: DemoFlow, _ step: DemoTour.Step?, without switches: DemoSwitches, _ call: Call
  ) -> Outcome {
    let chosen = visits.chosen(flow.slug).flatMap { sandbox.library.scenarios[$0] }
    let story = step.flatMap { scenario(of: $0, flow) } ?? chosen
    queue(story ?? byHand(flow), for: flow)
    return begin(
      flow, step?.title ?? story?.title ?? "The person decides", isByHand: story == nil,
      step: step?.kind, without: switches, call)
  }

  /// The story of a step, at the step's pace, with a suitable person.
  private func scenario(of step: DemoTour.Step, _ flow: DemoFlow) -> Scenario? {
    guard var story = sandbox.library.scenarios[step.story] else { return nil }
    if let phone = step.phone { story.phone = .steps(phone) }
    story.lifetimes.merge(step.lifetimes) { $1 }
    story.person = story.person ?? sandbox.library.world.people[flow.person]
    return story
  }

  /// A scenario in which a human decides, on the phone or on the provider's page.
  private func byHand(_ flow: DemoFlow) -> Scenario {
    var scenario = Scenario(
      name: "\(flow.provider)/by-hand", title: "The person decides", provider: flow.provider)
    scenario.phone = .manual
    scenario.person = flow.isKnown ? sandbox.library.world.people[flow.person] : nil
    return scenario
  }

  /// Queues a scenario for the flow's relying party, replacing what earlier visits left in the queue.
  private func queue(_ scenario: Scenario, for flow: DemoFlow) {
    dropQueued(flow)
    guard let entry = sandbox.queue.add(scenario, client: flow.client) else { return }
    sandbox.arm(entry, site.providers)
  }

  private func dropQueued(_ flow: DemoFlow) {
    while let entry = sandbox.queue.next(for: flow.client, of: flow.provider), entry.client == flow.client {
      _ = sandbox.queue.take(for: flow.client, of: flow.provider)
      sandbox.armedFaults.disarm(entry.owner)
    }
  }

  private func reset(_ call: Call) -> Outcome {
    visits.reset()
    for flow in DemoFlow.all { dropQueued(flow) }
    // Accounts that one visitor locked by wrong PINs are open again for the next.
    for provider in site.providers.used { provider.unlock() }
    var response = Response.redirect(303, to: "\(ControlPage(call).base)/demo")
    response.set(
      Cookie(
        Self.cookie, "", path: "\(ControlPage(call).base)/demo", maxAge: 0, httpOnly: true, sameSite: .lax))
    return .answer(Answer(response))
  }

  /// Adds the visitor's cookie to the outcome's answer.
  func remembering(_ visitor: String, _ outcome: Outcome, _ call: Call) -> Outcome {
    outcome.mapAnswer { answer in
      answer.response.set(
        Cookie(
          Self.cookie, visitor, path: "\(ControlPage(call).base)/demo", httpOnly: true,
          secure: call.publicBase.hasPrefix("https://"), sameSite: .lax))
    }
  }
}
