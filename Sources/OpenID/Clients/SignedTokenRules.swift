package import ProviderKit
package import JOSE
package import JSON

/// What is wrong with a signed token that a client made.
package enum SignedTokenProblem: Error, Sendable, Hashable {
  /// The payload is not a JSON object, or a claim has the wrong type; why.
  case malformed(String)
  /// The client's key set is not available; why.
  case keysUnavailable(String)
  /// No key of the client fits the token; why.
  case keyUnknown(String)
  /// The signature does not verify; why.
  case signature(String)
  case expiryMissing
  /// `exp` is in the past; what was seen.
  case expired(String)
  /// `iat` or `nbf` is in the future; what was seen.
  case notYetValid(String)

  /// What was seen, for people.
  package var detail: String {
    switch self {
    case .malformed(let text), .keysUnavailable(let text), .keyUnknown(let text), .signature(let text),
      .expired(let text), .notYetValid(let text):
      text
    case .expiryMissing: ""
    }
  }
}

/// The rules about assertions and request objects that need only the token and the client's keys (RFC 7523 §3, RFC
/// 9101 §6).
package enum SignedTokenRules {
  package static func payload(_ jws: JWS) throws(SignedTokenProblem) -> JSONObject {
    guard let object = try? JSON(parsing: jws.payload).object else {
      throw .malformed("the payload is not a JSON object")
    }
    return object
  }

  /// The signature must verify with a key of the client: the one with the token's `kid`, or the only one that fits.
  package static func verify(
    _ jws: JWS, with found: Result<JWKSet, KeysUnavailable>, allowing algorithms: [JWSAlgorithm] = [.rs256]
  ) throws(SignedTokenProblem) {
    let set: JWKSet
    switch found {
    case .success(let keys): set = keys
    case .failure(let error): throw .keysUnavailable(error.reason)
    }
    let key: JWK
    do throws(KeySelectionError) {
      key = try set.select(kid: jws.kid, use: "sig", alg: jws.algorithm)
    } catch {
      // Without a kid no key is unknown: the signature is just of no key of the client.
      if case .noneSuitable = error { throw .signature("\(error)") }
      throw .keyUnknown("\(error)")
    }
    do throws(JWSError) {
      try jws.verify(with: key, allowing: algorithms)
    } catch { throw .signature("\(error)") }
  }

  package struct Times: Sendable {
    package let expiry: NumericDate?
    package let issued: NumericDate?
    package let start: NumericDate?

    package init(_ claims: Claims) throws(ClaimError) {
      (expiry, issued, start) = (try claims.date("exp"), try claims.date("iat"), try claims.date("nbf"))
    }

    /// `exp` must be in the future, within the leeway.
    package func checkExpiry(at now: Int64, leeway: Int64) throws(SignedTokenProblem) {
      guard let expiry, Int64(expiry.seconds) + leeway <= now else { return }
      throw .expired("exp is \(expiry.seconds), now is \(now)")
    }

    /// How late a token is that is valid only by the leeway, for people; `nil` for one that has not expired.
    package func lateness(at now: Int64) -> String? {
      guard let expiry, Int64(expiry.seconds) <= now else { return nil }
      return "exp was \(now - Int64(expiry.seconds)) s ago"
    }

    /// The named times must not be in the future, within the leeway.
    package func checkStart(
      _ dates: [(name: String, date: NumericDate?)], at now: Int64, leeway: Int64
    ) throws(SignedTokenProblem) {
      for case (let name, let date?) in dates where Int64(date.seconds) > now + leeway {
        throw .notYetValid("\(name) is \(date.seconds), now is \(now)")
      }
    }
  }
}
