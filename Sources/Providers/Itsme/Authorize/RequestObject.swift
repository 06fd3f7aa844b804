import Flow
import JOSE
import JSON
import OpenID
import ProviderKit

/// A request object: an authentication request as a JWT, signed, encrypted, or both (§1.4).
struct RequestObject {
  /// The parameters that it holds.
  let members: JSONObject
  /// What was unusual but let in.
  let findings: [Finding]
}

/// Why a request object does not count.
enum RequestObjectProblem: Error {
  /// It is not valid.
  case invalid(InvalidRequest)
  /// The client's key set is needed first.
  case needsKeys(url: String)
}

extension Itsme {
  /// Decrypts and verifies the request object of a client, and checks it against the parameters beside it.
  ///
  /// Every failure is `invalid_request_object` (guide §3.3); the finding says which check failed.
  func read(
    _ text: String, of client: ItsmeClient, beside outer: RequestParameters, for call: Call
  ) throws(RequestObjectProblem) -> RequestObject {
    var (members, isSigned, findings) = try members(text, of: client, for: call)
    if isSigned {
      try checkIssuer(members, client: outer["client_id"] ?? "")
      findings += try checkAudience(members, for: call)
    }
    try checkTimes(members, at: call.time.forClients.seconds)
    findings += try checkAgainst(outer, members)
    return RequestObject(members: members, findings: findings)
  }

  /// What a request object says, whether that can be trusted or not.
  func readable(_ text: String) -> JSONObject {
    var payload: [UInt8]
    switch try? CompactToken(parsing: text) {
    case .signed(let jws): payload = jws.payload
    case .encrypted(let jwe):
      payload =
        (try? jwe.decrypt(
          with: sandbox.keys.decryption(of: jwe.header["kid"]?.string), allowing: [.rsaOAEP, .rsaOAEP256]))
        ?? []
      if let jws = try? JWS(parsing: String(decoding: payload, as: UTF8.self)) { payload = jws.payload }
    case nil: return [:]
    }
    return (try? JSONParser.parse(payload))?.json.object ?? [:]
  }

  // MARK: Opening

  private func members(
    _ text: String, of client: ItsmeClient, for call: Call
  ) throws(RequestObjectProblem) -> (JSONObject, isSigned: Bool, findings: [Finding]) {
    let signed: JWS
    switch try parse(text) {
    case .signed(let jws): signed = jws
    case .encrypted(let jwe):
      let plaintext = try decrypt(jwe)
      // Encrypted without being signed: the guide allows either (§3.2).
      if let object = try? JSONParser.parse(plaintext).json.object {
        return (object, false, [Finding(RequestObjectRules.unsigned)])
      }
      guard case .signed(let jws) = try parse(String(decoding: plaintext, as: UTF8.self)) else {
        throw invalid(RequestObjectRules.malformed, "what is encrypted is no signed token")
      }
      signed = jws
    }
    let (isSigned, findings) = try verify(signed, of: client, for: call)
    guard let object = try? JSONParser.parse(signed.payload).json.object else {
      throw invalid(RequestObjectRules.malformed, "the payload is no JSON object")
    }
    return (object, isSigned, findings)
  }

  private func parse(_ text: String) throws(RequestObjectProblem) -> CompactToken {
    do throws(TokenError) {
      return try CompactToken(parsing: text)
    } catch { throw invalid(RequestObjectRules.malformed, "\(error)") }
  }

  private func decrypt(_ jwe: JWE) throws(RequestObjectProblem) -> [UInt8] {
    do throws(JWEError) {
      return try jwe.decrypt(
        with: sandbox.keys.decryption(of: jwe.header["kid"]?.string), allowing: [.rsaOAEP, .rsaOAEP256])
    } catch { throw invalid(RequestObjectRules.undecryptable, "\(error)") }
  }

  /// Checks the signature; the guide allows an object without one.
  private func verify(
    _ jws: JWS, of client: ItsmeClient, for call: Call
  ) throws(RequestObjectProblem) -> (isSigned: Bool, findings: [Finding]) {
    guard jws.algorithm != "none" else {
      guard jws.signature.isEmpty else {
        throw invalid(RequestObjectRules.malformed, "alg is none, yet it is signed")
      }
      return (false, [Finding(RequestObjectRules.unsigned)])
    }
    guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
      throw invalid(RequestObjectRules.algorithm, jws.algorithm)
    }
    let found: Result<JWKSet, KeysUnavailable>
    do throws(DocumentNeeded) {
      found = try keys(of: client, wanting: jws.kid, for: call)
    } catch { throw .needsKeys(url: error.url) }
    do throws(RequestObjectProblem) {
      try verify(jws, with: found)
      return (true, [])
    } catch {
      guard client.isAnything else { throw error }
      return (true, [Finding(TokenRules.unverified, "request object")])
    }
  }

  private func verify(_ jws: JWS, with found: Result<JWKSet, KeysUnavailable>) throws(RequestObjectProblem) {
    do throws(SignedTokenProblem) {
      try SignedTokenRules.verify(jws, with: found)
    } catch {
      switch error {
      case .keysUnavailable: throw invalid(RequestObjectRules.keysUnavailable, error.detail)
      case .keyUnknown:
        throw invalid(
          jws.kid == nil ? RequestObjectRules.keyMissing : RequestObjectRules.keyUnknown, error.detail)
      default: throw invalid(RequestObjectRules.signature, error.detail)
      }
    }
  }

  // MARK: Checking

  /// `iss` is the client (§1.4).
  private func checkIssuer(_ members: JSONObject, client: String) throws(RequestObjectProblem) {
    let issuer = members["iss"]?.string
    guard issuer == client else {
      throw invalid(RequestObjectRules.issuer, issuer.map { "iss is \"\($0)\"" } ?? "iss is missing")
    }
  }

  /// `aud` is the issuer, the token endpoint or either authorization endpoint (§5 #30).
  private func checkAudience(
    _ members: JSONObject, for call: Call
  ) throws(RequestObjectProblem) -> [Finding] {
    let audience: [String]
    do throws(ClaimError) {
      audience = try Claims(members).audience()
    } catch { throw invalid(RequestObjectRules.audience, "\(error)") }
    guard !audience.isEmpty else { throw invalid(RequestObjectRules.audience, "aud is missing") }
    if audience.contains(where: { isOurs($0, paths: ["/oidc"], for: call) }) { return [] }
    guard
      audience.contains(where: {
        isOurs($0, paths: ["/oidc/token", "/oidc/authorize", "/oidc/authorization"], for: call)
      })
    else { throw invalid(RequestObjectRules.audience, "aud is \(audience.joined(separator: ", "))") }
    return [Finding(RequestObjectRules.audienceUnusual, audience.joined(separator: ", "))]
  }

  /// `exp` and `nbf` where they are given, on the real clock with a few minutes of leeway (§3).
  private func checkTimes(_ members: JSONObject, at now: Int64) throws(RequestObjectProblem) {
    let times: SignedTokenRules.Times
    do throws(ClaimError) {
      times = try SignedTokenRules.Times(Claims(members))
    } catch { throw invalid(RequestObjectRules.expired, "\(error)") }
    do throws(SignedTokenProblem) {
      try times.checkExpiry(at: now, leeway: Itsme.leeway)
      try times.checkStart([("nbf", times.start)], at: now, leeway: Itsme.leeway)
    } catch { throw invalid(RequestObjectRules.expired, error.detail) }
  }

  /// What stands inside and outside must agree (§1.4).
  private func checkAgainst(
    _ outer: RequestParameters, _ members: JSONObject
  ) throws(RequestObjectProblem) -> [Finding] {
    if members["request"] != nil || members["request_uri"] != nil {
      throw invalid(RequestObjectRules.nested, "")
    }
    if let inner = members["client_id"]?.string, inner != outer["client_id"] {
      throw invalid(RequestObjectRules.clientMismatch, "\"\(inner)\" inside")
    }
    if let inner = members["response_type"]?.string, let outside = outer["response_type"], inner != outside {
      throw invalid(RequestObjectRules.responseTypeMismatch, "\"\(inner)\" inside, \"\(outside)\" outside")
    }
    if outer["response_type"] == nil, outer["scope"] == nil {
      return [Finding(RequestObjectRules.parametersOutside)]
    }
    let namesOpenID = outer["scope"]?.split(separator: " ").contains("openid") ?? false
    return namesOpenID ? [] : [Finding(RequestObjectRules.scopeOutside)]
  }

  private func invalid(_ rule: Rule, _ detail: String) -> RequestObjectProblem {
    .invalid(InvalidRequest(rule, detail, "The request object is not valid", as: .invalidRequestObject))
  }
}
