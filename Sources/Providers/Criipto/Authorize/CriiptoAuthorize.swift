import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// The authorization endpoint: reads the request, starts a login with its eID, and answers as far as it is decided (§1.2).
  func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    var findings: [Finding] = []
    var seen = CriiptoParameters()
    do throws(CriiptoAuthorizeProblem) {
      return try start(call, &seen, &findings)
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal): return .answer(refuse(refusal, seen, for: call, findings))
      }
    }
  }

  private func start(
    _ call: Call, _ parameters: inout CriiptoParameters, _ findings: inout [Finding]
  ) throws(CriiptoAuthorizeProblem) -> Outcome {
    parameters = try queryParameters(call)
    let application: CriiptoApplication
    let callback: CriiptoCallback
    let isPushed = parameters["request_uri"] != nil
    do throws(CriiptoRefusal) {
      application = try self.application(parameters["client_id"]).atHome(of: call)
      if application.client.isAnything, let identifier = parameters["client_id"] {
        findings.append(Finding(AuthorizationRules.clientUnregistered, identifier))
      }
      if isPushed {
        parameters = try takePushed(parameters, at: call.now, &findings)
      } else if application.client.requiresPAR {
        throw CriiptoRefusal(
          AuthorizationRules.parRequired, "", "This application requires pushed authorization requests")
      }
    } catch { throw .refused(error) }
    if let object = parameters["request"] {
      let client = application.client
      parameters.take(try requestObject(object, of: client, beside: parameters, for: call, &findings))
    }
    parameters.takeCarriedByHint()
    do throws(CriiptoRefusal) {
      callback = try self.callback(parameters["redirect_uri"], of: application, &findings)
    } catch { throw .refused(error) }
    let clientID = parameters["client_id"]
    let choice = try choose(parameters, for: clientID ?? application.client.identifier, call)
    do throws(CriiptoRefusal) {
      return try begin(
        parameters, callback, isPushed: isPushed, choice, application, clientID: clientID ?? "", call,
        &findings)
    } catch {
      logins.giveBack(choice)
      throw .refused(error)
    }
  }

  /// The parameters of the query, with the acr of the path (§1.1).
  private func queryParameters(_ call: Call) throws(CriiptoAuthorizeProblem) -> CriiptoParameters {
    let form: Form
    do throws(Form.Problem) {
      form = try call.request.target.query
    } catch {
      throw .refused(.page(AuthorizationRules.malformed, "\(error)", "The request parameters are malformed"))
    }
    var parameters = CriiptoParameters(form)
    if let part = call.parameters["acr"] {
      guard let acr = PathACR.decode(part), RequestedEID(acr) != nil else {
        throw .refused(
          .page(AuthorizationRules.pathUnknown, part, "The path holds no base64 of an acr value"))
      }
      parameters["acr_values"] = acr
    }
    return parameters
  }

  /// Applies the rules that depend on the scenario, and begins.
  private func begin(
    _ parameters: CriiptoParameters, _ callback: CriiptoCallback, isPushed: Bool, _ choice: ScenarioChoice,
    _ registered: CriiptoApplication, clientID: String, _ call: Call, _ findings: inout [Finding]
  ) throws(CriiptoRefusal) -> Outcome {
    let application = registered.set(by: choice.scenario)
    let switches = application.switches
    if switches.requiresPAR, !isPushed {
      throw CriiptoRefusal(
        AuthorizationRules.parRequired, "", "This application requires pushed authorization requests")
    }
    let request = try CriiptoRequest(
      parameters.arriving(switches), to: callback, of: application, asking: application.requesting,
      for: call.request, noting: &findings)
    return try begin(request, choice, clientID: clientID, call, findings)
  }

  // MARK: Who asks

  /// The application of a client id; an unknown one is told on a page (§1.2).
  func application(_ identifier: String?) throws(CriiptoRefusal) -> CriiptoApplication {
    guard let identifier else {
      throw .page(AuthorizationRules.clientMissing, "", "Missing parameter: client_id")
    }
    guard let application = applications.find(identifier, in: sandbox) else {
      throw .page(AuthorizationRules.clientUnknown, clientHint(identifier), "Unknown client_id")
    }
    return application
  }

  /// What to say of an id that nobody has.
  func clientHint(_ identifier: String) -> String {
    let known = (sandbox.library.world.clients[Criipto.slug] ?? [:]).keys.filter { $0 != World.anyClient }
      .sorted()
    guard let near = nearest(identifier, in: known) else {
      return "\"\(identifier)\"; known are \(known.prefix(10).joined(separator: ", "))"
    }
    return "\"\(identifier)\"; did you mean \"\(near)\"?"
  }

  /// Where an application is answered, which nearly all requests send as it is registered.
  func callback(
    _ sent: String?, of application: CriiptoApplication, _ findings: inout [Finding]
  ) throws(CriiptoRefusal) -> CriiptoCallback {
    if let registered = sent.flatMap({ application.callback($0) }) { return registered }
    return .sent(try redirectURI(sent, of: application.client, &findings))
  }

  /// The redirect URI, which must be registered; its fragment is dropped (§1.2).
  func redirectURI(
    _ sent: String?, of client: CriiptoClient, _ findings: inout [Finding]
  ) throws(CriiptoRefusal) -> String {
    guard let sent else {
      throw .page(AuthorizationRules.redirectMissing, "", "Missing parameter: redirect_uri")
    }
    // No registered one has a fragment.
    if client.hasCallback(sent) { return sent }
    let fragment = sent.utf8.firstIndex(of: UInt8(ascii: "#"))
    let uri = fragment.map { String(sent[..<$0]) } ?? sent
    if fragment != nil { findings.append(Finding(AuthorizationRules.redirectFragment, sent)) }
    if client.hasCallback(uri) { return uri }
    guard RedirectLocation.isSafe(uri) else {
      throw .page(AuthorizationRules.redirectUnsafe, uri, "Invalid redirect_uri")
    }
    guard client.isAnything else {
      throw .page(
        RedirectLocation.addsQuery(uri, to: client.redirectURIs)
          ? AuthorizationRules.redirectQuery : AuthorizationRules.redirectUnregistered,
        "\"\(uri)\"; registered are \(client.redirectURIs.joined(separator: ", "))",
        "The redirect_uri is not a registered callback URL")
    }
    findings.append(Finding(AuthorizationRules.redirectUnchecked, uri))
    return uri
  }

  // MARK: Refusing

  /// At the redirect URI where that is the client's, else on a page (§1.8).
  private func refuse(
    _ refusal: CriiptoRefusal, _ parameters: CriiptoParameters, for call: Call, _ known: [Finding]
  ) -> Answer {
    logins.note(
      outcome: refusal.finding.rule == AuthorizationRules.loginRequired
        ? CriiptoOutcome.loginRequired : .refused)
    let findings = known + [refusal.finding]
    var ignored: [Finding] = []
    guard refusal.mayRedirect,
      let client = try? application(parameters["client_id"]).client,
      let redirectURI = try? redirectURI(parameters["redirect_uri"], of: client, &ignored)
    else { return Answer(errorPage(refusal, for: call), findings: findings) }
    let switches = CriiptoSwitches(client, nil)
    let type = CriiptoRequest.ResponseType(parameters["response_type"] ?? "")
    let mode =
      parameters["response_mode"].flatMap { CriiptoResponseMode(rawValue: $0) }
      ?? type.flatMap { try? CriiptoAuthorizeChecks.responseMode(nil, for: $0, switches) } ?? .query
    let failure = LoginFailure(refusal.error, refusal.description, .refused)
    return Answer(
      respond(
        AuthorizationAnswer(failure: failure, redirectURI: redirectURI, state: parameters["state"]),
        mode: mode,
        switches),
      findings: findings)
  }
}
