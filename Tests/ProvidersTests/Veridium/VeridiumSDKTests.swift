import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Veridium

@Suite struct `The SDK stub of VeridiumID (§1c, §1d)` {
  static let manual = ["manual": #""phone": "manual""#]

  @Test(arguments: [
    ("AUTHENTICATED", "AUTHENTICATED", "COMPLETED"), ("CANCELED", "CANCELED", "CANCELED"),
    ("FAILED", "FAILED", "FAILED"), ("TIMEOUT", "TIMEOUT", "TIMEOUT"), ("NONE", "NONE", "FAILED"),
    ("ON_GOING_AUTHENTICATION", "ON_GOING_AUTHENTICATION", "CREATED"),
    ("AUTHENTICATED_BY_ADMIN", "AUTHENTICATED_BY_ADMIN", "CREATED"),
  ]) func `gives all seven statuses, and the server agrees`(asked: String, status: String, server: String)
    throws
  {
    for scenario in [nil, "manual"] {
      let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
      let session = emulator.session(scenario: scenario)
      let answer = emulator.authenticate(session, ["approve": .string(asked)])
      #expect(answer.status == 200)
      #expect(answer.json["status"]?.string == status)
      #expect((answer.json["identityToken"]?.string != nil) == (status == "AUTHENTICATED"))
      #expect(emulator.status(session) == server)
    }
  }

  @Test func `authenticates at once where nobody says otherwise`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.authenticate(emulator.session())
    #expect(answer.json["status"] == "AUTHENTICATED")
    #expect(answer.json["error"] == .null)
    #expect(answer.json["delegate"] == "didFinishAuthentication")
    #expect(answer.findings.isEmpty)
  }

  @Test func `waits until a human decides, and for twenty-five seconds at the most`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    let session = emulator.session(scenario: "manual")
    let held = emulator.authenticate(session)
    #expect(held.isHeld)
    #expect(held.atMost == .seconds(25))
    let provider = try #require(emulator.application.provider("veridium"))
    try provider.act("approve", reason: nil, on: session, at: emulator.sandbox.environment.clock.now)
    #expect(try held.answerAfterWaiting().json["status"] == "AUTHENTICATED")
    let second = emulator.authenticate(emulator.session(scenario: "manual"))
    emulator.advance(by: .seconds(25))
    let unfinished = try second.answerAfterWaiting()
    #expect(unfinished.status == 202)
    #expect(unfinished.json["status"] == .null)
  }

  @Test
  func
    `waits for twenty-five seconds however the clock is moved, and is asked again while the session is open`()
    throws
  {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "40s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "late")
    var held = emulator.authenticate(session)
    for _ in 1...25 {
      #expect(held.isHeld)
      emulator.advance(by: .seconds(1))
      held = try held.answerAfterWaiting()
    }
    #expect(held.status == 202)
    let second = emulator.authenticate(session)
    #expect(second.atMost == .seconds(15))
    emulator.advance(by: .seconds(15))
    #expect(try second.answerAfterWaiting().json["status"] == "AUTHENTICATED")
  }

  @Test func `says TIMEOUT when time runs out while it waits`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "short": #""phone": [], "lifetimes": { "session": "10s" }"#
    ])
    let held = emulator.authenticate(emulator.session(scenario: "short"))
    #expect(held.atMost == .seconds(10))
    emulator.advance(by: .seconds(10))
    #expect(try held.answerAfterWaiting().json["status"] == "TIMEOUT")
  }

  @Test func `gives the same token to two who waited, and FAILED to whoever comes afterwards`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    let session = emulator.session(scenario: "manual")
    let held = [emulator.authenticate(session), emulator.authenticate(session)]
    let provider = try #require(emulator.application.provider("veridium"))
    try provider.act("approve", reason: nil, on: session, at: emulator.sandbox.environment.clock.now)
    let tokens = try held.map { try $0.answerAfterWaiting().json["identityToken"]?.string }
    #expect(tokens[0] != nil && tokens[0] == tokens[1])
    let again = emulator.authenticate(session)
    #expect(again.json["status"] == "FAILED")
    #expect(again.json["identityToken"] == .null)
    #expect(again.findings == ["veridium.session-reused"])
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test func `does not blame an app that asks again because a fault hid the result`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "lost":
        #""phone": [{ "do": "approve" }], "faults": [{ "at": "sdk_authenticate", "times": 1, "do": "lose_answer" }]"#
    ])
    let session = emulator.session(scenario: "lost")
    #expect(emulator.authenticate(session).transmission.shape == .empty)
    // The session has ended all the same, and this answer says so.
    for findings in [[], ["veridium.session-reused"]] {
      let again = emulator.authenticate(session)
      #expect(again.json["status"] == "FAILED" && again.json["identityToken"] == .null)
      #expect(again.findings == findings)
    }
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test func `says NONE of an unknown session and FAILED of another profile's`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let unknown = emulator.authenticate("6f1d8d0e-52c8-4a3c-9f0e-7b0c7e0a2f11")
    #expect(unknown.json["status"] == "NONE")
    #expect(unknown.findings == ["veridium.vid-session-unknown"])
    let session = emulator.session()
    let other = emulator.authenticate(session, profile: "bob")
    #expect(other.json["status"] == "FAILED")
    #expect(other.findings == ["veridium.session-of-another-profile"])
    let identifier = emulator.send(FriendCall.profile("anna.peeters@example.test")).json["id"]?.string ?? ""
    #expect(emulator.authenticate(session, profile: identifier).json["status"] == "AUTHENTICATED")
  }

  @Test func `reports changed biometry as an error and leaves the session open for a second try`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "changed": #""phone": [{ "do": "biometry_changed" }, { "after": "5s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "changed")
    let first = emulator.authenticate(session)
    #expect(first.json["status"] == "FAILED")
    #expect(
      first.json["error"]
        == ["code": 42, "localizedReason": "Biometry changed", "requiresBiometryRevalidation": true])
    #expect(first.json["delegate"] == "didFailAuthentication")
    #expect(emulator.status(session) == "CREATED")
    let second = emulator.authenticate(session)
    #expect(second.isHeld)
    emulator.advance(by: .seconds(5))
    #expect(try second.answerAfterWaiting().json["status"] == "AUTHENTICATED")
  }

  @Test func `reports changed biometry where the tester asks for it`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    let answer = emulator.authenticate(
      session, ["approve": "FAILED", "error": ["requiresBiometryRevalidation": true]])
    #expect(answer.json["error"]?["requiresBiometryRevalidation"] == true)
    #expect(emulator.status(session) == "CREATED")
  }

  @Test func `says ON_GOING_AUTHENTICATION once, and another device finishes`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "elsewhere": #""phone": [{ "do": "continue_elsewhere" }, { "after": "3s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "elsewhere")
    let answer = emulator.authenticate(session)
    #expect(answer.json["status"] == "ON_GOING_AUTHENTICATION")
    #expect(answer.json["identityToken"] == .null)
    #expect(answer.json["error"] == .null)
    emulator.advance(by: .seconds(3))
    #expect(emulator.status(session) == "COMPLETED")
  }

  /// The seventh status, of published clients: a success without token, and nothing that the server knows of.
  @Test func `says AUTHENTICATED_BY_ADMIN without a token, and the server's status stays as it was`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "admin": #""phone": [{ "do": "authenticate_by_admin" }, { "after": "3s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "admin")
    let answer = emulator.authenticate(session)
    #expect(
      answer.json == [
        "status": "AUTHENTICATED_BY_ADMIN", "identityToken": .null, "error": .null,
        "delegate": "didFinishAuthentication",
      ])
    #expect(emulator.status(session) == "CREATED")
    emulator.advance(by: .seconds(3))
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test func `ends as many calls of an app as its tester interrupts`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    for status in ["ON_GOING_AUTHENTICATION", "AUTHENTICATED_BY_ADMIN", "ON_GOING_AUTHENTICATION"] {
      #expect(emulator.authenticate(session, ["approve": .string(status)]).json["status"]?.string == status)
      emulator.advance(by: .seconds(1))
    }
    #expect(emulator.authenticate(session).json["status"] == "AUTHENTICATED")
  }

  @Test func `hears a tester until the friend was told, not afterwards`() throws {
    let emulator = try VeridiumTestWorld.emulator(friend: #""quirks": { "app_answers": "at_once" }"#)
    #expect(emulator.authenticate(emulator.session(), ["approve": "CANCELED"]).json["status"] == "CANCELED")
    for status in Veridium.SDKStatus.allCases.map(\.rawValue) where status != "AUTHENTICATED" {
      let session = emulator.session()
      #expect(emulator.status(session) == "COMPLETED")
      let late = emulator.authenticate(session, ["approve": .string(status)])
      #expect(late.json["status"] == "FAILED" && late.json["identityToken"] == .null, "\(status)")
      #expect(late.findings == ["veridium.session-reused"])
      #expect(emulator.status(session) == "COMPLETED")
      let again = emulator.authenticate(session)
      #expect(again.json["status"] == "FAILED" && again.json["identityToken"] == .null)
    }
    let session = emulator.session()
    #expect(emulator.status(session) == "COMPLETED")
    #expect(emulator.authenticate(session, ["approve": "AUTHENTICATED"]).json["status"] == "AUTHENTICATED")
  }

  @Test func `does not let a tester outvote the story of a scenario`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": [{ "do": "reject" }]"#])
    let answer = emulator.authenticate(emulator.session(scenario: "story"), ["approve": "AUTHENTICATED"])
    #expect(answer.json["status"] == "CANCELED")
  }

  @Test func `lists the sessions that a pushed device sees`() throws {
    let emulator = try VeridiumTestWorld.emulator(
      stories: Self.manual.merging(["lost": #""phone": [{ "do": "push_lost" }]"#, "approved": ""]) { $1 })
    let context: JSON = ["serviceIdentifier": "Geofencing"]
    let session = emulator.session(
      ["transactionText": "Pay 10 euro", "context": context], scenario: "manual")
    _ = emulator.session(["profileExternalId": "bob"], scenario: "manual")
    _ = emulator.session(scenario: "lost")
    _ = emulator.session(scenario: "approved")
    _ = emulator.send(.opportunity(scenario: "manual"))
    let pending = emulator.get("/veridium/sdk/pending?profileId=anna")
    #expect(
      pending.json == [
        [
          "vidSessionId": .string(session), "transactionText": "Pay 10 euro", "context": context,
          "expiresAt": "2026-11-21T12:02:00.000Z",
        ]
      ])
    #expect(emulator.get("/veridium/sdk/pending?profileId=nobody").json == [])
    #expect(emulator.get("/veridium/sdk/pending").status == 400)
  }

  @Test(arguments: [
    "{", "[]", "{}", #"{"profileId":"anna"}"#, #"{"vidSessionId":"x"}"#,
    #"{"profileId":"anna","vidSessionId":"x","approve":"YES"}"#,
    #"{"profileId":"anna","vidSessionId":"x","approve":false}"#,
    #"{"profileId":"anna","vidSessionId":"x","approve":[]}"#,
    #"{"profileId":"anna","vidSessionId":"x","biometricMethod":5}"#, #"{"profileId":5,"vidSessionId":"x"}"#,
  ]) func `answers 400 to what it cannot understand`(body: String) throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(Request(.post, "/veridium/sdk/authenticate", body: Array(body.utf8)))
    #expect(answer.status == 400)
    #expect(answer.json["error"]?["localizedReason"]?.string?.isEmpty == false)
    #expect(answer.findings == ["veridium.sdk-request-malformed"])
  }
}

@Suite struct `The IdentityToken (§1e)` {
  /// The claims of a token that verifies with the published key.
  static func claims(_ token: String, _ emulator: TestEmulator) throws -> JSON {
    let key = try #require(emulator.sandbox.keys.signing.publicJWK)
    let jws = try JWS(parsing: token)
    try jws.verify(with: key)
    return try JSONParser.parse(jws.payload).json
  }

  @Test func `says who, when and in which session, and verifies with the published key`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session([
      "transactionText": "Pay 10 euro", "context": ["osName": "Linux"], "memberExternalId": "GENERIC",
    ])
    let token = try #require(
      emulator.authenticate(session, ["biometricMethod": "4F"]).json["identityToken"]?.string)
    let header = try JWS(parsing: token).header
    #expect(JSON.object(header) == ["alg": "RS256", "typ": "JWT", "kid": "veridium-signing-1"])
    let claims = try Self.claims(token, emulator)
    let now = Int(emulator.clock.now.seconds)
    #expect(claims["iss"] == "http://localhost:8080/veridium")
    #expect(claims["sub"] == "anna")
    #expect(claims["aud"] == "VeridiumID")
    #expect(claims["iat"]?.integer == now)
    #expect(claims["exp"]?.integer == now + 300)
    #expect(claims["auth_time"]?.integer == now)
    #expect(claims["sessionId"]?.string == session)
    #expect(claims["memberExternalId"] == "GENERIC")
    #expect(claims["profileExternalId"] == "anna")
    #expect(claims["upn"] == "anna.peeters@example.test")
    #expect(claims["name"] == "Anna Peeters")
    #expect(claims["amr"] == ["4F"])
    #expect(claims["context"] == ["osName": "Linux"])
    #expect(claims["transactionText"] == "Pay 10 euro")
    #expect(claims["jti"]?.string?.isEmpty == false)
  }

  @Test func `says the least, or exp in milliseconds, where the switches say so`() throws {
    let minimal = try VeridiumTestWorld.emulator(friend: #""quirks": { "token_claims": "minimal" }"#)
    let token = minimal.authenticate(minimal.session()).json["identityToken"]?.string ?? ""
    #expect(try Self.claims(token, minimal).object?.names.sorted() == ["aud", "exp", "iat", "iss", "sub"])
    let long = try VeridiumTestWorld.emulator(friend: #""quirks": { "exp_in_ms": true }"#)
    let claims = try Self.claims(
      long.authenticate(long.session()).json["identityToken"]?.string ?? "", long)
    #expect(claims["exp"]?.integer == (Int(long.clock.now.seconds) + 300) * 1000)
    #expect(claims["iat"]?.integer == Int(long.clock.now.seconds))
  }

  @Test func `takes claims, header, lifetime and issue time from a story`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #"""
      "tokens": { "identity_token": { "claims": { "aud": "mine", "upn": null, "extra": 1 }, "header": { "typ": null },
      "lifetime": "1m", "issued_at": "-10m" } }
      """#
    ])
    let token = emulator.authenticate(emulator.session(scenario: "story")).json["identityToken"]?.string ?? ""
    let claims = try Self.claims(token, emulator)
    let now = Int(emulator.clock.now.seconds)
    #expect(claims["aud"] == "mine" && claims["upn"] == nil && claims["extra"] == 1)
    #expect(claims["iat"]?.integer == now - 600 && claims["exp"]?.integer == now - 540)
    #expect(try JWS(parsing: token).header["typ"] == nil)
  }

  @Test func `is in the status answer only where the switch says so, and is the same there`() throws {
    let plain = try VeridiumTestWorld.emulator()
    let session = plain.session()
    _ = plain.authenticate(session)
    #expect(plain.send(FriendCall.status(session)).json["data"]?["identityToken"] == nil)
    let both = try VeridiumTestWorld.emulator(friend: #""quirks": { "token_in_status": true }"#)
    let other = both.session()
    let token = both.authenticate(other).json["identityToken"]?.string
    #expect(token != nil)
    #expect(both.send(FriendCall.status(other)).json["data"]?["identityToken"]?.string == token)
  }

  @Test(arguments: IdentityTokenDefect.terms.map(\.name))
  func `has exactly one thing wrong when a story says so`(word: String) throws {
    let make = { (story: String) throws -> (header: JSONObject, claims: JSONObject, verifies: Bool) in
      let emulator = try VeridiumTestWorld.emulator(stories: ["story": story])
      let token =
        emulator.authenticate(emulator.session(scenario: "story")).json["identityToken"]?.string ?? ""
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      let read = { (part: Substring) in
        try JSONParser.parse(Base64URL.decode(String(part))).json.object ?? [:]
      }
      return (try read(parts[0]), try read(parts[1]), (try? Self.claims(token, emulator)) != nil)
    }
    let good = try make("")
    let bad = try make(#""tokens": { "identity_token": { "defect": "\#(word)" } }"#)
    #expect(good.verifies)
    let names = Set(good.claims.names).union(bad.claims.names)
    let changedClaims = names.filter { good.claims[$0] != bad.claims[$0] }
    let headers = Set(good.header.names).union(bad.header.names)
    let changedHeader = headers.filter { good.header[$0] != bad.header[$0] }
    #expect(changedClaims.count + changedHeader.count <= 1, "\(changedClaims) \(changedHeader)")
    let ours = IdentityTokenDefect(rawValue: word)
    switch TokenDefect(rawValue: word) {
    case .badSignature, .foreignKey:
      #expect(changedClaims.isEmpty && changedHeader.isEmpty && !bad.verifies)
    case .unknownKey, .missingKey: #expect(changedHeader == ["kid"])
    case .noAlgorithm: #expect(changedHeader == ["alg"] && !bad.verifies)
    case .wrongIssuer, .missingIssuer: #expect(changedClaims == ["iss"] && bad.verifies)
    case .wrongAudience, .missingAudience: #expect(changedClaims == ["aud"] && bad.verifies)
    case .wrongSubject, .missingSubject: #expect(changedClaims == ["sub"] && bad.verifies)
    case .expired, .missingExpiry: #expect(changedClaims == ["exp"] && bad.verifies)
    case .issuedInFuture, .missingIssuedAt: #expect(changedClaims == ["iat"] && bad.verifies)
    case .wrongNonce, .missingNonce, .encryptedToWrongKey, .innerSignatureBroken, .hmacWithPublicKey,
      .unsignedInside, .missingContentType, .wrongDirectKey:
      Issue.record("an IdentityToken cannot have \(word)")
    case .some: Issue.record("only an id_token can have \(word)")
    case nil:
      let isTampered = try #require(ours) == .tamperedPayload
      #expect(changedClaims == [isTampered ? "sub" : "sessionId"] && bad.verifies != isTampered)
    }
    if let session = bad.claims["sessionId"]?.string {
      #expect(session.count == 36)
    }
  }

  @Test func `of a rotated key carries the next number, and the old key no longer verifies it`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let key = emulator.get("/veridium/signing-key.pem").text
    #expect(key.hasPrefix("-----BEGIN PUBLIC KEY-----"))
    let certificate = emulator.get("/veridium/signing-cert.pem").text
    #expect(certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
    let set = emulator.get("/veridium/jwks.json").json
    #expect(set["keys"]?.array?.map { $0["kid"]?.string } == ["veridium-signing-1"])
    let old = try #require(emulator.sandbox.keys.signing.publicJWK)
    #expect(emulator.sandbox.keys.rotateSigning())
    #expect(emulator.get("/veridium/signing-key.pem").text != key)
    #expect(emulator.get("/veridium/signing-cert.pem").text != certificate)
    #expect(
      emulator.get("/veridium/jwks.json").json["keys"]?.array?.map { $0["kid"]?.string }
        == ["veridium-signing-2", "veridium-signing-1"])
    let token = emulator.authenticate(emulator.session()).json["identityToken"]?.string ?? ""
    #expect(try JWS(parsing: token).header["kid"] == "veridium-signing-2")
    _ = try Self.claims(token, emulator)
    #expect(throws: JWSError.self) { try JWS(parsing: token).verify(with: old) }
  }

  @Test func `has the issuer at which the friend began the session`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    var begin = Request(
      .post, "\(TestEmulator.friendBase)/AuthenticationRequest",
      headers: [
        "Host": "eidolon:8080", "X-Friend-Cert-Subject": "CN=demo-friend",
        "Content-Type": "application/vnd.veridiumid.authenticationrequest-v1+json",
      ])
    begin.body = FriendCall.begin().body?.bytes() ?? []
    let session = emulator.send(begin).json["sessionId"]?.string ?? ""
    let token = emulator.authenticate(session).json["identityToken"]?.string ?? ""
    #expect(try Self.claims(token, emulator)["iss"] == "http://eidolon:8080/veridium")
  }
}
