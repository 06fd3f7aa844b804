import Crypto
import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `Each quirk of itsme changes what it says` {
  static let scopes = ["scope": "openid service:EIDOLON_LOGIN profile email phone address"]

  func emulator(_ quirk: String, _ value: String) throws -> TestEmulator {
    try ItsmeTestWorld.emulator(client: "\"quirks\": {\"\(quirk)\": \(value)}")
  }

  /// The discovery documents without and with a quirk; its members that differ, by name.
  func discovery(_ quirk: String, _ value: String) throws -> [String: JSON?] {
    // Discovery cannot know who asks; the client that stands for any decides.
    let any = #""*": { "anything": true, "quirks": {"\#(quirk)": \#(value)} }"#
    let plain = try ItsmeTestWorld.emulator().document(".well-known/openid-configuration").object ?? [:]
    let changed =
      try ItsmeTestWorld.emulator(clients: any).document(".well-known/openid-configuration").object ?? [:]
    var differences: [String: JSON?] = [:]
    for name in Set(plain.names + changed.names) where plain[name] != changed[name] {
      differences[name] = changed[name]
    }
    return differences
  }

  @Test func `authorization_endpoint`() throws {
    #expect(
      try discovery("authorization_endpoint", #""authorization""#)
        == ["authorization_endpoint": .string("\(TestEmulator.issuer)/authorization")])
  }

  @Test func `claims_parameter_supported`() throws {
    #expect(
      try discovery("claims_parameter_supported", "false") == ["claims_parameter_supported": false])
  }

  @Test func `registration_endpoint`() throws {
    #expect(
      try discovery("registration_endpoint", "true")
        == ["registration_endpoint": .string("\(TestEmulator.issuer)/register")])
  }

  @Test func `jwks_alg`() throws {
    let keys = try emulator("jwks_alg", "false").document("jwkSet")["keys"]?.array ?? []
    #expect(
      keys.map { $0.object?.names } == [["kty", "e", "use", "kid", "n"], ["kty", "e", "use", "kid", "n"]])
  }

  @Test(arguments: [
    ("request_uri", "request_uri_not_supported", "itsme.request-uri-unsupported"),
    ("registration", "registration_not_supported", "itsme.registration-unsupported"),
  ])
  func `unsupported_parameters`(name: String, error: String, rule: String) throws {
    let emulator = try emulator("unsupported_parameters", #""refuse""#)
    let answer = emulator.authorize(RelyingParty(), [name: "https://x.test/o"])
    #expect(answer.status == 302)
    #expect(answer.error == error)
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == [rule])
  }

  @Test func `unknown_service`() throws {
    let emulator = try emulator("unknown_service", #""invalid_request""#)
    let scopes = ["openid service:NOPE", "openid service:NOPE service:EIDOLON_LOGIN"]
    for scope in scopes {
      let answer = emulator.authorize(RelyingParty(), ["scope": scope])
      #expect(answer.status == 400)
      #expect(answer.header("Location") == nil)
      #expect(answer.error == "invalid_request")
      #expect(answer.findings == ["itsme.service-unknown"])
    }
  }

  @Test func `assertion_audience`() throws {
    let emulator = try emulator("assertion_audience", #""issuer""#)
    let answer = try emulator.exchange(audience: .string(TestEmulator.issuer))
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.assertion-audience-issuer"])
    let other = try emulator.exchange(audience: .string(TestEmulator.issuer), ItsmeTestWorld.other)
    #expect(other.error == "unauthorized_client")
  }

  @Test func `subject_mismatch`() throws {
    let emulator = try emulator("subject_mismatch", #""login_required""#)
    let bob = try emulator.login(RelyingParty(), ["login_hint": "32+470000002"]).idToken["sub"]?.string ?? ""
    let wish = "{\"id_token\":{\"sub\":{\"value\":\"\(bob)\"}}}"
    let changes = ["claims": wish, "login_hint": "32+470000001"]
    #expect(emulator.authorize(RelyingParty(), changes).error == "login_required")
    let nobody = #"{"userinfo":{"sub":{"value":"nobody"}}}"#
    #expect(emulator.authorize(RelyingParty(), ["claims": nobody]).error == "login_required")
  }

  @Test func `signed_claims`() throws {
    let emulator = try emulator("signed_claims", #""as_usual""#)
    let object = try `Claims in a signed request object (guide 3_2)`.object()
    let tokens = try emulator.tokens(RelyingParty(), ["request": object])
    #expect(try CompactToken(parsing: tokens.idToken).isSigned)
    #expect(try CompactToken(parsing: emulator.userinfo(tokens.accessToken).text).isSigned)
  }

  @Test func `prompt`() throws {
    let emulator = try emulator("prompt", #""strict""#)
    #expect(emulator.authorize(RelyingParty(), ["prompt": "login"]).error == "invalid_request")
    #expect(emulator.authorize(RelyingParty(), ["prompt": "consent"]).error == nil)
  }

  @Test func `several_services`() throws {
    let emulator = try emulator("several_services", #""refuse""#)
    let answer = emulator.authorize(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN service:EIDOLON_SHARE"])
    #expect(answer.error == "invalid_request")
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?") == true)
    #expect(answer.findings.contains("itsme.scope-service-repeated"))
    let same = emulator.authorize(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN service:EIDOLON_LOGIN"])
    #expect(same.error == nil)
  }

  @Test(arguments: [
    ["scope": "openid"], ["scope": "service:EIDOLON_LOGIN"], ["display": "wap"],
  ]) func `not_implemented`(changes: [String: String]) throws {
    let emulator = try emulator("not_implemented", #""redirect""#)
    let answer = emulator.authorize(RelyingParty(), changes.mapValues { Optional($0) })
    #expect(answer.status == 302)
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?error=not_implemented&") == true)
    #expect(answer.locationQuery["state"] == "a state")
    let nowhere = changes.merging(["redirect_uri": "http://elsewhere.test/cb"]) { $1 }
    #expect(emulator.authorize(RelyingParty(), nowhere.mapValues { Optional($0) }).header("Location") == nil)
  }

  @Test func `redirect_uri_check`() throws {
    let emulator = try emulator("redirect_uri_check", #""off""#)
    let answer = emulator.authorize(RelyingParty(), ["redirect_uri": "http://elsewhere.test/cb"])
    #expect(answer.header("Location")?.hasPrefix("http://elsewhere.test/cb?code=") == true)
    #expect(answer.findings == ["itsme.redirect-uri-mismatch"])
    let unsafe = emulator.authorize(RelyingParty(), ["redirect_uri": "javascript:alert(1)"])
    #expect(unsafe.header("Location") == nil)
  }

  @Test func `denial_description`() throws {
    let emulator = try ItsmeTestWorld.emulator(
      client: #""quirks": {"denial_description": false}"#, stories: ["no": #""phone": [{"do": "reject"}]"#])
    #expect(emulator.authorize(scenario: "no").locationQuery.names == ["error", "state"])
    // Only of access_denied.
    let other = emulator.authorize(RelyingParty(), ["response_type": "token"])
    #expect(other.locationQuery.names == ["error", "error_description", "state"])
  }

  @Test func `assertion_typ`() throws {
    let answer = try emulator("assertion_typ", #""optional""#).exchange(header: ["typ": .null])
    #expect(answer.status == 200)
  }

  @Test func `token_content_type`() throws {
    let emulator = try emulator("token_content_type", #""http_500""#)
    let json = emulator.send(
      Request(
        .post, "/itsme/oidc/token", headers: ["Content-Type": "application/json"], body: Array("{}".utf8)))
    let get = emulator.get("/itsme/oidc/token")
    for answer in [json, get] {
      #expect(answer.status == 500)
      #expect(answer.text.isEmpty)
    }
    #expect(json.findings == ["itsme.token-content-type"])
    #expect(get.findings == ["itsme.token-method"])
  }

  @Test func `token_content_type of the client that the request names in any way`() throws {
    let emulator = try ItsmeTestWorld.emulator(
      clients:
        #""SECOND": { "preset": "realistic-v1", "services": { "S": { "redirect_uris": ["http://localhost/"] } } }"#
    )
    let assertion = try RelyingParty("SECOND").assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    let header: JSONObject = ["cty": "JWT", "enc": "A128CBC-HS256", "alg": "RSA-OAEP"]
    let nested = try JWE.encrypt(
      header: header, plaintext: Array(assertion.utf8), key: TestKeys.opEncryption.jwk.key
    ) { randomBytes($0) }
    let post = { (type: String, body: String, headers: Headers) in
      var headers = headers
      headers.append("Content-Type", type)
      return emulator.send(Request(.post, "/itsme/oidc/token", headers: headers, body: Array(body.utf8)))
    }
    // "SECOND:x"
    let basic: Headers = ["Authorization": "Basic U0VDT05EOng="]
    let named = [
      post("text/plain", "client_id=SECOND", [:]), post("text/plain", "client_assertion=\(assertion)", [:]),
      post("text/plain", "client_assertion=\(nested)", [:]),
      post("application/json", "{\"client_assertion\": \"\(assertion)\"}", [:]),
      post("application/json", "{}", basic), emulator.get("/itsme/oidc/token?client_id=SECOND"),
    ]
    for answer in named {
      #expect(answer.status == 500)
      #expect(answer.text.isEmpty)
    }
    for answer in [post("text/plain", "client_id=EIDOLON_TEST", [:]), post("application/json", "{}", [:])] {
      #expect(answer.status == 400)
    }
  }

  @Test(arguments: [
    ("both", ["error", "error_description", "detail"]),
    ("error_description", ["error", "error_description"]),
    ("detail", ["error", "detail"]),
  ])
  func `token_error_text`(value: String, names: [String]) throws {
    let emulator = try emulator("token_error_text", "\"\(value)\"")
    let used = emulator.code()
    _ = try emulator.exchange(used)
    for answer in [try emulator.exchange("unknown"), try emulator.exchange(used)] {
      #expect(answer.json.object?.names == names)
    }
    // Another client keeps its own.
    let other = try emulator.exchange("unknown", ItsmeTestWorld.other)
    #expect(other.json.object?.names == ["error", "error_description", "detail"])
  }

  @Test func `access_token_life`() throws {
    let emulator = try emulator("access_token_life", #""rest_of_app""#)
    let code = emulator.code()
    emulator.advance(by: .seconds(17))
    let answer = try emulator.exchange(code)
    #expect(answer.json["expires_in"] == 163)
    let token = answer.json["access_token"]?.string ?? ""
    emulator.advance(by: .seconds(162))
    #expect(emulator.userinfo(token).status == 200)
    emulator.advance(by: .seconds(1))
    #expect(emulator.userinfo(token).findings == ["itsme.access-token-expired"])
  }

  @Test func `auth_time`() throws {
    let emulator = try emulator("auth_time", #""requested""#)
    #expect(try emulator.login().idToken["auth_time"] == nil)
    #expect(try emulator.login(RelyingParty(), ["max_age": "1"]).idToken["auth_time"] != nil)
    let wish = #"{"id_token":{"auth_time":{"essential":true}}}"#
    #expect(try emulator.login(RelyingParty(), ["claims": wish]).idToken["auth_time"] != nil)
  }

  @Test func `id_token_claims`() throws {
    let emulator = try emulator("id_token_claims", #""requested""#)
    var changes = Self.scopes
    changes["claims"] = #"{"id_token":{"email":null}}"#
    let (token, userinfo) = try emulator.login(RelyingParty(), changes)
    #expect(
      Set(token.names) == ["iss", "sub", "aud", "exp", "iat", "auth_time", "acr", "nonce", "email"])
    #expect(userinfo["family_name"] == "Peeters")
  }

  @Test func `userinfo_protection json`() throws {
    let emulator = try emulator("userinfo_protection", #""json""#)
    let answer = emulator.userinfo(try emulator.tokens(RelyingParty(), Self.scopes).accessToken)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.json["given_name"] == "Anna")
    for name in ["preferred_username", "picture"] { #expect(answer.json[name] == nil) }
  }

  @Test func `address_format`() throws {
    let text = try emulator("address_format", #""json_string""#).login(RelyingParty(), Self.scopes).userinfo[
      "address"]
    #expect(
      text
        == #"{"street_address":"Jekerstraat 39","postal_code":"3700","locality":"Tongeren","country":"BE"}"#)
    let flat = try emulator("address_format", #""flat""#).login(RelyingParty(), Self.scopes).userinfo
    #expect(flat["address"] == nil)
    #expect(flat["street_address"] == "Jekerstraat 39")
    #expect(flat["postal_code"] == "3700")
    #expect(flat["locality"] == "Tongeren")
    #expect(flat["country"] == "BE")
  }

  @Test func `device_format`() throws {
    let key = "tag:sixdots.be,2017-05:claim_device"
    let text = try emulator("device_format", #""json_string""#).userinfo(claims: "{\"\(key)\":null}")[key]
    #expect(try JSONParser.parse(text?.string ?? "").json["os"] == "ANDROID")
  }

  @Test func `name_claim`() throws {
    let userinfo = try emulator("name_claim", "false").login(RelyingParty(), Self.scopes).userinfo
    #expect(userinfo["name"] == nil)
    #expect(userinfo["given_name"] == "Anna")
  }

  @Test func `escaped_slashes`() throws {
    let emulator = try emulator("escaped_slashes", "true")
    let tokens = try emulator.tokens()
    for text in [tokens.idToken, emulator.userinfo(tokens.accessToken).text] {
      let payload = String(decoding: try JWS(parsing: text).payload, as: UTF8.self)
      #expect(payload.contains(#"http:\/\/localhost:8080\/itsme\/oidc"#))
      #expect(!payload.contains("http://"))
      #expect(try emulator.claims(text)["iss"] == .string(TestEmulator.issuer))
    }
  }

  @Test func `www_authenticate`() throws {
    let emulator = try emulator("www_authenticate", #""literal""#)
    let token = try emulator.tokens().accessToken
    emulator.advance(by: .seconds(3600))
    #expect(
      emulator.userinfo(token).header("WWW-Authenticate")
        == "error=\"invalid_token\", error_description=\"The Access Token expired\"")
  }

  @Test func `and a scenario's wins over the client's, at every endpoint`() throws {
    let emulator = try ItsmeTestWorld.emulator(
      client: #""quirks": {"prompt": "strict", "token_error_text": "detail", "auth_time": "requested"}"#,
      stories: [
        "lenient":
          #""quirks": {"prompt": "lenient", "token_error_text": "error_description", "auth_time": "always"}"#
      ])
    #expect(emulator.authorize(RelyingParty(), ["prompt": "login"]).error == "invalid_request")
    let code = emulator.code(RelyingParty(), ["prompt": "login"], scenario: "lenient")
    let answer = try emulator.exchange(code)
    #expect(try emulator.claims(answer.json["id_token"]?.string ?? "")["auth_time"] != nil)
    #expect(try emulator.exchange(code).json.object?.names == ["error", "error_description"])
    let scenarioOnly = try ItsmeTestWorld.emulator(stories: [
      "strict":
        #""quirks": {"prompt": "strict", "assertion_typ": "optional", "unsupported_parameters": "refuse"}"#
    ])
    #expect(
      scenarioOnly.authorize(RelyingParty(), ["prompt": "login"], scenario: "strict").error
        == "invalid_request")
    #expect(
      scenarioOnly.authorize(RelyingParty(), ["request_uri": "x"], scenario: "strict").error
        == "request_uri_not_supported")
    #expect(try scenarioOnly.exchange(header: ["typ": .null], scenario: "strict").status == 200)
  }

  @Test func `has a test above`() {
    let tested: Set = [
      "authorization_endpoint", "claims_parameter_supported", "registration_endpoint", "jwks_alg",
      "unsupported_parameters", "unknown_service", "assertion_audience", "subject_mismatch", "signed_claims",
      "prompt", "several_services", "not_implemented", "redirect_uri_check",
      "denial_description", "assertion_typ", "token_content_type", "token_error_text", "access_token_life",
      "auth_time", "id_token_claims", "userinfo_protection", "address_format", "device_format", "name_claim",
      "escaped_slashes", "www_authenticate",
      // In `A person who never reacts` and `Encrypted tokens of itsme`.
      "timeout", "id_token_encryption", "userinfo_encryption", "jwe_kid",
    ]
    #expect(Set(ItsmeQuirk.allCases.map(\.rawValue)) == tested)
  }
}

@Suite struct `The presets of itsme (section 5)` {
  @Test func `guide is what a client without a preset gets`() throws {
    let plain = try ItsmeTestWorld.emulator()
    let guide = try ItsmeTestWorld.emulator(client: #""preset": "guide""#)
    for emulator in [plain, guide] {
      let tokens = try emulator.tokens()
      #expect(try CompactToken(parsing: tokens.idToken).isSigned)
    }
    #expect(try plain.login().idToken.names == guide.login().idToken.names)
  }

  @Test func `lenient lets in whatever any version of the documentation allows`() throws {
    let emulator = try ItsmeTestWorld.emulator(client: #""preset": "lenient""#)
    let answer = emulator.authorize(
      RelyingParty(), ["request_uri": "x", "registration": "y", "redirect_uri": "http://elsewhere.test/cb"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(try emulator.exchange(header: ["typ": .null]).status == 200)
  }

  @Test func `realistic-v1 is what clients met on the wire in 2018`() throws {
    let any = #""*": { "anything": true, "preset": "realistic-v1" }"#
    let emulator = try ItsmeTestWorld.emulator(
      client: #""preset": "realistic-v1""#, clients: any, stories: ["no": #""phone": [{"do": "reject"}]"#])
    let document = emulator.document(".well-known/openid-configuration")
    #expect(document["authorization_endpoint"] == .string("\(TestEmulator.issuer)/authorization"))
    #expect(document["claims_parameter_supported"] == false)
    #expect(document["registration_endpoint"] == .string("\(TestEmulator.issuer)/register"))
    #expect(
      emulator.document("jwkSet")["keys"]?[0]?.object?.names == ["kty", "e", "use", "kid", "n"])

    let changes = ["scope": "openid service:EIDOLON_LOGIN profile address"]
    let answer = try emulator.exchange(emulator.code(RelyingParty(), changes))
    #expect(answer.json["expires_in"] == 180)
    let idToken = answer.json["id_token"]?.string ?? ""
    #expect(
      try JWE(parsing: idToken).header == [
        "typ": "JWT", "enc": "A128CBC-HS256", "alg": "RSA-OAEP", "cty": "JWT",
      ])
    #expect(
      Set(try emulator.claims(idToken).names) == ["sub", "aud", "acr", "iss", "exp", "iat", "nonce"])
    let userinfo = try emulator.claims(emulator.userinfo(answer.json["access_token"]?.string ?? "").text)
    #expect(userinfo["address"]?.string?.hasPrefix("{\"street_address\":") == true)
    #expect(userinfo["name"] == "Anna Peeters")
    #expect(userinfo["exp"] == nil)

    #expect(try emulator.exchange("unknown").json.object?.names == ["error", "detail"])
    #expect(emulator.authorize(scenario: "no").locationQuery.names == ["error", "state"])
    #expect(emulator.get("/itsme/oidc/token").status == 500)
  }

  @Test func `yield to the client's own quirks`() throws {
    let emulator = try ItsmeTestWorld.emulator(
      client: #""preset": "realistic-v1", "quirks": {"id_token_encryption": "none"}"#)
    let tokens = try emulator.tokens()
    #expect(try CompactToken(parsing: tokens.idToken).isSigned)
    #expect(try !CompactToken(parsing: emulator.userinfo(tokens.accessToken).text).isSigned)
  }
}
