import Flow
import HTTP
import JSON
package import ProviderKit

extension OpenIDProvider {
  /// The backchannel authentication endpoint: reads the form, authenticates the client, and lets the provider begin a login, about
  /// which the client asks at the token endpoint (OpenID Connect CIBA Core §7).
  ///
  /// - Parameter begin: begins a login whose `grant.backchannel` is set.
  package func backchannel(
    _ call: Call,
    _ begin: (inout AuthorizationRequest<RelyingParty>) throws(OpenIDRefusal) -> OpenedTransaction<Login>
  ) throws(DocumentNeeded) -> Outcome {
    try answering(call) { () throws(Interruption) in
      var request = try authenticatedRequest(call)
      do throws(OpenIDRefusal) {
        let opened = try begin(&request)
        return opened.answer(findings: request.findings) { Self.accepted(opened.transaction, at: call.now) }
      } catch { throw .refused(error.after(request.findings)) }
    }
  }

  /// The request of a login, which the client may ask about from its start.
  package func backchannelRequest(_ ordinal: Int) -> BackchannelRequest {
    BackchannelRequest(
      sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: ordinal, purpose: "\(Self.slug)/auth_req_id"))
  }

  private func authenticatedRequest(
    _ call: Call
  ) throws(Interruption) -> AuthorizationRequest<RelyingParty> {
    let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.fields(of: call.request) }
    do throws(Interruption) {
      let client = try authenticate(form, for: call)
      let spent = try refusing { () throws(OpenIDRefusal) in
        try spend(client, at: call.time.forClients)
      }
      return AuthorizationRequest(
        parameters: AuthorizationParameters(form, isPosted: true), client: client.client,
        identifier: client.identifier, findings: advice + client.known.findings + spent)
    } catch { throw error.after(advice) }
  }

  /// The fields of the form; some vendors take those of the URL too.
  private static func fields(of request: Request) throws(OpenIDRefusal) -> (Form, advice: [Finding]) {
    guard book.has(.backchannelQuery), var form = try? request.target.query, !form.isEmpty else {
      return try backendForm(request)
    }
    if !request.body.isEmpty {
      for (name, value) in try backendForm(request).form { form.append(name, value) }
    }
    try checkRepeated(form)
    return (form, book.advice(.backchannelQuery))
  }

  private static func accepted(_ login: Transaction<Login>, at now: Instant) -> Response {
    let request = login.detail.grant.backchannel
    return .uncached(
      .ok,
      [
        "auth_req_id": .string(request?.identifier ?? ""),
        "expires_in": .integer(Int((login.timeline.deadline - now).components.seconds)),
        "interval": .integer(Int((request?.interval ?? .zero).components.seconds)),
      ])
  }
}
