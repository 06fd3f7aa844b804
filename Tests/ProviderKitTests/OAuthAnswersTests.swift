import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@Suite struct `Basic credentials of an OAuth client` {
  private func readings(_ text: String) -> [(String, String)] {
    let request = Request(
      .post, "/token", headers: ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"])
    return BasicCredentials(request).readings.map { ($0.identifier, $0.secret) }
  }

  @Test func `read as documented first, then as they stand`() {
    let both = readings("urn%3Aa:s%2B%3D")
    #expect(both.first ?? ("", "") == ("urn:a", "s+="))
    #expect(both.contains { $0 == ("urn%3Aa", "s%2B%3D") })
  }

  @Test func `may be parted at any colon where the id is a URN that was not encoded`() {
    let all = readings("urn:my:app:s+/=")
    #expect(all.contains { $0 == ("urn:my:app", "s+/=") })
    #expect(!all.contains { $0.1.contains(" ") }, "a plus is never a blank")
  }

  @Test func `are none without the scheme`() {
    #expect(BasicCredentials(Request(.post, "/token")).readings.isEmpty)
  }
}

@Suite struct `An authorization code` {
  private let now = Instant(seconds: 1000)

  private func code(sent: Int64 = 1000, isRedeemed: Bool = false, challenge: String? = nil) -> CodeExchange {
    CodeExchange(
      client: "a", redirectURI: "https://a.test/cb",
      proofKey: challenge.flatMap { ProofKey(challenge: $0, method: "plain") }, sent: Instant(seconds: sent),
      lifetime: .seconds(60), isRedeemed: isRedeemed)
  }

  private func problem(
    _ code: CodeExchange, client: String = "a", uri: String? = "https://a.test/cb", verifier: String? = nil
  ) -> CodeExchange.Problem? {
    code.problem(for: client, redirectURI: uri, verifier: verifier, at: now)
  }

  @Test func `is for its client, once, in time, with its redirect URI (RFC 6749 4_1_3)`() {
    #expect(problem(code()) == nil)
    #expect(problem(code(), client: "b") == .ofOtherClient("a"))
    #expect(problem(code(isRedeemed: true)) == .reused)
    #expect(problem(code(sent: 941)) == nil)
    #expect(problem(code(sent: 940)) == .expired(age: .seconds(60)))
    #expect(problem(code(), uri: "https://a.test/other") == .redirectMismatch)
    #expect(problem(code(), uri: nil) == .redirectMismatch)
    #expect(
      code().problem(for: "a", redirectURI: nil, verifier: nil, at: now, requiresRedirectURI: false) == nil)
  }

  @Test func `with a challenge wants its verifier (RFC 7636 4_6)`() {
    let verifier = String(repeating: "v", count: 43)
    #expect(problem(code(challenge: verifier), verifier: verifier) == nil)
    #expect(problem(code(challenge: verifier)) == .verifierMissing)
    #expect(problem(code(challenge: verifier), verifier: "") == .verifierMissing)
    #expect(
      problem(code(challenge: verifier), verifier: String(repeating: "w", count: 43)) == .verifierMismatch)
  }
}

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

@Suite struct `An authorization answer` {
  @Test func `can stand in the fragment of the redirect URI`() {
    #expect(
      RedirectLocation.with(
        "https://a.test/cb?x=1", fragment: [("id_token", "t"), ("state", "a b"), ("no", nil)])
        == "https://a.test/cb?x=1#id_token=t&state=a%20b")
  }

  @Test func `can be posted by a page that needs no script`() {
    let page = FormPost.response(
      to: "https://a.test/cb?x=\"1", [("code", "<c>"), ("state", nil)])
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("action=\"https://a.test/cb?x=&quot;1\""))
    #expect(text.contains("name=\"code\" value=\"&lt;c&gt;\"") && !text.contains("name=\"state\""))
    #expect(text.contains("<noscript><button"))
    // The hash of exactly this script, so that no other one runs.
    #expect(
      page.headers["Content-Security-Policy"]?.contains(
        "script-src 'sha256-") == true)
  }
}

@Suite struct `Origins that a client registered` {
  @Test(
    arguments: [
      ("https://App.example/cb?x", "https://app.example"), ("http://localhost:9000", "http://localhost:9000"),
      ("exampleapp://callback", nil), ("https:///x", nil),
    ] as [(String, String?)]) func `are scheme, host and port of its callbacks:`(url: String, origin: String?)
  {
    #expect(CrossOrigin.origin(of: url) == origin)
  }

  @Test func `are answered before the request, others get no leave`() {
    let request = Request(
      .options, "/token", headers: ["Access-Control-Request-Headers": "prefer"])
    let leave = CrossOrigin(methods: "GET, POST", exposing: "Trace-Id")
    let yes = leave.preflight(request, from: "https://a.test")
    #expect(yes.status.code == 204 && yes.headers["Access-Control-Allow-Methods"] == "GET, POST")
    #expect(yes.headers["Access-Control-Allow-Headers"] == "prefer" && yes.headers["Vary"] == "Origin")
    #expect(yes.headers["Access-Control-Allow-Origin"] == "https://a.test")
    #expect(yes.headers["Access-Control-Expose-Headers"] == "Trace-Id")
    #expect(yes.headers["Access-Control-Allow-Private-Network"] == nil)
    let no = leave.preflight(request, from: nil)
    #expect(no.headers["Access-Control-Allow-Methods"] == nil)
    #expect(no.headers["Access-Control-Allow-Origin"] == nil && no.headers["Vary"] == "Origin")
  }
}

@Suite struct `A UUID` {
  @Test func `is one of version 4, written in lower case`() {
    let uuid = UUIDText([UInt8](repeating: 0xFF, count: 16))
    #expect(uuid.text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(uuid.digits == "ffffffffffff4fffbfffffffffffffff")
    #expect(UUIDText([]).text == "00000000-0000-4000-8000-000000000000")
  }
}
