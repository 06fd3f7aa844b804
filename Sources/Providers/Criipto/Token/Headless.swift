import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The grant of a login without a browser (§1.7).
  static let headlessGrant = "urn:grn:params:grant-type:headless"
  /// Misspelt grants with `urn:` twice; one page of the documentation prints the first.
  static let headlessMisprints: Set = [
    "urn:urn:params:grant-type:headless", "urn:urn:grn:params:grant-type:headless",
  ]
  /// The field that carries the handle, for each spelling of the grant.
  static let headlessGrants = Dictionary(
    uniqueKeysWithValues: headlessMisprints.union([headlessGrant]).map { ($0, "headless_req_id") })

  /// Begins a login without a browser; the client shows the QR code itself (§2.6, headless start).
  func headlessAuthorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backend(call) { backend throws(Interruption) in
      let (client, parameters) = (backend.client, AuthorizationParameters(backend.form))
      guard !client.client.isPublic else {
        throw .refused(
          OpenIDRefusal(
            .invalidClient, CriiptoRules.headlessPublic, client.identifier,
            "The application must be confidential"))
      }
      let spent = try refusing { () throws(OpenIDRefusal) in
        try spend(client, at: call.time.forClients)
      }
      do throws(Interruption) {
        return try choosing(
          facts(parameters, client.identifier, call), for: client.identifier,
          asked: AskedScenario.find(call.request) { parameters[$0] }
        ) { choice throws(Interruption) in
          try beginHeadless(parameters, of: client.known, choice, call, backend.advice + spent)
        }
      } catch { throw error.after(spent) }
    }
  }

  private func beginHeadless(
    _ parameters: AuthorizationParameters, of known: KnownClient<CriiptoClient>, _ choice: ScenarioChoice,
    _ call: Call, _ findings: [Finding]
  ) throws(Interruption) -> Answer {
    try refusing { () throws(OpenIDRefusal) in
      let (request, advice) = try headlessRequest(parameters, of: known, choice.scenario, call)
      do throws(OpenIDRefusal) {
        return try withOrderLock(for: request) { () throws(OpenIDRefusal) in
          try open(request, choice, call, findings + advice)
        }
      } catch { throw error.after(advice) }
    }
  }

  private func headlessRequest(
    _ parameters: AuthorizationParameters, of known: KnownClient<CriiptoClient>, _ scenario: Scenario?,
    _ call: Call
  ) throws(OpenIDRefusal) -> (CriiptoRequest, advice: [Finding]) {
    guard let eid = parameters["acr_values"].flatMap({ RequestedEID($0) }), eid.eid == .bankID else {
      throw OpenIDRefusal(
        .invalidRequest, CriiptoRules.headlessACR, parameters["acr_values"] ?? "none is sent",
        "acr_values must be one of Swedish BankID")
    }
    let switches = CriiptoSwitches(known.client, scenario)
    let client = known.client.set(by: switches)
    let scopes = try CriiptoRequest.scopeAdvice(parameters.words("scope"), client.scopes)
    let request = CriiptoRequest(
      clientID: known.identifier, client: client, switches: switches, redirectURI: "", responseType: .code,
      responseMode: .json, scopes: parameters.words("scope"), eids: [eid], namesEIDs: true, state: nil,
      nonce: parameters["nonce"], proofKey: nil, hint: LoginHint(parameters["login_hint"]), prompt: .login,
      languages: CriiptoLanguages(parameters.words("ui_locales"), accepting: call.request))
    return (request, scopes + request.hint.advice + CriiptoRequest.ignored(parameters))
  }

  private func open(
    _ request: CriiptoRequest, _ choice: ScenarioChoice, _ call: Call, _ known: [Finding]
  ) throws(OpenIDRefusal) -> Answer {
    let (switches, eid) = (request.switches, request.eids[0])
    let (named, unknown) = person(named: request.hint, at: eid.eid, choice.scenario)
    let ordinal = sandbox.nextOrdinal()
    let handle = identifier(ordinal)
    let start = MethodStart(
      requested: eid, request: request, ordinal: ordinal, identifier: handle, now: call.now,
      isIdentified: true, caller: MethodCaller(call), isUnscripted: isUnscripted(choice.decision),
      namesUnknownPerson: named.isNobody, isHeadless: true)
    let findings = known + unknown + eid.eid.method.advice(start)
    let method: MethodState
    do throws(MethodRefusal) {
      method = try eid.eid.method.start(start, at: self)
    } catch {
      logins.giveBack(choice)
      return Answer(error.response, findings: findings + error.findings)
    }
    let requestID = UUIDText(
      sandbox.environment.bytes(16, ordinal: ordinal, purpose: "criipto/headless_req_id")
    ).text
    let opened = logins.open(
      choice, client: request.clientID, person: logins.person(choice.decision, named: named.person),
      at: CriiptoEndpoint.headless, now: call.now, noun: "a login without a browser",
      script: logins.script(choice.decision, standard: method.usualScript),
      patience: min(eid.eid.method.patience(switches), switches[.headless]),
      remembrance: switches[.accessToken] + Criipto.remembrance,
      findings: findings, number: ordinal, identifier: { _ in handle },
      handles: { _ in [requestID] + method.handles }
    ) { _, _ in
      CriiptoLogin(
        request: request, domain: call.publicBase, method: method, requested: eid,
        namesUnknownPerson: named.isNobody, headlessIdentifier: requestID)
    }
    return opened.answer(findings: findings) {
      let data = eid.eid.method.headlessData(of: opened.transaction, at: call.now, self)
      return .uncached(
        .ok,
        [
          "headless_req_id": .string(requestID),
          "expires_in": .integer(Int(switches[.headless].components.seconds)),
          "acr_data": [
            "qrData": .string(data?.qrData ?? ""), "autoStartToken": .string(data?.autoStartToken ?? ""),
          ],
        ])
    }
  }

  // MARK: Polling

  /// The headless grant (§1.7): pending, declined, or, once, the tokens.
  func answer(_ request: TokenRequest<CriiptoLogin>, grant: String) throws(Interruption) -> Answer? {
    guard Criipto.headlessGrants[grant] != nil else { return nil }
    let call = request.owned.call
    let misprint =
      Criipto.headlessMisprints.contains(grant) ? [Finding(CriiptoRules.headlessGrantMisprint, grant)] : []
    do throws(Interruption) {
      guard request.form.text("headless_req_id") != nil else {
        throw .refused(Self.missing("headless_req_id"))
      }
      let client = try authenticate(request.form, for: call, of: request.owned.transaction)
      do throws(Interruption) {
        // Before anything is used up.
        if let login = request.owned.transaction, login.client == client.identifier,
          case .authenticated = login.phase(at: call.now)
        {
          _ = try idTokenRecipients(login.detail.client, call)
        }
        return try refusing { () throws(OpenIDRefusal) in
          let spent = try spend(client, at: call.time.forClients)
          // A login has other handles too, of which a code must not be redeemed without what it is bound to.
          guard let login = request.owned.transaction, login.client == client.identifier,
            login.detail.headlessIdentifier == request.owned.handle
          else {
            throw OpenIDRefusal(
              .invalidGrant, CriiptoRules.headlessUnknown, request.owned.handle, Criipto.unknownCode
            ).after(spent)
          }
          return Answer(
            try headlessResponse(login, call),
            findings: request.advice + misprint + client.known.findings + spent
              + login.detail.eid.method.advice(on: login, call, at: self))
        }
      } catch { throw error.after(client.known.findings) }
    } catch { throw error.after(misprint) }
  }

  private static func headlessExpired(_ age: Duration) -> OpenIDRefusal {
    OpenIDRefusal(
      .expiredToken, CriiptoRules.headlessExpired, "it was \(age.components.seconds) s old",
      "headless_req_id has expired")
  }

  private func headlessResponse(
    _ login: Transaction<CriiptoLogin>, _ call: Call
  ) throws(OpenIDRefusal) -> Response {
    let age = call.now - login.started
    let isOver = age >= login.detail.switches[.headless]
    switch login.phase(at: call.now) {
    case .choosing, .pending:
      let data = login.detail.eid.method.headlessData(of: login, at: call.now, self)
      return .uncached(
        .badRequest,
        [
          "error": "authorization_pending",
          "error_description": .string(data?.description ?? "awaiting first user interaction"),
          "acr_data": ["qrData": .string(data?.qrData ?? ""), "hintCode": .string(data?.hintCode ?? "")],
        ])
    case .failed(let failure)
    where isOver && failure.outcome == BankIDOutcome(.expiredTransaction).rawValue:
      throw Self.headlessExpired(age)
    case .failed: return .uncached(.badRequest, OpenIDRefusal(.accessDenied, "user declined").body)
    case .authenticated where isOver && login.detail.grant.redeemed == nil: throw Self.headlessExpired(age)
    case .authenticated:
      let redeemed = logins.transactions.update(login.identifier) {
        login -> (Transaction<CriiptoLogin>?, newHandle: String?) in
        guard login.detail.grant.redeemed == nil else {
          login.detail.grant.isReused = true
          return (nil, nil)
        }
        let token = issueAccessToken(of: &login, at: call.now)
        return (login, token)
      }
      guard let redeemed = redeemed ?? nil else {
        throw OpenIDRefusal(
          .invalidGrant, Self.book[.codeReused], "headless_req_id", Criipto.unknownCode)
      }
      return try tokens(for: redeemed, call)
    }
  }
}
