import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// The grant of a login without a browser; one page of the documents doubles a word, and both are taken (§1.7).
  static let headlessGrant = "urn:grn:params:grant-type:headless"
  static let headlessGrants: Set<String> = [headlessGrant, "urn:urn:grn:params:grant-type:headless"]

  /// Begins a login without a browser: the client shows the QR code itself (§2.6, headless start).
  func headlessAuthorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    var findings: [Finding] = []
    do throws(CriiptoTokenProblem) {
      return .answer(try beginHeadless(call, &findings))
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal):
        return .answer(Answer(refusal.response, findings: findings + [refusal.finding]))
      }
    }
  }

  private func beginHeadless(_ call: Call, _ findings: inout [Finding]) throws(CriiptoTokenProblem) -> Answer
  {
    let form: Form
    (form, findings) = try CriiptoTokenRules.form(call.request)
    let (client, clientID) = try authenticate(form, for: call, &findings)
    guard !client.isPublic else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.headlessPublic, clientID, "The application must be confidential")
      )
    }
    let parameters = CriiptoParameters(form)
    let choice: ScenarioChoice
    do throws(CriiptoAuthorizeProblem) {
      choice = try choose(parameters, for: parameters["client_id"] ?? client.identifier, call)
    } catch {
      guard case .refused(let refusal) = error else { throw missingHeadless("acr_values") }
      throw .refused(CriiptoTokenRefusal(refusal))
    }
    let application = CriiptoApplication(client, choice.scenario)
    do throws(CriiptoTokenProblem) {
      guard let eid = parameters["acr_values"].flatMap({ RequestedEID($0) }), eid.eid == .bankID else {
        throw missingHeadless(parameters["acr_values"] ?? "none is sent")
      }
      let request = try headlessRequest(parameters, application, eid, call, &findings)
      let known = findings
      return try beginning(request) { () throws(CriiptoTokenProblem) in
        try open(request, eid, choice, clientID, call, known)
      }
    } catch {
      logins.giveBack(choice)
      throw error
    }
  }

  private func missingHeadless(_ seen: String) -> CriiptoTokenProblem {
    .refused(
      CriiptoTokenRefusal(
        .invalidRequest, TokenEndpointRules.headlessACR, seen, "acr_values must be one of Swedish BankID"))
  }

  private func headlessRequest(
    _ parameters: CriiptoParameters, _ application: CriiptoApplication, _ eid: RequestedEID, _ call: Call,
    _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> CriiptoRequest {
    do throws(CriiptoRefusal) {
      let (scope, extra) = try CriiptoAuthorizeChecks.scope(parameters["scope"], application.client.scopes)
      findings += extra
      return CriiptoRequest(
        of: application, to: .sent(""), responseType: .code, responseMode: .json, scope: scope,
        choice: .only(eid), state: nil, nonce: parameters["nonce"], proofKey: nil,
        hint: LoginHint(parameters["login_hint"]), prompt: .login,
        language: CriiptoLanguage(parameters.words("ui_locales")) ?? CriiptoLanguage(accepting: call.request))
    } catch { throw .refused(CriiptoTokenRefusal(error)) }
  }

  private func open(
    _ request: CriiptoRequest, _ eid: RequestedEID, _ choice: ScenarioChoice, _ clientID: String,
    _ call: Call,
    _ known: [Finding]
  ) throws(CriiptoTokenProblem) -> Answer {
    let switches = request.application.switches
    var findings = known
    let person: Person
    do throws(CriiptoRefusal) {
      let (named, unknown) = try self.person(named: request.hint)
      findings += unknown
      person = logins.person(choice.decision, named: named)
    } catch { throw .refused(CriiptoTokenRefusal(error)) }
    let ordinal = sandbox.nextOrdinal()
    let handle = identifier(ordinal)
    var start = MethodStart(
      requested: eid, request: request, clientID: clientID, ordinal: ordinal, identifier: handle,
      now: call.now, isIdentified: true, caller: MethodCaller(call))
    start.isHeadless = true
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
    let lifetime = switches[CriiptoLifetime.headless]
    let opened = logins.open(
      choice, client: clientID, person: person, at: CriiptoEndpoint.headless, now: call.now,
      noun: "a login without a browser",
      script: logins.script(choice.decision, standard: Criipto.approval),
      patience: eid.eid.method.patience(switches),
      remembrance: switches[CriiptoLifetime.accessToken] + Criipto.remembrance, findings: findings,
      number: ordinal,
      identifier: { _ in handle }, handles: { _ in [requestID] + method.handles }
    ) { _, _ in
      CriiptoLogin(
        request: request, domain: call.publicBase, method: method, requested: eid,
        course: CriiptoCourse(headlessIdentifier: requestID))
    }
    return opened.answer(findings: findings) {
      let data = eid.eid.method.headlessData(of: opened.transaction, at: call.now, self)
      let body: JSON = [
        "headless_req_id": .string(requestID), "expires_in": .integer(Int(lifetime.components.seconds)),
        "acr_data": [
          "qrData": .string(data?.qrData ?? ""), "autoStartToken": .string(data?.autoStartToken ?? ""),
        ],
      ]
      return .uncached(.ok, body)
    }
  }

  // MARK: Polling

  /// The token endpoint for the headless grant (§1.7): pending, declined, or the tokens, once.
  func headlessToken(
    _ form: Form, _ owned: OwnedCall<CriiptoLogin>, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> Answer {
    let (_, clientID) = try authenticate(form, for: owned.call, &findings)
    guard let login = owned.transaction, login.client == clientID else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidGrant, TokenEndpointRules.headlessUnknown, owned.handle, Criipto.unknownCode))
    }
    return Answer(try headlessAnswer(login, owned.call), findings: findings)
  }

  private func headlessAnswer(
    _ login: Transaction<CriiptoLogin>, _ call: Call
  ) throws(CriiptoTokenProblem) -> Response {
    let now = call.now
    switch login.phase(at: now) {
    case .choosing, .pending:
      let data = login.detail.eid.method.headlessData(of: login, at: now, self)
      return .uncached(
        .badRequest,
        [
          "error": "authorization_pending",
          "error_description": .string(data?.description ?? "awaiting first user interaction"),
          "acr_data": ["qrData": .string(data?.qrData ?? ""), "hintCode": .string(data?.hintCode ?? "")],
        ])
    case .failed:
      return .uncached(.badRequest, ["error": "access_denied", "error_description": "user declined"])
    case .authenticated:
      let environment = sandbox.environment
      let redeemed = logins.transactions.update(login.identifier) {
        login -> (Transaction<CriiptoLogin>?, newHandle: String?) in
        guard login.detail.course.codeRedeemed == nil else {
          login.detail.course.isCodeReused = true
          return (nil, nil)
        }
        let token = login.makeUUID(environment, purpose: "criipto/access_token")
        login.detail.course.codeRedeemed = now
        login.detail.course.answered = now
        login.detail.course.accessToken = token
        login.ends = max(
          login.ends, now + login.detail.switches[CriiptoLifetime.accessToken] + Criipto.remembrance)
        return (login, token)
      }
      guard let redeemed = redeemed ?? nil else {
        throw .refused(
          CriiptoTokenRefusal(
            .invalidGrant, TokenEndpointRules.codeReused, "headless_req_id", Criipto.unknownCode))
      }
      return try tokens(for: redeemed, call)
    }
  }
}
