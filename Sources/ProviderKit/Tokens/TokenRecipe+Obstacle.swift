package import Flow
import JSON

extension TokenRecipe {
  /// Why the scenario's defect cannot change this token; `nil` if it can, or if there is none.
  package func obstacle(to change: TokenChange?) -> String? {
    guard let change else { return nil }
    guard let defect = change.defect.flatMap({ TokenDefect(rawValue: $0) }) else {
      return says(change) ? "the token says so anyway" : nil
    }
    return switch defect {
    case .encryptedToWrongKey, .unsignedInside, .missingContentType, .unencrypted, .unknownEncryption,
      .compressed:
      encryption == nil ? "the token is not encrypted" : obstacle(toEncrypting: defect)
    case .wrongDirectKey where encryption?.header["alg"] != "dir": "the token is not encrypted with a secret"
    case .badSignature, .innerSignatureBroken, .foreignKey, .unknownKey, .missingKey, .noAlgorithm,
      .hmacWithPublicKey, .stripped, .noAlgorithmTitle, .noAlgorithmCapitals, .hmacWithSecret,
      .ellipticCurve, .encryptionKey, .keyInHeader, .keySetInHeader, .certificateInHeader,
      .certificateURLInHeader, .keyOfOtherLogin:
      isSigned ? obstacle(toSigning: defect) : "the token is not signed"
    case .missingNonce where claims["nonce"] == nil, .wrongNonce where claims["nonce"] == nil,
      .earlierNonce where claims["nonce"] == nil:
      "the request had no nonce"
    case .earlierNonce where surroundings.earlierNonce == nil:
      "no nonce of an earlier login of the client is known here"
    case .issuerOfOtherLogin where surroundings.elsewhere == nil: LatestCodes.none
    // Who gets the tokens of another login gets none of this one.
    case .replayed: surroundings.replayObstacle ?? "the token does not come from the token endpoint"
    case .lowerAssurance where claims["loA"] == nil: "the token names no level of assurance"
    case .wrongCodeHash where claims["c_hash"] == nil: "the token does not come beside a code"
    // Without an access token there is no at_hash to compare (OpenID Connect Core §3.2.2.10).
    case .wrongAccessTokenHash where !surroundings.hasAccessToken: "no access token comes with the token"
    case .missingIssuer where claims["iss"] == nil, .missingAudience where claims["aud"] == nil,
      .missingSubject where claims["sub"] == nil, .missingExpiry where claims["exp"] == nil,
      .missingIssuedAt where claims["iat"] == nil:
      "the token says so anyway"
    default: nil
    }
  }

  /// True if the change sets only claims, to the values that they have already.
  private func says(_ change: TokenChange) -> Bool {
    !change.claims.isEmpty && change.header.isEmpty && change.lifetime == nil && change.issuedAt == nil
      && change.claims.allSatisfy { claims[$0.name] ?? .null == $0.value }
  }

  private func obstacle(toEncrypting defect: TokenDefect) -> String? {
    switch defect {
    case .missingContentType where encryption?.header["cty"] == nil: "its encryption has no cty"
    case .unsignedInside where !isSigned: "the token is not signed"
    default: nil
    }
  }

  private func obstacle(toSigning defect: TokenDefect) -> String? {
    switch defect {
    case .missingKey where header["kid"] == nil: "the token names no key"
    case .hmacWithPublicKey where isHMAC(header), .hmacWithSecret where isHMAC(header),
      .ellipticCurve where isHMAC(header), .encryptionKey where isHMAC(header):
      "the token is signed with a secret"
    case .hmacWithSecret where surroundings.secret?.isEmpty != false: "no secret is registered for the client"
    case .keySetInHeader where surroundings.home == nil,
      .certificateURLInHeader where surroundings.home == nil:
      "the discovery document was not fetched here, so that no address is known that the client reaches"
    case .keyOfOtherLogin where isHMAC(header): "the token is signed with a secret"
    case .keyOfOtherLogin where surroundings.elsewhere == nil: LatestCodes.none
    case .encryptionKey where surroundings.encryptionKey == nil: "the key set has no key for encryption"
    default: nil
    }
  }
}
