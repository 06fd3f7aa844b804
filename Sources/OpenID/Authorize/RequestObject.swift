import Flow
import JOSE
import JSON
package import ProviderKit

extension OpenIDProvider {
  /// Takes over the members of a request object, after it was decrypted, verified and compared with the parameters
  /// beside it.
  ///
  /// Every failure is `invalid_request_object` (OpenID Connect Core §3.1.2.6); the finding says which check failed.
  package func open(
    requestObject text: String, _ policy: RequestObjectPolicy,
    in request: inout AuthorizationRequest<RelyingParty>, _ call: Call
  ) throws(Interruption) {
    do throws(Interruption) {
      let (object, isSigned) = try members(of: text, policy, &request, call)
      let (members, texts) = policy.texts.read(object)
      if !texts.isEmpty {
        request.findings += Self.book.advice(.membersAsText, texts.joined(separator: ", "))
      }
      request.findings += try refusing { () throws(OpenIDRefusal) in
        if isSigned {
          try checkIssuer(members, policy, request.identifier)
          request.findings += try checkAudience(members, policy, call)
        }
        request.findings += try checkTimes(members, policy, at: call.time.forClients.seconds)
        for (name, value) in members {
          if let refusal = policy.refusal(name, value) { throw refusal }
        }
        try Self.checkAgreement(members, with: request.parameters, policy)
        return try Self.check(members, policy, against: request.parameters)
      }
      request.parameters.take(members)
      if isSigned { request.signed = Set(members.names) }
    } catch {
      // Only a registered redirect URI is accepted, so one from an unverified object can do no harm.
      for (name, value) in readable(text) where request.parameters[name] == nil {
        request.parameters[name] = value.string
      }
      throw error
    }
  }

  // MARK: Opening

  private func members(
    of text: String, _ policy: RequestObjectPolicy, _ request: inout AuthorizationRequest<RelyingParty>,
    _ call: Call
  ) throws(Interruption) -> (JSONObject, isSigned: Bool) {
    let (object, encryption) = try opened(text, policy)
    request.findings += encryption
    switch object {
    case .plain(let object):
      request.findings += Self.book.advice(.objectUnsigned)
      return (object, false)
    case .signed(let jws):
      let isSigned = try verify(jws, policy, &request, call)
      var limits = JSONLimits()
      limits.acceptsRepeatedNames = policy.acceptsRepeatedNames
      guard let object = try? JSON(parsing: jws.payload, limits: limits).object else {
        throw .refused(Self.invalid(.objectMalformed, "the payload is not a JSON object"))
      }
      return (object, isSigned)
    }
  }

  private func opened(
    _ text: String, _ policy: RequestObjectPolicy
  ) throws(Interruption) -> (OpenedObject, [Finding]) {
    try refusing { () throws(OpenIDRefusal) in
      switch try Self.parse(text) {
      case .signed(let jws):
        guard !policy.requiresEncryption else { throw Self.invalid(.objectUnencrypted, "") }
        // A backchannel request does not pass through a browser, so a signature is enough.
        return (.signed(jws), policy.standsAlone ? [] : Self.book.advice(.objectUnencrypted))
      case .encrypted(let jwe):
        guard policy.acceptsEncrypted else { throw Self.invalid(.objectMalformed, "it is encrypted") }
        let (plaintext, advice): ([UInt8], [Finding])
        do throws(UnreadableEncryption) {
          (plaintext, advice) = try decrypt(jwe)
        } catch { throw Self.invalid(error.rule ?? .objectUndecryptable, error.detail) }
        if policy.acceptsUnsigned, let object = try? JSON(parsing: plaintext).object {
          return (.plain(object), advice)
        }
        guard case .signed(let jws) = try Self.parse(String(decoding: plaintext, as: UTF8.self)) else {
          throw Self.invalid(.objectMalformed, "what is encrypted is not a signed token")
        }
        return (.signed(jws), advice)
      }
    }
  }

  private static func parse(_ text: String) throws(OpenIDRefusal) -> CompactToken {
    do throws(TokenError) {
      return try CompactToken(parsing: text)
    } catch { throw invalid(.objectMalformed, "\(error)") }
  }

  /// The members of a request object, verified or not.
  private func readable(_ text: String) -> JSONObject {
    var payload: [UInt8]
    switch try? CompactToken(parsing: text) {
    case .signed(let jws): payload = jws.payload
    case .encrypted(let jwe):
      payload = (try? decrypt(jwe))?.plaintext ?? []
      if let jws = try? JWS(parsing: String(decoding: payload, as: UTF8.self)) { payload = jws.payload }
    case nil: return [:]
    }
    return (try? JSON(parsing: payload))?.object ?? [:]
  }

  // MARK: The signature

  /// Checks the signature; `false` if there is none and none is required.
  private func verify(
    _ jws: JWS, _ policy: RequestObjectPolicy, _ request: inout AuthorizationRequest<RelyingParty>,
    _ call: Call
  ) throws(Interruption) -> Bool {
    if policy.acceptsUnsigned, jws.algorithm == "none" {
      guard jws.signature.isEmpty else {
        throw .refused(Self.invalid(.objectMalformed, "alg is none, yet it is signed"))
      }
      request.findings += Self.book.advice(.objectUnsigned)
      return false
    }
    guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
      throw .refused(Self.invalid(.objectAlgorithm, jws.algorithm))
    }
    guard jws.kid != nil || !policy.requiresKeyIdentifier else {
      throw .refused(Self.invalid(.objectKeyMissing, ""))
    }
    let client = request.client
    let found = try fetching { () throws(DocumentNeeded) in
      try keySet(of: client, wanting: jws.kid, for: call)
    }
    request.findings += keySetAdvice(client, call)
    do throws(SignedTokenProblem) {
      try SignedTokenRules.verify(jws, with: found)
    } catch {
      guard client.isWildcard else { throw .refused(Self.unproven(error, jws)) }
      request.findings += Self.book.advice(.objectUnverified, error.detail)
    }
    return true
  }

  private static func unproven(_ problem: SignedTokenProblem, _ jws: JWS) -> OpenIDRefusal {
    switch problem {
    case .keysUnavailable: invalid(.clientKeysUnavailable, problem.detail)
    case .keyUnknown: invalid(jws.kid == nil ? .objectKeyMissing : .objectKeyUnknown, problem.detail)
    default: invalid(.objectSignature, problem.detail)
    }
  }

  // MARK: What it says

  private func checkIssuer(
    _ members: JSONObject, _ policy: RequestObjectPolicy, _ client: String
  ) throws(OpenIDRefusal) {
    let issuer = members["iss"]?.string
    guard issuer == client || issuer == nil && !policy.requiresIssuer else {
      throw Self.invalid(.objectIssuer, issuer.map { "iss is \"\($0)\"" } ?? "iss is missing")
    }
  }

  private func checkAudience(
    _ members: JSONObject, _ policy: RequestObjectPolicy, _ call: Call
  ) throws(OpenIDRefusal) -> [Finding] {
    guard !policy.audiences.isEmpty else { return [] }
    let audience: [String]
    do throws(ClaimError) {
      audience = try Claims(members).audience()
    } catch { throw Self.invalid(.objectAudience, "\(error)") }
    guard !audience.isEmpty else { throw Self.invalid(.objectAudience, "aud is missing") }
    if audience.contains(where: { isOurs($0, paths: policy.audiences, for: call) }) { return [] }
    let seen = audience.joined(separator: ", ")
    guard audience.contains(where: { isOurs($0, paths: policy.toleratedAudiences, for: call) }) else {
      throw Self.invalid(.objectAudience, "aud is \(seen)")
    }
    return Self.book.advice(.objectAudienceUnusual, seen)
  }

  /// Checks the times that are given, on the clients' clock with leeway.
  private func checkTimes(
    _ members: JSONObject, _ policy: RequestObjectPolicy, at now: Int64
  ) throws(OpenIDRefusal) -> [Finding] {
    let leeway = policy.leeway ?? Self.profile.leeway
    let times: SignedTokenRules.Times
    do throws(ClaimError) {
      times = try SignedTokenRules.Times(Claims(members))
    } catch { throw Self.invalid(.objectMemberType, "\(error)") }
    do throws(SignedTokenProblem) {
      try times.checkExpiry(at: now, leeway: leeway)
      try times.checkStart(
        [("nbf", times.start), ("iat", policy.checksIssueTime ? times.issued : nil)], at: now, leeway: leeway)
    } catch { throw Self.invalid(.objectExpired, error.detail) }
    return times.lateness(at: now).map { Self.book.advice(.objectLate, $0) } ?? []
  }

  /// Parameters inside and outside must agree (OpenID Connect Core §6.1).
  private static func check(
    _ members: JSONObject, _ policy: RequestObjectPolicy, against outer: AuthorizationParameters
  ) throws(OpenIDRefusal) -> [Finding] {
    if members["request"] != nil || members["request_uri"] != nil { throw invalid(.objectNested, "") }
    if let wrong = members.first(where: { !ObjectMember.isWellTyped($0, $1, policy.texts) }) {
      throw invalid(.objectMemberType, "\(wrong.name) is \(wrong.value.text())")
    }
    if let inner = members["client_id"]?.string, inner != outer["client_id"] {
      throw invalid(.objectClient, "\"\(inner)\" inside")
    }
    if let inner = members["response_type"]?.string, let outside = outer["response_type"], inner != outside {
      throw invalid(.objectResponseType, "\"\(inner)\" inside, \"\(outside)\" outside")
    }
    let claims = members["claims"]?.string == nil ? [] : book.advice(.objectClaimsText)
    if policy.standsAlone { return claims }
    if outer["response_type"] == nil, outer["scope"] == nil { return claims + book.advice(.objectAlone) }
    return claims + (outer.words("scope").contains("openid") ? [] : book.advice(.objectScopeInside))
  }

  private static func invalid(_ rule: OpenIDRule, _ seen: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequestObject, book[rule], seen, profile.texts.objectInvalid)
  }
}

/// The members of a request object that are parameters (OpenID Connect Core §3.1.2.1, §6.1).
private enum ObjectMember {
  /// Numbers may be JSON numbers too (RFC 9101 §4).
  private static let texts: Set = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "response_mode", "display",
    "prompt", "ui_locales", "login_hint", "acr_values", "max_age", "code_challenge", "code_challenge_method",
    "id_token_hint", "requested_expiry", "client_notification_token",
  ]

  /// False if the value is of a type that the parameter cannot have; a null counts as absent.
  static func isWellTyped(_ name: String, _ value: JSON, _ members: TextMembers) -> Bool {
    switch value {
    case .null: true
    case .string: name != "claims" || members == .claims
    case .object: !texts.contains(name)
    case .array, .decimal: !texts.contains(name) && name != "claims"
    case .integer, .bool: name != "claims"
    }
  }
}

/// A request object without its encryption.
private enum OpenedObject {
  case plain(JSONObject)
  case signed(JWS)
}
