import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The backchannel authentication endpoint: continues the discovery that found the person, or begins a login of a
  /// known account (B1 to B7).
  func backchannelAuthentication(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backchannel(call) { request throws(OpenIDRefusal) in
      switch try BackchannelHint(request, switches: Self.switches(of: request.client)) {
      case .discovered(let token): try goOn(with: token, &request, call)
      case .account(let subject): try begin(for: subject, &request, call)
      }
    }
  }

  /// The policy for a signed request: the same as for others, but without required encryption (B1).
  func backchannelPolicy(for client: ItsmeV2Client) -> BackchannelPolicy {
    let switches = Self.switches(of: client)
    var object = requestObjects(of: client, at: .current)
    object.requiresEncryption = false
    object.toleratedAudiences = [
      ItsmeBase.current.path(.token), Self.backchannelPath, ItsmeBase.current.path(.authorize),
    ]
    var policy = BackchannelPolicy()
    policy.requestObject = object
    policy.hint = .token(orClaims: switches[v2: .loginHintToken].word == "any")
    // Only a preference (§1.12).
    policy.expiry = .seconds(10)...(.seconds(300))
    return policy
  }

  // MARK: The person of a discovery

  private func goOn(
    with token: String, _ request: inout AuthorizationRequest<ItsmeV2Client>, _ call: Call
  ) throws(OpenIDRefusal) -> OpenedTransaction<ItsmeV2Login> {
    let handle = UserDiscovery.handle(token: token)
    guard let login = logins.find(handle), login.client == request.identifier else {
      throw Self.unknownUser(.userIdentifierTokenUnknown)
    }
    do throws(OpenIDRefusal) {
      _ = try Self.found(login, at: call.now)
      let choice = try rechosen(login, request, call)
      do throws(OpenIDRefusal) {
        let terms = try terms(
          &request, choice.map { Self.switches(of: request.client, $0.scenario) } ?? login.detail.switches,
          call)
        let script = choice?.scenario.map { ($0.phone ?? ItsmeVerb.approval).deciding() }
        let opened = try logins.goOn(
          with: handle, choice, at: ItsmeV2Endpoint.backchannel, now: call.now, findings: request.findings
        ) { login throws(OpenIDRefusal) in
          let found = try Self.found(login, at: call.now)
          login.detail.discovery?.spend(foundAt: found)
          let begun = login.detail.discovery?.script.deciding(after: call.now - login.started)
          return take(terms, script ?? begun ?? ItsmeVerb.approval, of: &login, at: call.now)
        }
        guard let opened else { throw Self.unknownUser(.userIdentifierTokenUnknown) }
        return opened
      } catch {
        if let choice { logins.giveBack(choice) }
        throw error
      }
    } catch { throw error.about(login.identifier) }
  }

  /// When the person was found, if a request may still name them.
  private static func found(
    _ login: Transaction<ItsmeV2Login>, at now: Instant
  ) throws(OpenIDRefusal) -> Instant {
    switch login.discoveryPhase(at: now) {
    case .discovered(let found): return found
    case .spent: throw unknownUser(.userIdentifierTokenReused)
    case .forgotten:
      throw OpenIDRefusal(
        .expiredLoginHintToken, book[.userIdentifierTokenExpired], "", "The login_hint_token has expired")
    case .pending, .ended, nil: throw unknownUser(.userIdentifierTokenUnknown)
    }
  }

  private static func unknownUser(_ rule: OpenIDRule, _ seen: String = "") -> OpenIDRefusal {
    OpenIDRefusal(.unknownUserID, book[rule], seen, "The login_hint_token names no user")
  }

  /// The scenario that a request names, or has although its discovery had none; `nil` if that of the discovery stays.
  private func rechosen(
    _ login: Transaction<ItsmeV2Login>, _ request: AuthorizationRequest<ItsmeV2Client>, _ call: Call
  ) throws(OpenIDRefusal) -> ScenarioChoice? {
    let present = login.decision.scenario
    let isNamed = AskedScenario.find(call.request, request.parameters.values) != nil
    guard present == nil || isNamed else { return nil }
    let choice = try choice(for: request, call)
    // A client may name it at each call; its times count from the discovery.
    return choice.scenario?.name == present?.name ? nil : choice
  }

  private func choice(
    for request: AuthorizationRequest<ItsmeV2Client>, _ call: Call
  ) throws(OpenIDRefusal) -> ScenarioChoice {
    let parameters = request.parameters
    var facts = self.facts(parameters, request.identifier, call)
    facts["is.flow"] = "ciba"
    facts["is.mode"] = request.client.backchannelMode
    do throws(UnknownScenario) {
      return try logins.choose(
        facts, for: request.identifier, asked: AskedScenario.find(call.request, parameters.values))
    } catch {
      throw OpenIDRefusal(
        .invalidRequest, Self.book[.scenarioUnknown], error.text, "Unknown scenario: \(error.text)")
    }
  }

  // MARK: A known account

  /// The `sub` of an earlier id_token names its person (B4, Z21).
  private func begin(
    for subject: String, _ request: inout AuthorizationRequest<ItsmeV2Client>, _ call: Call
  ) throws(OpenIDRefusal) -> OpenedTransaction<ItsmeV2Login> {
    let client = request.identifier
    let person = sandbox.library.world.person { Subject.of($0, at: client) == subject }
    guard let person else { throw Self.unknownUser(.accountUnknown, subject) }
    request.findings += Self.book.advice(.accountHint)
    let choice = try choice(for: request, call)
    do throws(OpenIDRefusal) {
      let switches = Self.switches(of: request.client, choice.scenario)
      let terms = try terms(&request, switches, call)
      return logins.open(
        choice, client: client, person: logins.person(choice.decision, named: person),
        at: ItsmeV2Endpoint.backchannel, now: call.now,
        script: logins.script(choice.decision, standard: ItsmeVerb.approval).deciding(),
        patience: terms.expiry, remembrance: Self.remembrance, findings: request.findings,
        handles: { [$0.detail.grant.backchannel?.handle].compactMap(\.self) }
      ) { ordinal, _ in
        var login = ItsmeV2Login(terms.request, home: call.publicBase, switches)
        login.grant.backchannel = backchannelRequest(ordinal, interval: Self.interval(switches))
        return login
      }
    } catch {
      logins.giveBack(choice)
      throw error
    }
  }

  // MARK: The request

  private struct Terms {
    let request: ItsmeV2Request
    let switches: Switches
    /// How long the client may poll for the outcome.
    let expiry: Duration
  }

  private func terms(
    _ request: inout AuthorizationRequest<ItsmeV2Client>, _ switches: Switches, _ call: Call
  ) throws(OpenIDRefusal) -> Terms {
    let expiry = try Self.checks.requestedExpiry(
      request.parameters, within: backchannelPolicy(for: request.client).expiry)
    return Terms(
      request: try readBackchannel(&request, switches, call), switches: switches,
      expiry: expiry ?? switches[ciba: .authRequest])
  }

  /// Sends the request to the phone of the person who was found; returns the handle of the request.
  private func take(
    _ terms: Terms, _ script: PhoneScript, of login: inout Transaction<ItsmeV2Login>, at now: Instant
  ) -> String {
    let request = backchannelRequest(login.ordinal, interval: Self.interval(terms.switches))
    (login.detail.request, login.detail.switches) = (terms.request, terms.switches)
    login.detail.language = terms.request.language
    login.detail.grant.backchannel = request
    login.detail.reachedPhone(by: .code)
    login.timeline = Timeline(script, reachingPhoneAt: now, waitingFor: terms.expiry)
    login.ends = login.timeline.deadline + Self.remembrance
    return request.handle
  }

  /// The interval between polls that the client is told; `nil` for none.
  private static func interval(_ switches: Switches) -> Duration? {
    switches[ciba: .interval] == .zero ? nil : switches[ciba: .interval]
  }
}

/// Who is to log in, as a `login_hint_token` says (B4).
enum BackchannelHint {
  /// The `user_identifier_token` of a user discovery.
  case discovered(String)
  /// The `sub` of an account.
  case account(String)

  init(
    _ request: AuthorizationRequest<ItsmeV2Client>, switches: Switches
  ) throws(OpenIDRefusal) {
    let (type, value) = (request.hint?["type"]?.string, request.hint?["value"]?.string ?? "")
    switch type {
    case "user_identifier_token": self = .discovered(value)
    case "subject_code" where switches[v2: .loginHintToken].word == "any": self = .account(value)
    default:
      throw OpenIDRefusal(
        .invalidRequest, ItsmeV2.book[.hintToken], "its type is \(type ?? "missing")",
        "The type of the login_hint_token must be user_identifier_token")
    }
  }
}
