import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// The authorization endpoint: checks the request in the contract's order, starts a login, and answers as far as it is
  /// decided (§1.3).
  func authorize(_ call: Call) throws(DocumentNeeded) -> Outcome {
    if let page = appPage(call) { return page }
    var findings: [Finding] = []
    do throws(AuthorizeProblem) {
      return try start(call, &findings)
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .page(let refused): return .answer(self.page(refused, for: call, findings))
      case .redirect(let refused):
        // Nobody may be sent anywhere before the redirect URI is known to be the client's.
        return .answer(
          page(
            RefusedPage(refused.finding.rule, refused.finding.detail, refused.description, as: refused.error),
            for: call, findings))
      }
    }
  }

  private func start(_ call: Call, _ findings: inout [Finding]) throws(AuthorizeProblem) -> Outcome {
    var parameters: RequestParameters
    do throws(RefusedPage) {
      parameters = try RequestParameters(call.request)
    } catch { throw .page(error) }
    let (client, identifier) = try client(parameters, &findings)
    let outer = parameters
    if let object = parameters["request"] {
      do throws(AuthorizeProblem) {
        let opened = try open(object, of: client, beside: parameters, for: call)
        findings += opened.findings
        parameters.take(opened.members)
      } catch {
        guard case .redirect(let refused) = error else { throw error }
        return try sendBackForObject(refused, outer, client, call, findings)
      }
    }
    let switches = Switches(client: client.quirks, scenario: nil, standards: Itsme.standards)
    let scope = try scope(parameters, client, switches, call, &findings)
    let redirectURI = try redirectURI(parameters, client, scope, switches, &findings)
    let request: AuthenticationRequest
    do throws(InvalidRequest) {
      request = try AuthenticationRequest(
        parameters, redirectURI: redirectURI, scope: scope, switches: switches,
        pageLanguage: PageLanguage(accepting: call.request), noting: &findings)
      try AuthorizeChecks.display(parameters["display"])
      if findings.contains(where: { $0.rule == AuthorizeRules.serviceRepeated }),
        switches[.severalServices].word == "refuse"
      {
        throw InvalidRequest(AuthorizeRules.serviceRepeated, "", "Several services are requested")
      }
    } catch {
      return .answer(sendBack(error, to: redirectURI, state: parameters["state"], switches, call, findings))
    }
    return try begin(request, parameters, client, identifier, call, findings)
  }

  // MARK: Who asks

  private func client(
    _ parameters: RequestParameters, _ findings: inout [Finding]
  ) throws(AuthorizeProblem) -> (ItsmeClient, identifier: String) {
    guard let identifier = parameters["client_id"] else {
      throw .page(RefusedPage(AuthorizeRules.clientMissing, "", "Missing \"client_id\" parameter"))
    }
    guard let client = sandbox.client(identifier, of: Itsme.slug, as: ItsmeClient.self) else {
      throw .page(
        RefusedPage(AuthorizeRules.clientUnknown, clientHint(identifier), "Unknown \"client_id\" parameter"))
    }
    if client.isAnything { findings.append(Finding(AuthorizeRules.clientUnregistered, identifier)) }
    return (client, identifier)
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
    _ parameters: RequestParameters, _ client: ItsmeClient, _ switches: Switches, _ call: Call,
    _ findings: inout [Finding]
  ) throws(AuthorizeProblem) -> RequestedScope {
    let scope: RequestedScope
    do throws(InvalidRequest) {
      scope = try RequestedScope(parameters["scope"], noting: &findings)
    } catch {
      throw notImplemented(error)
    }
    guard client.isAnything || client.services[scope.service] != nil else {
      let known = client.services.keys.sorted().joined(separator: ", ")
      throw .page(
        RefusedPage(
          AuthorizeRules.serviceUnknown, "\"\(scope.service)\"; known are \(known)", "Unknown service"))
    }
    return scope
  }

  /// The guide answers these with an HTTP error and no redirect (§5 #9).
  private func notImplemented(_ error: InvalidRequest) -> AuthorizeProblem {
    .page(
      RefusedPage(
        error.finding.rule, error.finding.detail, error.description, as: error.error,
        status: error.error == .notImplemented ? 501 : 400))
  }

  /// The redirect URI, compared to the last character with those of the service (guide §2).
  private func redirectURI(
    _ parameters: RequestParameters, _ client: ItsmeClient, _ scope: RequestedScope, _ switches: Switches,
    _ findings: inout [Finding]
  ) throws(AuthorizeProblem) -> String {
    guard let uri = parameters["redirect_uri"] else {
      throw .page(RefusedPage(AuthorizeRules.redirectMissing, "", "Missing \"redirect_uri\" parameter"))
    }
    let registered = client.services[scope.service]?.redirectURIs ?? []
    if registered.contains(uri) { return uri }
    guard RedirectLocation.isSafe(uri) else {
      throw .page(RefusedPage(AuthorizeRules.redirectUnsafe, uri, "Invalid \"redirect_uri\" parameter"))
    }
    if client.isAnything {
      findings.append(Finding(AuthorizeRules.redirectUnregistered, uri))
      return uri
    }
    let finding = "\"\(uri)\"; registered are \(registered.joined(separator: ", "))"
    guard switches[.redirectURICheck].word == "exact" else {
      findings.append(Finding(AuthorizeRules.redirectMismatch, finding))
      return uri
    }
    throw .page(RefusedPage(AuthorizeRules.redirectMismatch, finding, "Invalid \"redirect_uri\" parameter"))
  }

  // MARK: Sending back

  /// A broken request object is sent back if the parameters beside it say where to.
  private func sendBackForObject(
    _ refused: InvalidRequest, _ outer: RequestParameters, _ client: ItsmeClient, _ call: Call,
    _ findings: [Finding]
  ) throws(AuthorizeProblem) -> Outcome {
    var ignored: [Finding] = []
    let switches = Switches(client: client.quirks, scenario: nil, standards: Itsme.standards)
    let target: String?
    if let scope = try? RequestedScope(outer["scope"], noting: &ignored) {
      target = try? redirectURI(outer, client, scope, switches, &ignored)
    } else {
      let all = client.services.values.flatMap(\.redirectURIs)
      target = outer["redirect_uri"].flatMap { all.contains($0) ? $0 : nil }
    }
    guard let target else { throw .redirect(refused) }
    return .answer(sendBack(refused, to: target, state: outer["state"], switches, call, findings))
  }

  private func sendBack(
    _ refused: InvalidRequest, to redirectURI: String, state: String?, _ switches: Switches, _ call: Call,
    _ findings: [Finding]
  ) -> Answer {
    if refused.error == .notImplemented, switches[.notImplemented].word == "page" {
      let page = RefusedPage(
        refused.finding.rule, refused.finding.detail, refused.description, as: .notImplemented, status: 501)
      return self.page(page, for: call, findings)
    }
    return Answer(
      errorRedirect(refused.error, refused.description, to: redirectURI, state: state),
      findings: findings + [refused.finding])
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
