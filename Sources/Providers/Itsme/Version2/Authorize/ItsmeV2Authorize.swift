import Flow
import HTTP
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The authorization endpoint: checks the rules in the contract's order, then starts a login (§1.4).
  func authorize(_ call: Call, at base: ItsmeBase) throws(DocumentNeeded) -> Outcome {
    try authorize(call, completing: Self.checkIdentifier) { request throws(Interruption) in
      try refusing { () throws(OpenIDRefusal) in try checkBase(base, of: request.client) }
      _ = try takeRequestObject(
        requestObjects(of: request.client, at: base), Self.requestReferences, in: &request, call
      ) { facts($0.parameters, $0.identifier, call) }
      let (parameters, identifier) = (request.parameters, request.identifier)
      // Before the other rules, because the scenario's switches take precedence over the client's.
      return try choosing(
        facts(parameters, identifier, call), for: identifier,
        asked: AskedScenario.find(call.request, parameters.values)
      ) { choice throws(Interruption) in
        let switches = Self.switches(of: request.client, choice.scenario)
        return try refusing { () throws(OpenIDRefusal) in
          let uri = try redirectURI(&request, switches, call)
          var asked = try read(&request, redirectURI: uri, switches, call)
          if let error = try Self.promptError(request.parameters["prompt"], switches) {
            return .answer(refuse(error, request, switches, to: uri))
          }
          asked.template = try template(of: asked, at: request)
          let named: Person?
          do throws(OpenIDRefusal) { named = try person(asked, choice, &request) } catch {
            guard error.error == .accessDenied else { throw error }
            logins.giveBack(choice)
            return .answer(refuse(error, request, switches, to: uri))
          }
          return begin(asked, named, choice, switches, base, request, call)
        }
      }
    }
  }

  /// Printable ASCII, at most 255 characters (A1).
  private static func checkIdentifier(_ parameters: inout AuthorizationParameters) throws(OpenIDRefusal) {
    guard let identifier = parameters["client_id"] else { return }
    guard identifier.utf8.count <= 255, identifier.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .page(
        book[.clientUnknown], "it is not printable ASCII of at most 255 letters",
        "Invalid \"client_id\" parameter", as: .invalidClientID)
    }
  }

  /// A client that was registered for one base is unknown at the other.
  private func checkBase(_ base: ItsmeBase, of client: ItsmeV2Client) throws(OpenIDRefusal) {
    guard let own = client.base, own != base else { return }
    throw .page(
      Self.book[.clientUnknown], "\(client.identifier) is registered for the base \(own.path)",
      Self.profile.texts.clientUnknown, as: .unauthorizedClient)
  }

  private func begin(
    _ asked: ItsmeV2Request, _ named: Person?, _ choice: ScenarioChoice, _ switches: Switches,
    _ base: ItsmeBase, _ request: AuthorizationRequest<ItsmeV2Client>, _ call: Call
  ) -> Outcome {
    // Only a human is asked who logs in: a script acts as the scenario's person, or the usual one.
    let script = logins.script(choice.decision, standard: ItsmeVerb.approval)
    let isKnown = choice.scenario?.person != nil || named != nil
    // A link opens the app only on phones, and only by GET (E2).
    let isPhone = Platform.isPhone(call.request)
    let opensApp = isPhone && !request.parameters.isPosted
    let way: WayToPhone =
      script.way ?? (opensApp ? .link : isPhone || asked.phone != nil ? .number : .code)
    let opened = logins.open(
      choice, client: request.identifier, person: logins.person(choice.decision, named: named),
      at: ItsmeV2Endpoint.authorize, now: call.now, script: script, patience: switches[.app],
      // Long enough to tell an expired code from an unknown one.
      remembrance: switches[.code] + Self.remembrance, findings: request.findings
    ) { _, _ in
      ItsmeV2Login(
        request: asked, base: base, home: call.publicBase, switches: switches,
        hasSecret: request.client.hasSecret, language: asked.language, opensApp: opensApp,
        hasReachedPhone: script != .manual || isKnown, way: way)
    }
    if asked.claims.subject == nil { noteAnybody(opened.transaction) }
    return opened.outcome(findings: request.findings) { proceed(opened.transaction.identifier, call) }
  }

  /// An id_token and userinfo that agree show who another person is only to a client that asked for one.
  private func noteAnybody(_ login: Transaction<ItsmeV2Login>) {
    let tokens = login.decision.scenario?.tokens ?? [:]
    guard ["id_token", "userinfo"].allSatisfy({ tokens[$0]?.defect == TokenDefect.wrongSubject.rawValue })
    else { return }
    noteObstacle("the request names nobody by sub, so that anybody may log in", of: login)
  }

  /// The person that the request names by `sub` (S5), or by phone number (A19); `nil` if it names nobody, or if a human
  /// or the scenario replaces somebody unknown.
  private func person(
    _ asked: ItsmeV2Request, _ choice: ScenarioChoice, _ request: inout AuthorizationRequest<ItsmeV2Client>
  ) throws(OpenIDRefusal) -> Person? {
    let world = sandbox.library.world
    if let person = try asked.claims.person(at: request.identifier, in: world) { return person }
    guard let phone = asked.phone else { return nil }
    if let person = world.person(withPhone: phone) { return person }
    let refusal = Self.unknownPerson(phone)
    let script = logins.script(choice.decision, standard: ItsmeVerb.approval)
    if script == .manual || choice.scenario?.person != nil {
      request.findings += refusal.findings
      return nil
    }
    guard !sandbox.settings.isStrict else { throw refusal }
    let (person, findings) = madeUpPerson(phone)
    request.findings += findings
    return person
  }

  /// The facts for a scenario's conditions; malformed parts of the request give none.
  func facts(_ parameters: AuthorizationParameters, _ client: String, _ call: Call) -> Facts {
    let claims = (try? ItsmeV2ClaimsRequest(of: parameters)) ?? ItsmeV2ClaimsRequest()
    let phone = Self.appChecks.phone(parameters["login_hint"]).number
    let world = sandbox.library.world
    let registered = registered(client)
    let service = ServiceCode.meant(by: parameters["scope"], of: registered)
    var facts = Facts(parameters.values)
    if let phone { facts["login_hint"] = phone.hint }
    facts["is.client"] = client
    facts["is.flow"] = "redirect"
    let named = (try? claims.person(at: client, in: world)) ?? nil
    facts["is.person"] = (named ?? phone.flatMap { world.person(withPhone: $0) })?.key
    facts["is.service"] = service
    facts["is.service_type"] = service.flatMap { registered?.services[$0]?.kind?.rawValue }
    facts["is.acr"] = Self.level(claims, parameters["acr_values"]).level.rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    return facts
  }

  // MARK: Errors

  /// Reports an error to the client's redirect URI.
  private func refuse(
    _ refusal: OpenIDRefusal, _ request: AuthorizationRequest<ItsmeV2Client>, _ switches: Switches,
    to uri: String
  ) -> Answer {
    noteRefusedLogin(refusal)
    let findings = request.findings + refusal.findings
    // What else a denial says, a switch decides (Z17).
    let isDescribed = refusal.error != .accessDenied || switches.describesDenial
    let answer = AuthorizationAnswer(
      refusal.error, isDescribed ? refusal.description : nil, state: request.parameters["state"], to: uri)
    return Answer(respond(answer, to: request.parameters, of: request.client), findings: findings)
  }

  /// `nil`: errors of a request stay on itsme's page, unless a switch redirects them (§5 Z1).
  func errorTarget(
    _ parameters: AuthorizationParameters, of client: ItsmeV2Client, for call: Call
  ) -> String? {
    let identifier = parameters["client_id"] ?? ""
    guard
      let decision = try? logins.previewScenario(
        facts(parameters, identifier, call), for: identifier,
        asked: AskedScenario.find(call.request, parameters.values)),
      Self.switches(of: client, decision.scenario)[v2: .requestErrors].word == "redirect"
    else { return nil }
    return try? redirectURI(parameters["redirect_uri"], among: client.redirectURIs, of: client).uri
  }
}
