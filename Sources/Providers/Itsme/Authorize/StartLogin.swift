import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// Starts a login for a request that is in order: chooses the person, and opens the transaction.
  func begin(
    _ request: AuthenticationRequest, _ choice: ScenarioChoice, _ switches: Switches,
    _ client: ItsmeClient, _ identifier: String, _ call: Call, _ findings: [Finding]
  ) throws(AuthorizeProblem) -> Outcome {
    let (named, unknown) = try person(named: request, at: identifier, in: sandbox.library.world)
    let findings = findings + unknown
    // Only a human has to say who logs in: everybody else is the scenario's person, or the usual one.
    let script = logins.script(choice.decision, standard: Itsme.approval)
    let isKnown = choice.scenario?.person != nil || named != nil
    let hasReachedPhone = script != .manual || isKnown || Platform(call.request).isMobile
    let opened = logins.open(
      choice, client: identifier, person: logins.person(choice.decision, named: named),
      at: ItsmeEndpoint.authorize, now: call.now, script: script, patience: switches[.app],
      // Long enough to say of a late code that it is late, and not that it was never issued.
      remembrance: switches[.code] + Itsme.remembrance, findings: findings
    ) { _, _ in
      Login(
        request: request, issuer: issuer(call.publicBase), switches: switches,
        hasReachedPhone: hasReachedPhone)
    }
    let login = opened.transaction
    return opened.outcome(findings: findings) { proceed(login.identifier, at: call.now, for: call) }
  }

  /// What the person does where nothing else is said.
  static let approval = PhoneScript.steps([PhoneStep(ItsmeVerb.approve.rawValue)])

  /// How long a login is remembered after its last credential ended.
  static let remembrance: Duration = .seconds(600)

  // MARK: Who and how

  /// The person whom the request names by phone number or, in the claims parameter, by subject (§1.11).
  private func person(
    named request: AuthenticationRequest, at client: String, in world: World
  ) throws(AuthorizeProblem) -> (Person?, [Finding]) {
    guard let seen = request.phone?.claim ?? request.claims.subject else { return (nil, []) }
    if let person = person(request.phone, request.claims.subject, at: client, in: world) {
      return (person, [])
    }
    guard sandbox.settings.isStrict else { return (nil, [Finding(AuthorizeRules.personUnknown, seen)]) }
    throw .page(
      InvalidRequest(
        AuthorizeRules.personUnknown, seen,
        request.phone == nil ? "This subject has no itsme account" : "This phone number has no itsme account")
    )
  }

  private func person(
    _ phone: PhoneNumber?, _ subject: String?, at client: String, in world: World
  ) -> Person? {
    if let phone { return world.person(withPhone: phone) }
    guard let subject else { return nil }
    return world.people.values.sorted { $0.key < $1.key }.first { Subject.of($0, at: client) == subject }
  }

  /// Chooses the scenario of a login.
  func choose(
    _ parameters: RequestParameters, _ client: String, _ call: Call
  ) throws(AuthorizeProblem) -> ScenarioChoice {
    do throws(UnknownScenario) {
      return try logins.choose(
        facts(parameters, client, call), for: client,
        asked: AskedScenario.find(call.request, parameters.values))
    } catch { throw unknown(error) }
  }

  /// The scenario that a login would get; nothing is taken from the queue.
  func foresee(
    _ parameters: RequestParameters, _ client: String, _ call: Call
  ) throws(AuthorizeProblem) -> Decision {
    do throws(UnknownScenario) {
      return try logins.foresee(
        facts(parameters, client, call), for: client,
        asked: AskedScenario.find(call.request, parameters.values))
    } catch { throw unknown(error) }
  }

  private func unknown(_ scenario: UnknownScenario) -> AuthorizeProblem {
    .page(
      InvalidRequest(AuthorizeRules.scenarioUnknown, scenario.text, "Unknown scenario: \(scenario.text)"))
  }

  /// What conditions can ask about; a part of the request that is not in order is simply not there.
  private func facts(_ parameters: RequestParameters, _ client: String, _ call: Call) -> Facts {
    let claims = (try? AuthorizeChecks.claims(parameters)) ?? ClaimsRequest()
    let phone = AuthorizeChecks.phone(parameters["login_hint"] ?? claims.phoneNumber).number
    var facts = Facts(parameters.values)
    if let phone { facts["login_hint"] = phone.hint }
    facts["is.client"] = client
    facts["is.person"] = person(phone, claims.subject, at: client, in: sandbox.library.world)?.key
    facts["is.service"] = RequestedScope.service(parameters["scope"])
    facts["is.acr"] = AuthorizeChecks.level(claims, parameters["acr_values"]).level.rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    return facts
  }

  /// What is asked for but not agreed for the service (§1.2).
  func withheld(_ request: AuthenticationRequest, by client: ItsmeClient) -> [Finding] {
    guard let allowed = client.services[request.service]?.allowedClaims else { return [] }
    let scopes = AuthenticationRequest.Scope.allCases.filter(request.scopes.contains)
      .flatMap { ItsmeClaim.of($0, withName: false) }.map(\.rawValue)
    let withheld = (scopes + request.claims.userinfo + request.claims.idToken).filter { key in
      ItsmeClaim(requested: key).map { !allowed.contains($0.rawValue) } ?? false
    }
    return withheld.isEmpty
      ? [] : [Finding(AuthorizeRules.claimNotAllowed, withheld.joined(separator: ", "))]
  }
}
