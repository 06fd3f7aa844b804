import Crypto
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension BioID {
  /// The token that authorizes a call: `Bearer`, or the scheme word `JWT` (§1.3).
  static func sentToken(_ request: Request) throws(BWSRefusal) -> String {
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
  func presented(_ call: OwnedCall<BWSOperation>) throws(BWSRefusal) -> Transaction<BWSOperation> {
    if let transaction = call.transaction { return transaction }
    throw unknown(try BioID.sentToken(call.request), switches(of: nil))
  }

  /// A token can be used until it ends, unless a scenario broke it.
  func check(_ transaction: Transaction<BWSOperation>, at now: Instant) throws(BWSRefusal) {
    let operation = transaction.detail
    if operation.isForged {
      throw badToken(
        operation.switches, BWSAuthenticationRules.tokenSignature, "the scenario broke it",
        "The token is invalid")
    }
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
    _ refusal: BWSRefusal, on transaction: Transaction<BWSOperation>?, _ findings: [Finding] = [],
    challenge: String = BWSRefusal.bearer
  ) -> Outcome {
    let findings = findings + refusal.findings
    if let transaction { operations.note(findings, on: transaction.identifier) }
    return .answer(Answer(refusal.response(challenge: challenge), findings: findings))
  }

  /// Answers a call that went well.
  func accept(
    _ response: Response, on transaction: Transaction<BWSOperation>, _ findings: [Finding] = [],
    remarks: [String] = []
  ) -> Outcome {
    operations.note(findings, on: transaction.identifier)
    return .answer(Answer(response, findings: findings, remarks: remarks))
  }
}

extension BioID {
  /// Lets scripts of any origin call an endpoint, as the browser user interface does (§1.4).
  static func crossOrigin(
    _ bioID: BioID, _ call: Call, _ answer: @Sendable (BioID, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    guard call.request.method != .options else { return .answer(Answer(bioID.preflight())) }
    return bioID.readable(try answer(bioID, call))
  }

  private static let leave = CrossOrigin(methods: "GET, POST", fields: "Authorization, Content-Type")

  /// Nobody knows yet whose call it will be.
  private func preflight() -> Response {
    switches(of: nil)[.crossOrigin].isOn ? BioID.leave.preflight : Response(204)
  }

  private func readable(_ outcome: Outcome) -> Outcome {
    outcome.mapAnswer { [self] answer in
      // A scenario's answer may say it in its own way.
      if answer.response.headers.contains(CrossOrigin.allowField) { return }
      let owner = answer.transaction.flatMap { operations.find($0) }
      let isOpen = owner?.detail.switches[.crossOrigin].isOn ?? switches(of: nil)[.crossOrigin].isOn
      if isOpen { BioID.leave.allow(&answer.response) }
    }
  }
}
