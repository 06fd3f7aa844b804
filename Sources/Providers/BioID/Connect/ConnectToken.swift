import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension BioID {
  /// The token endpoint: a form with the grant, the client with Basic or in the form (§1.9).
  func connectToken(_ call: OwnedCall<BioIDLogin>) -> Outcome {
    var findings: [Finding] = []
    guard let form = try? call.request.form, form.duplicates.isEmpty else {
      let refusal = BioIDConnectRefusal(
        .invalidRequest, BioIDConnectRules.malformed, "", "Malformed request body")
      return .answer(Answer(refusal.tokenResponse, findings: [refusal.finding]))
    }
    do throws(BioIDConnectRefusal) {
      let (client, identifier) = try authenticated(form, call.request)
      findings = client.findings(as: identifier)
      let login = try redeem(form, identifier, at: call.now)
      let response = try tokens(login, writtenAt: call.call.time.written)
      logins.note(findings, on: login.identifier)
      // A form with a code and a refresh token may be of two logins.
      return .answer(
        Answer(
          response, transaction: login.identifier, findings: findings,
          remarks: ["\(login.client) received tokens"]))
    } catch {
      findings += error.findings
      if let outcome = BioIDOutcome(refusing: error.finding.rule) { logins.note(outcome: outcome) }
      if let login = call.transaction { logins.note(findings, on: login.identifier) }
      return .answer(Answer(error.tokenResponse, findings: findings))
    }
  }

  // MARK: The client

  private func authenticated(
    _ form: Form, _ request: Request
  ) throws(BioIDConnectRefusal) -> (BioIDClient, identifier: String) {
    let (identifier, secrets) = try credentials(form, request)
    if let named = form["client_id"], named != identifier {
      throw BioIDConnectRefusal(
        .invalidClient, BioIDConnectRules.clientMismatch, "\"\(named)\" by \"\(identifier)\"",
        "The client_id does not match")
    }
    guard let client = sandbox.client(identifier, of: BioID.slug, as: BioIDClient.self) else {
      throw BioIDConnectRefusal(
        .invalidClient, BioIDConnectRules.clientUnknown, hint(identifier), "Unknown client")
    }
    guard client.isAnything || secrets.contains(where: { BasicCredentials.isSame($0, client.secret) }) else {
      throw BioIDConnectRefusal(
        .invalidClient, BioIDConnectRules.secretWrong, identifier, "Client authentication failed")
    }
    return (client, identifier)
  }

  /// The client's id, and its secret as sent and as decoded: some clients encode it (RFC 6749 §2.3.1), some do not.
  private func credentials(
    _ form: Form, _ request: Request
  ) throws(BioIDConnectRefusal) -> (identifier: String, secrets: [String]) {
    let sent = BasicCredentials(request)
    switch (sent, sent.formDecoded) {
    case (.credentials(let name, let secret), .credentials(let decodedName, let decodedSecret)):
      let isKnown = sandbox.library.world.clients[BioID.slug]?[name] != nil
      return (isKnown ? name : decodedName, [secret, decodedSecret])
    case (.missing, _):
      guard let identifier = form["client_id"], let secret = form["client_secret"] else {
        throw BioIDConnectRefusal(
          .invalidClient, BioIDConnectRules.secretMissing, "", "Client authentication is required")
      }
      return (identifier, [secret])
    default:
      throw BioIDConnectRefusal(
        .invalidClient, BioIDConnectRules.secretMissing, "", "Client authentication is malformed")
    }
  }

  // MARK: The grant

  private func redeem(
    _ form: Form, _ client: String, at now: Instant
  ) throws(BioIDConnectRefusal) -> Transaction<BioIDLogin> {
    switch form["grant_type"] {
    case "authorization_code":
      return try issue(form["code"], grant: \.code, at: now) {
        BioIDConnectCodeRules.check($0, form, client: client, at: now)
      }
    case "refresh_token":
      return try issue(form["refresh_token"], grant: \.refreshToken, at: now) {
        BioIDConnectCodeRules.checkRefresh($0, client: client, at: now)
      }
    default:
      throw BioIDConnectRefusal(
        .unsupportedGrantType, BioIDConnectRules.grantType, "\"\(form["grant_type"] ?? "")\"",
        "Unsupported grant_type")
    }
  }

  /// Checks a grant and issues new tokens, all in one step, so that of two exchanges at once only one succeeds.
  private func issue(
    _ handle: String?, grant: (BioIDLogin) -> String?, at now: Instant,
    _ check: (Transaction<BioIDLogin>) -> BioIDConnectRefusal?
  ) throws(BioIDConnectRefusal) -> Transaction<BioIDLogin> {
    let environment = sandbox.environment
    let result = logins.transactions.update(handle ?? "") {
      login -> (Result<Transaction<BioIDLogin>, BioIDConnectRefusal>?, newHandle: String?) in
      guard grant(login.detail) == handle else { return (nil, nil) }
      if let refusal = check(login) { return (.failure(refusal), nil) }
      login.detail.issues += 1
      let token = environment.identifier(
        length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "bioid/access/\(login.detail.issues)")
      (login.detail.accessToken, login.detail.accessTokenIssued) = (token, now)
      if login.detail.codeRedeemed == nil { login.detail.codeRedeemed = now }
      let lives = max(login.detail.switches[.accessToken], login.detail.refreshLife)
      login.ends = now + lives + BioID.remembrance
      return (.success(login), token)
    }
    guard let result = result ?? nil else {
      throw BioIDConnectRefusal(.invalidGrant, BioIDConnectRules.codeUnknown, "", "The grant is not valid")
    }
    return try withRefreshToken(result.get())
  }

  /// A refresh token, only with the scope `offline_access` (§1.9).
  private func withRefreshToken(_ login: Transaction<BioIDLogin>) -> Transaction<BioIDLogin> {
    guard login.detail.request.scopes.contains(.offlineAccess), login.detail.refreshToken == nil else {
      return login
    }
    let token = sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "bioid/refresh")
    let changed = logins.transactions.update(login.identifier) {
      login -> (Transaction<BioIDLogin>, newHandle: String?) in
      login.detail.refreshToken = token
      return (login, token)
    }
    return changed ?? login
  }

  private func tokens(
    _ login: Transaction<BioIDLogin>, writtenAt written: Instant
  ) throws(BioIDConnectRefusal) -> Response {
    var body: JSONObject = [
      "access_token": .string(login.detail.accessToken ?? ""), "token_type": "Bearer",
      "expires_in": .integer(Int(login.detail.switches[.accessToken].components.seconds)),
    ]
    body["refresh_token"] = login.detail.refreshToken.map(JSON.string)
    if login.detail.request.scopes.contains(.openid) {
      do throws(TokenRecipe.Problem) {
        body["id_token"] = .string(try idToken(login, writtenAt: written))
      } catch {
        throw BioIDConnectRefusal(
          .invalidRequest, BioIDConnectRules.malformed, "\(error)", "The id_token could not be made")
      }
    }
    return .uncached(.ok, .object(body))
  }

  /// The id_token: sub, name, email and bcid of the person (§5).
  private func idToken(
    _ login: Transaction<BioIDLogin>, writtenAt written: Instant
  ) throws(TokenRecipe.Problem) -> String {
    let change = login.decision.scenario?.tokens["id_token"]
    let issued = written + (change?.issuedAt ?? .zero)
    var claims: JSONObject = ["iss": .string(login.detail.issuer), "aud": .string(login.client)]
    claims["exp"] = .integer(Int((issued + (change?.lifetime ?? login.detail.switches[.idToken])).seconds))
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nonce"] = login.detail.request.nonce.map(JSON.string)
    for (name, value) in personClaims(login) { claims[name] = value }
    let key = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = key.kid.map(JSON.string)
    let recipe = TokenRecipe(header: header, claims: claims)
    return try recipe.make(change, key: key, foreign: sandbox.keys.foreign) { count in
      sandbox.environment.bytes(count, ordinal: login.ordinal, purpose: "bioid/id_token")
    }
  }
}

extension BioIDLogin {
  /// How long the refresh token lives, zero without one.
  var refreshLife: Duration { request.scopes.contains(.offlineAccess) ? switches[.refreshToken] : .zero }
}
