import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// The pushed authorization request endpoint (§1.7, RFC 9126): authenticates the client, checks the request as the
  /// authorization endpoint would, and keeps it.
  func par(_ call: Call) throws(DocumentNeeded) -> Outcome {
    var findings: [Finding] = []
    do throws(CriiptoTokenProblem) {
      return .answer(try push(call, &findings))
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal):
        return .answer(Answer(refusal.response, findings: findings + [refusal.finding]))
      }
    }
  }

  private func push(_ call: Call, _ findings: inout [Finding]) throws(CriiptoTokenProblem) -> Answer {
    let form: Form
    (form, findings) = try CriiptoTokenRules.form(call.request)
    let (client, identifier) = try authenticate(form, for: call, &findings)
    var parameters = CriiptoParameters(form)
    // The client is who authenticated, wherever its id stands (RFC 9126 §2.1).
    parameters["client_id"] = identifier
    if parameters["request_uri"] != nil {
      throw .refused(
        CriiptoTokenRefusal(.invalidRequest, AuthorizationRules.parNested, "", "request_uri cannot be pushed")
      )
    }
    do throws(CriiptoAuthorizeProblem) {
      if let object = parameters["request"] {
        parameters.take(try requestObject(object, of: client, beside: parameters, for: call, &findings))
        parameters["request"] = nil
      }
      try check(parameters, client, call, &findings)
    } catch {
      switch error {
      case .needsKeys(let url): throw .needsKeys(url: url)
      case .refused(let refusal): throw .refused(CriiptoTokenRefusal(refusal))
      }
    }
    for name in ["client_secret", "client_assertion", "client_assertion_type"] {
      parameters[name] = nil
    }
    let switches = CriiptoSwitches(
      client, foresee(parameters, for: parameters["client_id"] ?? client.identifier, call))
    // A scenario that the backend asked for goes on with the browser.
    if let asked = AskedScenario.find(call.request, { _ in nil }) {
      parameters["eidolon_scenario"] = asked.name
    }
    return keep(parameters, of: identifier, at: call.now, switches, findings)
  }

  /// Applies the rules of the authorization endpoint; nothing begins yet.
  private func check(
    _ sent: CriiptoParameters, _ client: CriiptoClient, _ call: Call, _ findings: inout [Finding]
  ) throws(CriiptoAuthorizeProblem) {
    var parameters = sent
    parameters.takeCarriedByHint()
    do throws(CriiptoRefusal) {
      let application = CriiptoApplication(client).atHome(of: call)
      let callback = try callback(parameters["redirect_uri"], of: application, &findings)
      _ = try CriiptoRequest(
        parameters, to: callback, of: application, asking: client.requesting, for: call.request,
        noting: &findings)
    } catch { throw .refused(error) }
  }

  /// 201, which every SDK insists on (§1.7).
  private func keep(
    _ parameters: CriiptoParameters, of identifier: String, at now: Instant, _ switches: CriiptoSwitches,
    _ findings: [Finding]
  ) -> Answer {
    let uri =
      "urn:ietf:params:oauth:request_uri:"
      + UUIDText(sandbox.environment.bytes(16, ordinal: sandbox.nextCall(), purpose: "criipto/request_uri"))
      .text
    let lifetime = switches[CriiptoLifetime.requestURI]
    pushedRequests.keep(
      PushedRequests.Pushed(client: identifier, parameters: parameters, until: now + lifetime), as: uri)
    let body: JSON = [
      "request_uri": .string(uri), "expires_in": .integer(Int(lifetime.components.seconds)),
    ]
    return Answer(.uncached(switches[.parStatus].word == "200" ? .ok : 201, body), findings: findings)
  }

  /// The parameters of a pushed request; beside `client_id` and `request_uri` nothing counts (§1.2).
  func takePushed(
    _ outer: CriiptoParameters, at now: Instant, _ findings: inout [Finding]
  ) throws(CriiptoRefusal) -> CriiptoParameters {
    let uri = outer["request_uri"] ?? ""
    let identifier = outer["client_id"] ?? ""
    let stray = outer.names.filter { !["client_id", "request_uri", "eidolon_scenario"].contains($0) }
      .sorted()
    if !stray.isEmpty {
      findings.append(Finding(AuthorizationRules.parOutside, stray.joined(separator: ", ")))
    }
    switch pushedRequests.take(uri, for: identifier, at: now) {
    case .found(let pushed):
      var parameters = pushed.parameters
      if let asked = outer["eidolon_scenario"] { parameters["eidolon_scenario"] = asked }
      return parameters
    case .used:
      throw .page(
        AuthorizationRules.requestURIReused, uri, "The request_uri was used before", as: "invalid_request_uri"
      )
    case .expired:
      throw .page(
        AuthorizationRules.requestURIExpired, uri, "The request_uri has expired", as: "invalid_request_uri")
    case .unknown:
      throw .page(AuthorizationRules.requestURIUnknown, uri, "Unknown request_uri", as: "invalid_request_uri")
    }
  }
}
