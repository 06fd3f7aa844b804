import Crypto
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension BioID {
  /// The token of the Authorization header, whose scheme is `Bearer` or `JWT` (§1.3).
  static func sentToken(_ request: Request) throws(BWSRefusal) -> String {
    guard let header = request.headers["Authorization"] else {
      throw BWSRefusal(.unauthorized, BWSAuthenticationRules.tokenMissing, "", "A BWS token is required")
    }
    let field = AuthorizationField(header)
    guard field.isOf("Bearer") || field.isOf("JWT"), let token = field.credentials else {
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.tokenScheme, "\"\(field.shownScheme)\"",
        "A BWS token is required")
    }
    return token
  }

  func presented(_ call: OwnedCall<BWSOperation>) throws(BWSRefusal) -> Transaction<BWSOperation> {
    if let transaction = call.transaction { return transaction }
    throw unknown(try BioID.sentToken(call.request), switches(of: nil))
  }

  /// Refuses a token that has expired, or that a scenario broke.
  func check(_ transaction: Transaction<BWSOperation>, at now: Instant) throws(BWSRefusal) {
    let operation = transaction.detail
    var refusal: BWSRefusal
    if operation.isForged {
      refusal = badToken(
        operation.switches, BWSAuthenticationRules.tokenSignature, "", "The token is invalid")
    } else if now >= operation.expires {
      refusal = badToken(
        operation.switches, BWSAuthenticationRules.tokenExpired, operation.age(at: now),
        "The token has expired")
    } else {
      return
    }
    refusal.isProvoked = transaction.isBroken
    throw refusal
  }

  /// The refusal of a token without a transaction.
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

  /// The refusal of an expired or forged token: 401, or 403 by a switch (§5).
  private func badToken(
    _ switches: BioIDSwitches, _ rule: Rule, _ detail: String, _ message: String
  ) -> BWSRefusal {
    let isForbidden = switches[.badToken].word == "forbidden"
    return BWSRefusal(isForbidden ? 403 : 401, rule, detail, message)
  }

  /// Answers with a refusal, and notes its findings on the transaction.
  func refuse(
    _ refusal: BWSRefusal, on transaction: Transaction<BWSOperation>?, _ findings: [Finding] = [],
    challenge: String = BWSRefusal.bearer
  ) -> Outcome {
    let findings = findings + refusal.findings
    if let transaction { operations.note(findings, on: transaction.identifier) }
    return .answer(
      Answer(refusal.response(challenge: challenge), findings: findings, remarks: refusal.remarks))
  }

  /// Answers a successful call, and notes its findings on the transaction.
  func accept(
    _ response: Response, on transaction: Transaction<BWSOperation>, _ findings: [Finding] = [],
    remarks: [String] = []
  ) -> Outcome {
    operations.note(findings, on: transaction.identifier)
    return .answer(Answer(response, findings: findings, remarks: remarks))
  }
}

extension BioID {
  /// Wraps an endpoint that scripts of any origin may call, as the browser user interface does (§1.4).
  static func crossOrigin(
    _ bioID: BioID, _ call: Call, _ answer: @Sendable (BioID, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    guard call.request.method != .options else { return .answer(Answer(bioID.preflight())) }
    return bioID.allowingCrossOrigin(try answer(bioID, call))
  }

  private static let crossOriginPolicy = CrossOrigin(
    methods: "GET, POST", fields: "Authorization, Content-Type")

  /// A preflight names no client, so the default switches apply.
  private func preflight() -> Response {
    switches(of: nil)[.crossOrigin].isOn ? BioID.crossOriginPolicy.preflight : Response(204)
  }

  private func allowingCrossOrigin(_ outcome: Outcome) -> Outcome {
    outcome.mapAnswer { [self] answer in
      // A scenario may have set the field itself.
      if answer.response.headers.contains(CrossOrigin.allowField) { return }
      let owner = answer.transaction.flatMap { operations.find($0) }
      let isOpen = owner?.detail.switches[.crossOrigin].isOn ?? switches(of: nil)[.crossOrigin].isOn
      if isOpen { BioID.crossOriginPolicy.allow(&answer.response) }
    }
  }
}
