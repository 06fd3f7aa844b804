import Flow
import Frame
import HTTP
import ProviderKit

// What a judge needs of the relying party: an address that begins a login, one that says who is logged in, and a
// callback.

extension Demonstration {
  /// Begins a login with whatever scenario is armed or queued; `without` names the mistakes to make.
  func logIn(_ call: Call) -> Outcome {
    guard let flow = DemoFlow.named(call.parameters["flow"]) else { return missing(call) }
    return withSwitches((try? call.request.target.query)?["without"], flow) { switches in
      begin(
        flow, "what was armed, or else what the provider does by itself", isByHand: false, without: switches,
        call)
    }
  }

  /// Says who is logged in.
  func showPerson(_ call: Call) -> Outcome {
    guard let flow = DemoFlow.named(call.parameters["flow"]) else { return missing(call) }
    guard let session = call.request.cookie(Self.session),
      let visit = visits.find(flow: flow.slug, session: session), case .welcomed(let name, _) = visit.state
    else { return .answer(Answer(.text(Status(401), "Nobody is logged in.\n"))) }
    return .answer(Answer(.text(.ok, "\(name)\n")))
  }

  /// Answers 400 with the list of switches if a name is unknown.
  func withSwitches(
    _ list: String?, _ flow: DemoFlow, then: (DemoSwitches) -> Outcome
  ) -> Outcome {
    switch DemoSwitches.read(list, of: flow.party) {
    case .success(let switches): then(switches)
    case .failure(let unknown): .answer(Answer(.text(.badRequest, unknown.text)))
    }
  }

  func begin(
    _ flow: DemoFlow, _ scenario: String, isByHand: Bool, step: DemoTour.Kind? = nil,
    without switches: DemoSwitches, _ call: Call
  ) -> Outcome {
    let number = visits.nextNumber()
    let secret = { [self] (purpose: String) in
      sandbox.environment.identifier(
        length: 24, from: .lowercaseAlphanumeric, ordinal: number, purpose: "demo/\(purpose)")
    }
    let visitor = visitor(call) ?? secret("visitor")
    let visit = DemoVisit(
      secret("visit"), flow: flow.slug, visitor: visitor, started: call.now,
      scenario: scenario, isByHand: isByHand, step: step,
      without: switches)
    visits.add(visit)
    return remembering(visitor, flow.party.begin(visiting(visit, flow, call)), call)
  }

  /// The cookie of a browser that is logged in.
  private static let session = "eidolon_session"

  /// Shows the outcome of a visit in its page's status and cookie, for programs.
  func mark(_ response: inout Response, _ visit: DemoVisit, _ flow: DemoFlow, _ call: Call) {
    switch visit.state {
    case .underway: break
    case .refused: response.status = Status(403)
    case .welcomed:
      // The address of a visit may be passed on, but not the login.
      guard isOwn(visit, call) || visit.switches.has(.browser),
        let session = visit.memory["session"]
      else { return }
      response.set(
        Cookie(
          Self.session, session, path: "\(ControlPage(call).base)/demo/\(flow.slug)", httpOnly: true,
          secure: call.publicBase.hasPrefix("https://"), sameSite: .lax))
    }
  }

  // MARK: Coming back

  func comeBack(_ call: Call) -> Outcome {
    endLogin(returningBareIn: call)
    guard let addressed = DemoFlow.named(call.parameters["flow"]), let form = try? call.request.target.query,
      let visit = visit(returning: form, addressed, call)
    else {
      let frame = ControlPage(call)
      return .answer(
        Answer(
          frame.response(
            .badRequest, title: "Nobody asked for this", styles: ["demo.css"], stage: .pane,
            """
            <p class="outcome bad" data-testid="outcome" data-state="refused">Nobody asked for this; you are not logged in.</p>
            <p>The browser came back with a state that this relying party did not send, or that it has forgotten: \
            what comes with it is not looked at.</p>
            <p><a href="\(frame.base)/demo">To the demonstration</a></p>
            """)))
    }
    // A login is finished where it began, whichever address the browser comes back to.
    let flow = DemoFlow.named(visit.flow) ?? addressed
    let visiting = visiting(visit, flow, call)
    let isOwn = isOwn(visit, call)
    let check = DemoCheck(
      "state belongs to this browser", isOwn,
      isOwn ? "the cookie says so" : "another browser sent it, or the cookie is gone", unless: .browser)
    // A state can be used once.
    visits.update(visit.identifier) { visit in
      visit.note([check])
      visit.memory["state"] = nil
    }
    guard isOwn || visit.switches.has(.browser) else {
      return visiting.refuse("The browser that came back is not the one that was sent away.")
    }
    return flow.party.comeBack(form, visiting)
  }

  /// The mistake of a relying party that treats a return without parameters as the response.
  private func endLogin(returningBareIn call: Call) {
    guard (call.request.target.raw.firstIndex(of: "?")) == nil,
      let flow = DemoFlow.named(call.parameters["flow"]),
      let visit = visitor(call).flatMap({ visits.latest(flow.slug, of: $0) }), visit.switches.has(.bareReturn)
    else { return }
    visits.update(visit.identifier) { $0.refuse("The browser came back without an answer.") }
  }

  /// True if the browser is the one that began the visit.
  private func isOwn(_ visit: DemoVisit, _ call: Call) -> Bool {
    guard let visitor = visitor(call) else { return visit.switches.has(.sessionMissing) }
    return visitor == visit.visitor
  }

  /// The visit named by the state; without the check of the state, the browser's latest.
  private func visit(returning form: Form, _ flow: DemoFlow, _ call: Call) -> DemoVisit? {
    if let latest = visitor(call).flatMap({ visits.latest(flow.slug, of: $0) }), latest.switches.has(.state) {
      return latest
    }
    return form["state"].flatMap { state in
      visits.find(flow: flow.slug, state: state) ?? visits.find(state: state, without: .redirectShared)
    }
  }
}
