import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// Authenticates the client of a form (§1.7): Basic, post, `private_key_jwt`, or its id alone where it is public.
  func authenticate(
    _ form: Form, for call: Call, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> (client: CriiptoClient, identifier: String) {
    if let text = form["client_assertion"], !text.isEmpty {
      return try authenticate(assertion: text, form, for: call, &findings)
    }
    let basic = BasicCredentials(call.request)
    if basic != .missing { return try authenticate(basic: basic, form, &findings) }
    guard let identifier = form["client_id"], !identifier.isEmpty else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.authenticationMissing, "", "Client authentication is missing"))
    }
    let client = try registered(identifier, &findings)
    if let secret = form["client_secret"], !secret.isEmpty {
      findings.append(Finding(TokenEndpointRules.secretInBody))
      try check(client, holds: [secret], identifier, &findings)
      return (client, identifier)
    }
    guard client.isPublic || client.isAnything else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.authenticationMissing, identifier,
          "Client authentication is missing"))
    }
    return (client, identifier)
  }

  private func registered(
    _ identifier: String, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> CriiptoClient {
    guard let client = sandbox.client(identifier, of: Criipto.slug, as: CriiptoClient.self) else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.clientUnknown, clientHint(identifier), "Unknown client"))
    }
    if client.isAnything { findings.append(Finding(AuthorizationRules.clientUnregistered, identifier)) }
    return client
  }

  // MARK: Secrets

  /// Basic, in whatever way id and secret were encoded: as documented, both; by one SDK, the id alone; by others, neither.
  private func authenticate(
    basic credentials: BasicCredentials, _ form: Form, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> (client: CriiptoClient, identifier: String) {
    let readings = credentials.readings
    guard let usual = readings.first else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.basicMalformed, "", "Malformed Authorization header"))
    }
    // The id that the body repeats says which reading is meant; else the first that is registered.
    let named = readings.first { $0.identifier == form["client_id"] }
    let known = readings.first { isRegistered($0.identifier) }
    let identifier = (named ?? known ?? usual).identifier
    if let sent = form["client_id"], !sent.isEmpty, sent != identifier {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient, TokenEndpointRules.clientMismatch,
          "client_id is \"\(sent)\", the header says \"\(identifier)\"", "The client_id does not match"))
    }
    let client = try registered(identifier, &findings)
    let secrets = readings.filter { $0.identifier == identifier }.map(\.secret)
    try check(client, holds: secrets, identifier, &findings)
    let isDocumented = isEncoded(credentials, identifier, secret: client.secret)
    if !isDocumented, !client.isAnything {
      findings.append(Finding(TokenEndpointRules.basicNotEncoded, identifier))
    }
    return (client, identifier)
  }

  /// True if id and secret were both form-encoded (§1.7, Basic encoding trap).
  private func isEncoded(_ credentials: BasicCredentials, _ identifier: String, secret: String?) -> Bool {
    guard case .credentials(let name, let sent) = credentials, let secret else { return true }
    let parts = [(name, identifier), (sent, secret)]
    return parts.allSatisfy { encoded, plain in
      (try? PercentCoding.decode(encoded.utf8)) == plain && !encoded.contains { ":+/=?&# ".contains($0) }
    }
  }

  private func isRegistered(_ identifier: String) -> Bool {
    sandbox.library.world.clients[Criipto.slug]?[identifier] != nil && identifier != World.anyClient
  }

  private func check(
    _ client: CriiptoClient, holds secrets: [String], _ identifier: String, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) {
    guard !client.isAnything else { return }
    guard !client.isPublic else {
      findings.append(Finding(TokenEndpointRules.secretOfPublicClient, identifier))
      return
    }
    guard secrets.contains(where: { matches($0, client.secret) }) else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidClient,
          client.secret == nil ? TokenEndpointRules.secretUnexpected : TokenEndpointRules.secretWrong,
          identifier, "Invalid client secret"))
    }
  }

  /// Compares without telling by its time how much is right.
  private func matches(_ sent: String, _ secret: String?) -> Bool {
    secret.map { BasicCredentials.isSame(sent, $0) } ?? false
  }

  // MARK: private_key_jwt

  /// A signed assertion (§1.7): RS256, `iss` and `sub` the client, `aud` the domain, `exp` soon; `jti` is optional.
  private func authenticate(
    assertion text: String, _ form: Form, for call: Call, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> (client: CriiptoClient, identifier: String) {
    guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
      throw refusal(
        TokenEndpointRules.assertionType, form["client_assertion_type"] ?? "none is sent",
        "Unsupported client_assertion_type")
    }
    let jws: JWS
    do throws(TokenError) {
      jws = try JWS(parsing: text)
    } catch { throw refusal(TokenEndpointRules.assertionMalformed, "\(error)") }
    let payload: JSONObject
    do throws(SignedTokenProblem) {
      payload = try SignedTokenRules.payload(jws)
    } catch { throw refusal(TokenEndpointRules.assertionMalformed, error.detail) }
    let identifier = payload["sub"]?.string ?? payload["iss"]?.string ?? ""
    let client = try registered(identifier, &findings)
    if let sent = form["client_id"], !sent.isEmpty, sent != identifier {
      throw refusal(
        TokenEndpointRules.clientMismatch, "client_id is \"\(sent)\", sub is \"\(identifier)\"",
        "The client_id does not match")
    }
    try checkSignature(jws, of: client, for: call, &findings)
    try checkClaims(payload, identifier, call, &findings)
    if jws.kid == nil { findings.append(Finding(TokenEndpointRules.assertionKeyMissing)) }
    findings += noteUse(of: payload, by: identifier, at: call.time.forClients)
    return (client, identifier)
  }

  /// A `jti` is optional (§1.7), so one that comes again is reported and not refused.
  private func noteUse(
    of payload: JSONObject, by identifier: String, at now: Instant
  ) -> [Finding] {
    guard let used = payload["jti"]?.string,
      !usedAssertions.use(used, of: identifier, until: now + .seconds(86_400), at: now)
    else { return [] }
    return [Finding(TokenEndpointRules.assertionReused, used)]
  }

  private func checkSignature(
    _ jws: JWS, of client: CriiptoClient, for call: Call, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) {
    let found: Result<JWKSet, KeysUnavailable>
    do throws(DocumentNeeded) {
      found = try keySet(of: client, wanting: jws.kid, for: call)
    } catch { throw .needsKeys(url: error.url) }
    do throws(CriiptoTokenProblem) {
      guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
        throw refusal(TokenEndpointRules.assertionAlgorithm, jws.algorithm)
      }
      do throws(SignedTokenProblem) {
        try SignedTokenRules.verify(jws, with: found)
      } catch { throw refusal(TokenEndpointRules.assertionSignature, error.detail) }
    } catch {
      guard client.isAnything, case .refused(let refusal) = error else { throw error }
      findings.append(Finding(TokenEndpointRules.assertionUnverified, refusal.finding.detail))
    }
  }

  private func checkClaims(
    _ payload: JSONObject, _ identifier: String, _ call: Call, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) {
    let audience: [String]
    let times: SignedTokenRules.Times
    do throws(ClaimError) {
      audience = try Claims(payload).audience()
      times = try SignedTokenRules.Times(Claims(payload))
    } catch { throw refusal(TokenEndpointRules.assertionMalformed, "\(error)") }
    guard payload["iss"]?.string == identifier, payload["sub"]?.string == identifier else {
      throw refusal(
        TokenEndpointRules.assertionIssuer,
        "iss is \(payload["iss"]?.text() ?? "missing"), sub is \(payload["sub"]?.text() ?? "missing")")
    }
    let isDomain = audience.contains { isOurs($0, paths: ["", "/"], for: call) }
    guard
      isDomain
        || audience.contains(where: { isOurs($0, paths: ["/oauth2/token", "/oauth2/par"], for: call) })
    else {
      throw refusal(
        TokenEndpointRules.assertionAudience,
        "aud is \(audience.isEmpty ? "missing" : audience.joined(separator: ", ")), wanted \(call.publicBase)"
      )
    }
    if !isDomain {
      findings.append(Finding(TokenEndpointRules.assertionAudienceEndpoint, audience.joined(separator: ", ")))
    }
    try check(times, at: call.time.forClients, &findings)
  }

  private func check(
    _ times: SignedTokenRules.Times, at moment: Instant, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) {
    let now = moment.seconds
    guard let expiry = times.expiry else { throw refusal(TokenEndpointRules.assertionExpiryMissing, "") }
    do throws(SignedTokenProblem) {
      try times.checkExpiry(at: now, leeway: Criipto.leeway)
      try times.checkStart([("iat", times.issued), ("nbf", times.start)], at: now, leeway: Criipto.leeway)
    } catch { throw refusal(TokenEndpointRules.assertionExpired, error.detail) }
    // "At most five minutes" is advice (§1.7).
    if Int64(expiry.seconds) > now + 300 + Criipto.leeway {
      findings.append(
        Finding(TokenEndpointRules.assertionExpiryFar, "exp is \(Int64(expiry.seconds) - now) s ahead"))
    }
  }

  /// True if a URL is one of these paths under an address of this provider.
  func isOurs(_ url: String, paths: [String], for call: Call) -> Bool {
    paths.contains { path in
      guard url.hasSuffix(path) else { return false }
      let base = String(url.dropLast(path.count))
      return base == call.base || base == call.publicBase || sandbox.hasServed(base: base)
    }
  }

  private func refusal(
    _ rule: Rule, _ detail: String, _ description: String = "The client_assertion is not valid"
  ) -> CriiptoTokenProblem {
    .refused(CriiptoTokenRefusal(.invalidClient, rule, detail, description))
  }
}
