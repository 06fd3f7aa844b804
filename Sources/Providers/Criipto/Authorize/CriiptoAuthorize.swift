import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto: PushedRequestProvider {
  /// The authorization endpoint: reads the request and starts a login with its eID (§1.2).
  func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    var acr: String?
    return try authorize(
      call,
      completing: { parameters throws(OpenIDRefusal) in
        acr = try Criipto.pathACR(call)
        // What a pushed request asks for is not known before it is taken.
        if let acr, parameters["request_uri"] == nil { parameters["acr_values"] = acr }
      },
      { request throws(Interruption) in try start(&request, acr, call) })
  }

  /// The acr value that the path begins with, if any (§1.1).
  static func pathACR(_ call: Call) throws(OpenIDRefusal) -> String? {
    guard let part = call.parameters["acr"] else { return nil }
    guard let eid = RequestedEID(path: part) else {
      throw .page(CriiptoRules.pathUnknown, part, "The path holds no base64 of an acr value")
    }
    return eid.urn
  }

  private func start(
    _ request: inout AuthorizationRequest<CriiptoClient>, _ acr: String?, _ call: Call
  ) throws(Interruption) -> Outcome {
    // Before the pushed request is used up, of which it is not known yet what it asks for.
    if request.parameters["request_uri"] != nil { try fetchRecipients(of: request.client, call) }
    let isPushed: Bool
    do throws(OpenIDRefusal) {
      isPushed = try takePushed(&request, isRequired: request.client.requiresPAR, at: call.now)
      if isPushed, let acr { request.parameters["acr_values"] = acr }
    } catch { throw .refused(error) }
    if let object = request.parameters["request"] {
      try open(requestObject: object, RequestObjectPolicy(), in: &request, call)
    }
    request.parameters = request.parameters.applyingLoginHint
    let (parameters, client) = (request.parameters, request.known)
    let (uri, advice) = try refusing { () throws(OpenIDRefusal) in
      try callback(parameters, of: client, call)
    }
    request.findings += advice
    let known = request.findings
    return try choosing(
      facts(parameters, client.identifier, call), for: client.identifier,
      asked: AskedScenario.find(call.request) { parameters[$0] }, earlier: request.choice
    ) { choice throws(Interruption) in
      let switches = CriiptoSwitches(client.client, choice.scenario)
      guard isPushed || !switches[.requiresPAR].isOn else {
        let isOfStory = choice.scenario?.quirks[CriiptoQuirk.requiresPAR.rawValue] != nil
        throw .refused(isOfStory ? Self.pushRequired.expected() : Self.pushRequired)
      }
      let (request, advice) = try refusing { () throws(OpenIDRefusal) in
        try CriiptoRequest.read(parameters.arriving(switches), to: uri, of: client, switches, call.request)
      }
      do throws(Interruption) {
        return try begin(request, choice, call, known + advice)
      } catch { throw error.after(advice) }
    }
  }

  /// The callback; a switch accepts one that adds to the query of a registered one, like the vendor's SDK for Express.
  private func callback(
    _ parameters: AuthorizationParameters, of known: KnownClient<CriiptoClient>, _ call: Call
  ) throws(OpenIDRefusal) -> (uri: String, findings: [Finding]) {
    let (sent, client) = (parameters["redirect_uri"] ?? "", known.client)
    var isCompared = true
    if RedirectLocation.addsQuery(sent, to: client.redirectURIs) {
      let scenario = previewScenario(parameters, for: known.identifier, call)
      isCompared = CriiptoSwitches(client, scenario)[.redirectQuery].word == "exact"
    }
    return try redirectURI(sent, among: client.redirectURIs, of: client, isCompared: isCompared)
  }

  func errorTarget(
    _ parameters: AuthorizationParameters, of client: CriiptoClient, for call: Call
  ) -> String? {
    let known = KnownClient(client, as: parameters["client_id"] ?? client.identifier)
    return try? callback(parameters, of: known, call).uri
  }

  /// Checks a pushed request by the rules of the authorization endpoint; its login's future scenario may change the
  /// answer, and is used up then (§1.7).
  func check(
    pushed request: AuthorizationRequest<CriiptoClient>, _ call: Call
  ) throws(Interruption) -> PushedTerms {
    let (parameters, client) = (request.parameters.applyingLoginHint, request.known)
    return try refusing { () throws(OpenIDRefusal) in
      let (uri, known) = try callback(parameters, of: client, call)
      do throws(OpenIDRefusal) {
        let (_, advice) = try CriiptoRequest.read(
          parameters, to: uri, of: client, CriiptoSwitches(client.client, nil), call.request)
        let story = try story(ofPushed: parameters, client.identifier, call)
        let switches = CriiptoSwitches(client.client, story.scenario)
        return PushedTerms(
          lifetime: switches[.requestURI], status: switches[.parStatus].word == "200" ? .ok : 201,
          findings: known + advice, story: story.pushed)
      } catch { throw error.after(known) }
    }
  }

  /// The scenario of a pushed request; it stays in the queue for the login, unless it is about pushed requests.
  private func story(
    ofPushed parameters: AuthorizationParameters, _ client: String, _ call: Call
  ) throws(OpenIDRefusal) -> (scenario: Scenario?, pushed: PushedStory) {
    let asked = AskedScenario.find(call.request) { parameters[$0] }
    let scenario: Scenario?
    do throws(UnknownScenario) {
      scenario = try logins.previewScenario(facts(parameters, client, call), for: client, asked: asked)
        .scenario
    } catch { throw Self.refusal(error) }
    let setsLifetime = scenario?.lifetimes[CriiptoLifetime.requestURI.rawValue] != nil
    guard setsLifetime || scenario?.quirks[CriiptoQuirk.parStatus.rawValue] != nil else {
      return (scenario, PushedStory())
    }
    let choice = try chooseScenario(facts(parameters, client, call), for: client, asked: asked)
    return (scenario, PushedStory(choice: choice, setsLifetime: setsLifetime))
  }

  // MARK: Answering

  /// Answers a request that was refused before it was read, in the response mode that it asks for.
  ///
  /// A client that waits for JSON with links gets a text instead, whatever its response mode (§1.5, errors).
  func respond(
    _ answer: AuthorizationAnswer, to parameters: AuthorizationParameters, of client: CriiptoClient
  ) -> Response {
    let switches = CriiptoSwitches(client, nil)
    guard BankIDAnswer(parameters.applyingLoginHint) == .page else {
      return Criipto.errorText(
        OAuthError(rawValue: answer.value("error") ?? ""), answer.value("error_description"), switches)
    }
    let sent = parameters["response_mode"].flatMap { ResponseMode(rawValue: $0) }
    let type = parameters["response_type"].flatMap { CriiptoRequest.ResponseType($0) }
    return respond(answer, in: sent ?? type?.standardMode(switches) ?? .query, switches)
  }

  func noteRefusedLogin(_ refusal: OpenIDRefusal) {
    let isLoginRequired = refusal.finding?.rule == CriiptoRules.loginRequired
    logins.note(outcome: isLoginRequired ? CriiptoOutcome.loginRequired : .refused)
  }
}

extension AuthorizationAnswer {
  fileprivate func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

extension AuthorizationRequest<CriiptoClient> {
  fileprivate var known: KnownClient<CriiptoClient> { KnownClient(client, as: identifier) }
}
