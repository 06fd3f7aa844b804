import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// A client that authenticated with a signed JWT (guide §3.5, §1.7).
struct ClientAssertion {
  /// The client id.
  let identifier: String
  let client: ItsmeClient
  /// The `jti`, to be used once.
  let jti: String
  /// The `exp`.
  let expiry: Instant
  /// What was unusual but let in.
  var findings: [Finding]
}

extension Itsme {
  /// Authenticates the client with its assertion: signed, or signed and then encrypted.
  ///
  /// A missing assertion, a wrong type or an unknown client is `invalid_client`; an assertion that is there but not valid
  /// is `unauthorized_client` (§1.8).
  func assertion(
    _ form: Form, for call: Call, of login: Transaction<Login>?
  ) throws(TokenProblem) -> ClientAssertion {
    let jws: JWS
    let payload: JSONObject
    do throws(TokenRefusal) {
      let text = try AssertionRules.text(form, hasHeader: call.request.headers.contains("Authorization"))
      jws = try signedAssertion(text)
      payload = try AssertionRules.payload(jws)
    } catch { throw .refused(error) }
    let (client, identifier) = try client(of: payload, form)
    var findings = client.isAnything ? [Finding(TokenRules.clientUnregistered, identifier)] : []
    do throws(TokenRefusal) {
      try AssertionRules.header(
        jws,
        login?.detail.switches ?? Switches(client: client.quirks, scenario: nil, standards: Itsme.standards))
    } catch {
      guard client.isAnything else { throw .refused(error) }
      findings.append(error.finding)
    }
    findings += try checkSignature(jws, of: client, for: call)
    do throws(TokenRefusal) {
      var assertion = try checkClaims(payload, client, identifier, call)
      assertion.findings.insert(contentsOf: findings, at: 0)
      return assertion
    } catch { throw .refused(error) }
  }

  /// A `jti` counts once for as long as its assertion is valid (guide §3.5).
  func useOnce(_ assertion: ClientAssertion, at now: Instant) throws(TokenRefusal) {
    let until = min(assertion.expiry + .seconds(Itsme.leeway), now + .seconds(86_400))
    guard usedAssertions.use(assertion.jti, of: assertion.identifier, until: until, at: now) else {
      throw AssertionRules.invalid(
        TokenRules.identifierReused, assertion.jti, "The assertion was used before")
    }
  }

  // MARK: Opening

  private func signedAssertion(_ text: String) throws(TokenRefusal) -> JWS {
    let token: CompactToken
    do throws(TokenError) {
      token = try CompactToken(parsing: text)
    } catch { throw AssertionRules.invalid(TokenRules.assertionMalformed, "\(error)") }
    switch token {
    case .signed(let jws): return jws
    case .encrypted(let jwe):
      do throws(NestedTokenError) {
        return try jwe.decryptNested(
          with: sandbox.keys.decryption(of: jwe.header["kid"]?.string), allowing: [.rsaOAEP, .rsaOAEP256])
      } catch { throw AssertionRules.invalid(TokenRules.assertionUndecryptable, "\(error)") }
    }
  }

  // MARK: The client

  private func client(
    of payload: JSONObject, _ form: Form
  ) throws(TokenProblem) -> (ItsmeClient, identifier: String) {
    guard let identifier = payload["sub"]?.string ?? payload["iss"]?.string, !identifier.isEmpty else {
      throw .refused(AssertionRules.invalid(TokenRules.issuer, "neither is there"))
    }
    guard let client = sandbox.client(identifier, of: Itsme.slug, as: ItsmeClient.self) else {
      throw .refused(
        TokenRefusal(.invalidClient, TokenRules.clientUnknown, clientHint(identifier), "Unknown client"))
    }
    if let sent = form["client_id"], !sent.isEmpty, sent != identifier {
      throw .refused(
        TokenRefusal(
          .invalidClient, TokenRules.clientMismatch, "client_id is \"\(sent)\", sub is \"\(identifier)\"",
          "The client_id does not match the assertion"))
    }
    if !(form["client_secret"] ?? "").isEmpty {
      throw .refused(
        TokenRefusal(.invalidClient, TokenRules.secretSent, "", "Client secrets are not supported"))
    }
    return (client, identifier)
  }

  private func checkSignature(
    _ jws: JWS, of client: ItsmeClient, for call: Call
  ) throws(TokenProblem) -> [Finding] {
    let found: Result<JWKSet, KeysUnavailable>
    do throws(DocumentNeeded) {
      found = try keys(of: client, wanting: jws.kid, for: call)
    } catch { throw .needsKeys(url: error.url) }
    do throws(TokenRefusal) {
      try AssertionRules.signature(jws, found)
      return []
    } catch {
      guard client.isAnything else { throw .refused(error) }
      return [Finding(TokenRules.unverified, error.finding.detail)]
    }
  }

  // MARK: The claims

  private func checkClaims(
    _ payload: JSONObject, _ client: ItsmeClient, _ identifier: String, _ call: Call
  ) throws(TokenRefusal) -> ClientAssertion {
    let claims = Claims(payload)
    let jti: String?
    let audience: [String]
    let times: SignedTokenRules.Times
    do throws(ClaimError) {
      jti = try claims.string("jti")
      audience = try claims.audience()
      times = try SignedTokenRules.Times(claims)
    } catch { throw AssertionRules.invalid(TokenRules.assertionMalformed, "\(error)") }
    guard payload["iss"]?.string == identifier, payload["sub"]?.string == identifier else {
      throw AssertionRules.invalid(
        TokenRules.issuer,
        "iss is \(payload["iss"]?.text() ?? "missing"), sub is \(payload["sub"]?.text() ?? "missing")")
    }
    let audienceFindings = try checkAudience(audience, call)
    guard let jti, !jti.isEmpty else { throw AssertionRules.invalid(TokenRules.identifierMissing, "") }
    guard jti.utf8.count <= 255 else {
      throw AssertionRules.invalid(TokenRules.identifierLong, "\(jti.utf8.count) bytes")
    }
    let now = call.time.forClients.seconds
    let expiry = try AssertionRules.expiry(times, at: now)
    return ClientAssertion(
      identifier: identifier, client: client, jti: jti, expiry: Instant(seconds: Int64(expiry.seconds)),
      findings: audienceFindings + AssertionRules.leniencies(expiry, at: now))
  }

  /// `aud` is the token endpoint; the issuer is taken and reported, because certified clients send it.
  private func checkAudience(_ audience: [String], _ call: Call) throws(TokenRefusal) -> [Finding] {
    if audience.contains(where: { isOurs($0, paths: ["/oidc/token"], for: call) }) { return [] }
    guard audience.contains(where: { isOurs($0, paths: ["/oidc"], for: call) }) else {
      let wanted = "\(call.base)/oidc/token"
      let found = audience.isEmpty ? "aud is missing" : "aud is \(audience.joined(separator: ", "))"
      throw AssertionRules.invalid(TokenRules.audience, "\(found), wanted \(wanted)")
    }
    return [Finding(TokenRules.audienceIssuer, audience.joined(separator: ", "))]
  }
}
