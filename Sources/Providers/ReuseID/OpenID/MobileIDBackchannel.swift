import Flow
import OpenID
import ProviderKit

extension ReuseID {
  /// The backchannel authentication endpoint: the client has no browser, and polls until the person has decided (§1c).
  func backchannel(_ call: Call) throws(DocumentNeeded) -> Outcome {
    try backchannel(call) { request throws(OpenIDRefusal) in
      var start = Start(purpose: .authentication, channel: .ciba, endpoint: .ciba)
      start.request = OpenIDRequest(
        realm: .today, issuer: issuer(call.publicBase), scopes: try scopes(&request))
      try checkMethod(request.parameters, .today)
      try name(&request, .today, into: &start)
      try Self.checks.oneHint(request.parameters)
      spellExpiry(&request)
      start.patience = try Self.checks.requestedExpiry(request.parameters)
      start.request?.requestedExpiry = start.patience.map { Int($0.components.seconds) }
      if let message = try Self.checks.bindingMessage(request.parameters) {
        start.contexts.pre = OperationContext(content: message, mimeType: "text/plain", title: nil)
        start.request?.bindingMessage = message
      }
      return try open(start, &request, call)
    }
  }

  /// One of the vendor's pages spells it `request_expiry`; both are accepted (§1c).
  private func spellExpiry(_ request: inout AuthorizationRequest<ReuseIDClient>) {
    guard request.parameters["requested_expiry"] == nil, let other = request.parameters["request_expiry"]
    else { return }
    request.parameters["requested_expiry"] = other
    request.findings.append(Finding(OpenIDRules.expirySpelling))
  }
}
