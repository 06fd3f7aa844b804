package import Flow
import JSON

/// The things that can be wrong with a token, one at a time.
///
/// A defect keeps lengths and character sets right, so that a client refuses for the right reason.
package enum TokenDefect: String, Sendable, CaseIterable {
  case badSignature = "bad_signature"
  case unknownKey = "unknown_kid"
  case missingKey = "missing_kid"
  case foreignKey = "foreign_key"
  case noAlgorithm = "alg_none"
  case wrongIssuer = "wrong_issuer"
  case missingIssuer = "missing_issuer"
  case wrongAudience = "wrong_audience"
  case missingAudience = "missing_audience"
  case wrongSubject = "wrong_subject"
  case missingSubject = "missing_subject"
  case wrongNonce = "wrong_nonce"
  case missingNonce = "missing_nonce"
  case expired
  case missingExpiry = "missing_exp"
  case issuedInFuture = "issued_in_future"
  case missingIssuedAt = "missing_iat"
  case encryptedToWrongKey = "encrypted_to_wrong_key"
  case innerSignatureBroken = "inner_signature_broken"
  case hmacWithPublicKey = "hs256_with_public_key"
  case unsignedInside = "unsigned_inside"
  case missingContentType = "missing_cty"
  case wrongDirectKey = "wrong_dir_key"

  package enum Kind: Sendable {
    /// Has a nonce and times.
    case idToken
    /// A signed response, without nonce and times.
    case userinfo
  }

  /// For the catalog.
  ///
  /// - Parameter further: those that only tokens of this provider can have.
  package static func terms(_ kind: Kind, and further: Set<TokenDefect> = []) -> [Term] {
    allCases.filter { kind == .idToken || !$0.isAboutTimes }
      .filter { !$0.isParticular || further.contains($0) }
      .map { Term($0.rawValue, $0.meaning, .assumed, advice: $0.advice(kind)) }
  }

  /// True if a provider must name it, because most have no token that could have it.
  private var isParticular: Bool {
    switch self {
    case .hmacWithPublicKey, .unsignedInside, .missingContentType, .wrongDirectKey: true
    default: false
    }
  }

  private var isAboutTimes: Bool {
    switch self {
    case .wrongNonce, .missingNonce, .expired, .missingExpiry, .issuedInFuture, .missingIssuedAt: true
    default: false
    }
  }

  private var meaning: String {
    switch self {
    case .badSignature: "The signature is one of other bytes"
    case .unknownKey: "The kid names a key that is not in the key set"
    case .missingKey: "The header has no kid"
    case .foreignKey: "Signed with a key that is not published, under the kid of one that is"
    case .noAlgorithm: "alg is none and the signature is empty"
    case .wrongIssuer: "iss is another issuer"
    case .missingIssuer: "iss is left out"
    case .wrongAudience: "aud is another client"
    case .missingAudience: "aud is left out"
    case .wrongSubject: "sub is another person's"
    case .missingSubject: "sub is left out"
    case .wrongNonce: "nonce is not the one of the request"
    case .missingNonce: "nonce is left out"
    case .expired: "exp is ten minutes past"
    case .missingExpiry: "exp is left out"
    case .issuedInFuture: "iat is ten minutes ahead"
    case .missingIssuedAt: "iat is left out"
    case .encryptedToWrongKey: "Encrypted to a key that is not the client's"
    case .innerSignatureBroken: "The token inside the encryption has a signature of other bytes"
    case .hmacWithPublicKey:
      "Signed with HS256, the secret being the published public key as PEM, under its kid"
    case .unsignedInside: "What is encrypted is the claims themselves, which nobody signed"
    case .missingContentType: "The header of the encryption has no cty"
    case .wrongDirectKey: "Encrypted with the secret's own bytes instead of the key that is derived from it"
    }
  }

  func apply(toClaims claims: inout JSONObject) {
    switch self {
    case .wrongIssuer: alter("iss", in: &claims)
    case .missingIssuer: claims["iss"] = nil
    case .wrongAudience: alter("aud", in: &claims)
    case .missingAudience: claims["aud"] = nil
    case .wrongSubject: alter("sub", in: &claims)
    case .missingSubject: claims["sub"] = nil
    case .wrongNonce: alter("nonce", in: &claims, orElse: "n-0S6_WzA2Mj")
    case .missingNonce: claims["nonce"] = nil
    case .expired: shift("exp", to: (claims["iat"]?.integer ?? 0) - 600, in: &claims)
    case .missingExpiry: claims["exp"] = nil
    case .issuedInFuture: shift("iat", to: (claims["iat"]?.integer ?? 0) + 600, in: &claims)
    case .missingIssuedAt: claims["iat"] = nil
    case .badSignature, .unknownKey, .missingKey, .foreignKey, .noAlgorithm, .encryptedToWrongKey,
      .innerSignatureBroken, .hmacWithPublicKey, .unsignedInside, .missingContentType, .wrongDirectKey:
      break
    }
  }

  /// The header of the signature, not that of an encryption.
  func apply(toHeader header: inout JSONObject) {
    switch self {
    case .unknownKey: alter("kid", in: &header, orElse: "unknown")
    case .missingKey: header["kid"] = nil
    case .noAlgorithm: header["alg"] = "none"
    case .hmacWithPublicKey: header["alg"] = "HS256"
    default: break
    }
  }

  private func shift(_ name: String, to value: Int, in object: inout JSONObject) {
    object[name] = .integer(value)
  }

  private func alter(_ name: String, in object: inout JSONObject, orElse substitute: String = "other") {
    switch object[name] {
    case .string(let text): object[name] = .string(TokenDefect.altered(text))
    case .array(let values):
      object[name] = .array(values.map { .string(TokenDefect.altered($0.string ?? "")) })
    default: object[name] = .string(substitute)
    }
  }

  /// Replaces the last letter or digit by another of its kind, so that length and character set stay.
  static func altered(_ text: String) -> String {
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
