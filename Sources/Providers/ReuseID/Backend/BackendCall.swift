import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// An authenticated caller of the API.
  struct Caller: Sendable {
    let client: ReuseIDClient
    /// The client's id, which differs from the entry's where one stands for any.
    let identifier: String
    let findings: [Finding]
  }

  /// Authenticates the bearer of a client credentials token with the scope `signicat-api` (§1c).
  func authenticate(_ call: Call) throws(APIProblem) -> Caller {
    let text: String
    switch BearerToken(call.request) {
    case .token(let found): text = found
    case .missing:
      var problem = APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMissing, "", "An access token is required")
      problem.showsToken = false
      throw problem
    case .otherScheme(let scheme):
      var problem = APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMalformed, "the scheme is \"\(scheme)\", not Bearer",
        "An access token is required")
      problem.showsToken = false
      throw problem
    case .malformed(let why):
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMalformed, why, "The access token is malformed")
    case .inQuery:
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMalformed, "it is in the URL",
        "The access token is malformed")
    }
    guard let token = tokens[text] else { return try anyone() }
    guard let client = registered(token.client) else {
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenUnknown, "", "The access token is not valid")
    }
    guard token.expires > call.now else {
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenExpired, "", "The access token has expired")
    }
    guard token.scopes.contains("signicat-api") else {
      throw APIProblem(
        403, .insufficientScope, StartRules.tokenScope, token.scopes.sorted().joined(separator: " "),
        "The access token lacks the scope signicat-api")
    }
    return Caller(client: client, identifier: token.client, findings: [])
  }

  /// Accepts a token that was never issued, with a finding, if a client stands for any.
  private func anyone() throws(APIProblem) -> Caller {
    guard let any = registered(World.anyClient), any.isWildcard else {
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenUnknown, "", "The access token is not valid")
    }
    return Caller(client: any, identifier: World.anyClient, findings: [Finding(StartRules.tokenUnknown)])
  }

  /// Why a body is not a JSON object.
  struct NoObject: Error {
    let reason: String
  }

  /// The JSON object in a call's body; an empty body counts as an empty object, and another media type is reported.
  func object(in call: Call) throws(NoObject) -> (object: JSONObject, findings: [Finding]) {
    switch JSONContent(call.request) {
    case .object(let object): return (object, [])
    case .empty: return ([:], [])
    case .otherType(let type, let object?): return (object, [Finding(StartRules.contentType, type)])
    case .otherType(let type, nil): throw NoObject(reason: "it is declared as \(type)")
    case .malformed(let why): throw NoObject(reason: why)
    case .notAnObject: throw NoObject(reason: "it is not an object")
    }
  }

  private func body(_ call: Call) throws(APIProblem) -> (object: JSONObject, findings: [Finding]) {
    do throws(NoObject) {
      return try object(in: call)
    } catch {
      throw APIProblem(
        .badRequest, .invalidRequestParameter, StartRules.bodyMalformed, error.reason,
        "The content is not a JSON object")
    }
  }

  /// A string member; `nil` if it is absent or null.
  func text(_ name: String, in body: JSONObject) throws(InvalidParameters) -> String? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let text = value.string, !text.isEmpty, text.utf8.count <= 1024 else {
      throw InvalidParameters(
        StartRules.memberMalformed, "\(value)", name, "must be a text that is not empty")
    }
    return text
  }

  /// Answers a call of the API that may be refused.
  func respond(to call: Call, _ work: (Caller) throws(APIProblem) -> Answer) -> Outcome {
    var caller: Caller?
    do throws(APIProblem) {
      let known = try authenticate(call)
      caller = known
      return .answer(try work(known))
    } catch { return .answer(refuse(error, call, caller?.client, caller?.findings ?? [])) }
  }

  /// Answers a call that starts an operation, after `read` has taken the order from its body.
  func respond(
    to call: Call, starting start: Start,
    _ read: (JSONObject, Caller, inout Start) throws(APIProblem) -> Void
  ) -> Outcome {
    var start = start
    var caller: Caller?
    do throws(APIProblem) {
      let known = try authenticate(call)
      (caller, start.findings) = (known, known.findings)
      let (body, findings) = try body(call)
      start.findings += findings
      start.parameters = Self.parameters(body)
      try read(body, known, &start)
      return .answer(try open(start, known, call))
    } catch { return .answer(refuse(error, call, caller?.client, start.findings)) }
  }

  // MARK: About an operation

  /// The caller that asks about its own operation, which is brought up to date before the call counts.
  func asked(
    _ call: Call, about purposes: Set<Operation.Purpose>? = nil
  ) -> CallReading<Caller, Operation> {
    let caller: Caller
    do throws(APIProblem) {
      caller = try authenticate(call)
    } catch { return .refused(refuse(error, call, nil)) }
    let identifier = call.parameters["transactionId"] ?? ""
    _ = settled(identifier, at: call.now)
    return .accepted(caller, handle: identifier) { operation in
      operation.identifier == identifier
        && (operation.client == caller.identifier || caller.client.isWildcard)
        && (purposes?.contains(operation.detail.purpose) ?? true)
    }
  }

  func answer(
    _ call: OwnedCall<Operation>, of caller: Caller, _ body: (Transaction<Operation>) -> JSON
  ) -> Outcome {
    guard let operation = call.transaction else {
      let problem = APIProblem(
        .notFound, .transactionUnknown, StartRules.transactionUnknown, call.handle,
        "There is no such transaction")
      return .answer(refuse(problem, call.call, caller.client, caller.findings))
    }
    ledger.note(caller.findings, on: operation.identifier)
    return .answer(Answer(apiResponse(body(operation)), findings: caller.findings))
  }
}
