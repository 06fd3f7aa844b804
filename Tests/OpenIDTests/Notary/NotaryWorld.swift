import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

/// A notary with a client that has keys, and one that has a secret.
enum NotaryWorld {
  static let secret = "the secret of a shop"
  static let callback = "https://shop.test/cb"

  /// - Parameters:
  ///   - keyed: further members of the client `keyed`, as JSON without braces.
  ///   - secret: further members of the client `secret`.
  ///   - stories: the faults of scenarios, by short name.
  static func emulator(
    keyed: String = keys, secret: String = "", stories: [String: String] = [:]
  ) throws -> TestEmulator {
    let after = { (members: String) in members.isEmpty ? "" : ", \(members)" }
    var files = [
      "world.json": """
      { "people": { "anna": { "given_name": "Anna" } },
        "clients": { "notary": {
          "keyed": { "redirect_uris": ["\(callback)"]\(after(keyed)) },
          "other": { "secret": "another secret", "redirect_uris": ["\(callback)"] },
          "secret": { "method": "client_secret_post", "secret": "\(self.secret)",
            "redirect_uris": ["\(callback)"]\(after(secret)) } } } }
      """
    ]
    for (name, fault) in stories {
      files["notary/\(name).json"] =
        "{ \"title\": \"\(name)\", \"provider\": \"notary\", \"faults\": [{ \(fault) }] }"
    }
    return try TestEmulator([Notary.self], files: files)
  }

  static let set = JWKSet([TestKeys.clientSignature.publicJWK, TestKeys.clientEncryption.publicJWK])
  static let keys = "\"jwks\": \(set.publicJSON.text()), \"method\": \"private_key_jwt\""
}

extension NotaryWorld {
  /// The claims of a good request object of the client `keyed`, with changes; `null` removes one.
  static func members(_ emulator: TestEmulator, _ changes: JSONObject = [:]) -> JSONObject {
    let now = Int(emulator.clock.now.seconds)
    var all: JSONObject = [
      "iss": "keyed", "aud": .string(TestEmulator.notary), "client_id": "keyed", "response_type": "code",
      "scope": "openid profile", "redirect_uri": .string(callback), "state": "inner state",
      "nonce": "inner nonce", "iat": .integer(now), "exp": .integer(now + 300),
    ]
    for (name, value) in changes { all[name] = value.isNull ? nil : value }
    return all
  }
}

extension TestEmulator {
  static let notary = "\(address)/notary"

  /// An authorization request of the notary's client; `nil` removes a parameter.
  func authorize(
    _ client: String, _ changes: [String: String?] = [:], headers: Headers = [:]
  ) -> TestAnswer {
    let query = Form(
      [
        "client_id": client, "response_type": "code", "scope": "openid", "state": "some state",
        "nonce": "nonce \(clock.now.milliseconds)", "redirect_uri": NotaryWorld.callback,
      ], changing: changes)
    return get("/notary/authorize?\(query.encoded)", headers: headers)
  }

  /// A token request with a new code of a client.
  func redeem(
    _ client: String, _ changes: [String: String?] = [:], headers: Headers = [:], query: String = ""
  ) -> TestAnswer {
    let form = Form(
      [
        "grant_type": "authorization_code", "redirect_uri": NotaryWorld.callback,
        "code": authorize(client).locationQuery["code"] ?? "",
      ], changing: changes)
    return post("/notary/token\(query)", form, headers: headers)
  }

  /// The fields of a client that authenticates with an assertion; `null` removes a member of its header.
  func assertion(_ client: String = "keyed", header: JSONObject = [:]) throws -> [String: String?] {
    let assertion = try RelyingParty(client).assertion(
      audience: .string("\(Self.notary)/token"), at: clock.now, header: header)
    return [
      "client_assertion": assertion,
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    ]
  }

  static func basic(_ client: String, _ secret: String) -> Headers {
    ["Authorization": "Basic \(Base64.encode(Array("\(client):\(PercentCoding.encode(secret))".utf8)))"]
  }
}

/// Encrypts to the notary's key; `null` removes a member of the header.
func encryptedToNotary(_ text: String, header: JSONObject = [:]) throws -> String {
  var all: JSONObject = ["alg": "RSA-OAEP-256", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "e1"]
  for (name, value) in header { all[name] = value.isNull ? nil : value }
  return try JWE.encrypt(
    header: all, plaintext: Array(text.utf8), key: TestKeys.opEncryption.jwk.key
  ) { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) } }
}
