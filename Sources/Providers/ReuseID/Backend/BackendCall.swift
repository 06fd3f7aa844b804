import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// A call of the API whose caller is known.
  struct Caller: Sendable {
    let client: ReuseIDClient
    /// The client's id, which differs from the entry's where one stands for any.
    let identifier: String
    var findings: [Finding]
  }

  /// Who calls the API: the bearer of a token of the client credentials grant with the scope `signicat-api` (§1c).
  func authenticate(_ call: Call) throws(APIProblem) -> Caller {
    let text: String
    switch BearerToken(call.request) {
    case .token(let found): text = found
    case .missing:
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMissing, "", "An access token is required")
    case .malformed(let why):
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMalformed, why, "The access token is malformed")
    case .inQuery:
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenMalformed, "it is in the URL",
        "The access token is malformed")
    }
    guard let token = tokens[text] else { return try stranger() }
    guard let client = client(token.client) else {
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenUnknown, "", "The access token is not valid")
    }
    guard token.expires > ledger.now else {
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

  /// A token that nobody issued: let in where a client stands for any, and said.
  private func stranger() throws(APIProblem) -> Caller {
    guard let any = client(World.anyClient), any.isAnything else {
      throw APIProblem(
        .unauthorized, .invalidToken, StartRules.tokenUnknown, "", "The access token is not valid")
    }
    return Caller(client: any, identifier: World.anyClient, findings: [Finding(StartRules.tokenUnknown)])
  }

  /// A content that is no JSON object; why.
  struct NoObject: Error {
    let reason: String
  }

  /// The object in a call's content, none at all being an empty one; another media type is noted.
  func object(in call: Call, _ findings: inout [Finding]) throws(NoObject) -> JSONObject {
    switch JSONContent(call.request) {
    case .object(let object): return object
    case .empty: return [:]
    case .otherType(let type, let object?):
      findings.append(Finding(StartRules.contentType, type))
      return object
    case .otherType(let type, nil): throw NoObject(reason: "it is declared as \(type)")
    case .malformed(let why): throw NoObject(reason: why)
    case .notAnObject: throw NoObject(reason: "it is no object")
    }
  }

  /// The object in a call's content.
  func body(_ call: Call, _ findings: inout [Finding]) throws(APIProblem) -> JSONObject {
    do throws(NoObject) {
      return try object(in: call, &findings)
    } catch {
      throw APIProblem(
        .badRequest, .invalidRequestParameter, StartRules.bodyMalformed, error.reason,
        "The content is not a JSON object")
    }
  }

  /// A member that is a text; `nil` when it is absent or null.
  func text(_ name: String, in body: JSONObject) throws(InvalidParameters) -> String? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let text = value.string, !text.isEmpty, text.utf8.count <= 1024 else {
      throw InvalidParameters(
        StartRules.memberMalformed, "\(value)", name, "must be a text that is not empty")
    }
    return text
  }

  /// Answers a call of the API that may be refused.
  func respond(
    to call: Call, _ work: (inout Caller) throws(APIProblem) -> Answer
  ) -> Outcome {
    let known: Caller
    do throws(APIProblem) {
      known = try authenticate(call)
    } catch { return .answer(refuse(error, call, nil)) }
    var caller = known
    do throws(APIProblem) {
      return .answer(try work(&caller))
    } catch { return .answer(refuse(error, call, caller.client, caller.findings)) }
  }

  /// Answers a call about an operation of the caller's: counts it, lets faults strike, and brings the operation up to now.
  func respond(
    to call: Call, at endpoint: EndpointName, _ purposes: Set<Operation.Purpose>? = nil,
    _ work: (Transaction<Operation>) -> JSON
  ) -> Outcome {
    respond(to: call) { (caller: inout Caller) throws(APIProblem) in
      let identifier = call.parameters["transactionId"] ?? ""
      let isAnything = caller.client.isAnything
      let (client, findings) = (caller.identifier, caller.findings)
      _ = settled(identifier)
      let noted = ledger.call(at: endpoint, of: identifier, for: call) { operation in
        operation.identifier == identifier && (operation.client == client || isAnything)
          && (purposes?.contains(operation.detail.purpose) ?? true)
      }
      guard let operation = noted.transaction else {
        throw APIProblem(
          .notFound, .transactionUnknown, StartRules.transactionUnknown, identifier,
          "There is no such transaction")
      }
      ledger.note(findings, on: identifier)
      if let instead = noted.answerInstead { return instead }
      return Answer(
        apiResponse(work(operation)), transaction: identifier, findings: findings, faults: noted.faults)
    }
  }
}
