import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// Starts a login for a request that is in order: chooses the scenario and the person, and opens the transaction.
  func begin(
    _ request: AuthenticationRequest, _ parameters: RequestParameters, _ client: ItsmeClient,
    _ identifier: String,
    _ call: Call, _ findings: [Finding]
  ) throws(AuthorizeProblem) -> Outcome {
    var findings = findings
    let library = sandbox.library
    let named = try person(named: request, in: library.world, &findings)
    let decision = try decide(request, parameters, identifier, named?.key, call, library)
    let switches = Switches(client: client.quirks, scenario: decision.scenario, standards: Itsme.standards)
    // Only a human has to say who logs in: everybody else is the scenario's person, or the usual one.
    let script = decision.scenario?.phone ?? (sandbox.settings.isInteractive ? .manual : Itsme.approval)
    let isKnown = decision.scenario?.person != nil || named != nil
    let person = decision.scenario?.person ?? named ?? library.world.people[World.usualPerson]
    let hasReachedPhone = script != .manual || isKnown || Platform(call.request).isMobile

    let ordinal = sandbox.nextOrdinal()
    let now = sandbox.environment.clock.now
    let handle = sandbox.environment.identifier(
      length: 20, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "itsme/transaction")
    let timeline = Timeline(script, reachingPhoneAt: now, waitingFor: switches[.app])
    var login = Transaction(
      ordinal: ordinal, identifier: handle, client: identifier, started: now,
      person: person ?? Person(key: World.usualPerson), decision: decision, timeline: timeline,
      // Long enough to say of a late code that it is late, and not that it was never issued.
      ends: timeline.deadline + switches[.code] + Itsme.remembrance,
      detail: Login(request: request, base: call.base, switches: switches, hasReachedPhone: hasReachedPhone))
    let callNumber = login.noteCall(ItsmeEndpoint.authorize.rawValue, at: now)
    for finding in findings { login.noteFinding(finding.rule.identifier) }
    arm(login)
    logins.insert(login, handles: [handle])

    var remarks = ["\(identifier) starts a login: \(decision.text)"]
    remarks += decision.nearMisses.map { "not \($0.text)" }
    let faults = login.faults(at: ItsmeEndpoint.authorize.rawValue, call: callNumber)
    if let instead = faults.answerInstead {
      return .answer(
        Answer(instead, transaction: handle, findings: findings, faults: faults, remarks: remarks))
    }
    let outcome = proceed(handle, for: call, findings: findings, remarks: remarks, faults: faults)
    return outcome
  }

  /// What the person does where nothing else is said.
  static let approval = PhoneScript.steps([PhoneStep(ItsmeVerb.approve.rawValue)])

  /// How long a login is remembered after its last credential ended.
  static let remembrance: Duration = .seconds(120)

  // MARK: Who and how

  /// The person whom the request names by phone number or subject.
  private func person(
    named request: AuthenticationRequest, in world: World, _ findings: inout [Finding]
  ) throws(AuthorizeProblem) -> Person? {
    guard let phone = request.phone else { return nil }
    if let person = world.person(withPhone: phone) { return person }
    let finding = Finding(AuthorizeRules.personUnknown, phone.claim)
    guard sandbox.settings.isStrict else {
      findings.append(finding)
      return nil
    }
    throw .page(
      RefusedPage(AuthorizeRules.personUnknown, phone.claim, "This phone number has no itsme account"))
  }

  private func decide(
    _ request: AuthenticationRequest, _ parameters: RequestParameters, _ client: String, _ person: String?,
    _ call: Call, _ library: ScenarioLibrary
  ) throws(AuthorizeProblem) -> Decision {
    var facts = Facts(parameters.values)
    if let phone = request.phone { facts["login_hint"] = phone.hint }
    facts["is.client"] = client
    facts["is.person"] = person
    facts["is.service"] = request.service
    facts["is.acr"] = request.level.rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    do throws(UnknownScenario) {
      return try library.decide(
        facts, of: Itsme.slug, asked: AskedScenario.find(call.request, parameters.values))
    } catch {
      throw .page(RefusedPage(AuthorizeRules.scenarioUnknown, error.text, "Unknown scenario: \(error.text)"))
    }
  }

  private func arm(_ login: Transaction<Login>) {
    guard let faults = login.decision.scenario?.faults, !faults.isEmpty else { return }
    let unowned = faults.filter { ItsmeEndpoint(rawValue: $0.endpoint)?.term.isOwned == false }
    sandbox.armedFaults.arm(unowned, at: Itsme.slug, for: login.identifier)
  }
}
