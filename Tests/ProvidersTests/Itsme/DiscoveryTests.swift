import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Itsme

@Suite struct `Discovery of itsme` {
  @Test func `has the vendor's members in the vendor's order (contract 2_1)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(
      answer.json.object?.names == [
        "request_parameter_supported", "claims_parameter_supported", "scopes_supported", "issuer",
        "acr_values_supported", "id_token_encryption_enc_values_supported",
        "userinfo_encryption_enc_values_supported", "authorization_endpoint",
        "request_object_encryption_enc_values_supported", "display_values_supported",
        "userinfo_signing_alg_values_supported", "claims_supported", "claim_types_supported",
        "token_endpoint_auth_methods_supported", "token_endpoint", "response_types_supported",
        "request_uri_parameter_supported", "userinfo_encryption_alg_values_supported",
        "grant_types_supported", "ui_locales_supported", "userinfo_endpoint",
        "token_endpoint_auth_signing_alg_values_supported", "require_request_uri_registration",
        "id_token_encryption_alg_values_supported", "jwks_uri", "subject_types_supported",
        "id_token_signing_alg_values_supported", "request_object_signing_alg_values_supported",
        "request_object_encryption_alg_values_supported",
      ])
  }

  @Test func `tells the log once that version 2 is beside it`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let told = { emulator.log.events.filter { $0.message.contains("/itsme-v2/v2") }.count }
    _ = emulator.document("jwkSet")
    #expect(told() == 0)
    for _ in 1...3 { _ = emulator.document(".well-known/openid-configuration") }
    #expect(told() == 1)
  }

  @Test func `says what the guide says (contract 2_1)`() throws {
    let document = try ItsmeTestWorld.emulator().document(".well-known/openid-configuration")
    let issuer = TestEmulator.issuer
    let expected: JSONObject = [
      "request_parameter_supported": true, "claims_parameter_supported": true,
      "scopes_supported": ["openid", "service", "profile", "email", "phone", "address"],
      "issuer": .string(issuer),
      "acr_values_supported": [
        "tag:sixdots.be,2016-06:acr_basic", "tag:sixdots.be,2016-06:acr_advanced",
      ],
      "id_token_encryption_enc_values_supported": ["A128CBC-HS256"],
      "userinfo_encryption_enc_values_supported": ["A128CBC-HS256"],
      "authorization_endpoint": .string("\(issuer)/authorize"),
      "request_object_encryption_enc_values_supported": ["A128CBC-HS256"],
      "display_values_supported": ["page"], "userinfo_signing_alg_values_supported": ["RS256"],
      "claim_types_supported": ["normal"], "token_endpoint_auth_methods_supported": ["private_key_jwt"],
      "token_endpoint": .string("\(issuer)/token"), "response_types_supported": ["code"],
      "request_uri_parameter_supported": false, "userinfo_encryption_alg_values_supported": ["RSA-OAEP"],
      "grant_types_supported": ["authorization_code"], "ui_locales_supported": ["fr", "nl", "en", "de"],
      "userinfo_endpoint": .string("\(issuer)/userinfo"),
      "token_endpoint_auth_signing_alg_values_supported": ["RS256"],
      "require_request_uri_registration": false, "id_token_encryption_alg_values_supported": ["RSA-OAEP"],
      "jwks_uri": .string("\(issuer)/jwkSet"), "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "request_object_signing_alg_values_supported": ["RS256"],
      "request_object_encryption_alg_values_supported": ["RSA-OAEP"],
    ]
    for (name, value) in expected { #expect(document[name] == value, "\(name)") }
    let tag = "tag:sixdots.be,"
    #expect(
      document["claims_supported"]?.array?.compactMap(\.string) == [
        "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "name", "family_name", "given_name",
        "gender", "birthdate", "locale", "email", "email_verified", "phone_number", "phone_number_verified",
        "address", "\(tag)2016-06:claim_nationality", "\(tag)2016-06:claim_city_of_birth",
        "\(tag)2016-06:claim_country_of_birth", "\(tag)2016-06:claim_eid", "\(tag)2017-05:claim_passport_sn",
        "\(tag)2017-05:claim_device", "\(tag)2017-05:claim_transaction_info", "\(tag)2017-05:claim_photo",
      ])
  }

  @Test func `does not name what the real document lacks (contract 2_1)`() throws {
    let document = try ItsmeTestWorld.emulator().document(".well-known/openid-configuration")
    for name in [
      "response_modes_supported", "end_session_endpoint", "introspection_endpoint", "revocation_endpoint",
      "registration_endpoint",
    ] { #expect(document[name] == nil, "\(name)") }
  }

  @Test func `serves the authorization endpoint under both paths (section 5, 3)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for path in ["authorize", "authorization"] {
      let answer = emulator.get("/itsme/oidc/\(path)?\(emulator.request().encoded)")
      #expect(answer.locationQuery["code"]?.count == 36, "\(path)")
    }
  }

  @Test func `serves the old app link as another authorization endpoint (contract 1_1)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.get("/itsme/mobile/authorize?\(emulator.request().encoded)")
    #expect(answer.locationQuery["code"]?.count == 36)
  }

  @Test func `tells that clients cannot register (contract 1_1)`() throws {
    let answer = try ItsmeTestWorld.emulator().get("/itsme/oidc/register")
    #expect(answer.status == 400)
    #expect(answer.error == "invalid_request")
  }

  @Test func `gives the same bytes again and again`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let first = emulator.get("/itsme/oidc/.well-known/openid-configuration").text
    #expect(emulator.get("/itsme/oidc/.well-known/openid-configuration").text == first)
  }
}
