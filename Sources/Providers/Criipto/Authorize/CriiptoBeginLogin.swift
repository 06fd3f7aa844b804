import Flow
import HTTP
import JOSE
import OpenID
import ProviderKit

extension Criipto {
  /// Begins a login for a valid request: a session or its eID answers it, or the person first chooses an eID.
  func begin(
    _ request: CriiptoRequest, _ choice: ScenarioChoice, _ call: Call, _ findings: [Finding]
  ) throws(Interruption) -> Outcome {
    let recipients = request.responseType.hasIDToken ? try idTokenRecipients(request.client, call) : []
    let started = try withOrderLock(for: request) { () throws(Interruption) in
      try refusing { () throws(OpenIDRefusal) in try open(request, recipients, choice, call, findings) }
    }
    switch started {
    case .answered(let answer): return .answer(answer)
    case .opened(let opened, let findings):
      return opened.outcome(findings: findings) { firstOutcome(of: opened.transaction, call) }
    }
  }

  private enum Started: Sendable {
    /// The eID refused the request, so there is no login.
    case answered(Answer)
    case opened(OpenedTransaction<CriiptoLogin>, [Finding])
  }

  private func firstOutcome(of login: Transaction<CriiptoLogin>, _ call: Call) -> Outcome {
    let outcome = proceed(login, call)
    guard login.detail.session.signedOn != nil else { return outcome }
    return outcome.mapAnswer {
      $0.remarks.insert("a session of the browser answers without the eID", at: 0)
    }
  }

  private func open(
    _ request: CriiptoRequest, _ recipients: [JWK], _ choice: ScenarioChoice, _ call: Call, _ known: [Finding]
  ) throws(OpenIDRefusal) -> Started {
    let switches = request.switches
    var findings = known
    let script = logins.script(choice.decision, standard: Criipto.approval)
    let only = request.onlyEID ?? (showsSelection(script, switches, call) ? nil : request.eids.first)
    let (named, unknown) = person(named: request.hint, at: only?.eid, choice.scenario)
    let session = try self.session(for: request, choice, named: named.person, call)
    let another = another(than: named.person, at: only?.eid, switches)
    if session.login == nil { findings += unknown + Self.choiceAdvice(request, taken: only) }
    let ordinal = sandbox.nextOrdinal()
    let handle = identifier(ordinal)
    var (method, requested) = (MethodState.undecided, only)
    if let earlier = session.login {
      let wantsApp = request.appSwitch != nil || request.responseMode == .json
      if wantsApp, request.prompt != .none { findings.append(Finding(CriiptoRules.signOnInterferes)) }
      (method, requested) = (earlier.method, earlier.requested)
    } else if let only {
      let start = MethodStart(
        requested: only, request: request, ordinal: ordinal, identifier: handle, now: call.now,
        isIdentified: script != .manual || named.person != nil || choice.scenario?.person != nil,
        caller: MethodCaller(call), isUnscripted: isUnscripted(choice.decision),
        namesUnknownPerson: named.isNobody)
      findings += only.eid.method.advice(start)
      do throws(MethodRefusal) {
        method = try only.eid.method.start(start, at: self)
      } catch {
        logins.giveBack(choice)
        return .answered(Answer(error.response, findings: findings + error.findings))
      }
    }
    let opened = logins.open(
      choice, client: request.clientID,
      person: session.login?.person ?? another ?? logins.person(choice.decision, named: named.person),
      at: CriiptoEndpoint.authorize, now: call.now,
      script: logins.script(choice.decision, standard: method.usualScript),
      patience: only.map { $0.eid.method.patience(switches) } ?? switches[.selection],
      remembrance: switches[.code] + Criipto.remembrance, findings: findings, number: ordinal,
      identifier: { _ in handle },
      // If a session answers, the eID's handles still belong to the earlier login.
      handles: { _ in session.login == nil ? method.handles : [] }
    ) { _, _ in
      CriiptoLogin(
        request: request, domain: call.publicBase, method: method, requested: requested,
        session: session.browser, namesUnknownPerson: named.isNobody, recipients: recipients)
    }
    noteObstacles(to: opened.transaction, named: named.person, another: another)
    return .opened(opened, findings)
  }

  /// The identifier of a transaction in URLs.
  func identifier(_ ordinal: Int) -> String {
    sandbox.environment.identifier(
      length: 20, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "criipto/transaction")
  }

  /// True if no human decides, and the story, if any, leaves it to the switch when the person approves.
  func isUnscripted(_ decision: Decision) -> Bool {
    guard !sandbox.isInteractive else { return false }
    guard let story = decision.scenario else { return true }
    return story.phone == nil && story.quirks[BankIDQuirk.appAnswers.rawValue] != nil
  }

  /// True if the person chooses the eID on a page; otherwise the first one requested is used.
  private func showsSelection(_ script: PhoneScript, _ switches: CriiptoSwitches, _ call: Call) -> Bool {
    script == .manual || switches[.selectionPage].word == "always" && call.request.prefersHTML
  }

  /// Findings about several acr_values: a client that opens an app or names the person must send one (§1.2,
  /// `acr_values`).
  private static func choiceAdvice(_ request: CriiptoRequest, taken: RequestedEID?) -> [Finding] {
    guard request.namesEIDs, request.onlyEID == nil else { return [] }
    let seen = request.eids.map(\.urn).joined(separator: " ")
    let hint = request.hint
    let needsOne =
      request.appSwitch != nil || request.responseMode == .json || hint.personalNumber != nil
      || hint.uuid != nil
    if needsOne { return [Finding(CriiptoRules.acrSeveral, seen)] }
    return taken == nil ? [] : [Finding(CriiptoRules.acrFirstTaken, seen)]
  }

  // MARK: Scenario

  /// The scenario that the login of a pushed request would get, without using it up.
  func previewScenario(_ parameters: AuthorizationParameters, for client: String, _ call: Call) -> Scenario? {
    let decision = try? logins.previewScenario(
      facts(parameters, client, call), for: client,
      asked: AskedScenario.find(call.request, { parameters[$0] }))
    return decision?.scenario
  }

  /// The facts for a scenario's conditions; malformed parts of the request give none.
  func facts(_ parameters: AuthorizationParameters, _ client: String, _ call: Call) -> Facts {
    let hint = LoginHint(parameters["login_hint"])
    var facts = Facts(parameters.values)
    facts["is.client"] = client
    let eid = parameters.words("acr_values").first.flatMap { RequestedEID($0) }
    facts["is.person"] = knownPerson(named: hint, at: eid?.eid)?.key
    facts["is.acr"] = eid?.urn
    facts["is.eid"] = eid?.eid.rawValue
    facts["is.platform"] = hint.appSwitch?.rawValue ?? Platform(call.request).rawValue
    return facts
  }
}
