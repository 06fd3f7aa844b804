import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The backchannel authentication endpoint: the client has no browser and asks the token endpoint until the person has decided
  /// (OpenID Connect CIBA Core §7).
  func backchannel(_ call: Call) -> Outcome {
    var findings: [Finding] = []
    do throws(OpenIDRefusal) {
      let form = try backchannelForm(call, &findings)
      let client = try authenticate(call, form)
      findings += client.findings
      var start = Start(purpose: .authentication, channel: .ciba, endpoint: .ciba)
      start.request = OpenIDRequest(realm: .today, scopes: try scopes(form, &findings))
      try checkMethod(form, .today)
      try name(form.values("login_hint"), client, .today, into: &start, &findings)
      start.patience = try expiry(form, &findings)
      if let message = form["binding_message"] {
        try checkMessage(message)
        start.contexts.pre = OperationContext(content: message, mimeType: "text/plain", title: nil)
      }
      start.parameters = Dictionary(form.map { ($0.name, $0.value) }) { "\($0) \($1)" }
      let opened: OpenedOperation
      do throws(UnknownScenario) {
        opened = try begin(start, of: client.client, as: client.identifier, call, findings)
      } catch {
        throw OpenIDRefusal("invalid_request", StartRules.scenarioUnknown, error.text, error.text)
      }
      return .answer(opened.answer(accepted(opened.opened.transaction)))
    } catch {
      return .answer(Answer(error.response, findings: findings + [error.finding].compactMap { $0 }))
    }
  }

  private func accepted(_ operation: Transaction<Operation>) -> Response {
    let left = operation.detail.deadline - ledger.now
    return .uncached(
      .ok,
      [
        "auth_req_id": .string(operation.detail.grant.authRequest ?? ""),
        "expires_in": .integer(Int(left.components.seconds)),
        "interval": .integer(Int(operation.detail.grant.interval.components.seconds)),
      ])
  }

  /// The parameters, which one page of the vendor shows in the URL (§1c).
  private func backchannelForm(_ call: Call, _ findings: inout [Finding]) throws(OpenIDRefusal) -> Form {
    var form: Form
    do throws(Form.Problem) {
      form = try call.request.target.query
      if !form.isEmpty { findings.append(Finding(OpenIDRules.parametersInQuery)) }
      if !call.request.body.isEmpty {
        for (name, value) in try call.request.form { form.append(name, value) }
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
  private func expiry(_ form: Form, _ findings: inout [Finding]) throws(OpenIDRefusal) -> Duration? {
    if form["request_expiry"] != nil, form["requested_expiry"] == nil {
      findings.append(Finding(OpenIDRules.expirySpelling))
    }
    guard let text = form["requested_expiry"] ?? form["request_expiry"] else { return nil }
    guard let seconds = Int(text), (1...86_400).contains(seconds) else {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.expiryMalformed, text, "requested_expiry must be a number of seconds")
    }
    return .seconds(seconds)
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
