import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// Starts a login for a request that is in order: chooses the person, and opens the transaction.
  func begin(
    _ request: AuthenticationRequest, _ decision: Decision, _ queued: ScenarioQueue.Entry?,
    _ switches: Switches,
    _ client: ItsmeClient, _ identifier: String, _ call: Call, _ findings: [Finding]
  ) throws(AuthorizeProblem) -> Outcome {
    var findings = findings
    let library = sandbox.library
    let named = try person(named: request, at: identifier, in: library.world, &findings)
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
      detail: Login(
        request: request, issuer: issuer(call.publicBase), switches: switches,
        hasReachedPhone: hasReachedPhone))
    let callNumber = login.noteCall(
      ItsmeEndpoint.authorize.rawValue, at: now, number: sandbox.nextCall())
    for finding in findings { login.noteFinding(finding.rule.identifier) }
    arm(login, queued)
    logins.insert(login, handles: [handle])

    var remarks = ["\(identifier) starts a login: \(decision.text)"]
    remarks += decision.nearMisses.map { "not \($0.text)" }
    let faults = login.faults(at: ItsmeEndpoint.authorize.rawValue, call: callNumber)
    if let instead = faults.answerInstead {
      return .answer(
        Answer(instead, transaction: handle, findings: findings, faults: faults, remarks: remarks))
    }
    return proceed(handle, for: call, findings: findings, remarks: remarks, faults: faults)
  }

  /// What the person does where nothing else is said.
  static let approval = PhoneScript.steps([PhoneStep(ItsmeVerb.approve.rawValue)])

  /// How long a login is remembered after its last credential ended.
  static let remembrance: Duration = .seconds(600)

  // MARK: Who and how

  /// The person whom the request names by phone number or, in the claims parameter, by subject (§1.11).
  private func person(
    named request: AuthenticationRequest, at client: String, in world: World, _ findings: inout [Finding]
  ) throws(AuthorizeProblem) -> Person? {
    guard request.phone != nil || request.claims.subject != nil else { return nil }
    if let person = person(request.phone, request.claims.subject, at: client, in: world) { return person }
    let seen = request.phone?.claim ?? request.claims.subject ?? ""
    guard sandbox.settings.isStrict else {
      findings.append(Finding(AuthorizeRules.personUnknown, seen))
      return nil
    }
    throw .page(
      RefusedPage(
        AuthorizeRules.personUnknown, seen,
        request.phone == nil ? "This subject has no itsme account" : "This phone number has no itsme account")
    )
  }

  private func person(
    _ phone: PhoneNumber?, _ subject: String?, at client: String, in world: World
  ) -> Person? {
    if let phone { return world.person(withPhone: phone) }
    return subject.flatMap { subject in world.people.values.first { Subject.of($0, at: client) == subject } }
  }

  /// Which scenario the login gets; a part of the request that is not in order is simply not there.
  ///
  /// - Parameter queued: the scenario that waits for this client, asked for only when the request names none.
  func decide(
    _ parameters: RequestParameters, _ client: String, _ call: Call, queued: () -> Scenario?
  ) throws(AuthorizeProblem) -> Decision {
    let library = sandbox.library
    var ignored: [Finding] = []
    let claims = (try? AuthorizeChecks.claims(parameters, noting: &ignored)) ?? ClaimsRequest()
    let phone = AuthorizeChecks.phone(parameters["login_hint"] ?? claims.phoneNumber, noting: &ignored)
    var facts = Facts(parameters.values)
    if let phone { facts["login_hint"] = phone.hint }
    facts["is.client"] = client
    facts["is.person"] = person(phone, claims.subject, at: client, in: library.world)?.key
    facts["is.service"] = RequestedScope.service(parameters["scope"])
    facts["is.acr"] =
      AuthorizeChecks.level(claims, parameters["acr_values"], noting: &ignored).rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    do throws(UnknownScenario) {
      return try library.decide(
        facts, of: Itsme.slug, asked: AskedScenario.find(call.request, parameters.values), queued: queued)
    } catch {
      throw .page(RefusedPage(AuthorizeRules.scenarioUnknown, error.text, "Unknown scenario: \(error.text)"))
    }
  }

  /// Reports what is asked for but not agreed for the service (§1.2).
  func noteWithheld(_ request: AuthenticationRequest, _ client: ItsmeClient, _ findings: inout [Finding]) {
    guard let allowed = client.services[request.service]?.allowedClaims else { return }
    let scopes = AuthenticationRequest.Scope.allCases.filter(request.scopes.contains)
      .flatMap { ItsmeClaim.of($0, withName: false) }.map(\.rawValue)
    let withheld = (scopes + request.claims.userinfo + request.claims.idToken).filter { key in
      ItsmeClaim(requested: key).map { !allowed.contains($0.rawValue) } ?? false
    }
    guard !withheld.isEmpty else { return }
    findings.append(Finding(AuthorizeRules.claimNotAllowed, withheld.joined(separator: ", ")))
  }

  /// Faults at endpoints that nobody owns wait for the whole sandbox; those of a queued scenario waited already.
  private func arm(_ login: Transaction<Login>, _ queued: ScenarioQueue.Entry?) {
    guard let faults = login.decision.scenario?.faults, !faults.isEmpty else { return }
    if let queued {
      sandbox.armedFaults.handOver(from: queued.owner, to: login.identifier)
      return
    }
    let unowned = faults.filter { ItsmeEndpoint(rawValue: $0.endpoint)?.term.isOwned == false }
    sandbox.armedFaults.arm(unowned, at: Itsme.slug, for: login.identifier)
  }
}
