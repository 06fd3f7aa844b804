import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The backchannel authentication endpoint: the client has no browser and asks the token endpoint until the person has decided
  /// (OpenID Connect CIBA Core §7).
  func backchannel(_ call: Call) -> Outcome {
    var start = Start(purpose: .authentication, channel: .ciba, endpoint: .ciba)
    // One page of the vendor shows the parameters in the URL (§1c).
    if let query = try? call.request.target.query, !query.isEmpty {
      start.findings.append(Finding(OpenIDRules.parametersInQuery))
    }
    do throws(OpenIDRefusal) {
      let form = try backchannelForm(call.request)
      let client = try authenticate(call.request, form)
      start.findings += client.findings
      let (scopes, unknown) = try scopes(form)
      start.findings += unknown
      start.request = OpenIDRequest(realm: .today, scopes: scopes)
      try checkMethod(form, .today)
      try name(form.values("login_hint"), client, .today, into: &start)
      try readExpiry(form, into: &start)
      if let message = form["binding_message"] {
        try checkMessage(message)
        start.contexts.pre = OperationContext(content: message, mimeType: "text/plain", title: nil)
      }
      start.parameters = Dictionary(form.map { ($0.name, $0.value) }) { "\($0) \($1)" }
      let begun = try begun(start, of: client, call)
      return .answer(
        begun.opened.answer(findings: begun.findings) { accepted(begun.opened.transaction, at: call.now) })
    } catch { return .answer(Answer(error.response, findings: start.findings + error.findings)) }
  }

  private func accepted(_ operation: Transaction<Operation>, at now: Instant) -> Response {
    let left = operation.detail.deadline - now
    return .uncached(
      .ok,
      [
        "auth_req_id": .string(operation.detail.grant.authRequest ?? ""),
        "expires_in": .integer(Int(left.components.seconds)),
        "interval": .integer(Int(operation.detail.grant.interval.components.seconds)),
      ])
  }

  /// The parameters of the URL and of the content.
  private func backchannelForm(_ request: Request) throws(OpenIDRefusal) -> Form {
    var form: Form
    do throws(Form.Problem) {
      form = try request.target.query
      if !request.body.isEmpty {
        for (name, value) in try request.form { form.append(name, value) }
      }
    } catch {
      throw OpenIDRefusal("invalid_request", OpenIDRules.formMalformed, "\(error)", "The content is no form")
    }
    let twice = form.duplicates
    guard twice.isEmpty else {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.parameterTwice, twice.joined(separator: ", "),
        "A parameter is repeated")
    }
    return form
  }

  /// Both spellings (§1c).
  private func readExpiry(_ form: Form, into start: inout Start) throws(OpenIDRefusal) {
    if form["request_expiry"] != nil, form["requested_expiry"] == nil {
      start.findings.append(Finding(OpenIDRules.expirySpelling))
    }
    guard let text = form["requested_expiry"] ?? form["request_expiry"] else { return }
    guard let seconds = Int(text), (1...86_400).contains(seconds) else {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.expiryMalformed, text, "requested_expiry must be a number of seconds")
    }
    start.patience = .seconds(seconds)
  }

  /// Short enough for a screen, and plain text (CIBA Core §7.1).
  private func checkMessage(_ message: String) throws(OpenIDRefusal) {
    guard !message.isEmpty, message.count <= 200, message.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
    else {
      throw OpenIDRefusal(
        "invalid_binding_message", OpenIDRules.requestMalformed, "binding_message",
        "binding_message must be a plain text of at most 200 characters")
    }
  }
}
