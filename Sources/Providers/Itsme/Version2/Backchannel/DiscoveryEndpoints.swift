import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// Begins a session: the client shows its QR code on a page of its own (V1, V2).
  func discoverUser(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backend(call, isOfBackchannel: true) { backend throws(Interruption) in
      let admitted = try admitted(backend)
      let findings = backend.advice + admitted
      do throws(Interruption) {
        var facts = Facts(AuthorizationParameters(backend.form).values)
        facts["is.client"] = backend.client.identifier
        facts["is.flow"] = "ciba"
        facts["is.mode"] = backend.client.client.backchannelMode
        return try choosing(
          facts, for: backend.client.identifier,
          asked: AskedScenario.find(call.request, AuthorizationParameters(backend.form).values)
        ) { choice throws(Interruption) in
          let opened = discover(choice, for: backend.client, findings, call)
          return opened.answer(findings: findings) {
            Self.shown(opened.transaction)
          }
        }
      } catch { throw error.after(admitted) }
    }
  }

  /// The findings about a call of a client that may use CIBA, besides those of its authentication (K13, V1).
  private func admitted(_ backend: BackendCall<ItsmeV2Client>) throws(Interruption) -> [Finding] {
    let isNamed = AuthorizationParameters(backend.form)["client_id"] != nil
    let findings = isNamed ? [] : Self.book.advice(.backchannelClientMissing, "in the form")
    return try refusing { () throws(OpenIDRefusal) in
      guard backend.client.client.backchannelDelivery != nil else {
        // The only word for it here (V7).
        throw Self.backchannelUnregistered.with(error: .invalidClient, status: .unauthorized)
      }
      return findings + (try spend(backend.client, at: backend.call.time.forClients))
    }
  }

  private func discover(
    _ choice: ScenarioChoice, for client: AuthenticatedClient<ItsmeV2Client>, _ findings: [Finding],
    _ call: Call
  ) -> OpenedTransaction<ItsmeV2Login> {
    let switches = Self.switches(of: client.client, choice.scenario)
    // Without a story, the phone that scans the code decides.
    let isByHand = choice.scenario == nil || sandbox.isInteractive && choice.scenario?.phone == nil
    let script = logins.script(choice.decision, standard: ItsmeVerb.approval)
    return logins.open(
      choice, client: client.identifier, person: logins.person(choice.decision, named: nil),
      at: ItsmeV2Endpoint.userDiscovery, now: call.now, noun: "a user discovery",
      script: isByHand ? .manual : script.scanning, patience: switches[ciba: .discovery],
      remembrance: switches[ciba: .userIdentifierToken] + Self.remembrance, findings: findings,
      handles: { $0.detail.discovery?.handles ?? [] }
    ) { ordinal, _ in
      let scanning = sandbox.environment.identifier(
        length: 20, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "itsme-v2/scan")
      let discovery = UserDiscovery(
        scanning: scanning,
        token: sandbox.environment.identifier(
          length: 43, from: .base64URL, ordinal: ordinal, purpose: "itsme-v2/user_identifier_token"),
        script: script,
        code: DiscoveryCode(
          1, of: scanning, home: call.publicHome, expires: call.now + switches[ciba: .code]),
        at: call.now)
      return ItsmeV2Login(discovery: discovery, home: call.publicBase, switches)
    }
  }

  // MARK: Polling

  /// Tells the client whether the person was found (V3 to V7).
  func pollDiscovery(_ owned: OwnedCall<ItsmeV2Login>) throws(DocumentNeeded) -> Outcome {
    try backend(owned.call, isOfBackchannel: true) { backend throws(Interruption) in
      let admitted = try admitted(backend)
      do throws(Interruption) {
        var answer = try refusing { () throws(OpenIDRefusal) in
          try told(owned, backend.client.identifier)
        }
        answer.findings = backend.advice + admitted + answer.findings
        return answer
      } catch { throw error.after(admitted) }
    }
  }

  private func told(
    _ owned: OwnedCall<ItsmeV2Login>, _ client: String
  ) throws(OpenIDRefusal) -> Answer {
    guard let login = owned.transaction, login.client == client else {
      throw OpenIDRefusal(
        .invalidRequest, Self.book[.discoveryUnknown], owned.handle, "Unknown user_discovery_session_id")
    }
    if login.discoveryPhase(at: owned.now) == .pending { renew(login, owned.call) }
    let polled = logins.update(login.identifier) { login -> Polled in
      let findings = Self.poll(&login, at: owned.now)
      return Polled(login: login, findings: findings)
    }
    guard let polled else { throw Self.over(.discoveryUnknown, owned.handle) }
    let findings = try polled.findings.get()
    logins.note(findings, on: login.identifier)
    let response =
      if case .discovered = polled.login.discoveryPhase(at: owned.now) {
        Self.found(polled.login)
      } else { Self.shown(polled.login) }
    return Answer(response, transaction: login.identifier, findings: findings)
  }

  /// A session after a poll, with the findings about the poll, or its refusal.
  private struct Polled: Sendable {
    let login: Transaction<ItsmeV2Login>
    let findings: Result<[Finding], OpenIDRefusal>
  }

  /// Makes the next code when the present one has expired.
  private func renew(_ login: Transaction<ItsmeV2Login>, _ call: Call) {
    guard let discovery = login.detail.discovery, call.now >= discovery.code.expires else { return }
    let code = DiscoveryCode(
      discovery.code.number + 1, of: discovery.scanning, home: call.publicHome,
      expires: call.now + login.detail.switches[ciba: .code])
    logins.update(login.identifier) { $0.detail.discovery?.show(code) }
  }

  private static func poll(
    _ login: inout Transaction<ItsmeV2Login>, at now: Instant
  ) -> Result<[Finding], OpenIDRefusal> {
    var findings: [Finding] = []
    switch login.discoveryPhase(at: now) {
    case .pending:
      let interval = login.detail.switches[ciba: .discoveryInterval]
      if login.detail.discovery?.isAskedTooEarly(at: now, interval: interval) == true {
        return .failure(
          OpenIDRefusal(
            .slowDown, book[.discoveryPolledTooFast], "the interval is \(interval.components.seconds) s",
            "Too many requests"
          ).with(status: 429))
      }
      if now - login.started >= .seconds(600), login.detail.discovery?.isToldToStop() == true {
        findings = book.advice(.discoveryPolledLate)
      }
    case .discovered:
      if login.detail.discovery?.isToldAgain() == true { findings = book.advice(.discoveryPolledAfterFound) }
    case .forgotten, .spent:
      return .failure(over(.discoveryPolledAfterFound, "the token is no longer of use"))
    case .ended, nil: return .failure(over(.discoveryPolledLate, "it has ended"))
    }
    return .success(findings)
  }

  /// A refusal of a session that is over (V5, V7).
  private static func over(_ rule: OpenIDRule, _ seen: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, book[rule], seen, "The user discovery session is over")
  }

  // MARK: Answering

  /// The code that the client shows now; the first answer always has one, however fast the person is.
  private static func shown(_ login: Transaction<ItsmeV2Login>) -> Response {
    var body: JSONObject = [
      "user_discovery_session_id": .string(login.identifier), "status": "PENDING_USER_DISCOVERY",
    ]
    body["user_discovery_token"] = login.detail.discovery.map { discovery in
      [
        "qr_code": .string(discovery.code.picture),
        "expires_at": .string("\(CalendarDate(discovery.code.expires).dateTimeText)Z"),
      ]
    }
    if login.detail.switches[v2: .discoveryInterval].word == "send" {
      body["interval"] = .integer(Int(login.detail.switches[ciba: .discoveryInterval].components.seconds))
    }
    return .uncached(.ok, .object(body))
  }

  private static func found(_ login: Transaction<ItsmeV2Login>) -> Response {
    var body: JSONObject = [
      "user_discovery_session_id": .string(login.identifier), "status": "USER_DISCOVERED",
    ]
    body["user_identifier_token"] = login.detail.discovery.map { .string($0.token) }
    return .uncached(.ok, .object(body))
  }
}

extension UserDiscovery {
  fileprivate var handles: [String] { [Self.handle(scanning: scanning), Self.handle(token: token)] }
}
