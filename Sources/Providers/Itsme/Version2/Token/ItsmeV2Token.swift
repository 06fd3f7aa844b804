import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

// What is particular about the token endpoint of version 2 (§1.7).

extension ItsmeV2 {
  /// 36 letters and digits (§1.4, success).
  func makeCode(of login: Transaction<ItsmeV2Login>) -> String {
    sandbox.environment.identifier(
      length: 36, from: .lowercaseAlphanumeric, ordinal: login.ordinal, purpose: "itsme-v2/code")
  }

  func accessTokenLifetime(of login: Transaction<ItsmeV2Login>) -> Duration {
    login.detail.grant.backchannel == nil
      ? login.detail.switches[.accessToken] : login.detail.switches[ciba: .accessToken]
  }

  func prepareTokens(
    for login: Transaction<ItsmeV2Login>, _ client: ItsmeV2Client, _ call: Call
  ) throws(Interruption) {
    _ = try encryption(of: .idToken, for: login, call)
  }

  /// No at_hash, and no refresh token except the one of the vendor's sample for CIBA (T6, Z23).
  func tokens(for login: Transaction<ItsmeV2Login>, _ call: Call) throws(OpenIDRefusal) -> Response {
    tokenResponse(
      of: login,
      [("id_token", try idToken(of: login, call)), ("refresh_token", uselessRefreshToken(of: login))])
  }

  private func idToken(
    of login: Transaction<ItsmeV2Login>, _ call: Call
  ) throws(OpenIDRefusal) -> String {
    try Self.prepared { () throws(Interruption) in
      try protect(idTokenClaims(login, call), as: .idToken, of: login, call)
    }
  }

  /// Always `iss`, `sub`, `aud`, `iat` and `exp` (N1); the others as requested.
  private func idTokenClaims(_ login: Transaction<ItsmeV2Login>, _ call: Call) -> JSONObject {
    let (request, switches) = (login.detail.request, login.detail.switches)
    let (issued, expiry) = times(of: "id_token", for: login, lifetime: switches[.idToken], call)
    var claims = about(login, call)
    claims["nonce"] = request.nonce.map(JSON.string)
    if tellsLevel(of: login) { claims["acr"] = .string(request.level.claim) }
    if isSaid(switches[v2: .authTime], request.claims.asksAuthTime) {
      claims["auth_time"] = .integer(Int(authenticated(login, by: call).seconds))
    }
    projection(of: login, call).add(
      requestedData(of: login).idToken(withScopes: switches[v2: .idTokenClaims].word == "scopes"), to: &claims
    )
    addTimes(issued, expiry, of: login, to: &claims)
    return claims
  }

  /// Subject, issuer and audience.
  func about(_ login: Transaction<ItsmeV2Login>, _ call: Call) -> JSONObject {
    [
      "sub": .string(Subject.of(login.person, at: login.client)),
      "iss": .string(tokenIssuer(of: login, at: call.publicBase)), "aud": .string(login.client),
    ]
  }

  /// `nbf` is in tokens for clients with a secret, unless a switch says otherwise (N2).
  func addTimes(
    _ issued: Instant, _ expiry: Instant, of login: Transaction<ItsmeV2Login>, to claims: inout JSONObject
  ) {
    let word = login.detail.switches[v2: .notBefore].word
    if word == "always" || word == "by_method" && login.detail.hasSecret {
      claims["nbf"] = .integer(Int(issued.seconds))
    }
    claims["exp"] = .integer(Int(expiry.seconds))
    claims["iat"] = .integer(Int(issued.seconds))
  }

  /// The issuer of the base in use, or the one in a later sample for secrets (Z25).
  private func tokenIssuer(of login: Transaction<ItsmeV2Login>, at base: String) -> String {
    guard login.detail.hasSecret, login.detail.switches[v2: .secretIssuer].word == "oidc_host" else {
      return issuer(of: login, at: base)
    }
    return "https://oidc.prd.itsme.services/v2"
  }

  /// True if the id_token reports the level reached (Z10).
  func tellsLevel(of login: Transaction<ItsmeV2Login>) -> Bool {
    isSaid(login.detail.switches[v2: .acrClaim], login.detail.request.asksLevel)
  }

  private func isSaid(_ value: QuirkValue, _ isRequested: Bool) -> Bool {
    value.word == "always" || value.word == "requested" && isRequested
  }

  /// The person as claims of this login.
  func projection(of login: Transaction<ItsmeV2Login>, _ call: Call) -> ItsmeV2Projection {
    let circumstances = ItsmeV2Circumstances(
      now: call.time.written, mode: login.detail.way, address: Self.phoneAddress,
      isCalling: login.isCalling(at: call.now),
      pictureURL: call.publicBase + login.detail.base.path(.picture))
    return ItsmeV2Projection(
      person: login.person, switches: login.detail.switches, circumstances: circumstances,
      asked: requestedData(of: login).all)
  }

  /// A documentation address (RFC 5737 §3), because the phone is emulated.
  private static let phoneAddress = "192.0.2.10"

  // MARK: Errors

  /// The text is in `detail`, unless a switch says otherwise (Z17).
  func backendResponse(
    _ refusal: OpenIDRefusal, for call: Call, of login: Transaction<ItsmeV2Login>?
  ) -> Response {
    // User discovery, CIBA requests and revocation use the members of OAuth (V7, B6, T13).
    if Self.isBackchannel(call) || Self.isRevocation(call) {
      return .uncached(refusal.status ?? .badRequest, oauthBody(of: refusal, call))
    }
    let switches = login?.detail.switches ?? providerSwitches
    var body: JSONObject = ["error": .string(refusal.error.rawValue)]
    let member = switches[v2: .tokenErrorText].word
    if !refusal.description.isEmpty {
      if member != "error_description" { body["detail"] = .string(refusal.description) }
      if member != "detail" { body["error_description"] = .string(refusal.description) }
    }
    // Only CIBA adds a page about the error (B11).
    if (try? call.form)?["grant_type"] == BackchannelGrant.type { body["uid"] = Self.page(refusal) }
    var response = Response.uncached(status(of: refusal, switches), .object(body))
    response.headers.set("Content-Type", "application/json;charset=UTF-8")
    return response
  }

  /// The body of RFC 6749 §5.2; for backchannel authentication with the page about the error (B6).
  private func oauthBody(of refusal: OpenIDRefusal, _ call: Call) -> JSON {
    guard call.request.target.rawPath.hasSuffix(Self.backchannelPath), let page = Self.page(refusal),
      var body = refusal.body.object
    else { return refusal.body }
    body["error_uri"] = page
    return .object(body)
  }

  /// The vendor's page about the broken rule; `nil` if the client did nothing wrong.
  private static func page(_ refusal: OpenIDRefusal) -> JSON? {
    refusal.finding?.rule.documentation.url.map(JSON.string)
  }

  /// `invalid_client` is 400 for codes and 401 for CIBA, unless a switch uses one for both (Z18).
  private func status(of refusal: OpenIDRefusal, _ switches: Switches) -> Status {
    let always: Status? =
      switch switches[v2: .invalidClientStatus].word {
      case "400": .badRequest
      case "401": .unauthorized
      default: nil
      }
    return (refusal.error == .invalidClient ? always : nil) ?? refusal.status ?? .badRequest
  }
}

extension Transaction where Detail == ItsmeV2Login {
  /// True if the person was on the phone when they decided, or are now (C21).
  func isCalling(at now: Instant) -> Bool {
    let calls = [ItsmeV2Verb.callStarts.rawValue, ItsmeV2Verb.callEnds.rawValue]
    return timeline.steps.last { $0.at <= now && calls.contains($0.verb) }?.verb == calls[0]
  }
}
