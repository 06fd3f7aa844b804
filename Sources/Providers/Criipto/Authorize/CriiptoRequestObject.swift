import Flow
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The members of a signed request object (§1.2, `request`; OpenID Connect Core §6).
  func requestObject(
    _ text: String, of client: CriiptoClient, beside outer: CriiptoParameters, for call: Call,
    _ findings: inout [Finding]
  ) throws(CriiptoAuthorizeProblem) -> JSONObject {
    let jws: JWS
    do throws(TokenError) {
      jws = try JWS(parsing: text)
    } catch { throw invalid(AuthorizationRules.objectMalformed, "\(error)") }
    guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
      throw invalid(AuthorizationRules.objectAlgorithm, jws.algorithm)
    }
    let found = try keys(of: client, wanting: jws.kid, for: call)
    do throws(SignedTokenProblem) {
      try SignedTokenRules.verify(jws, with: found)
    } catch {
      guard client.isAnything else { throw invalid(AuthorizationRules.objectSignature, error.detail) }
      findings.append(Finding(AuthorizationRules.objectUnverified, error.detail))
    }
    let members: JSONObject
    do throws(SignedTokenProblem) {
      members = try SignedTokenRules.payload(jws)
      try checkTimes(members, at: call.time.forClients)
    } catch {
      if case .malformed = error { throw invalid(AuthorizationRules.objectMalformed, error.detail) }
      throw invalid(AuthorizationRules.objectExpired, error.detail)
    }
    if let inner = members["client_id"]?.string, inner != outer["client_id"] {
      throw invalid(AuthorizationRules.objectClient, "\"\(inner)\" inside")
    }
    if let issuer = members["iss"]?.string, issuer != outer["client_id"] {
      throw invalid(AuthorizationRules.objectClient, "iss is \"\(issuer)\"")
    }
    return members
  }

  /// The client's keys; the client that stands for any, or has none, is checked with the default test set.
  func keys(
    of client: CriiptoClient, wanting kid: String?, for call: Call
  ) throws(CriiptoAuthorizeProblem) -> Result<JWKSet, KeysUnavailable> {
    do throws(DocumentNeeded) {
      return try keySet(of: client, wanting: kid, for: call)
    } catch { throw .needsKeys(url: error.url) }
  }

  func keySet(
    of client: CriiptoClient, wanting kid: String?, for call: Call
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    if let keys = client.keys { return try sandbox.keys(keys, wanting: kid, for: call) }
    guard client.isAnything else { return .failure(KeysUnavailable(reason: "the client has no keys")) }
    return .success(JWKSet([TestKeys.clientSignature.jwk, TestKeys.clientEncryption.jwk]))
  }

  private func checkTimes(_ members: JSONObject, at now: Instant) throws(SignedTokenProblem) {
    let times: SignedTokenRules.Times
    do throws(ClaimError) {
      times = try SignedTokenRules.Times(Claims(members))
    } catch { throw .malformed("\(error)") }
    try times.checkExpiry(at: now.seconds, leeway: Criipto.leeway)
    try times.checkStart([("nbf", times.start)], at: now.seconds, leeway: Criipto.leeway)
  }

  private func invalid(_ rule: Rule, _ detail: String) -> CriiptoAuthorizeProblem {
    .refused(CriiptoRefusal("invalid_request_object", rule, detail, "The request object is not valid"))
  }

  /// How far clocks may be apart, in seconds: SDKs allow five minutes (§2.5).
  static let leeway: Int64 = 300
}
