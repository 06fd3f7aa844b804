import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension ReuseID {
  /// The token response of a login.
  func tokens(
    for operation: Transaction<Operation>, _ call: Call, _ realm: Realm
  ) throws(OpenIDRefusal) -> Response {
    let idToken: String
    do throws(TokenRecipe.Problem) {
      idToken = try self.idToken(of: operation, issuer: call.publicBase + realm.issuer, at: call.time)
    } catch {
      var refusal = OpenIDRefusal.waiting("server_error", "The id_token could not be made: \(error)")
      refusal.status = 500
      throw refusal
    }
    let detail = operation.detail
    return .uncached(
      .ok,
      [
        "access_token": .string(detail.grant.accessToken ?? ""), "token_type": "Bearer",
        "expires_in": .integer(Int(detail.switches[lifetime: .accessToken].components.seconds)),
        "id_token": .string(idToken),
        "scope": .string((detail.request?.scopes ?? []).sorted().joined(separator: " ")),
      ])
  }

  /// The id_token; the vendor's tables of claims are not visible (§5).
  private func idToken(
    of operation: Transaction<Operation>, issuer: String, at time: ClockReading
  ) throws(TokenRecipe.Problem) -> String {
    let detail = operation.detail
    let change = operation.decision.scenario?.tokens["id_token"]
    let issued = time.written + (change?.issuedAt ?? .zero)
    let authenticated = (detail.authenticated ?? time.now) + (time.written - time.now)
    var claims = claims(of: operation)
    claims["iss"] = .string(issuer)
    claims["aud"] = .string(operation.client)
    claims["iat"] = .integer(Int(issued.seconds))
    claims["exp"] = .integer(
      Int((issued + (change?.lifetime ?? detail.switches[lifetime: .idToken])).seconds))
    claims["auth_time"] = .integer(Int(authenticated.seconds))
    claims["nonce"] = detail.request?.nonce.map(JSON.string)
    let signing = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = signing.kid.map(JSON.string)
    return try TokenRecipe(header: header, claims: claims).make(
      change, key: signing, foreign: sandbox.keys.foreign
    ) { sandbox.environment.bytes($0, ordinal: operation.ordinal, purpose: "reuseid/id_token") }
  }

  /// What the scopes give about the user (§5).
  private func claims(of operation: Transaction<Operation>) -> JSONObject {
    let detail = operation.detail
    let scopes = detail.request?.scopes ?? []
    var claims: JSONObject = ["sub": .string(detail.user)]
    let reference = detail.externalReference.map(JSON.string)
    if !scopes.isDisjoint(with: ["mobileid", "mobileid-extra"]) {
      // A registration says the client's name for the user as `name`, an authentication as `externalRef`.
      claims[detail.purpose.isActivation ? "name" : "externalRef"] = reference
      claims["deviceId"] = .string(detail.device)
    }
    return claims
  }

  // MARK: Userinfo

  /// The access token that a call shows.
  static var accessTokenHandle: CallHandle {
    CallHandle { call in
      if case .token(let text) = BearerToken(call.request) { "token/\(text)" } else { nil }
    }
  }

  /// The userinfo endpoint (§5).
  func userinfo(_ call: OwnedCall<Operation>) -> Outcome {
    guard !call.handle.isEmpty else {
      return .answer(challenge(nil, Finding(OpenIDRules.accessTokenMissing)))
    }
    guard let operation = call.transaction, let issued = operation.detail.grant.issued else {
      return .answer(challenge("invalid_token", Finding(OpenIDRules.accessTokenUnknown)))
    }
    guard call.now - issued < operation.detail.switches[lifetime: .accessToken] else {
      let finding = Finding(OpenIDRules.accessTokenExpired)
      ledger.note([finding], on: operation.identifier)
      return .answer(challenge("invalid_token", finding))
    }
    return .answer(Answer(.uncached(.ok, .object(claims(of: operation)))))
  }

  private func challenge(_ error: String?, _ finding: Finding) -> Answer {
    var response = Response(.unauthorized)
    response.headers.append("WWW-Authenticate", error.map { "Bearer error=\"\($0)\"" } ?? "Bearer")
    return Answer(response, findings: [finding])
  }
}
