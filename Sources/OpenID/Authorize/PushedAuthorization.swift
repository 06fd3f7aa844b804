package import Flow
package import HTTP
import JSON
package import ProviderKit

/// A provider to which clients push authorization requests before they send the browser (RFC 9126).
package protocol PushedRequestProvider: OpenIDProvider {
  var pushedRequests: PushedRequests { get }

  /// Checks a request as the authorization endpoint would, without beginning a login.
  ///
  /// - Returns: what the client is told.
  func check(
    pushed request: AuthorizationRequest<RelyingParty>, _ call: Call
  ) throws(Interruption) -> PushedTerms
}

/// What the client of a pushed request is told.
package struct PushedTerms: Sendable {
  let lifetime: Duration
  let status: Status
  /// Findings about the request.
  let findings: [Finding]
  let story: PushedStory

  package init(
    lifetime: Duration, status: Status = 201, findings: [Finding], story: PushedStory = PushedStory()
  ) {
    (self.lifetime, self.status, self.findings, self.story) = (lifetime, status, findings, story)
  }
}

extension PushedRequestProvider {
  /// The pushed authorization request endpoint (RFC 9126 §2): authenticates the client, checks the request, and keeps it.
  package func push(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backend(call) { backend throws(Interruption) in
      var request = AuthorizationRequest(
        parameters: AuthorizationParameters(backend.form, isPosted: true),
        client: backend.client.client.atHome(of: call), identifier: backend.client.identifier, findings: [])
      // The client is the one that authenticated, wherever the request names it (§2.1).
      request.parameters["client_id"] = request.identifier
      for name in ["client_secret", "client_assertion", "client_assertion_type"] {
        request.parameters[name] = nil
      }
      do throws(Interruption) {
        let terms = try check(&request, backend)
        // A scenario that the backend asks for applies to the browser's login.
        if let asked = AskedScenario.find(call.request, { _ in nil }) {
          request.parameters["eidolon_scenario"] = asked.name
        }
        return keep(request, backend.advice + request.findings + terms.findings, terms, call)
      } catch { throw error.after(request.findings) }
    }
  }

  private func check(
    _ request: inout AuthorizationRequest<RelyingParty>, _ backend: BackendCall<RelyingParty>
  ) throws(Interruption) -> PushedTerms {
    guard request.parameters["request_uri"] == nil else {
      throw .refused(
        OpenIDRefusal(.invalidRequest, Self.book[.pushNested], "", "request_uri cannot be pushed"))
    }
    if let object = request.parameters["request"] {
      try open(requestObject: object, RequestObjectPolicy(), in: &request, backend.call)
      request.parameters["request"] = nil
    }
    request.findings += try refusing { () throws(OpenIDRefusal) in
      try spend(backend.client, at: backend.call.time.forClients)
    }
    return try check(pushed: request, backend.call)
  }

  private func keep(
    _ request: AuthorizationRequest<RelyingParty>, _ findings: [Finding], _ terms: PushedTerms, _ call: Call
  ) -> Answer {
    let chance = sandbox.environment.bytes(
      16, ordinal: sandbox.nextCall(), purpose: "\(Self.slug)/request_uri")
    let uri = "urn:ietf:params:oauth:request_uri:\(UUIDText(chance).text)"
    pushedRequests.keep(
      PushedRequests.Pushed(
        client: request.identifier, parameters: request.parameters, until: call.now + terms.lifetime,
        story: terms.story),
      as: uri)
    let seconds = Int(terms.lifetime.components.seconds)
    return Answer(
      .uncached(terms.status, ["request_uri": .string(uri), "expires_in": .integer(seconds)]),
      findings: findings)
  }

  // MARK: At the authorization endpoint

  /// Replaces a request that names a pushed one by that, without any other parameters (RFC 9126 §4).
  ///
  /// - Parameter isRequired: true if the client must push its requests.
  /// - Returns: true if it was pushed.
  package func takePushed(
    _ request: inout AuthorizationRequest<RelyingParty>, isRequired: Bool, at now: Instant
  ) throws(OpenIDRefusal) -> Bool {
    guard let uri = request.parameters["request_uri"] else {
      guard !isRequired else { throw Self.pushRequired }
      return false
    }
    let asked = request.parameters["eidolon_scenario"]
    let stray = request.parameters.names.filter { !Self.besidePushed.contains($0) }.sorted()
    if !stray.isEmpty {
      request.findings += Self.book.advice(.parametersBesidePushed, stray.joined(separator: ", "))
    }
    switch pushedRequests.take(uri, for: request.identifier, at: now) {
    case .found(let parameters, let story): (request.parameters, request.choice) = (parameters, story.choice)
    case .used: throw Self.unusable(.requestURIReused, uri, "The request_uri was used before")
    case .expired(let byStory):
      let refusal = Self.unusable(.requestURIExpired, uri, "The request_uri has expired")
      throw byStory ? refusal.expected() : refusal
    case .unknown: throw Self.unusable(.requestURIUnknown, uri, "Unknown request_uri")
    }
    if let asked { request.parameters["eidolon_scenario"] = asked }
    return true
  }

  /// Refuses a request that was not pushed (RFC 9126 §5).
  package static var pushRequired: OpenIDRefusal {
    OpenIDRefusal(
      .invalidRequest, book[.pushRequired], "", "This application requires pushed authorization requests")
  }

  private static func unusable(_ rule: OpenIDRule, _ uri: String, _ description: String) -> OpenIDRefusal {
    .page(book[rule], uri, description, as: "invalid_request_uri")
  }

  private static var besidePushed: Set<String> { ["client_id", "request_uri", "eidolon_scenario"] }
}
