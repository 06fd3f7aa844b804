import Flow
import HTTP
import JSON
package import ProviderKit

extension OpenIDProvider {
  /// The backchannel authentication endpoint (OpenID Connect CIBA Core §7).
  ///
  /// It reads the request, authenticates the client, and lets the provider begin a login. The client learns the
  /// outcome at the token endpoint.
  ///
  /// - Parameter begin: begins a login whose `grant.backchannel` is set.
  package func backchannel(
    _ call: Call,
    _ begin: (inout AuthorizationRequest<RelyingParty>) throws(OpenIDRefusal) -> OpenedTransaction<Login>
  ) throws(DocumentNeeded) -> Outcome {
    try answering(call) { () throws(Interruption) in
      var request = try authenticatedRequest(call)
      do throws(OpenIDRefusal) {
        let notification = try notification(&request)
        let opened = try begin(&request)
        let login = opened.transaction
        var answer = opened.answer(findings: request.findings) { Self.accepted(login, at: call.now) }
        answer.deliveries = notify(login, by: notification, at: call.now)
        return answer
      } catch {
        // `access_denied` is 403 here, but a poll's outcome at the token endpoint (§11, §13).
        let refusal = error.error == .accessDenied ? error.with(status: error.status ?? 403) : error
        throw .refused(refusal.after(request.findings))
      }
    }
  }

  /// The request of a login, which the client may poll from its start.
  ///
  /// - Parameter interval: how long the client is told to wait between two polls; `nil` if it is not told, which
  ///   means five seconds.
  package func backchannelRequest(
    _ ordinal: Int, interval: Duration? = .seconds(5)
  ) -> BackchannelRequest {
    BackchannelRequest(
      sandbox.environment.identifier(
        length: 43, from: .base64URL, ordinal: ordinal, purpose: "\(Self.slug)/auth_req_id"),
      interval: interval)
  }

  // MARK: Reading

  private func authenticatedRequest(
    _ call: Call
  ) throws(Interruption) -> AuthorizationRequest<RelyingParty> {
    let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.fields(of: call) }
    let client: AuthenticatedClient<RelyingParty>
    do throws(Interruption) {
      client = try authenticateBackchannel(form, for: call)
    } catch { throw error.after(advice) }
    var request = AuthorizationRequest(
      parameters: AuthorizationParameters(form, isPosted: true), client: client.client,
      identifier: client.identifier, findings: advice + client.known.findings)
    do throws(Interruption) {
      guard client.client.backchannelDelivery != nil else { throw .refused(Self.backchannelUnregistered) }
      let policy = backchannelPolicy(for: client.client)
      if let object = policy.requestObject { try takeSigned(&request, object, call) }
      try readHint(&request, policy.hint, call)
      request.findings += try refusing { () throws(OpenIDRefusal) in
        try spend(client, at: call.time.forClients)
      }
      return request
    } catch { throw error.after(request.findings) }
  }

  /// The fields of the form; some vendors accept those of the URL too.
  private static func fields(of call: Call) throws(OpenIDRefusal) -> (Form, advice: [Finding]) {
    guard book.has(.backchannelQuery), var form = try? call.request.target.query, !form.isEmpty else {
      return try backendForm(call)
    }
    if !call.request.body.isEmpty {
      for (name, value) in try backendForm(call).form { form.append(name, value) }
    }
    try checkRepeated(form)
    return (form, book.advice(.backchannelQuery))
  }

  // MARK: Answering

  private static func accepted(_ login: Transaction<Login>, at now: Instant) -> Response {
    let request = login.detail.grant.backchannel
    var body: JSONObject = [
      "auth_req_id": .string(request?.identifier ?? ""),
      "expires_in": .integer(Int((login.timeline.deadline - now).components.seconds)),
    ]
    if let request, request.isIntervalTold {
      body["interval"] = .integer(Int(request.interval.components.seconds))
    }
    return .uncached(.ok, .object(body))
  }
}
