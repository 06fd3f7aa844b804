import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
@testable import TestWorlds
import Testing

@testable import Criipto

@Suite struct `An encrypted id_token of Criipto (criipto-2026 K7, FI8, FI9)` {
  static let keys = CriiptoTestWorld.encryptionKeys

  func login(_ strategy: String = "signedAndEncryptedJwt", keys: JSON = Self.keys) throws -> VerifyLogin {
    VerifyLogin(
      emulator: try CriiptoTestWorld.emulator("\"id_token\": \"\(strategy)\", \"jwks\": \(keys.text())"))
  }

  /// The claims of an encrypted token, and the header that says how it is encrypted.
  func opened(_ token: String?, _ login: VerifyLogin) throws -> (claims: JSONObject, header: JSON) {
    let jwe = try JWE(parsing: token ?? "")
    let inner = try jwe.decrypt(with: TestKeys.clientEncryption.jwk, allowing: [.rsaOAEP256])
    return (try login.verified(String(decoding: inner, as: UTF8.self)), try Self.header(token ?? ""))
  }

  static func header(_ token: String) throws -> JSON {
    try JSON(parsing: Base64URL.decode(String(token.prefix { $0 != "." })))
  }

  @Test(arguments: ["signedAndEncryptedJwt", "signedAndEncryptedJWT"])
  func `is a signed token inside, for the key with use enc, under either spelling:`(strategy: String) throws {
    let login = try login(strategy)
    let tokens = login.tokens()
    let (claims, header) = try opened(tokens["id_token"]?.string, login)
    #expect(claims["name"] == "Anna Peeters" && claims["aud"] == .string(CriiptoTestWorld.client))
    #expect(header == ["alg": "RSA-OAEP-256", "enc": "A256GCM", "cty": "JWT", "kid": "enc"])
    // Its userinfo has a strategy of its own.
    #expect(login.userinfo(tokens["access_token"]?.string ?? "").json["name"] == "Anna Peeters")
  }

  @Test func `leaves userinfo's encryption alone, and the other way round`() throws {
    let members = "\"userinfo\": \"signedAndEncryptedJWT\", \"jwks\": \(Self.keys.text())"
    let login = VerifyLogin(emulator: try CriiptoTestWorld.emulator(members))
    let tokens = login.tokens()
    #expect(try login.verified(tokens["id_token"]?.string ?? "")["name"] == "Anna Peeters")
    let info = login.userinfo(tokens["access_token"]?.string ?? "").text
    #expect(try opened(info, login).claims["name"] == "Anna Peeters")
  }

  @Test(arguments: ["id_token", "code id_token"])
  func `comes over the front channel too:`(type: String) throws {
    let login = try login()
    let answer = login.authorize(["response_type": type, "response_mode": "fragment"])
    let fragment = answer.header("Location")?.split(separator: "#").last.map(String.init) ?? ""
    let token = try Form(parsing: fragment)["id_token"]
    let (claims, header) = try opened(token, login)
    #expect(claims["name"] == "Anna Peeters" && header["kid"] == "enc")
    #expect((claims["c_hash"] != nil) == (type == "code id_token"))
  }

  /// An application whose key set is fetched; the emulator has answers for that.
  func fetched(_ answer: Result<FetchedDocument, FetchError>) throws -> VerifyLogin {
    let login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(
        #""id_token": "signedAndEncryptedJwt", "jwks_uri": "http://keys.test/jwks""#))
    login.emulator.serve("http://keys.test/jwks", answer)
    return login
  }

  static let served = Result<FetchedDocument, FetchError>.success(
    FetchedDocument(status: .ok, headers: [:], body: keys.bytes()))

  @Test(arguments: [(nil, "the id_token"), ("id_token", "the authorization request")])
  func `is made with a key set behind a URL, fetched when it is needed:`(type: String?, by: String) throws {
    let login = try fetched(Self.served)
    if let type {
      let answer = login.authorize(["response_type": type, "response_mode": "fragment"])
      #expect(answer.header("Location")?.contains("#id_token=") == true)
    } else {
      #expect(try opened(login.tokens()["id_token"]?.string, login).header["kid"] == "enc")
    }
    #expect(login.emulator.fetched == ["http://keys.test/jwks"])
  }

  @Test func `uses no pushed request up while its keys are fetched`() throws {
    let login = try fetched(Self.served)
    let pushed = login.push(["response_type": "code id_token", "response_mode": "fragment"])
    let answer = login.authorize(pushed: pushed.json["request_uri"]?.string ?? "")
    #expect(answer.findings == [] && answer.header("Location")?.contains("id_token=") == true)
  }

  @Test func `is given to a client without a browser, whose login is not used up before`() throws {
    let login = try fetched(Self.served)
    let started = login.emulator.post(
      "/criipto/headless/authorize",
      Form(["acr_values": "urn:grn:authn:se:bankid:another-device:qr", "scope": "openid"], changing: [:]),
      headers: login.basic)
    let link = PercentCoding.encode(started.json["acr_data"]?["qrData"]?.string ?? "")
    _ = login.emulator.get("/criipto/bankid-app?qr=\(link)", headers: CriiptoTestWorld.browser)
    login.emulator.advance(by: .seconds(5))
    let answer = login.emulator.post(
      "/criipto/oauth2/token",
      [
        "grant_type": Criipto.headlessGrant,
        "headless_req_id": started.json["headless_req_id"]?.string ?? "",
      ], headers: login.basic)
    #expect(answer.findings == [])
    #expect(try opened(answer.json["id_token"]?.string, login).claims["name"] == "Anna Peeters")
  }

  @Test func `is not made while the key set cannot be fetched, which is another rule`() throws {
    let login = try fetched(.success(FetchedDocument(status: 500, headers: [:], body: [])))
    let refused = login.exchange(login.code())
    #expect(refused.json["error"] == "server_error")
    #expect(refused.findings == ["criipto.client-keys-unavailable"])
  }

  @Test func `is nobody's fault but its owner's: another client's code is refused as that`() throws {
    let keyless = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON.text()
    let other =
      #""urn:other": { "secret": "s", "redirect_uris": ["\#(CriiptoTestWorld.callback)"], "id_token": "signedAndEncryptedJwt", "jwks": \#(keyless) }"#
    let emulator = try CriiptoTestWorld.emulator(clients: other)
    let code = VerifyLogin(emulator: emulator, client: "urn:other", secret: "s").code()
    #expect(VerifyLogin(emulator: emulator).exchange(code).findings == ["criipto.code-of-other-client"])
  }

  @Test func `is not made without a key for it, and the code can be exchanged once there is one`() throws {
    let login = try login(keys: JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON)
    let code = login.code()
    let refused = login.exchange(code)
    #expect(refused.json["error"] == "server_error")
    #expect(refused.findings == ["criipto.id-token-key-missing"])
    // Nothing was used up.
    #expect(login.exchange(code).findings == ["criipto.id-token-key-missing"])
    let front = login.authorize(["response_type": "id_token", "response_mode": "fragment"])
    #expect(front.header("Location")?.contains("error=server_error") == true)
    #expect(front.findings == ["criipto.id-token-key-missing"])
  }

  @Test func `needs a key set in the world`() {
    for member in ["id_token", "userinfo"] {
      #expect(throws: (any Error).self) {
        try CriiptoTestWorld.emulator("\"\(member)\": \"signedAndEncryptedJWT\"")
      }
    }
  }

  @Test func `is explained in the log, for a client that takes it for a signed one (T19)`() throws {
    let login = try login()
    _ = login.tokens()
    #expect(
      login.emulator.log.messages.contains {
        $0.contains("the id_token is signedAndEncryptedJwt") && $0.contains("kid \"enc\"")
      })
    let plain = VerifyLogin(emulator: try CriiptoTestWorld.emulator())
    _ = plain.tokens()
    #expect(!plain.emulator.log.messages.contains { $0.contains("signedAndEncryptedJwt") })
    // A story may send something else.
    let altered = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(
        CriiptoTestWorld.encrypting,
        stories: ["clear": #""tokens": { "id_token": { "defect": "not_encrypted" } }"#]))
    _ = altered.tokens(scenario: "clear")
    #expect(!altered.emulator.log.messages.contains { $0.contains("signedAndEncryptedJwt") })
  }

  @Test(arguments: ["encrypted_to_wrong_key", "not_encrypted", "unsigned_inside", "missing_cty"])
  func `can have the defects of encryption:`(defect: String) throws {
    let emulator = try CriiptoTestWorld.emulator(
      CriiptoTestWorld.encrypting,
      stories: ["broken": "\"tokens\": { \"id_token\": { \"defect\": \"\(defect)\" } }"])
    let login = VerifyLogin(emulator: emulator)
    let token = login.tokens(scenario: "broken")["id_token"]?.string ?? ""
    switch defect {
    case "not_encrypted": #expect(try login.verified(token)["name"] == "Anna Peeters")
    case "encrypted_to_wrong_key": #expect(throws: (any Error).self) { try opened(token, login) }
    default:
      let header = try Self.header(token)
      #expect(header["cty"] == nil && header["kid"] == "enc")
    }
  }
}
