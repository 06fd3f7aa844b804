import HTTP
import JOSE
import JSON

extension TokenDefect {
  /// How long ago `auth_time` of `oldAuthentication` is, in seconds: a day.
  package static let oldAge = 86_400

  func apply(toClaims claims: inout JSONObject, _ surroundings: TokenRecipe.Surroundings) {
    // A story may set these claims to any number.
    let (now, expiry) = (exact(claims["iat"]) ?? 0, exact(claims["exp"]))
    switch self {
    case .wrongIssuer: alter("iss", in: &claims)
    case .missingIssuer: claims["iss"] = nil
    case .issuerSlash: claims["iss"] = .string(slashed(claims["iss"]?.string ?? ""))
    case .issuerOfAnother: claims["iss"] = .string(anotherProvider(claims["iss"]?.string ?? ""))
    case .issuerOfOtherLogin:
      claims["iss"] = surroundings.elsewhere.map { .string($0.issuer) } ?? claims["iss"]
    case .wrongAudience: alter("aud", in: &claims)
    case .missingAudience: claims["aud"] = nil
    case .audienceList: claims["aud"] = .array([.string(audience(claims))])
    case .audienceOfOthers:
      let other = TokenDefect.altered(audience(claims))
      claims["aud"] = [.string(other), .string(TokenDefect.altered(other))]
    case .audienceWithAnother:
      let client = audience(claims)
      (claims["aud"], claims["azp"]) = ([.string(client), .string(TokenDefect.altered(client))], nil)
    case .wrongParty: claims["azp"] = .string(TokenDefect.altered(audience(claims)))
    case .wrongSubject: alter("sub", in: &claims)
    case .missingSubject: claims["sub"] = nil
    case .emptySubject: claims["sub"] = ""
    case .wrongNonce: alter("nonce", in: &claims, orElse: "n-0S6_WzA2Mj")
    case .missingNonce: claims["nonce"] = nil
    case .earlierNonce: claims["nonce"] = surroundings.earlierNonce.map(JSON.string) ?? claims["nonce"]
    case .expired: claims["exp"] = .integer(now - 600)
    case .expiredBySecond: claims["exp"] = .integer(now - 1)
    case .expiredByMinute: claims["exp"] = .integer(now - 60)
    case .expiredByHour: claims["exp"] = .integer(now - 3600)
    case .expiryInMilliseconds: claims["exp"] = .integer((expiry ?? now) * 1000)
    case .missingExpiry: claims["exp"] = nil
    case .issuedInFuture: claims["iat"] = .integer(now + 600)
    case .issuedTomorrow: claims["iat"] = .integer(now + 86_400)
    case .missingIssuedAt: claims["iat"] = nil
    case .notYetValid: claims["nbf"] = .integer(now + 3600)
    case .oldAuthentication: claims["auth_time"] = .integer(now - Self.oldAge)
    case .wrongAccessTokenHash: alter("at_hash", in: &claims, orElse: "77QmUPtjPfzWtF2AnpK9RQ")
    case .wrongCodeHash: alter("c_hash", in: &claims)
    case .lowerAssurance where claims["loA"] != nil: (claims["loA"], claims["aal"]) = ("LOW", "LOW")
    case .reordered: claims = JSONObject(claims.reversed())
    case .badSignature, .unknownKey, .missingKey, .foreignKey, .noAlgorithm, .encryptedToWrongKey,
      .innerSignatureBroken, .hmacWithPublicKey, .unsignedInside, .missingContentType, .wrongDirectKey,
      .stripped, .noAlgorithmTitle, .noAlgorithmCapitals, .hmacWithSecret, .ellipticCurve, .encryptionKey,
      .keyOfOtherLogin, .keyInHeader, .keySetInHeader, .certificateInHeader, .certificateURLInHeader,
      .replayed, .unencrypted,
      .unknownEncryption, .compressed, .lowerAssurance:
      break
    }
  }

  /// The header of the signature, not that of an encryption.
  func apply(
    toHeader header: inout JSONObject, foreign: JWK, _ surroundings: TokenRecipe.Surroundings
  ) {
    switch self {
    case .unknownKey: alter("kid", in: &header, orElse: "unknown")
    case .missingKey: header["kid"] = nil
    case .noAlgorithm: header["alg"] = "none"
    case .noAlgorithmTitle: header["alg"] = "None"
    case .noAlgorithmCapitals: header["alg"] = "NONE"
    case .hmacWithPublicKey, .hmacWithSecret: header["alg"] = "HS256"
    case .ellipticCurve: header["alg"] = "ES256"
    case .encryptionKey: header["kid"] = surroundings.encryptionKey?.kid.map(JSON.string)
    case .keyOfOtherLogin: header["kid"] = foreign.kid.map(JSON.string)
    case .keyInHeader: header["jwk"] = .object(foreign.publicJSON)
    case .keySetInHeader:
      // A client that follows the link finds a key with the header's `kid`.
      let name = PercentCoding.encode(header["kid"]?.string ?? "")
      header["jku"] = .string("\(surroundings.home ?? "")/_eidolon/foreign/jwks?kid=\(name)")
    case .certificateInHeader: header["x5c"] = [.string(TestKeys.foreignCertificate)]
    case .certificateURLInHeader:
      header["x5u"] = .string("\(surroundings.home ?? "")/_eidolon/foreign/cert.pem")
    default: break
    }
  }

  /// The number, kept within what all JSON readers take exactly (RFC 8259 §6), so that a defect can add to it.
  private func exact(_ number: JSON?) -> Int? { number?.integer.map { min(max($0, -1 << 53), 1 << 53) } }

  private func audience(_ claims: JSONObject) -> String {
    claims["aud"]?.string ?? claims["aud"]?.array?.first?.string ?? ""
  }

  private func slashed(_ issuer: String) -> String {
    issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer + "/"
  }

  private func anotherProvider(_ issuer: String) -> String {
    let parts = issuer.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 2 ? "\(parts[0])//\(parts[2])/another-provider" : TokenDefect.altered(issuer)
  }

  private func alter(_ name: String, in object: inout JSONObject, orElse substitute: String = "other") {
    switch object[name] {
    case .string(let text): object[name] = .string(TokenDefect.altered(text))
    case .array(let values):
      object[name] = .array(values.map { .string(TokenDefect.altered($0.string ?? "")) })
    default: object[name] = .string(substitute)
    }
  }

  /// Replaces the last letter or digit by another of its kind, so that length and character set stay the same.
  package static func altered(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for index in bytes.indices.reversed() {
      switch bytes[index] {
      case 0x30...0x38, 0x41...0x59, 0x61...0x79: bytes[index] += 1
      case 0x39: bytes[index] = 0x30
      case 0x5A: bytes[index] = 0x41
      case 0x7A: bytes[index] = 0x61
      default: continue
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return text + "x"
  }
}
