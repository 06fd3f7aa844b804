import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension OpenIDProvider {
  /// A JWT that the client signed (OpenID Connect Core §9, RFC 7523).
  func authenticate(
    assertion text: String, _ form: Form, for call: Call, of login: Transaction<Login>?
  ) throws(Interruption) -> AuthenticatedClient<RelyingParty> {
    let (jws, payload, encryption) = try refusing { () throws(OpenIDRefusal) in
      let wanted = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
      guard form["client_assertion_type"] == wanted else {
        throw OpenIDRefusal(
          .invalidClient, Self.book[.assertionType], form["client_assertion_type"] ?? "none is sent",
          "Unsupported client_assertion_type")
      }
      return try open(assertion: text)
    }
    var known = try refusing { () throws(OpenIDRefusal) in try issuer(of: payload, form) }
    known.findings += encryption
    let policy = assertionPolicy(for: known.client, of: login, at: call)
    do throws(Interruption) {
      known.findings += try checkProof(jws, policy, known.client, call)
      let (shown, advice) = try refusing { () throws(OpenIDRefusal) in
        try check(payload, policy, known.identifier, call)
      }
      known.findings += advice
      if jws.kid == nil, !policy.requiresKeyIdentifier {
        known.findings += Self.book.advice(.assertionKeyMissing)
      }
      return AuthenticatedClient(known: known, assertion: shown)
    } catch { throw error.after(known.findings) }
  }

  /// An assertion can be used once while it is valid (RFC 7523 §3).
  func spend(
    _ assertion: ShownAssertion, of client: String, at moment: Instant
  ) throws(OpenIDRefusal) -> [Finding] {
    let until = assertion.expiry + .seconds(Self.profile.leeway)
    guard !exchanges.assertions.use(assertion.identifier, of: client, until: until, at: moment) else {
      return []
    }
    guard Self.profile.authentication.assertions.requiresIdentifier else {
      return [Finding(Self.book[.assertionReused], assertion.identifier)]
    }
    throw invalid(.assertionReused, assertion.identifier, "The assertion was used before")
  }

  /// The refusal of a client without assertion; many libraries send a secret instead unless told otherwise.
  func assertionMissing(_ form: Form, _ request: Request) -> OpenIDRefusal {
    let hasSecret = request.headers.contains("Authorization") || form.text("client_secret") != nil
    return OpenIDRefusal(
      .invalidClient, Self.book[hasSecret ? .secretInsteadOfAssertion : .assertionMissing], "",
      "Missing client_assertion")
  }

  // MARK: Opening

  private func open(assertion text: String) throws(OpenIDRefusal) -> (JWS, JSONObject, [Finding]) {
    let (jws, advice) = try signed(text)
    do throws(SignedTokenProblem) {
      return (jws, try SignedTokenRules.payload(jws), advice)
    } catch { throw invalid(.assertionMalformed, error.detail).after(advice) }
  }

  private func signed(_ text: String) throws(OpenIDRefusal) -> (JWS, [Finding]) {
    let token: CompactToken
    do throws(TokenError) {
      token = try CompactToken(parsing: text)
    } catch { throw invalid(.assertionMalformed, "\(error)") }
    switch token {
    case .signed(let jws): return (jws, [])
    case .encrypted(let jwe):
      guard Self.profile.authentication.assertions.acceptsEncrypted else {
        throw invalid(.assertionMalformed, "it is encrypted")
      }
      let (plaintext, advice): ([UInt8], [Finding])
      do throws(UnreadableEncryption) {
        (plaintext, advice) = try decrypt(jwe)
      } catch { throw invalid(error.rule ?? .assertionUndecryptable, error.detail) }
      do throws(TokenError) {
        return (try JWS(parsing: String(decoding: plaintext, as: UTF8.self)), advice)
      } catch {
        throw invalid(.assertionUndecryptable, "\(NestedTokenError.inner(error))").after(advice)
      }
    }
  }

  // MARK: The client

  private func issuer(of payload: JSONObject, _ form: Form) throws(OpenIDRefusal) -> KnownClient<RelyingParty>
  {
    guard let identifier = payload["sub"]?.string ?? payload["iss"]?.string, !identifier.isEmpty else {
      throw invalid(.assertionIssuer, "neither is there")
    }
    let known = try authenticating(identifier)
    try checkNamed(form, identifier, by: "sub")
    try check(known.client, uses: .assertion)
    if form.text("client_secret") != nil, !Self.profile.authentication.methods.contains(.secret) {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.secretInsteadOfAssertion], "", "Client secrets are not supported")
    }
    return known
  }

  /// Checks header and signature; a client that stands for any id is accepted without, and that is reported.
  private func checkProof(
    _ jws: JWS, _ policy: AssertionPolicy, _ client: RelyingParty, _ call: Call
  ) throws(Interruption) -> [Finding] {
    var findings: [Finding] = []
    do throws(OpenIDRefusal) {
      findings += try checkHeader(jws, policy)
    } catch {
      guard client.isWildcard else { throw .refused(error) }
      findings += error.findings
    }
    let found = try fetching { () throws(DocumentNeeded) in
      try keySet(of: client, wanting: jws.kid, for: call)
    }
    findings += keySetAdvice(client, call)
    do throws(SignedTokenProblem) {
      try SignedTokenRules.verify(jws, with: found)
    } catch {
      guard client.isWildcard else { throw .refused(unproven(error, jws).after(findings)) }
      findings += Self.book.advice(.assertionUnverified, error.detail)
    }
    return findings
  }

  private func checkHeader(_ jws: JWS, _ policy: AssertionPolicy) throws(OpenIDRefusal) -> [Finding] {
    guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
      throw invalid(.assertionAlgorithm, jws.algorithm)
    }
    guard jws.kid != nil || !policy.requiresKeyIdentifier else { throw invalid(.assertionKeyMissing, "") }
    guard let type = jws.type else {
      guard !policy.requiresType else { throw invalid(.assertionTypeHeader, "") }
      return []
    }
    return ["jwt", "application/jwt"].contains(type.lowercased())
      ? [] : Self.book.advice(.assertionTypeUnusual, type)
  }

  private func unproven(_ problem: SignedTokenProblem, _ jws: JWS) -> OpenIDRefusal {
    switch problem {
    case .keysUnavailable: invalid(.clientKeysUnavailable, problem.detail)
    case .keyUnknown where jws.kid == nil:
      invalid(Self.book.rule(.assertionKeyUnknown, saying: .assertionKeyMissing), problem.detail)
    case .keyUnknown: invalid(.assertionKeyUnknown, problem.detail)
    default: invalid(.assertionSignature, problem.detail)
    }
  }

  // MARK: The claims

  private func check(
    _ payload: JSONObject, _ policy: AssertionPolicy, _ client: String, _ call: Call
  ) throws(OpenIDRefusal) -> (ShownAssertion?, [Finding]) {
    let claims = Claims(payload)
    let (jti, audience, times): (String?, [String], SignedTokenRules.Times)
    do throws(ClaimError) {
      jti = try claims.string("jti")
      audience = try claims.audience()
      times = try SignedTokenRules.Times(claims)
    } catch { throw misshapen(error) }
    guard payload["iss"]?.string == client, payload["sub"]?.string == client else {
      throw invalid(
        .assertionIssuer,
        "iss is \(payload["iss"]?.text() ?? "missing"), sub is \(payload["sub"]?.text() ?? "missing")")
    }
    var advice = try check(audience, policy, call)
    if policy.requiresIdentifier {
      guard let jti, !jti.isEmpty else { throw invalid(.assertionIdentifierMissing, "") }
      guard jti.utf8.count <= 255 else { throw invalid(.assertionIdentifierLong, "\(jti.utf8.count) bytes") }
    }
    let now = call.time.forClients.seconds
    let expiry = try expiry(times, at: now)
    if let late = times.lateness(at: now) { advice += Self.book.advice(.assertionLate, late) }
    if let longest = policy.maximumLifetime, expiry - now > longest {
      throw invalid(.assertionExpiryTooFar, "exp is \(expiry - now) s ahead").after(advice)
    }
    if expiry > now + policy.usualLife + Self.profile.leeway {
      advice += Self.book.advice(.assertionExpiryFar, "exp is \(expiry - now) s ahead")
    }
    return (jti.map { ShownAssertion(identifier: $0, expiry: Instant(seconds: expiry)) }, advice)
  }

  private func check(
    _ audience: [String], _ policy: AssertionPolicy, _ call: Call
  ) throws(OpenIDRefusal) -> [Finding] {
    if audience.contains(where: { isOurs($0, paths: policy.audiences, for: call) }) { return [] }
    let seen = audience.joined(separator: ", ")
    guard audience.contains(where: { isOurs($0, paths: policy.toleratedAudiences, for: call) }) else {
      let wanted = call.base + (policy.audiences.first ?? "")
      throw invalid(
        .assertionAudience, "aud is \(audience.isEmpty ? "missing" : seen), wanted \(wanted)")
    }
    return Self.book.advice(.assertionAudienceUnusual, seen)
  }

  /// Checks that `exp` is in the future, and `iat` and `nbf` are not, with leeway; returns `exp`.
  private func expiry(_ times: SignedTokenRules.Times, at now: Int64) throws(OpenIDRefusal) -> Int64 {
    guard let expiry = times.expiry else { throw invalid(.assertionExpiryMissing, "") }
    do throws(SignedTokenProblem) {
      try times.checkExpiry(at: now, leeway: Self.profile.leeway)
    } catch { throw invalid(.assertionExpired, error.detail) }
    do throws(SignedTokenProblem) {
      try times.checkStart(
        [("iat", times.issued), ("nbf", times.start)], at: now, leeway: Self.profile.leeway)
    } catch { throw invalid(.assertionNotYetValid, error.detail) }
    return Int64(expiry.seconds)
  }

  private func misshapen(_ problem: ClaimError) -> OpenIDRefusal {
    var rule = Self.book.rule(.assertionMalformed, saying: .assertionClaimType)
    if case .wrongType(let name, let expected) = problem {
      rule = rule.fixed(by: "write \(name) as \(expected)")
    }
    return invalid(rule, "\(problem)")
  }

  private func invalid(
    _ rule: OpenIDRule, _ seen: String, _ description: String = "The client_assertion is not valid"
  ) -> OpenIDRefusal { invalid(Self.book[rule], seen, description) }

  private func invalid(
    _ rule: Rule, _ seen: String, _ description: String = "The client_assertion is not valid"
  ) -> OpenIDRefusal {
    OpenIDRefusal(Self.profile.authentication.assertions.error, rule, seen, description)
  }
}
