import Flow
import HTTP
import OpenID
import ProviderKit

extension Itsme {
  /// The authorization endpoint: checks the rules in the contract's order, then starts a login (§1.3).
  func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    if let page = appPage(call) { return page }
    return try authorize(call) { request throws(Interruption) in
      if let object = request.parameters["request"] {
        try open(requestObject: object, Itsme.requestObjects, in: &request, call)
      }
      let (parameters, identifier) = (request.parameters, request.identifier)
      // Before the other rules, because the scenario's switches take precedence over the client's.
      return try choosing(
        facts(parameters, identifier, call), for: identifier,
        asked: AskedScenario.find(call.request, parameters.values)
      ) { choice throws(Interruption) in
        let switches = Itsme.switches(of: request.client, choice.scenario)
        return try refusing { () throws(OpenIDRefusal) in
          do throws(OpenIDRefusal) {
            let asked = try read(&request, switches, call)
            return try begin(asked, choice, switches, &request, call)
          } catch { throw error.adjusted(by: switches) }
        }
      }
    }
  }

  /// Checks the request; its redirect URI must be registered for its service (guide §2).
  private func read(
    _ request: inout AuthorizationRequest<ItsmeClient>, _ switches: Switches, _ call: Call
  ) throws(OpenIDRefusal) -> AuthenticationRequest {
    let client = request.client
    let scope = try RequestedScope(request.parameters["scope"], of: client, switches)
    request.findings += scope.findings
    let (uri, advice) = try redirectURI(
      request.parameters["redirect_uri"], among: client.services[scope.service]?.redirectURIs ?? [],
      of: client, isCompared: switches.comparesRedirectURIs)
    request.findings += advice
    return try AuthenticationRequest(
      &request, redirectURI: uri, scope: scope, switches: switches,
      from: call.request)
  }

  private func begin(
    _ asked: AuthenticationRequest, _ choice: ScenarioChoice, _ switches: Switches,
    _ request: inout AuthorizationRequest<ItsmeClient>, _ call: Call
  ) throws(OpenIDRefusal) -> Outcome {
    request.findings += withheld(asked, by: request.client)
    // Only a human is asked who logs in: a script acts as the scenario's person, or the usual one.
    let script = logins.script(choice.decision, standard: ItsmeVerb.approval)
    var named = asked.person(at: request.identifier, in: sandbox.library.world)
    if named == nil, let refusal = unknownPerson(asked, switches) {
      if script == .manual || choice.scenario?.person != nil {
        request.findings += refusal.findings
      } else {
        guard let phone = asked.phone, !sandbox.settings.isStrict else { throw refusal }
        let (person, findings) = madeUpPerson(phone)
        named = person
        request.findings += findings
      }
    }
    let isKnown = choice.scenario?.person != nil || named != nil
    // A universal link opens the app only on phones, and only by GET (guide §3.2, §3.8).
    let opensApp = Platform.isPhone(call.request) && !request.parameters.isPosted
    let opened = logins.open(
      choice, client: request.identifier, person: logins.person(choice.decision, named: named),
      at: ItsmeEndpoint.authorize, now: call.now, script: script, patience: switches[.app],
      // Long enough to tell an expired code from an unknown one.
      remembrance: switches[.code] + Itsme.remembrance, findings: request.findings
    ) { _, _ in
      ItsmeLogin(
        request: asked, home: call.publicBase, switches: switches, language: asked.language,
        opensApp: opensApp, hasReachedPhone: script != .manual || isKnown)
    }
    return opened.outcome(findings: request.findings) { proceed(opened.transaction.identifier, call) }
  }

  /// Reports the claims that are requested but not agreed for the service (§1.2).
  private func withheld(_ asked: AuthenticationRequest, by client: ItsmeClient) -> [Finding] {
    guard let allowed = client.services[asked.service]?.allowedClaims else { return [] }
    let scopes = AuthenticationRequest.Scope.allCases.filter(asked.scopes.contains)
      .flatMap { ItsmeClaim.of($0, withName: false) }.map(\.rawValue)
    let withheld = (scopes + asked.claims.userinfo + asked.claims.idToken).filter { key in
      ItsmeClaim(requested: key).map { !allowed.contains($0.rawValue) } ?? false
    }
    return withheld.isEmpty
      ? [] : [Finding(Itsme.book[.claimNotAllowed], withheld.joined(separator: ", "))]
  }

  // MARK: Person and facts

  /// The refusal of a request that names an unknown person; `nil` if it names nobody.
  private func unknownPerson(_ asked: AuthenticationRequest, _ switches: Switches) -> OpenIDRefusal? {
    if let phone = asked.phone { return Self.unknownPerson(phone) }
    guard asked.claims.namesSubject else { return nil }
    return OpenIDRefusal(
      switches.subjectError, Itsme.book[.subjectUnknown], asked.claims.subjectText,
      "Nobody has the requested sub")
  }

  /// The facts for a scenario's conditions; malformed parts of the request give none.
  private func facts(_ parameters: AuthorizationParameters, _ client: String, _ call: Call) -> Facts {
    let claims = (try? ClaimsRequest(of: parameters)) ?? ClaimsRequest()
    let phone = Self.appChecks.phone(parameters["login_hint"] ?? claims.phoneNumber).number
    let world = sandbox.library.world
    var facts = Facts(parameters.values)
    if let phone { facts["login_hint"] = phone.hint }
    facts["is.client"] = client
    facts["is.person"] =
      (phone.map { world.person(withPhone: $0) } ?? claims.person(at: client, in: world))?.key
    facts["is.service"] = ServiceCode.meant(by: parameters["scope"], of: registered(client))
    facts["is.acr"] = AuthorizeChecks.level(claims, parameters["acr_values"]).level.rawValue
    facts["is.platform"] = Platform(call.request).rawValue
    return facts
  }

  // MARK: Errors

  /// The redirect URI of any of the client's services, because the request may fail before its service is known; or any
  /// safe one, if a switch turns the check off.
  func errorTarget(
    _ parameters: AuthorizationParameters, of client: ItsmeClient, for call: Call
  ) -> String? {
    let identifier = parameters["client_id"] ?? ""
    guard
      let decision = try? logins.previewScenario(
        facts(parameters, identifier, call), for: identifier,
        asked: AskedScenario.find(call.request, parameters.values))
    else { return nil }
    return try? redirectURI(
      parameters["redirect_uri"], among: client.redirectURIs, of: client,
      isCompared: Itsme.switches(of: client, decision.scenario).comparesRedirectURIs
    ).uri
  }
}

extension Switches {
  fileprivate var comparesRedirectURIs: Bool { self[.redirectURICheck].word == "exact" }
}

extension OpenIDRefusal {
  /// Makes `not_implemented` an HTTP error instead of a redirect, as in the guide (§5 #9).
  fileprivate func adjusted(by switches: Switches) -> OpenIDRefusal {
    guard error == .notImplemented else { return self }
    var refusal = switches[.notImplemented].word == "page" ? onPage : self
    refusal.status = 501
    return refusal
  }
}
