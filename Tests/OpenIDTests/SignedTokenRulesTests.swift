import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@Suite struct `A token that a client signed` {
  private let keys = JWKSet([TestKeys.clientSignature.publicJWK])

  private func token(_ claims: String, key: TestKey = TestKeys.clientSignature, kid: String? = "s1") throws
    -> JWS
  {
    var header: JSONObject = ["alg": "RS256"]
    header["kid"] = kid.map(JSON.string)
    return try JWS(parsing: JWS.sign(header: header, payload: Array(claims.utf8), key: key.jwk.key))
  }

  @Test func `verifies with the key of its kid, or the only one that fits`() throws {
    try SignedTokenRules.verify(token("{}"), with: .success(keys))
    try SignedTokenRules.verify(token("{}", kid: nil), with: .success(keys))
    #expect(throws: SignedTokenProblem.self) {
      try SignedTokenRules.verify(token("{}", kid: "other"), with: .success(keys))
    }
    #expect(throws: SignedTokenProblem.self) {
      try SignedTokenRules.verify(token("{}", key: TestKeys.spares[0]), with: .success(keys))
    }
    let reason = "the set has no key for \"use\":\"sig\" and RS256"
    #expect(
      throws: SignedTokenProblem.signature(reason), "a token that names no key names none that is unknown"
    ) {
      try SignedTokenRules.verify(token("{}", kid: nil), with: .success(JWKSet([])))
    }
    #expect(throws: SignedTokenProblem.keysUnavailable("gone")) {
      try SignedTokenRules.verify(token("{}"), with: .failure(KeysUnavailable(reason: "gone")))
    }
  }

  @Test func `holds an object`() throws {
    #expect(try SignedTokenRules.payload(token(#"{"a":1}"#))["a"] == 1)
    #expect(throws: SignedTokenProblem.self) { try SignedTokenRules.payload(token("[]")) }
  }

  @Test func `counts from nbf to exp, with some leeway`() throws {
    let times = try SignedTokenRules.Times(Claims(["exp": 1000, "nbf": 900, "iat": 950]))
    try times.checkExpiry(at: 1009, leeway: 10)
    #expect(throws: SignedTokenProblem.self) { try times.checkExpiry(at: 1010, leeway: 10) }
    try times.checkStart([("nbf", times.start), ("iat", times.issued)], at: 940, leeway: 10)
    #expect(throws: SignedTokenProblem.self) {
      try times.checkStart([("nbf", times.start), ("iat", times.issued)], at: 939, leeway: 10)
    }
    #expect(throws: ClaimError.self) { try SignedTokenRules.Times(Claims(["exp": "soon"])) }
  }
}
