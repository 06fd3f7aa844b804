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
    case .encryptedToWrongKey, .wrongDirectKey: "3.1.3.7 (1)"
    case .wrongIssuer, .missingIssuer: "3.1.3.7 (2)"
    case .wrongAudience, .missingAudience: "3.1.3.7 (3)"
    case .badSignature, .unknownKey, .foreignKey, .innerSignatureBroken, .unsignedInside: "3.1.3.7 (6)"
    case .missingKey: "10.1"
    case .noAlgorithm, .hmacWithPublicKey: "3.1.3.7 (7)"
    case .missingContentType: "10.2"
    case .expired, .missingExpiry: "3.1.3.7 (9)"
    case .issuedInFuture, .missingIssuedAt: "3.1.3.7 (10)"
    case .wrongNonce, .missingNonce: "3.1.3.7 (11)"
    case .wrongSubject, .missingSubject: "2"
    }
  }

  private var check: String {
    switch self {
    case .badSignature, .foreignKey:
      "verify the signature with the key of the provider's key set that kid names, and refuse the token if it fails"
    case .innerSignatureBroken: "verify the signature of the decrypted token too, and refuse it if it fails"
    case .unknownKey: "fetch the key set once more, and refuse the token if no key has its kid"
    case .missingKey: "refuse a token without kid where the key set has several keys that fit"
    case .noAlgorithm: "allow only the algorithms that were agreed, never none"
    case .wrongIssuer, .missingIssuer:
      "compare iss with the issuer of the discovery document, character by character"
    case .wrongAudience, .missingAudience: "refuse a token whose aud does not contain the client_id"
    case .wrongSubject, .missingSubject:
      "compare sub with that of the id_token, and use nothing of the answer if it differs"
    case .wrongNonce, .missingNonce:
      "keep the nonce of the request with the browser's session, and refuse an id_token that has another one or none"
    case .expired, .missingExpiry:
      "refuse a token whose exp is past, allowing for a few minutes between the clocks, or missing"
    case .issuedInFuture, .missingIssuedAt:
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
