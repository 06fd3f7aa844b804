import Crypto
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

/// A BWS token that came with a call, and what a scenario does to the call.
struct PresentedBWSToken: Sendable {
  let transaction: Transaction<BWSOperation>
  let faults: [Fault]
}

extension BioID {
  /// The token that authorizes a call: `Bearer`, or the scheme word `JWT` (§1.3).
  private func sentToken(_ request: Request) throws(BWSRefusal) -> String {
    let header = request.headers["Authorization"] ?? ""
    let parts = header.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first else {
      throw BWSRefusal(.unauthorized, BWSAuthenticationRules.tokenMissing, "", "A BWS token is required")
    }
    guard ["bearer", "jwt"].contains(scheme.lowercased()), parts.count == 2 else {
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.tokenScheme, "\"\(scheme)\"", "A BWS token is required")
    }
    return String(parts[1])
  }

  /// The open transaction of the token of a call.
  ///
  /// Counts the call. What is wrong with the token is found out afterwards, so that a scenario's faults strike first.
  func present(_ call: Call, at endpoint: BioIDEndpoint) throws(BWSRefusal) -> PresentedBWSToken {
    let token = try sentToken(call.request)
    let noted = operations.call(at: endpoint, of: token, for: call) { $0.detail.token == token }
    guard let transaction = noted.transaction else { throw unknown(token, switches(of: nil)) }
    return PresentedBWSToken(transaction: transaction, faults: noted.faults)
  }

  /// Whether a token may be used for a call now.
  func check(_ transaction: Transaction<BWSOperation>) throws(BWSRefusal) {
    let operation = transaction.detail
    if operation.isForged {
      throw badToken(
        operation.switches, BWSAuthenticationRules.tokenSignature, "the scenario broke it",
        "The token is invalid")
    }
    let now = operations.now
    if now >= operation.expires {
      throw badToken(
        operation.switches, BWSAuthenticationRules.tokenExpired,
        "\((now - operation.expires).components.seconds) s ago", "The token has expired")
    }
  }

  /// Why a token that no open transaction has is refused.
  func unknown(_ token: String, _ switches: BioIDSwitches) -> BWSRefusal {
    if token.hasPrefix("\"") {
      return badToken(switches, BWSAuthenticationRules.tokenQuoted, "", "The token is invalid")
    }
    guard let jws = try? JWS(parsing: token) else {
      return badToken(switches, BWSAuthenticationRules.tokenMalformed, "", "The token is invalid")
    }
    guard constantTimeEqual(tokenKey.code(for: jws.signingInput), jws.signature), jws.algorithm == "HS256"
    else {
      return badToken(switches, BWSAuthenticationRules.tokenSignature, "", "The token is invalid")
    }
    return badToken(
      switches, BWSAuthenticationRules.tokenExpired, "it is so old that it was forgotten",
      "The token has expired")
  }

  /// An expired or forged token: 401, by a switch 403 (§5).
  private func badToken(
    _ switches: BioIDSwitches, _ rule: Rule, _ detail: String, _ message: String
  ) -> BWSRefusal {
    let isForbidden = switches[.badToken].word == "forbidden"
    return BWSRefusal(isForbidden ? 403 : 401, rule, detail, message)
  }

  /// Answers a call with a refusal, which also stands on the transaction.
  func refuse(
    _ refusal: BWSRefusal, _ presented: PresentedBWSToken?, _ findings: [Finding] = [],
    challenge: String = BWSRefusal.bearer
  ) -> Outcome {
    let findings = findings + [refusal.finding]
    if let presented { operations.note(findings, on: presented.transaction.identifier) }
    return .answer(
      Answer(
        refusal.response(challenge: challenge), transaction: presented?.transaction.identifier,
        findings: findings, faults: presented?.faults ?? []))
  }

  /// Answers a call that went well.
  func accept(
    _ response: Response, _ presented: PresentedBWSToken, _ findings: [Finding] = [], remarks: [String] = []
  ) -> Outcome {
    operations.note(findings, on: presented.transaction.identifier)
    return .answer(
      Answer(
        response, transaction: presented.transaction.identifier, findings: findings, faults: presented.faults,
        remarks: remarks))
  }
}

extension BioID {
  /// Lets scripts of any origin call an endpoint, as the browser user interface does (§1.4).
  func crossOrigin(_ answer: @escaping @Sendable (Call) -> Outcome) -> @Sendable (Call) -> Outcome {
    { [self] call in
      guard call.request.method != .options else { return .answer(Answer(preflight())) }
      return readable(answer(call))
    }
  }

  private static let leave = CrossOrigin(methods: "GET, POST", fields: "Authorization, Content-Type")

  /// Nobody knows yet whose call it will be.
  private func preflight() -> Response {
    switches(of: nil)[.crossOrigin].isOn ? BioID.leave.preflight : Response(204)
  }

  private func readable(_ outcome: consuming Outcome) -> Outcome {
    switch consume outcome {
    case .answer(var answer):
      // What is answered most says so already.
      if answer.response.headers.contains(CrossOrigin.allowField) { return .answer(answer) }
      let owner = answer.transaction.flatMap { operations.find($0) }
      let isOpen = owner?.detail.switches[.crossOrigin].isOn ?? switches(of: nil)[.crossOrigin].isOn
      if isOpen { BioID.leave.allow(&answer.response) }
      return .answer(answer)
    case .wait(let transaction, let until, let atMost, let then):
      return .wait(transaction: transaction, until: until, atMost: atMost) { [self] in readable(then()) }
    case .stream(let stream): return .stream(stream)
    case .call(let request, let then): return .call(request, then: then)
    }
  }
}
