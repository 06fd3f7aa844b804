import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// The rules about a client assertion that need nothing but the assertion (guide §3.5, §1.7).
enum AssertionRules {
  /// The assertion's text, of the right type.
  ///
  /// A secret, in the form or in the `Authorization` header, is what many libraries send unless told otherwise.
  static func text(_ form: Form, hasHeader: Bool) throws(TokenRefusal) -> String {
    guard let text = form["client_assertion"], !text.isEmpty else {
      let hasSecret = hasHeader || !(form["client_secret"] ?? "").isEmpty
      let rule = hasSecret ? TokenRules.secretSent : TokenRules.assertionMissing
      throw TokenRefusal(.invalidClient, rule, "", "Missing client_assertion")
    }
    guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
      throw TokenRefusal(
        .invalidClient, TokenRules.assertionType, form["client_assertion_type"] ?? "none is sent",
        "Unsupported client_assertion_type")
    }
    return text
  }

  /// The claims of an assertion.
  static func payload(_ jws: JWS) throws(TokenRefusal) -> JSONObject {
    do throws(SignedTokenProblem) {
      return try SignedTokenRules.payload(jws)
    } catch { throw invalid(TokenRules.assertionMalformed, error.detail) }
  }

  /// The header names the algorithm, the type and the key (§1.7, §4 2).
  static func header(_ jws: JWS, _ switches: Switches) throws(TokenRefusal) {
    guard jws.algorithm == JWSAlgorithm.rs256.rawValue else {
      throw invalid(TokenRules.assertionAlgorithm, jws.algorithm)
    }
    guard jws.kid != nil else { throw invalid(TokenRules.keyMissing, "") }
    guard jws.type != nil || switches[.assertionType].word == "optional" else {
      throw invalid(TokenRules.assertionTypeHeader, "")
    }
  }

  /// The signature verifies with the client's key of that `kid`.
  static func signature(_ jws: JWS, _ found: Result<JWKSet, KeysUnavailable>) throws(TokenRefusal) {
    do throws(SignedTokenProblem) {
      try SignedTokenRules.verify(jws, with: found)
    } catch {
      switch error {
      case .keysUnavailable: throw invalid(TokenRules.keysUnavailable, error.detail)
      case .keyUnknown: throw invalid(TokenRules.keyUnknown, error.detail)
      default: throw invalid(TokenRules.signature, error.detail)
      }
    }
  }

  /// `exp` lies ahead, `iat` and `nbf` do not, with a few minutes of leeway (§3).
  static func expiry(_ times: SignedTokenRules.Times, at now: Int64) throws(TokenRefusal) -> NumericDate {
    guard let expiry = times.expiry else { throw invalid(TokenRules.expiryMissing, "") }
    do throws(SignedTokenProblem) {
      try times.checkExpiry(at: now, leeway: Itsme.leeway)
    } catch { throw invalid(TokenRules.expired, error.detail) }
    do throws(SignedTokenProblem) {
      try times.checkStart([("iat", times.issued), ("nbf", times.start)], at: now, leeway: Itsme.leeway)
    } catch { throw invalid(TokenRules.issuedInFuture, error.detail) }
    return expiry
  }

  /// An assertion is made for one request, so an hour is more than it needs.
  static func leniencies(_ expiry: NumericDate, at now: Int64) -> [Finding] {
    let life = Int64(expiry.seconds) - now
    return life > 3600 + Itsme.leeway ? [Finding(TokenRules.expiryFar, "exp is \(life) s ahead")] : []
  }

  /// An assertion that is there but not valid (§1.8).
  static func invalid(
    _ rule: Rule, _ detail: String, _ description: String = "The client_assertion is not valid"
  ) -> TokenRefusal {
    TokenRefusal(.unauthorizedClient, rule, detail, description)
  }
}
