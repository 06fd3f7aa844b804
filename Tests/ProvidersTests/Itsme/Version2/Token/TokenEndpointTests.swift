import EidolonTesting
import HTTP
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `The token endpoint of itsme's second version (contract 1_7)` {
  /// The answer to an exchange that differs from a good one.
  func exchange(
    _ changes: [String: String?], _ client: String = "EIDOLON_TEST", _ authorization: [String: String?] = [:]
  ) throws -> TestAnswer {
    let world = try ItsmeV2TestWorld()
    return try world.exchange(world.code(client, authorization), client, changes)
  }

  @Test(arguments: ["EIDOLON_TEST", "EIDOLON_SECRET"])
  func `answers a client with keys and one with a secret alike (T6)`(client: String) throws {
    let world = try ItsmeV2TestWorld()
    let answer = try world.exchange(world.code(client), client)
    #expect(answer.status == 200 && answer.findings == [])
    #expect(answer.json.object?.names.sorted() == ["access_token", "expires_in", "id_token", "token_type"])
    #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"] == 3600)
    #expect(answer.json["access_token"]?.string?.count == 43)
    #expect(answer.header("Cache-Control") == "no-store" && answer.header("Pragma") == "no-cache")
    #expect(answer.header("Content-Type")?.hasPrefix("application/json") == true)
  }

  @Test func `also stands below the legacy base, for clients with a secret (E10)`() throws {
    let world = try ItsmeV2TestWorld(base: .legacy)
    let (token, userinfo) = try world.login("EIDOLON_SECRET", ["scope": "openid service:EIDOLON_LOGIN email"])
    #expect(token["iss"] == .string("\(ItsmeV2TestWorld.home)/clientsecret-oidc/csapi/v0.1"))
    #expect(userinfo["iss"] == token["iss"] && userinfo["email"] == "anna@example.test")
    let document = world.emulator.get(world.url(.discovery)).json
    #expect(document["token_endpoint"] == .string(world.url(.token)))
    #expect(document["revocation_endpoint"] == .string(world.url(.revoke)))
    #expect(document["token_endpoint_auth_methods_supported"] == ["client_secret_post"])
    #expect(document["jwks_uri"] == .string("\(world.issuer)/.well-known/jwks"))
    #expect(world.emulator.get(world.url(.jwkSet)).json["keys"]?.array?.isEmpty == false)
  }

  @Test func `is where discovery says, beside userinfo and the key set (E3 to E5)`() throws {
    let world = try ItsmeV2TestWorld()
    let document = world.emulator.get(world.url(.discovery)).json
    #expect(document["token_endpoint"] == .string("\(world.issuer)/token"))
    #expect(document["userinfo_endpoint"] == .string("\(world.issuer)/userinfo"))
    #expect(document["jwks_uri"] == .string("\(world.issuer)/jwkSet"))
    #expect(document["revocation_endpoint"] == nil)
    let keys = world.emulator.get("\(world.issuer)/jwkSet").json["keys"]?.array ?? []
    #expect(keys.compactMap { $0["kid"]?.string } == ["s1", "e1"])
    #expect(keys.compactMap { $0["use"]?.string } == ["sig", "enc"])
    #expect(world.emulator.get("\(ItsmeV2TestWorld.home)/V2/jwkSet").status == 404)
  }

  @Test(arguments: ["logout", "end_session", "introspect", "register", "par", "connect/endsession"])
  func `has no endpoints beside that no text names (E13)`(path: String) throws {
    for base in ItsmeBase.allCases {
      let world = try ItsmeV2TestWorld(base: base)
      #expect(world.emulator.get("\(world.issuer)/\(path)").status == 404)
    }
  }

  @Test(arguments: [
    "refresh_token", "client_credentials", "password", "urn:ietf:params:oauth:grant-type:device_code",
  ]) func `knows no other grants (T10, E13)`(grant: String) throws {
    let answer = try exchange(["grant_type": grant])
    #expect(answer.status == 400 && answer.error == "unsupported_grant_type")
    #expect(answer.findings == ["itsme-v2.grant-type-unsupported"])
  }

  @Test(arguments: ["grant_type", "code", "redirect_uri"])
  func `needs its fields (T8)`(field: String) throws {
    let answer = try exchange([field: nil])
    #expect(answer.status == 400 && answer.error == "invalid_request")
    #expect(answer.findings == ["itsme-v2.token-parameter-missing"])
    #expect(answer.json["detail"]?.string?.contains(field) == true)
  }

  @Test func `reads forms alone, each field once (T8)`() throws {
    let world = try ItsmeV2TestWorld()
    let form = try world.credentials()
    let text = Form(form.merging(["grant_type": "authorization_code"]) { $1 }, changing: [:]).encoded
    let post = { (body: String, type: String) in
      world.emulator.send(
        Request(
          .post, "/itsme-v2/v2/token", headers: ["Content-Type": type], body: Array(body.utf8)))
    }
    let urlencoded = "application/x-www-form-urlencoded"
    for (body, type, rule) in [
      ("{}", "application/json", "itsme-v2.token-content-type"),
      ("code=%GG", urlencoded, "itsme-v2.token-body-malformed"),
      ("\(text)&grant_type=x", urlencoded, "itsme-v2.token-parameter-repeated"),
    ] {
      let answer = post(body, type)
      #expect(answer.status == 400 && answer.error == "invalid_request" && answer.findings == [rule])
      #expect(answer.header("Content-Type") == "application/json;charset=UTF-8")
      #expect(answer.header("Cache-Control") == "no-store")
    }
    #expect(world.emulator.get("/itsme-v2/v2/token").status == 405)
  }

  @Test func `ignores its query, and says so (E3)`() throws {
    let world = try ItsmeV2TestWorld()
    var fields = try world.credentials()
    fields["grant_type"] = "authorization_code"
    fields["redirect_uri"] = ItsmeV2TestWorld.redirectURI
    fields["code_verifier"] = ItsmeV2TestWorld.verifier
    let answer = world.emulator.post(
      "\(world.url(.token))?code=\(world.code())", Form(fields, changing: [:]))
    #expect(answer.status == 400 && answer.error == "invalid_request")
    #expect(answer.findings.contains("itsme-v2.token-query"))
    #expect(answer.findings.contains("itsme-v2.token-parameter-missing"))
  }

  // MARK: Codes

  @Test func `redeems a code once (T9)`() throws {
    let world = try ItsmeV2TestWorld()
    let code = world.code()
    #expect(code.count == 36)
    #expect(try world.exchange(code).status == 200)
    let again = try world.exchange(code)
    #expect(again.status == 400 && again.error == "invalid_grant")
    #expect(again.findings == ["itsme-v2.code-reused"])
    #expect(world.emulator.sandbox.outcomes.counts(of: "itsme-v2")["code_reused"] == 1)
  }

  @Test func `redeems a code for three minutes (T9, 1_12)`() throws {
    let world = try ItsmeV2TestWorld()
    let (early, late) = (world.code(), world.code())
    world.emulator.advance(by: .seconds(179))
    #expect(try world.exchange(early).status == 200)
    world.emulator.advance(by: .seconds(1))
    let answer = try world.exchange(late)
    #expect(answer.status == 400 && answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme-v2.code-expired"])
    #expect(world.emulator.sandbox.outcomes.counts(of: "itsme-v2")["code_expired"] == 1)
  }

  @Test func `gives the tokens of a code to the client that it was issued to (T9)`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = try world.exchange(world.code(), "OTHER")
    #expect(answer.status == 400 && answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme-v2.code-of-other-client"])
    #expect(world.emulator.sandbox.outcomes.counts(of: "itsme-v2")["code_of_other_client"] == 1)
  }

  @Test func `knows the codes that it issued (T9)`() throws {
    let answer = try exchange(["code": "q0w9e8r7t6y5u4i3o2p1a0s9d8f7g6h5j4k3"])
    #expect(answer.status == 400 && answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme-v2.code-unknown"])
  }

  @Test(arguments: ["https://rp.example/cb?app=1", "https://rp.example/CB", "https://rp.example/cb/"])
  func `wants the redirect URI of the request (T1)`(uri: String) throws {
    let answer = try exchange(["redirect_uri": uri])
    #expect(answer.status == 400 && answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme-v2.token-redirect-uri-mismatch"])
  }

  // MARK: PKCE

  @Test func `wants the verifier of the request's challenge (T1, T9)`() throws {
    let missing = try exchange(["code_verifier": nil])
    #expect(missing.status == 400 && missing.error == "invalid_grant")
    #expect(missing.findings == ["itsme-v2.code-verifier-missing"])
    let valid = String(repeating: "a", count: 43)
    let wrong = [
      (valid, "itsme-v2.code-verifier-mismatch"),
      (String(valid.dropLast()), "itsme-v2.code-verifier-malformed"),
      ("\(valid)%", "itsme-v2.code-verifier-malformed"),
      (valid + valid + valid, "itsme-v2.code-verifier-malformed"),
    ]
    for (verifier, rule) in wrong {
      let answer = try exchange(["code_verifier": verifier])
      #expect(answer.status == 400 && answer.error == "invalid_grant")
      #expect(answer.findings == [rule])
    }
  }

  @Test func `takes a login without challenge, and notes a verifier that proves nothing (K11)`() throws {
    let without: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
    let world = try ItsmeV2TestWorld()
    let begun = world.authorize("EIDOLON_TEST", without)
    #expect(begun.findings == ["itsme-v2.pkce-missing"])
    let code = begun.locationQuery["code"] ?? ""
    let answer = try world.exchange(code)
    #expect(answer.status == 200 && answer.findings == ["itsme-v2.code-verifier-unexpected"])
    #expect(try exchange(["code_verifier": nil], "EIDOLON_TEST", without).findings == [])
  }

  @Test func `has PKCE demanded by the registration, with S256 (K11)`() throws {
    let world = try ItsmeV2TestWorld(client: #""require_pkce": true"#)
    let refused = world.authorize("EIDOLON_TEST", ["code_challenge": nil, "code_challenge_method": nil])
    #expect(refused.status == 400 && refused.findings == ["itsme-v2.pkce-enforced-missing"])
    for method in [nil, "plain", "s256"] as [String?] {
      let plain = world.authorize("EIDOLON_TEST", ["code_challenge_method": method])
      #expect(plain.status == 400 && plain.findings == ["itsme-v2.pkce-plain"])
    }
    #expect(try world.exchange(world.code()).status == 200)
  }

  // MARK: Errors

  @Test(arguments: [
    ("detail", true, false), ("error_description", false, true), ("both", true, true),
  ]) func `puts the text where a switch says (Z17)`(word: String, detail: Bool, description: Bool) throws {
    let world = try ItsmeV2TestWorld(client: "\"quirks\": { \"token_error_text\": \"\(word)\" }")
    let code = world.code()
    _ = try world.exchange(code)
    let json = try world.exchange(code).json
    #expect(json["error"] == "invalid_grant")
    #expect((json["detail"] != nil) == detail)
    #expect((json["error_description"] != nil) == description)
  }

  @Test(arguments: [("by_grant", 400), ("400", 400), ("401", 401)])
  func `answers an unauthenticated client with the status of a switch (Z18)`(word: String, status: Int) throws
  {
    let world = try ItsmeV2TestWorld(
      stories: ["status": "\"quirks\": { \"invalid_client_status\": \"\(word)\" }"])
    let code = world.code("EIDOLON_SECRET", scenario: "status")
    let answer = try world.exchange(code, "EIDOLON_SECRET", ["client_secret": "wrong"])
    #expect(answer.status == status && answer.error == "invalid_client")
    #expect(answer.header("WWW-Authenticate") == nil)
  }

  @Test func `gives no refresh token, which no grant would take, but for the sample of CIBA (T6, Z23)`()
    throws
  {
    let world = try ItsmeV2TestWorld(client: #""quirks": { "refresh_token": true }"#)
    let answer = try world.exchange(world.code())
    #expect(answer.status == 200 && answer.json["refresh_token"] == nil)
  }
}
