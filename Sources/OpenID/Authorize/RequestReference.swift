package import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Takes over the request object of a request, by value or by reference, if it has one (OpenID Connect Core §6).
  ///
  /// - Parameter facts: what the conditions of scenarios can ask about before a referenced object is known.
  /// - Returns: true if it had one.
  package func takeRequestObject(
    _ policy: RequestObjectPolicy, _ references: RequestURIPolicy,
    in request: inout AuthorizationRequest<RelyingParty>, _ call: Call,
    facts: (AuthorizationRequest<RelyingParty>) -> Facts
  ) throws(Interruption) -> Bool {
    guard let uri = request.parameters["request_uri"] else {
      guard let object = request.parameters["request"] else { return false }
      try open(requestObject: object, policy, in: &request, call)
      return true
    }
    guard request.parameters["request"] == nil else {
      throw .refused(
        OpenIDRefusal(
          .invalidRequest, Self.book[.requestAndReference], "",
          "request and request_uri cannot be used together"))
    }
    let (location, advice) = try refusing { () throws(OpenIDRefusal) in
      try Self.location(of: uri, for: request.client)
    }
    request.findings += advice
    do throws(Interruption) {
      let object = try fetch(location, references, request, call, facts)
      try open(requestObject: object, policy, in: &request, call)
      return true
    } catch {
      guard case .refused(let refusal) = error, call.spoiled.contains(location) else { throw error }
      throw .refused(spoiled(refusal, request, call))
    }
  }

  /// The refusal of an object that a scenario kept from coming: the client is not to blame, and no login will take the
  /// scenario.
  private func spoiled(
    _ refusal: OpenIDRefusal, _ request: AuthorizationRequest<RelyingParty>, _ call: Call
  ) -> OpenIDRefusal {
    if AskedScenario.find(call.request, request.parameters.values) == nil {
      logins.spendStruck(for: request.identifier)
    }
    return refusal.unblamed("the scenario spoiled the request object: \(refusal.finding?.detail ?? "")")
  }

  /// The URL of a registered reference, without the fragment that may tell versions apart (§6.2).
  ///
  /// A client that stands for any id has none registered, so no request can make the emulator call an arbitrary URL.
  private static func location(
    of uri: String, for client: RelyingParty
  ) throws(OpenIDRefusal) -> (String, [Finding]) {
    let location = String(uri.prefix { $0 != "#" })
    guard client.requestURIs.contains(where: { $0 == uri || $0 == location }) else {
      throw unusable(
        .referenceUnregistered,
        "\"\(uri)\"; registered are \(client.requestURIs.joined(separator: ", "))")
    }
    guard let authority = try? WebAuthority.split(location).authority else {
      throw unusable(.referenceUnregistered, uri)
    }
    return (
      location,
      (authority.isLoopback ? book.advice(.referenceLocal, uri) : [])
        + (authority.isSecure ? [] : book.advice(.referencePlain, uri))
        + (authority.writtenPort != nil ? [] : book.advice(.referenceWithoutPort, uri))
    )
  }

  /// The object behind a reference, fetched once for each request and never kept.
  private func fetch(
    _ location: String, _ policy: RequestURIPolicy, _ request: AuthorizationRequest<RelyingParty>,
    _ call: Call, _ facts: (AuthorizationRequest<RelyingParty>) -> Facts
  ) throws(Interruption) -> String {
    guard let result = call.documents[location] else {
      var needed = DocumentNeeded(url: location, timeout: policy.timeout)
      needed.reading = DocumentNeeded.Reading(
        limit: policy.limit,
        event: policy.event.map {
          DocumentNeeded.Event($0, of: Self.slug, faults: foreseenFaults(at: $0, of: request, call, facts))
        })
      throw .needs(needed)
    }
    switch result {
    case .failure(let error): throw .refused(Self.unusable(.referenceUnreachable, "\(location): \(error)"))
    case .success(let document) where document.status.code != 200:
      throw .refused(
        Self.unusable(.referenceUnreachable, "\(location) was answered with \(document.status)"))
    case .success(let document):
      let text = String(decoding: document.body, as: UTF8.self)
      return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
  }

  /// The scenario's faults that strike the fetch; those of a queued scenario are armed already.
  private func foreseenFaults(
    at event: String, of request: AuthorizationRequest<RelyingParty>, _ call: Call,
    _ facts: (AuthorizationRequest<RelyingParty>) -> Facts
  ) -> [Fault] {
    let asked = AskedScenario.find(call.request, request.parameters.values)
    guard asked != nil || sandbox.queue.next(for: request.identifier, of: Self.slug) == nil else { return [] }
    let decision = try? logins.previewScenario(facts(request), for: request.identifier, asked: asked)
    return (decision?.scenario?.faults ?? []).filter { $0.endpoint == event && $0.calls.strike(1) }
  }

  private static func unusable(_ rule: OpenIDRule, _ seen: String) -> OpenIDRefusal {
    OpenIDRefusal("invalid_request_uri", book[rule], seen, "The request_uri cannot be used")
  }
}
