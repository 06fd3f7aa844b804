import Flow

extension TokenDefect {
  /// What a client does about the defect.
  func advice(_ kind: Kind) -> Advice {
    switch kind {
    case .idToken: Advice("OpenID Connect Core §\(clause)", fix: check)
    case .userinfo:
      Advice(
        "OpenID Connect Core §\(self == .wrongSubject || self == .missingSubject ? "5.3.2" : "5.3.4")",
        fix: check)
    }
  }

  private var clause: String {
    switch self {
    case .encryptedToWrongKey, .wrongDirectKey, .unencrypted, .unknownEncryption, .compressed: "3.1.3.7 (1)"
    case .wrongIssuer, .missingIssuer, .issuerSlash, .issuerOfAnother, .issuerOfOtherLogin: "3.1.3.7 (2)"
    case .wrongAudience, .missingAudience, .audienceList, .audienceOfOthers, .audienceWithAnother:
      "3.1.3.7 (3)"
    case .wrongParty: "3.1.3.7 (5)"
    case .badSignature, .unknownKey, .foreignKey, .innerSignatureBroken, .unsignedInside, .stripped,
      .keyInHeader, .keySetInHeader, .certificateInHeader, .certificateURLInHeader, .keyOfOtherLogin:
      "3.1.3.7 (6)"
    case .missingKey: "10.1"
    case .encryptionKey: "10.1"
    case .noAlgorithm, .hmacWithPublicKey, .noAlgorithmTitle, .noAlgorithmCapitals, .hmacWithSecret,
      .ellipticCurve:
      "3.1.3.7 (7)"
    case .missingContentType: "10.2"
    case .expired, .missingExpiry, .expiredBySecond, .expiredByMinute, .expiredByHour,
      .expiryInMilliseconds:
      "3.1.3.7 (9)"
    case .issuedInFuture, .missingIssuedAt, .issuedTomorrow: "3.1.3.7 (10)"
    case .wrongNonce, .missingNonce, .earlierNonce, .replayed: "3.1.3.7 (11)"
    case .lowerAssurance: "3.1.3.7 (12)"
    case .oldAuthentication: "3.1.3.7 (13)"
    case .wrongAccessTokenHash: "3.1.3.8"
    case .wrongCodeHash: "3.3.2.10"
    case .wrongSubject, .missingSubject, .emptySubject, .notYetValid, .reordered: "2"
    }
  }

  private var check: String {
    switch self {
    case .badSignature, .foreignKey:
      "verify the signature with the key of the provider's key set that kid names, and refuse the token if it fails"
    case .innerSignatureBroken: "verify the signature of the decrypted token too, and refuse it if it fails"
    case .unknownKey: "fetch the key set once more, and refuse the token if no key has its kid"
    case .missingKey: "refuse a token without kid where the key set has several keys that fit"
    case .noAlgorithm, .noAlgorithmTitle, .noAlgorithmCapitals:
      "allow only the algorithms that were agreed, never none in any spelling"
    case .stripped: "refuse a token without a signature, whatever its alg says"
    case .keyInHeader, .keySetInHeader, .certificateInHeader, .certificateURLInHeader:
      "take keys from the provider's key set alone, never from the token's header"
    case .encryptionKey: "verify only with keys of the key set whose use is sig, or not given"
    case .hmacWithSecret, .ellipticCurve:
      "allow only the algorithm that was agreed, which is RS256 unless the client registered another"
    case .keyOfOtherLogin:
      "keep each provider's keys apart, and verify with those of the one that the login began at"
    case .issuerOfOtherLogin:
      "compare iss with the issuer of the provider that this login began at, which the browser's session knows"
    case .issuerSlash, .issuerOfAnother, .wrongIssuer, .missingIssuer:
      "compare iss with the issuer of the discovery document, character by character"
    case .audienceList: "take an aud that is a list, and look whether it contains the client_id"
    case .audienceWithAnother: "refuse a token with an audience that is not trusted beside the client_id"
    case .wrongParty: "compare azp, where there is one, with the client_id"
    case .emptySubject: "refuse a token whose sub is missing or empty"
    case .wrongAudience, .missingAudience, .audienceOfOthers:
      "refuse a token whose aud does not contain the client_id"
    case .wrongSubject, .missingSubject:
      "compare sub with that of the id_token, and use nothing of the answer if it differs"
    case .replayed: "keep the nonce of the request with the browser's session, and take each only once"
    case .wrongNonce, .missingNonce, .earlierNonce:
      "keep the nonce of the request with the browser's session, and refuse an id_token that has another one or none"
    case .expiryInMilliseconds: "refuse a token that is valid for longer than any login lasts"
    case .notYetValid: "refuse a token whose nbf is further ahead than clocks can differ"
    case .oldAuthentication:
      "where max_age was sent, refuse a token whose auth_time is missing or longer ago than that"
    case .wrongAccessTokenHash: "compare at_hash, where there is one, with the access token"
    case .wrongCodeHash: "compare c_hash with the code that came beside the token"
    case .unencrypted: "refuse a token in clear where encryption was agreed"
    case .unknownEncryption: "allow only the encryption that was agreed, and refuse every other enc"
    case .compressed: "inflate what is small, or refuse zip: it was not agreed"
    case .lowerAssurance: "compare loA with the level that was asked for, and refuse a lower one or none"
    case .reordered: "read claims by name"
    case .expired, .missingExpiry, .expiredBySecond, .expiredByMinute, .expiredByHour:
      "refuse a token whose exp is past, allowing for a few minutes between the clocks, or missing"
    case .issuedInFuture, .missingIssuedAt, .issuedTomorrow:
      "refuse a token whose iat is missing or further ahead than clocks can differ"
    case .encryptedToWrongKey: "refuse a token that does not decrypt with a key of the client"
    case .wrongDirectKey:
      "decrypt with the key that is derived from the secret, and refuse what that does not open"
    case .unsignedInside:
      "refuse a decrypted token without a signature: anybody can encrypt to a public key"
    case .hmacWithPublicKey:
      "allow only the algorithms that were agreed: HS256 with a public key proves nothing"
    case .missingContentType: "take an encrypted token whose header has no cty: see what is inside"
    }
  }
}
