package import Flow
import JSON

/// What can be wrong with a token, one thing at a time.
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
  // Only for an id_token.
  case stripped = "stripped_signature"
  case noAlgorithmTitle = "alg_none_title"
  case noAlgorithmCapitals = "alg_none_capitals"
  case hmacWithSecret = "hs256_with_secret"
  case ellipticCurve = "es256"
  case encryptionKey = "encryption_key"
  case keyInHeader = "jwk_in_header"
  case keySetInHeader = "jku_in_header"
  case certificateInHeader = "x5c_in_header"
  case certificateURLInHeader = "x5u_in_header"
  case issuerSlash = "issuer_slash"
  case issuerOfAnother = "issuer_of_another_provider"
  case issuerOfOtherLogin = "issuer_of_another_login"
  case keyOfOtherLogin = "key_of_another_login"
  case audienceList = "audience_list"
  case audienceOfOthers = "audience_list_of_others"
  case audienceWithAnother = "audience_with_another"
  case wrongParty = "wrong_azp"
  case emptySubject = "empty_subject"
  case expiredBySecond = "expired_by_a_second"
  case expiredByMinute = "expired_by_a_minute"
  case expiredByHour = "expired_by_an_hour"
  case expiryInMilliseconds = "exp_in_milliseconds"
  case issuedTomorrow = "issued_tomorrow"
  case notYetValid = "not_yet_valid"
  case oldAuthentication = "old_auth_time"
  case earlierNonce = "nonce_of_an_earlier_login"
  case replayed
  case wrongAccessTokenHash = "wrong_at_hash"
  case wrongCodeHash = "wrong_c_hash"
  case unencrypted = "not_encrypted"
  case unknownEncryption = "unknown_enc"
  case compressed
  case reordered
  case lowerAssurance = "loa_lower"

  package enum Kind: Sendable {
    /// Has a nonce and times.
    case idToken
    /// A signed response, without nonce and times.
    case userinfo
  }

  /// For the catalog.
  ///
  /// - Parameter further: defects that only tokens of some providers can have, of which this is one.
  package static func terms(_ kind: Kind, and further: Set<TokenDefect> = []) -> [Term] {
    allCases.filter { kind == .idToken || !$0.isAboutTimes && !ofIDTokens.contains($0) }
      .filter { !$0.isParticular || further.contains($0) }
      .map { Term($0.rawValue, $0.meaning, .assumed, advice: $0.advice(kind)) }
  }

  /// True if a provider must list it, because most providers have no token that can have it.
  private var isParticular: Bool {
    switch self {
    case .hmacWithPublicKey, .unsignedInside, .missingContentType, .wrongDirectKey, .hmacWithSecret,
      .encryptionKey, .wrongCodeHash, .unencrypted, .unknownEncryption, .compressed, .lowerAssurance:
      true
    default: false
    }
  }

  /// Those that only an id_token of OpenID Connect can have.
  package static let ofIDTokens: Set<TokenDefect> = [
    .stripped, .noAlgorithmTitle, .noAlgorithmCapitals, .hmacWithSecret, .ellipticCurve, .encryptionKey,
    .keyInHeader, .keySetInHeader, .certificateInHeader, .certificateURLInHeader, .issuerSlash,
    .issuerOfAnother, .issuerOfOtherLogin, .keyOfOtherLogin, .audienceList, .audienceOfOthers,
    .audienceWithAnother,
    .wrongParty, .emptySubject, .expiredBySecond, .expiredByMinute, .expiredByHour, .expiryInMilliseconds,
    .issuedTomorrow, .notYetValid, .oldAuthentication, .earlierNonce, .replayed, .wrongAccessTokenHash,
    .wrongCodeHash, .unencrypted, .unknownEncryption, .compressed, .reordered,
    .lowerAssurance,
  ]

  private var isAboutTimes: Bool {
    switch self {
    case .wrongNonce, .missingNonce, .expired, .missingExpiry, .issuedInFuture, .missingIssuedAt: true
    default: false
    }
  }

  private var meaning: String {
    switch self {
    case .badSignature: "The signature belongs to other data"
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
    case .wrongNonce: "nonce differs from the request"
    case .missingNonce: "nonce is left out"
    case .expired: "exp is ten minutes past"
    case .missingExpiry: "exp is left out"
    case .issuedInFuture: "iat is ten minutes ahead"
    case .missingIssuedAt: "iat is left out"
    case .encryptedToWrongKey: "Encrypted to a key that is not the client's"
    case .innerSignatureBroken: "The token inside the encryption has a signature that belongs to other data"
    case .hmacWithPublicKey:
      "Signed with HS256, the secret being the published public key as PEM, under its kid"
    case .unsignedInside: "What is encrypted is the claims themselves, which nobody signed"
    case .missingContentType: "The header of the encryption has no cty"
    case .wrongDirectKey: "Encrypted with the secret's own bytes instead of the key that is derived from it"
    case .stripped: "The signature is empty, and alg names an algorithm as before"
    case .noAlgorithmTitle: "alg is None and the signature is empty"
    case .noAlgorithmCapitals: "alg is NONE and the signature is empty"
    case .hmacWithSecret: "Signed with HS256 and the client's secret, where RS256 was agreed"
    case .ellipticCurve: "Signed with ES256 and a key that is not published, under the kid of one that is"
    case .encryptionKey: "Signed with the key that the key set has for encryption, under its kid"
    case .keyInHeader: "Signed with a key that is not published but is in the header, as jwk"
    case .keySetInHeader:
      "Signed with a key that is not published but fetched from where the header says, by jku"
    case .certificateInHeader: "Signed with a key whose certificate is in the header, as x5c"
    case .certificateURLInHeader:
      "Signed with a key whose certificate is fetched from where the header says, by x5u"
    case .issuerSlash: "iss has one more slash at its end, or one less"
    case .issuerOfAnother: "iss is another provider's at the same host"
    case .issuerOfOtherLogin: "iss is that of the provider at which the sandbox's latest other login was"
    case .keyOfOtherLogin:
      "Signed with a key that only the provider publishes at which the sandbox's latest other login was"
    case .audienceList: "aud is a list with the client alone, which is right"
    case .audienceOfOthers: "aud is a list of other clients"
    case .audienceWithAnother: "aud is a list of the client and another one, and there is no azp"
    case .wrongParty: "azp is another client"
    case .emptySubject: "sub is an empty text"
    case .expiredBySecond: "exp is a second past"
    case .expiredByMinute: "exp is a minute past"
    case .expiredByHour: "exp is an hour past"
    case .expiryInMilliseconds: "exp counts milliseconds, and is thousands of years ahead"
    case .issuedTomorrow: "iat is a day ahead"
    case .notYetValid: "nbf is an hour ahead"
    case .oldAuthentication: "auth_time is a day past"
    case .earlierNonce: "nonce is that of the client's login before"
    case .replayed: "The token endpoint answers with the tokens of the client's login before"
    case .wrongAccessTokenHash: "at_hash is that of another access token"
    case .wrongCodeHash: "c_hash is that of another code"
    case .unencrypted: "It is only signed, where encryption was agreed"
    case .unknownEncryption: "enc names an algorithm that does not exist"
    case .compressed: "What is encrypted is compressed before (zip)"
    case .lowerAssurance: "loA and aal are LOW"
    case .reordered: "Its claims are in the opposite order, which is right"
    }
  }
}
