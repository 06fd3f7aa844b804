import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// The authorization endpoint: checks the request in the contract's order, starts a login, and answers as far as it is
  /// decided (§1.3).
  func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    if let page = appPage(call) { return page }
    do throws(AuthorizeProblem) {
      return try start(call)
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .page(let refused, let status):
        logins.note(outcome: ItsmeOutcome.refused)
        return .answer(page(refused, Status(status), for: call))
      case .sendBack(let refused, let redirectURI, let state):
        logins.note(outcome: ItsmeOutcome.refused)
        let response = errorRedirect(refused.error, refused.description, to: redirectURI, state: state)
        return .answer(Answer(response, findings: refused.findings))
      }
    }
  }

  private func start(_ call: Call) throws(AuthorizeProblem) -> Outcome {
    var parameters: RequestParameters
    do throws(InvalidRequest) {
      parameters = try RequestParameters(call.request)
    } catch { throw .page(error) }
    // Nobody could say whose redirect URI counts.
    if let name = parameters.repeated.first(where: { ["client_id", "redirect_uri"].contains($0) }) {
      throw .page(InvalidRequest(AuthorizeRules.parameterRepeated, name, "Repeated parameter \(name)"))
    }
    let (client, identifier) = try client(parameters, call)
    var findings = client.isAnything ? [Finding(AuthorizeRules.clientUnregistered, identifier)] : []
    do throws(AuthorizeProblem) {
      if let object = parameters["request"] {
        let opened = try open(object, of: client, beside: parameters, for: call)
        parameters.take(opened.members)
        findings += opened.findings
      }
      // Before the other rules, because the scenario's switches win over the client's.
      let choice = try choose(parameters, identifier, call)
      do throws(AuthorizeProblem) {
        return try begin(parameters, choice, client, identifier, call, findings)
      } catch {
        logins.giveBack(choice)
        throw error
      }
    } catch { throw error.after(findings) }
  }

  /// Applies the rules that depend on the scenario, and starts the login.
  private func begin(
    _ parameters: RequestParameters, _ choice: ScenarioChoice, _ client: ItsmeClient, _ identifier: String,
    _ call: Call, _ known: [Finding]
  ) throws(AuthorizeProblem) -> Outcome {
    let switches = Switches(client: client.quirks, scenario: choice.scenario, standards: Itsme.standards)
    let scope = try scope(parameters, client, switches)
    var findings = scope.findings
    do throws(AuthorizeProblem) {
      try checkService(of: scope, client)
      let (redirectURI, unregistered) = try redirectURI(parameters, client, scope, switches)
      findings += unregistered
      let request: AuthenticationRequest
      do throws(InvalidRequest) {
        try AuthorizeChecks.display(parameters["display"])
        try AuthorizeChecks.services(scope, switches)
        request = try AuthenticationRequest(
          parameters, redirectURI: redirectURI, scope: scope, switches: switches,
          pageLanguage: PageLanguage(accepting: call.request))
      } catch { throw refusal(error, to: redirectURI, state: parameters["state"], switches) }
      findings += request.findings + withheld(request, by: client)
      return try begin(request, choice, switches, client, identifier, call, known + findings)
    } catch { throw error.after(findings) }
  }

  /// Opens a request object; a broken one is sent back if it, or what stands beside it, says where to.
  private func open(
    _ object: String, of client: ItsmeClient, beside outer: RequestParameters, for call: Call
  ) throws(AuthorizeProblem) -> RequestObject {
    do throws(RequestObjectProblem) {
      return try read(object, of: client, beside: outer, for: call)
    } catch {
      switch error {
      case .needsKeys(let url): throw .needsKeys(url: url)
      case .invalid(let refused):
        var known = outer
        // Only registered redirect URIs count, so what an unverified object says can do no harm here.
        for (name, value) in readable(object) where known[name] == nil { known.values[name] = value.string }
        let identifier = known["client_id"] ?? ""
        let decision = try foresee(known, identifier, call)
        let switches = Switches(
          client: client.quirks, scenario: decision.scenario, standards: Itsme.standards)
        guard let target = errorTarget(known, client, switches) else { throw .page(refused) }
        throw .sendBack(refused, to: target, state: known["state"])
      }
    }
  }

  // MARK: Who asks

  private func client(
    _ parameters: RequestParameters, _ call: Call
  ) throws(AuthorizeProblem) -> (ItsmeClient, identifier: String) {
    guard let identifier = parameters["client_id"] else {
      throw .page(InvalidRequest(AuthorizeRules.clientMissing, "", "Missing \"client_id\" parameter"))
    }
    guard let client = sandbox.client(identifier, of: Itsme.slug, as: ItsmeClient.self) else {
      throw .page(
        InvalidRequest(
          AuthorizeRules.clientUnknown, clientHint(identifier), "Unknown \"client_id\" parameter"))
    }
    return (client.atHome(of: call), identifier)
  }

  /// What to say of an id that nobody has.
  func clientHint(_ identifier: String) -> String {
    let known = (sandbox.library.world.clients[Itsme.slug] ?? [:]).keys.filter { $0 != World.anyClient }
      .sorted()
    guard let near = nearest(identifier, in: known) else {
      return "\"\(identifier)\"; known are \(known.prefix(10).joined(separator: ", "))"
    }
    return "\"\(identifier)\"; did you mean \"\(near)\"?"
  }

  // MARK: What for

  /// The scope, before the redirect URI because the service says which one counts.
  private func scope(
    _ parameters: RequestParameters, _ client: ItsmeClient, _ switches: Switches
  ) throws(AuthorizeProblem) -> RequestedScope {
    do throws(InvalidRequest) {
      return try RequestedScope(parameters["scope"])
    } catch {
      throw refusal(
        error, to: errorTarget(parameters, client, switches), state: parameters["state"], switches)
    }
  }

  private func checkService(of scope: RequestedScope, _ client: ItsmeClient) throws(AuthorizeProblem) {
    guard !client.isAnything, client.services[scope.service] == nil else { return }
    let known = client.services.keys.sorted().joined(separator: ", ")
    throw .page(
      InvalidRequest(
        AuthorizeRules.serviceUnknown, "\"\(scope.service)\"; known are \(known)", "Unknown service"))
  }

  /// The redirect URI, compared to the last character with those of the service (guide §2).
  private func redirectURI(
    _ parameters: RequestParameters, _ client: ItsmeClient, _ scope: RequestedScope, _ switches: Switches
  ) throws(AuthorizeProblem) -> (uri: String, findings: [Finding]) {
    guard let uri = parameters["redirect_uri"] else {
      throw .page(InvalidRequest(AuthorizeRules.redirectMissing, "", "Missing \"redirect_uri\" parameter"))
    }
    let registered = client.services[scope.service]?.redirectURIs ?? []
    if registered.contains(uri) { return (uri, []) }
    guard RedirectLocation.isSafe(uri) else {
      throw .page(InvalidRequest(AuthorizeRules.redirectUnsafe, uri, "Invalid \"redirect_uri\" parameter"))
    }
    if client.isAnything { return (uri, [Finding(AuthorizeRules.redirectUnregistered, uri)]) }
    let detail = "\"\(uri)\"; registered are \(registered.joined(separator: ", "))"
    let rule =
      RedirectLocation.addsQuery(uri, to: registered)
      ? AuthorizeRules.redirectQuery : AuthorizeRules.redirectMismatch
    guard switches[.redirectURICheck].word == "exact" else { return (uri, [Finding(rule, detail)]) }
    throw .page(InvalidRequest(rule, detail, "Invalid \"redirect_uri\" parameter"))
  }

  // MARK: Sending back

  /// Where the browser can be sent with an error before the service is known to be the client's, `nil` for nowhere.
  private func errorTarget(
    _ parameters: RequestParameters, _ client: ItsmeClient, _ switches: Switches
  ) -> String? {
    guard let uri = parameters["redirect_uri"] else { return nil }
    let isOpen = client.isAnything || switches[.redirectURICheck].word == "off"
    if isOpen { return RedirectLocation.isSafe(uri) ? uri : nil }
    return client.services.values.contains { $0.redirectURIs.contains(uri) } ? uri : nil
  }

  /// How a request is refused: the guide answers `not_implemented` with an HTTP error and no redirect (§5 #9), all else
  /// with a redirect where that can be.
  private func refusal(
    _ refused: InvalidRequest, to redirectURI: String?, state: String?, _ switches: Switches
  ) -> AuthorizeProblem {
    let staysHere = refused.error == .notImplemented && switches[.notImplemented].word == "page"
    if let redirectURI, !staysHere { return .sendBack(refused, to: redirectURI, state: state) }
    return .page(refused, status: refused.error == .notImplemented ? 501 : 400)
  }

  /// The error answer of the guide's section 3.3.
  func errorRedirect(
    _ error: AuthorizeError, _ description: String?, to redirectURI: String, state: String?
  ) -> Response {
    .redirect(
      to: RedirectLocation.with(
        redirectURI,
        [("error", error.rawValue), ("error_description", description), ("state", state)]))
  }
}
