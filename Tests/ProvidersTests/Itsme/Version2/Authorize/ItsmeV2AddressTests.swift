import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

@Suite struct `The addresses of itsme's second version (contract 1_1)` {
  static let home = ItsmeV2TestWorld.home

  @Test func `have one discovery document for both kinds of client (E1, E12)`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = world.emulator.get(world.url(.discovery))
    #expect(answer.status == 200 && answer.header("Content-Type")?.hasPrefix("application/json") == true)
    let json = answer.json
    #expect(json["issuer"]?.string == "\(Self.home)/v2")
    for (name, path) in [
      ("authorization", "authorization"), ("token", "token"), ("userinfo", "userinfo"),
      ("backchannel_authentication", "backchannel/authentication"),
    ] {
      #expect(json["\(name)_endpoint"]?.string == "\(Self.home)/v2/\(path)")
    }
    #expect(json["jwks_uri"]?.string == "\(Self.home)/v2/jwkSet")
    #expect(json["token_endpoint_auth_methods_supported"] == ["private_key_jwt", "client_secret_post"])
    #expect(json["request_object_encryption_alg_values_supported"] == ["RSA-OAEP-256", "RSA-OAEP"])
    #expect(json["code_challenge_methods_supported"] == ["S256"])
    #expect(json["require_request_uri_registration"] == true)
    #expect(json["revocation_endpoint"] == nil)
    #expect(
      json["grant_types_supported"] == ["authorization_code", "urn:openid:params:grant-type:ciba"])
    #expect(json["backchannel_token_delivery_modes_supported"] == ["poll", "ping"])
    #expect(json["backchannel_user_code_parameter_supported"] == false)
  }

  @Test func `are others on the legacy base (E10, E12, G30)`() throws {
    let world = try ItsmeV2TestWorld(base: .legacy)
    let legacy = "\(Self.home)/clientsecret-oidc/csapi/v0.1"
    let json = world.emulator.get("\(legacy)/.well-known/openid-configuration").json
    #expect(json["issuer"]?.string == legacy)
    #expect(json["authorization_endpoint"]?.string == "\(legacy)/connect/authorize")
    #expect(json["token_endpoint"]?.string == "\(legacy)/connect/token")
    #expect(json["userinfo_endpoint"]?.string == "\(legacy)/connect/userinfo")
    #expect(json["revocation_endpoint"]?.string == "\(legacy)/connect/revoke")
    #expect(json["jwks_uri"]?.string == "\(legacy)/.well-known/jwks")
    #expect(json["token_endpoint_auth_methods_supported"] == ["client_secret_post"])
    #expect(json["backchannel_authentication_endpoint"] == nil)
    expectCode(world.authorize("EIDOLON_SECRET"))
    #expect(world.emulator.get("\(legacy)/.well-known/jwks").json["keys"]?.array?.count == 2)
  }

  @Test func `try again on the legacy base where the error came from it (P6)`() throws {
    for base in ItsmeBase.allCases {
      let world = try ItsmeV2TestWorld(base: base)
      let page = world.authorize("EIDOLON_SECRET", ["display": "wap"], headers: ItsmeV2TestWorld.browser)
      #expect(page.text.contains("href=\"\(world.url(.authorize))?"), "\(page.text)")
    }
  }

  @Test func `answer on a virtual host of their own (E14)`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = world.emulator.get(
      "/v2/.well-known/openid-configuration", headers: ["Host": "itsme-v2.localhost:8080"])
    #expect(answer.json["issuer"] == "http://itsme-v2.localhost:8080/v2")
  }

  @Test func `show the default client's keys (E14)`() throws {
    let world = try ItsmeV2TestWorld()
    for (path, isPrivate) in [("jwks", false), ("private_jwks", true)] {
      let keys = world.emulator.get("/itsme-v2/test/\(path).json").json["keys"]?.array ?? []
      #expect(keys.compactMap { $0["kid"]?.string } == ["s1", "e1"])
      #expect(keys.allSatisfy { ($0["d"] != nil) == isPrivate })
    }
  }

  @Test(arguments: [
    ("/itsme-v2/V2/authorization", "/itsme-v2/v2/authorization"),
    ("/itsme-v2/v2/jwkset", "/itsme-v2/v2/jwkSet"),
    ("/itsme-v2/v2/.well-known/jwks.json", "/itsme-v2/"),
    ("/itsme-v2/.well-known/openid-configuration", "/itsme-v2/v2/.well-known/openid-configuration"),
    ("/itsme-v2/v2/authorize", "/itsme-v2/v2/authorization"),
    ("/itsme-v2/V2/.well-known/openid-configuration", "/itsme-v2/v2/.well-known/openid-configuration"),
  ])
  func `that are guessed are not found, with a hint (E14, G14)`(path: String, hint: String) throws {
    let answer = try ItsmeV2TestWorld().emulator.get(path)
    #expect(answer.status == 404)
    #expect(answer.text.contains("  \(TestEmulator.address)\(hint)"), "\(answer.text)")
  }

  @Test(arguments: ["end_session", "introspect", "register", "par", "device_authorization", "sign"])
  func `do not include what itsme does not have (E13)`(path: String) throws {
    #expect(try ItsmeV2TestWorld().emulator.get("/itsme-v2/v2/\(path)").status == 404)
  }
}
