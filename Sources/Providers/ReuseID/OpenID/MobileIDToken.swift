import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The code or the backchannel request that a form redeems.
  static var grantHandle: CallHandle {
    CallHandle { call in
      guard let form = try? call.request.form else { return nil }
      return switch form["grant_type"] {
      case "authorization_code": "code/\(form["code"] ?? "")"
      case cibaGrant: "ciba/\(form["auth_req_id"] ?? "")"
      default: nil
      }
    }
  }

  /// The token endpoint: access to the API, the exchange of a code, and the outcome of a backchannel request (§1c).
  func token(_ call: OwnedCall<Operation>, _ realm: Realm) -> Outcome {
    let form: Form
    do throws(Form.Problem) {
      form = try call.request.form
    } catch {
      let refusal = OpenIDRefusal(
        "invalid_request", OpenIDRules.formMalformed, "\(error)", "The content is no form")
      return .answer(Answer(refusal.response, findings: refusal.findings))
    }
    switch form["grant_type"] {
    case "authorization_code":
      return redeem(call, form, realm) { client throws(OpenIDRefusal) in
        try exchange(call.handle, form, client, at: call.now)
      }
    case Self.cibaGrant:
      return redeem(call, form, realm) { client throws(OpenIDRefusal) in
        try poll(form["auth_req_id"] ?? "", client, at: call.now)
      }
    default: return grant(form, call.call)
    }
  }

  // MARK: Client credentials

  private func grant(_ form: Form, _ call: Call) -> Outcome {
    do throws(OpenIDRefusal) {
      guard form["grant_type"] == "client_credentials" else {
        throw OpenIDRefusal(
          form["grant_type"] == nil ? "invalid_request" : "unsupported_grant_type",
          OpenIDRules.grantTypeUnknown,
          form["grant_type"] ?? "none", "grant_type is not supported")
      }
      let client = try authenticate(call.request, form)
      let scopes = Set((form["scope"] ?? "signicat-api").split(separator: " ").map(String.init))
      let unknown = scopes.subtracting(["signicat-api"])
      guard unknown.isEmpty, !scopes.isEmpty else {
        throw OpenIDRefusal(
          "invalid_scope", OpenIDRules.scopeUnknown, unknown.sorted().joined(separator: " "),
          "The scope is not allowed for the client")
      }
      return .answer(Answer(issue(client, scopes, at: call.now), findings: client.findings))
    } catch { return .answer(Answer(error.response, findings: error.findings)) }
  }

  private func issue(_ client: KnownClient, _ scopes: Set<String>, at now: Instant) -> Response {
    let life = switches(of: client.client)[lifetime: .apiToken]
    let text = sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: tokens.nextNumber(), purpose: "reuseid/api_token")
    tokens.add(text, APITokens.Token(client: client.identifier, scopes: scopes, expires: now + life))
    return .uncached(
      .ok,
      [
        "access_token": .string(text), "expires_in": .integer(Int(life.components.seconds)),
        "token_type": "Bearer", "scope": .string(scopes.sorted().joined(separator: " ")),
      ])
  }

  // MARK: Of an operation

  private func redeem(
    _ call: OwnedCall<Operation>, _ form: Form, _ realm: Realm,
    _ work: (KnownClient) throws(OpenIDRefusal) -> Transaction<Operation>
  ) -> Outcome {
    _ = settled(call.handle, at: call.now)
    var findings: [Finding] = []
    var answer: Answer
    do throws(OpenIDRefusal) {
      let client = try authenticate(call.request, form)
      findings = client.findings
      let operation = try work(client)
      findings += habits.noteExchange(
        of: operation, nonce: operation.detail.request?.nonce, rotations: sandbox.keys.rotations)
      answer = Answer(
        try tokens(for: operation, call.call, realm), remarks: ["\(operation.client) got its tokens"])
    } catch {
      findings += error.findings
      answer = Answer(error.response)
    }
    if let owner = call.transaction { ledger.note(findings, on: owner.identifier) }
    answer.findings = findings
    return .answer(answer)
  }

  /// Exchanges a code, once.
  private func exchange(
    _ handle: String, _ form: Form, _ client: KnownClient, at now: Instant
  ) throws(OpenIDRefusal) -> Transaction<Operation> {
    let token = accessToken
    let result = ledger.transactions.update(handle) {
      operation -> (Result<Transaction<Operation>, OpenIDRefusal>, newHandle: String?) in
      if let refusal = Self.check(operation, form, client, at: now) { return (.failure(refusal), nil) }
      let text = token(operation.ordinal)
      operation.detail.grant.codeRedeemed = now
      (operation.detail.grant.accessToken, operation.detail.grant.issued) = (text, now)
      return (.success(operation), "token/\(text)")
    }
    guard let result else {
      throw OpenIDRefusal("invalid_grant", OpenIDRules.codeUnknown, "", "The code is not valid")
    }
    return try result.get()
  }

  private static func check(
    _ operation: Transaction<Operation>, _ form: Form, _ client: KnownClient, at now: Instant
  ) -> OpenIDRefusal? {
    let (grant, request) = (operation.detail.grant, operation.detail.request)
    let exchange = CodeExchange(
      client: operation.client, redirectURI: request?.redirectURI ?? "", proofKey: request?.proofKey,
      sent: grant.codeSent, lifetime: operation.detail.switches[lifetime: .code],
      isRedeemed: grant.codeRedeemed != nil)
    let problem = exchange.problem(
      for: client.identifier, redirectURI: form["redirect_uri"], verifier: form["code_verifier"], at: now)
    return problem.map { OpenIDRefusal($0, sent: form["redirect_uri"]) }
  }

  /// The outcome of a backchannel request, or what the client must wait for (CIBA Core §11).
  private func poll(
    _ request: String, _ client: KnownClient, at now: Instant
  ) throws(OpenIDRefusal) -> Transaction<Operation> {
    let token = accessToken
    let result = ledger.transactions.update("ciba/\(request)") {
      operation -> (Result<Transaction<Operation>, OpenIDRefusal>, newHandle: String?) in
      guard operation.client == client.identifier else {
        return (
          .failure(OpenIDRefusal("invalid_grant", OpenIDRules.codeOfOther, "", "auth_req_id is not valid")),
          nil
        )
      }
      if let refusal = operation.poll(at: now) { return (.failure(refusal), nil) }
      let text = token(operation.ordinal)
      operation.detail.grant.codeRedeemed = now
      (operation.detail.grant.accessToken, operation.detail.grant.issued) = (text, now)
      return (.success(operation), "token/\(text)")
    }
    guard let result else {
      throw OpenIDRefusal("invalid_grant", OpenIDRules.requestUnknown, request, "auth_req_id is not valid")
    }
    return try result.get()
  }

  private var accessToken: @Sendable (Int) -> String {
    { [environment = sandbox.environment] ordinal in
      environment.identifier(length: 43, from: .base64URL, ordinal: ordinal, purpose: "reuseid/access_token")
    }
  }
}

extension Transaction where Detail == ReuseID.Operation {
  /// Notes that the client asks; why it gets nothing yet.
  fileprivate mutating func poll(at now: Instant) -> ReuseID.OpenIDRefusal? {
    func refused(_ error: String, _ rule: Rule, _ text: String) -> ReuseID.OpenIDRefusal {
      ReuseID.OpenIDRefusal(error, rule, "", text)
    }
    let last = detail.grant.lastPoll
    detail.grant.lastPoll = now
    if let last, now - last < detail.grant.interval, !detail.phase.isFinal {
      detail.grant.interval += .seconds(5)
      return refused("slow_down", ReuseID.OpenIDRules.polledTooFast, "Ask less often")
    }
    switch detail.phase {
    case .completed where detail.grant.codeRedeemed == nil: return nil
    case .completed: return refused("invalid_grant", ReuseID.OpenIDRules.codeReused, "auth_req_id was used")
    case .created, .started, .authenticated, .verifying:
      return .waiting("authorization_pending", "The person has not decided")
    case .expired: return .waiting("expired_token", "auth_req_id has expired")
    case .failed, .cancelled, .replaced: return .waiting("access_denied", "The person did not approve")
    }
  }
}
