import DefaultScenarios
import EidolonTesting
import Flow
import JOSE
import JSON
@testable import TestWorlds
import Testing

/// Every shared case that ships, with a right client of each provider that has it.
@Suite struct `A case of several providers` {
  struct Played: Sendable, CustomTestStringConvertible {
    let name: String
    let story: JSON
    let stage: CaseStage
    /// What only some clients ask for.
    let request: [String: String?]

    var testDescription: String { "\(stage.slug) \(name)" }

    /// The login without the story.
    var ground: Ground { Ground(client: "\(stage.slug) \(stage.client)", request: request) }
  }

  struct Ground: Hashable {
    let client: String
    let request: [String: String?]
  }

  /// Of each client once: nothing changes the emulator of a login that has ended.
  static let good: [Ground: Result<CasePlay, any Error>] = played.reduce(into: [:]) { made, entry in
    guard made[entry.ground] == nil else { return }
    made[entry.ground] = Result { try CasePlay(entry.stage, nil, entry.ground.request) }
  }

  static let stories: [(name: String, story: JSON)] = DefaultScenarios.files.compactMap { file in
    // People of the shipped world are not in the tests' worlds; the matrix plays them.
    guard file.path.hasPrefix("judge/"), let story = try? JSON(parsing: file.bytes), story["person"] == nil
    else { return nil }
    return (String(file.path.dropFirst(6).dropLast(5)), story)
  }

  static let played: [Played] = stories.flatMap { name, story in
    let providers = story["providers"]?.array?.compactMap(\.string) ?? []
    return providers.compactMap { slug in
      let stage: CaseStage? =
        switch (slug, name, story["judge"]?["family"]) {
        case ("itsme-v2", "id-token-hs256-with-secret", _): .itsmeV2WithSecret
        case ("criipto", _, "encryption"): .criiptoEncrypting
        default: CaseStage.all.first { $0.slug == slug }
        }
      return stage.map {
        Played(
          name: name, story: story, stage: $0, request: requests["\(slug) \(name)"] ?? requests[name] ?? [:])
      }
    }
  }

  /// By the name of a case, or by that and the provider.
  static let requests: [String: [String: String?]] = [
    "id-token-old-auth-time": ["max_age": "60"],
    "id-token-wrong-c-hash": ["response_type": "code id_token"],
    "itsme acr-missing": ["acr_values": "tag:sixdots.be,2016-06:acr_basic"],
    "itsme acr-unknown": ["acr_values": "tag:sixdots.be,2016-06:acr_basic"],
    "itsme-v2 acr-missing": ["acr_values": "http://itsme.services/v2/claim/acr_basic"],
    "itsme-v2 acr-unknown": ["acr_values": "http://itsme.services/v2/claim/acr_basic"],
  ]

  @Test(arguments: played) func `changes what it says and nothing else, and shows that it did`(
    played: Played
  ) throws {
    let good = try #require(Self.good[played.ground]).get()
    let bad = try CasePlay(played.stage, played.story, played.request)
    let wanted = try #require(Self.places[played.name], "say in `places` what \(played.name) changes")
    // What is left out changes the order of the rest.
    let found = bad.differences(good).filter { place in
      wanted.places.contains(place) || !(wanted.beside + ["id.order"]).contains { place.hasPrefix($0) }
    }
    #expect(found == wanted.places)
    let judged = bad.emulator.steer(.post, "settle", [:]).json["judged"]?.array ?? []
    let result = judged.first { $0["scenario"] == .string("\(played.stage.slug)/judge/case") }?["result"]
    #expect(result != nil && result != "not_run")
    #expect(!bad.emulator.log.messages.contains { $0.contains("changes nothing") })
  }

  @Test(arguments: [
    ("id-token-nonce-of-an-earlier-login", "no nonce of an earlier login of the client is known here"),
    ("token-answer-replayed", "no earlier login of the client is known here"),
    ("callback-state-of-an-earlier-login", "no state of an earlier login of the client is known here"),
    ("callback-code-of-another-login", "no other login of the client waits for its code to be redeemed"),
    ("mix-up", "no login at another provider was approved before"),
    ("callback-code-used-before", "no earlier login of the client is known here"),
    ("id-token-jku-in-header", "the discovery document was not fetched here"),
    ("id-token-wrong-c-hash", "the token does not come beside a code"),
    ("id-token-compressed", "the token is not encrypted"),
    ("id-token-encrypted-to-wrong-key", "the token is not encrypted"),
    ("id-token-not-encrypted", "the token is not encrypted"),
    ("id-token-unknown-enc", "the token is not encrypted"),
    ("id-token-unsigned-inside", "the token is not encrypted"),
  ])
  func `is not run, with the reason, where this login cannot have what it is about`(
    name: String, reason: String
  ) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == name }?.story)
    let emulator = try stage.emulator([:])
    _ = emulator.steer(.put, "scenarios/judge/case", story.merging(["providers": ["criipto"]]))
    let callback = try stage.authorize(emulator, "case", [:])
    _ = try stage.token(emulator, callback.locationQuery["code"] ?? "")
    let judged = try #require(emulator.steer(.post, "settle", [:]).json["judged"]?[0])
    #expect(judged["result"] == "not_run" && judged.text().contains(reason), "\(judged.text())")
  }

  @Test func `is not run where no kid is to be found by the only key, and there are several`() throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "itsme" })
    let story = try #require(Self.stories.first { $0.name == "id-token-missing-kid" }?.story)
    let emulator = try stage.emulator([:])
    #expect(emulator.sandbox.keys.rotateSigning())
    _ = emulator.steer(.put, "scenarios/judge/case", story.merging(["providers": ["itsme"]]))
    let callback = try stage.authorize(emulator, "case", [:])
    _ = try stage.token(emulator, callback.locationQuery["code"] ?? "")
    let judged = try #require(emulator.steer(.post, "settle", [:]).json["judged"]?[0])
    #expect(judged["result"] == "not_run" && judged.text().contains("the key set has several keys"))
  }

  @Test func `is not run about a level that nobody asked for, nor where the token says so anyway`() throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "itsme" })
    func told(_ story: JSON, _ changes: [String: String?]) throws -> String {
      let emulator = try stage.emulator([:])
      _ = emulator.steer(.put, "scenarios/judge/case", story.merging(["providers": ["itsme"]]))
      let callback = try stage.authorize(emulator, "case", changes)
      _ = try stage.token(emulator, callback.locationQuery["code"] ?? "")
      let judged = try #require(emulator.steer(.post, "settle", [:]).json["judged"]?[0])
      return "\(judged["result"]?.string ?? "") \(judged.text())"
    }
    let missing = try #require(Self.stories.first { $0.name == "acr-missing" }?.story)
    let basic = "tag:sixdots.be,2016-06:acr_basic"
    let silent = try told(missing, [:])
    #expect(silent.hasPrefix("not_run") && silent.contains("the request asked for no level of assurance"))
    let lower: JSON = missing.merging(["tokens": ["id_token": ["claims": ["acr": .string(basic)]]]])
    let same = try told(lower, ["acr_values": basic])
    #expect(same.hasPrefix("not_run") && same.contains("the token says so anyway"))
  }

  /// Who takes a key from where the header says finds the one that verifies the token.
  @Test(arguments: CaseStage.all.map(\.slug))
  func `brings along what verifies it, for whoever believes its header`(slug: String) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == slug })
    func header(_ name: String) throws -> (JWS, TestEmulator) {
      let story = try #require(Self.stories.first { $0.name == name }?.story)
      let play = try CasePlay(stage, story)
      return (try #require(play.token), play.emulator)
    }
    let (withKey, _) = try header("id-token-jwk-in-header")
    try withKey.verify(with: JWK(#require(withKey.header["jwk"])))
    let (withAddress, emulator) = try header("id-token-jku-in-header")
    let keys = try JWKSet(emulator.get(#require(withAddress.header["jku"]?.string)).json)
    try withAddress.verify(with: keys.select(kid: withAddress.kid, use: "sig", alg: "RS256"))
    let (withChain, _) = try header("id-token-x5c-in-header")
    let (withLink, other) = try header("id-token-x5u-in-header")
    let pem = try other.get(#require(withLink.header["x5u"]?.string)).text
    let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    #expect(withChain.header["x5c"] == [.string(lines)])
    let key = try TestKeys.spares[3].privateKey.publicKey.der()
    #expect(try Base64.decode(lines).firstRange(of: key) != nil)
    try withChain.verify(with: TestKeys.spares[3].publicJWK.key)
    try withLink.verify(with: TestKeys.spares[3].publicJWK.key)
  }

  @Test func `has its place in the list of what cases change`() {
    #expect(Set(Self.places.keys) == Set(Self.stories.map(\.name)))
  }

  struct Change {
    let places: Set<String>
    /// What follows from it, by the beginnings of places.
    let beside: [String]

    init(_ places: String..., beside: [String] = []) { (self.places, self.beside) = (Set(places), beside) }
  }

  static let places: [String: Change] = {
    let unsigned = Change("id.header.alg", "id.signature")
    let inside = ["id.header", "id.claims", "id.order", "id.signature", "id.decrypted"]
    return [
      "id-token-bad-signature": Change("id.signature"), "id-token-foreign-key": Change("id.signature"),
      "id-token-signature-stripped": Change("id.signature"), "id-token-alg-none": unsigned,
      "id-token-alg-none-title": unsigned, "id-token-alg-none-capitals": unsigned,
      "id-token-hs256-with-public-key": unsigned, "id-token-hs256-with-secret": unsigned,
      "id-token-es256": unsigned, "id-token-unknown-kid": Change("id.header.kid", "id.signature"),
      "id-token-missing-kid": Change("id.header.kid"),
      "id-token-missing-kid-several": Change("id.header.kid", "jwks.body.keys"),
      "id-token-encryption-key": Change("id.header.kid", "id.signature"),
      "id-token-jwk-in-header": Change("id.header.jwk", "id.signature"),
      "id-token-jku-in-header": Change("id.header.jku", "id.signature"),
      "id-token-x5c-in-header": Change("id.header.x5c", "id.signature"),
      "id-token-x5u-in-header": Change("id.header.x5u", "id.signature"),
      "id-token-critical-header": Change(
        "id.header.crit", "id.header.urn:example:unknown", beside: ["id.signature"]),
      "id-token-type-access-token": Change("id.header.typ"),
      "key-rollover": Change("id.header.kid", "jwks.body.keys"),
      "id-token-wrong-issuer": Change("id.claims.iss"), "id-token-missing-issuer": Change("id.claims.iss"),
      "id-token-issuer-slash": Change("id.claims.iss"),
      "id-token-issuer-of-another-provider": Change("id.claims.iss"),
      "id-token-wrong-audience": Change("id.claims.aud"),
      "id-token-missing-audience": Change("id.claims.aud"),
      "id-token-audience-of-others": Change("id.claims.aud"),
      "id-token-audience-with-another": Change("id.claims.aud"),
      "id-token-audience-list": Change("id.claims.aud"), "id-token-wrong-azp": Change("id.claims.azp"),
      "id-token-empty-subject": Change("id.claims.sub"), "id-token-missing-subject": Change("id.claims.sub"),
      "id-token-wrong-subject": Change("id.claims.sub"),
      "userinfo-sub-of-another-person": Change("userinfo.body.sub"),
      "userinfo-without-subject": Change("userinfo.body.sub"),
      "id-token-more-claims": Change("id.claims.jti", "id.claims.urn:example:further"),
      "id-token-reordered": Change("id.order"), "id-token-expired": Change("id.claims.exp"),
      "id-token-expired-by-a-second": Change("id.claims.exp"),
      "id-token-expired-by-a-minute": Change("id.claims.exp"),
      "id-token-expired-by-an-hour": Change("id.claims.exp"), "id-token-missing-exp": Change("id.claims.exp"),
      "id-token-exp-in-milliseconds": Change("id.claims.exp"),
      "id-token-issued-in-future": Change("id.claims.iat"),
      "id-token-issued-tomorrow": Change("id.claims.iat"),
      "id-token-issued-last-week": Change("id.claims.iat", "id.claims.exp", beside: ["id.claims.nbf"]),
      "id-token-missing-iat": Change("id.claims.iat"), "id-token-not-yet-valid": Change("id.claims.nbf"),
      "id-token-old-auth-time": Change("id.claims.auth_time"),
      "id-token-wrong-nonce": Change("id.claims.nonce"), "id-token-missing-nonce": Change("id.claims.nonce"),
      "id-token-nonce-of-an-earlier-login": Change("id.claims.nonce"),
      "token-answer-replayed": Change(
        "token.body.access_token", "id.claims.nonce", beside: ["id.claims.", "userinfo.", "id.encryption"]),
      "id-token-wrong-at-hash": Change("id.claims.at_hash"),
      "id-token-wrong-c-hash": Change("id.claims.c_hash", beside: ["callback.id_token"]),
      "callback-wrong-state": Change("callback.state"), "callback-missing-state": Change("callback.state"),
      "callback-state-of-an-earlier-login": Change("callback.state"),
      "callback-code-of-another-login": Change(
        "callback.code", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "mix-up": Change("callback.place", "callback.code"),
      // The browser does what is wrong, or looks for it.
      "callback-in-another-browser": Change(), "secrets-in-front-channel": Change(),
      "callback-code-of-another-provider": Change("callback.code", "callback.iss"),
      "callback-right-issuer": Change("callback.iss"),
      "callback-without-promised-issuer": Change(
        "discovery.body.authorization_response_iss_parameter_supported"),
      "id-token-issuer-of-another-login": Change("id.claims.iss"),
      "discovery-token-endpoint-of-another-provider": Change("discovery.body.token_endpoint"),
      "id-token-key-of-another-provider": Change("id.header.kid", "id.signature"),
      "callback-of-another-browser": Change(
        "callback.code", "callback.state", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "callback-code-used-before": Change("callback.code", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "code-redeemed-elsewhere": Change("token.body.error", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "callback-wrong-issuer": Change("callback.iss"), "callback-error-beside-code": Change("callback.error"),
      "callback-without-code": Change("callback.code", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "callback-more-parameters": Change("callback.session_state", "callback.further"),
      "discovery-wrong-issuer": Change("discovery.body.issuer"),
      "discovery-more-members": Change("discovery.body.urn:example:further"),
      "jwks-empty": Change("jwks.body.keys", "id.header.kid", "id.signature"),
      "jwks-gone": Change(
        "jwks.status", "jwks.body.keys", "jwks.type", "jwks.text", "id.header.kid", "id.signature"),
      "jwks-broken": Change("jwks.body.keys", "jwks.type", "jwks.text", "id.signature"),
      "jwks-redirected": Change(
        "jwks.status", "jwks.location", "jwks.body.keys", "jwks.type", "jwks.text", "id.signature"),
      "jwks-slow": Change("jwks.transmission"), "token-500-with-tokens": Change("token.status"),
      "token-redirected": Change("token.status", "token.location"),
      "token-error-with-200": Change(
        "token.body.error", beside: ["token.", "id.", "userinfo.", "jwks."]),
      "token-error-beside-tokens": Change("token.body.error"),
      "token-without-id-token": Change("token.body.id_token", beside: ["id."]),
      "token-empty": Change("token.body.access_token", beside: ["token.", "id.", "userinfo."]),
      "token-truncated": Change("token.transmission"), "token-answer-lost": Change("token.transmission"),
      "token-wrong-content-type": Change("token.type"), "token-type-unknown": Change("token.body.token_type"),
      "token-type-in-other-letters": Change("token.body.token_type"),
      "token-more-members": Change("token.body.not_before_policy", "token.body.urn:example:further"),
      "userinfo-401-with-claims": Change("userinfo.status"),
      "id-token-not-encrypted": Change(
        "id.encryption.alg", "id.encryption.enc", "id.encryption.cty", "id.encryption.kid", "id.decrypted"),
      "id-token-unknown-enc": Change("id.encryption.enc", beside: inside),
      "id-token-compressed": Change("id.encryption.zip", beside: inside),
      "id-token-encrypted-to-wrong-key": Change("id.decrypted", beside: inside),
      "id-token-unsigned-inside": Change(
        "id.signature", beside: ["id.header", "id.claims", "id.encryption.cty"]),
      "acr-unknown": Change("id.claims.acr"),
      "eid-other-than-asked": Change("id.claims.identityscheme", "id.claims.authenticationtype"),
      "eid-missing": Change("id.claims.identityscheme", "id.claims.authenticationtype"),
      "eid-mock": Change("id.claims.identityscheme", "id.claims.authenticationtype"),
      "loa-below": Change("id.claims.loA", "id.claims.aal"),
      "person-number-wrong-check-digit": Change("id.claims.ssn"),
      "person-number-of-another-country": Change("id.claims.ssn", "id.claims.country"),
      "nonce-used-again": Change(), "keys-fetched-each-login": Change(), "pkce-dropped": Change(),
      "acr-missing": Change("id.claims.acr"),
    ]
  }()
}
