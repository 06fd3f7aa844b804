import EidolonTesting
import HTTP
import JOSE
import JSON
import Testing

@testable import Providers

@Suite struct `Every rule of itsme` {
  /// The rules whose tests stand in the suites of this folder; each of them expects exactly its finding.
  ///
  /// The test below fails when a rule comes that has no test.
  static let tested: Set<String> = [
    // Client, redirect URI and scope
    "client-id-missing", "client-id-unknown", "client-unregistered", "redirect-uri-missing",
    "redirect-uri-mismatch", "redirect-uri-unregistered", "redirect-uri-unsafe", "service-unknown",
    "scope-openid-missing", "scope-service-missing", "scope-service-spaced", "scope-service-repeated",
    // Parameters
    "response-type-missing", "response-type-unsupported", "display-unsupported", "prompt-unsupported",
    "prompt-none", "prompt-login", "request-uri-unsupported", "registration-unsupported",
    "parameter-repeated", "parameters-malformed", "claims-malformed", "claims-double-encoded",
    "claim-unknown", "claim-not-allowed", "claim-value-forbidden", "tag-deprecated", "acr-unknown",
    "state-missing", "nonce-missing", "login-hint-malformed", "ui-locales-unsupported", "max-age-malformed",
    "code-challenge-unsupported", "authorize-posted", "person-unknown", "scenario-unknown",
    // Request object
    "request-object-malformed", "request-object-undecryptable", "request-object-algorithm",
    "request-object-kid-missing", "request-object-kid-unknown", "client-keys-unavailable",
    "request-object-signature", "request-object-issuer", "request-object-audience",
    "request-object-audience-unusual", "request-object-client-mismatch",
    "request-object-response-type-mismatch", "request-object-expired", "request-object-nested",
    "request-object-scope-inside-only", "request-object-alone", "request-object-unsigned",
    // Token request
    "token-method", "token-content-type", "token-body-malformed", "token-parameter-repeated",
    "token-parameter-missing", "token-query", "grant-type-unsupported", "client-secret", "assertion-missing",
    "assertion-type", "token-client-unknown", "token-client-unregistered", "token-client-mismatch",
    "assertion-malformed", "assertion-undecryptable", "assertion-algorithm", "assertion-typ-missing",
    "assertion-kid-missing", "assertion-kid-unknown", "assertion-signature", "assertion-unverified",
    "assertion-issuer", "assertion-audience", "assertion-audience-issuer", "assertion-jti-missing",
    "assertion-jti-long", "assertion-jti-reused", "assertion-exp-missing", "assertion-expired",
    "assertion-exp-far", "assertion-not-yet-valid", "code-unknown", "code-expired", "code-reused",
    "code-of-other-client", "token-redirect-uri-mismatch", "code-verifier-missing", "code-verifier-mismatch",
    "code-verifier-unexpected", "address-clash",
    // Userinfo
    "access-token-missing", "access-token-malformed", "access-token-unknown", "access-token-expired",
    "access-token-in-query", "client-encryption-key-missing",
  ]

  @Test func `has a test in this folder`() {
    #expect(Set(Itsme.rules.map { String($0.identifier.dropFirst("itsme.".count)) }) == Self.tested)
  }

  @Test func `is kept by a careful client from discovery to userinfo`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let document = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    let endpoint = { (name: String) in document.json[name]?.string ?? "" }
    let party = RelyingParty()
    let object = try party.requestObject([
      "iss": "EIDOLON_TEST", "aud": .string(endpoint("issuer")), "client_id": "EIDOLON_TEST",
      "response_type": "code", "scope": "openid service:EIDOLON_LOGIN profile email",
      "redirect_uri": "http://localhost:9000/cb", "state": "s", "nonce": "n",
      "code_challenge": .string(`The proof key of a code is honoured when it is sent (RFC 7636)`.challenge),
      "code_challenge_method": "S256",
    ])
    let login = emulator.get(
      "\(endpoint("authorization_endpoint"))?\(emulator.request(party, ["request": object]).encoded)")
    let assertion = try party.assertion(
      audience: .string(endpoint("token_endpoint")), at: emulator.clock.now)
    let tokens = emulator.post(
      endpoint("token_endpoint"),
      emulator.tokenRequest(
        login.locationQuery["code"] ?? "", party, assertion: assertion,
        ["code_verifier": `The proof key of a code is honoured when it is sent (RFC 7636)`.verifier]))
    let userinfo = emulator.get(
      endpoint("userinfo_endpoint"),
      headers: ["Authorization": "Bearer \(tokens.json["access_token"]?.string ?? "")"])
    #expect(try emulator.claims(userinfo.text)["email"] == "anna@example.test")
    for answer in [document, login, tokens, userinfo, emulator.get(endpoint("jwks_uri"))] {
      #expect(answer.header("Eidolon-Finding") == nil)
      #expect(answer.status < 400)
    }
    #expect(!emulator.log.events.contains { $0.level != .info })
  }

  @Test func `that is broken is named once in the header, in order, with the detail in the log`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(
      RelyingParty(),
      ["claims": #"{"userinfo":{"picture":null,"website":null}}"#, "prompt": "login", "state": nil])
    #expect(
      answer.header("Eidolon-Finding") == "itsme.prompt-login, itsme.claim-unknown, itsme.state-missing")
    #expect(emulator.log.events.filter { $0.level != .info || !$0.fields.isEmpty }.count >= 4)
  }
}
