import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

@testable import Criipto

/// The world of the Criipto tests: a strict application with a secret, one with a key, a public one, one with dynamic scopes.
enum CriiptoTestWorld {
  static let client = "urn:my:application:identifier:1234"
  static let callback = "https://app.example.test/callback"
  static let domain = "\(TestEmulator.address)/criipto"

  /// A member of the application that switches single sign-on on.
  static let singleSignOn = #""quirks": { "sso": true }"#

  /// Members of an application whose id_tokens are encrypted, to a key as the documentation has it: with a kid and use,
  /// without alg.
  static let encrypting = "\"id_token\": \"signedAndEncryptedJwt\", \"jwks\": \(encryptionKeys.text())"
  static let encryptionKeys = JWKSet([
    TestKeys.clientSignature.publicJWK, TestKeys.clientEncryption.renamed(kid: "enc", use: "enc", alg: nil),
  ]).publicJSON

  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - members: further members of the application with the secret, as JSON without braces.
  ///   - clients: further applications.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  static func emulator(
    _ members: String = "", clients: String = "", stories: [String: String] = [:],
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = ["world.json": world(after(members), after(clients))]
    for (name, members) in stories {
      files["criipto/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"criipto\"\(after(members)) }"
    }
    return try TestEmulator([Criipto.self], files: files, settings: settings)
  }

  /// The client that stands for any.
  static let any = #""*": { "anything": true }"#

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func world(_ members: String, _ clients: String) -> String {
    let keys = JWKSet([TestKeys.clientSignature.publicJWK, TestKeys.clientEncryption.publicJWK]).publicJSON
      .text()
    return """
      {
        "people": {
          "anna": {
            "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14",
            "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE" },
            "ids": { "se_personnummer": "19900714-2384", "dk_cpr": "140790-9996" }
          },
          "freja": {
            "given_name": "Freja", "family_name": "Fiktivsen", "birthdate": "1958-12-27",
            "address": { "street_address": "Opdigtet Allé 12", "postal_code": "9999", "locality": "Fiktivby", "country": "DK" },
            "ids": { "dk_cpr": "271258-9994" }
          }
        },
        "clients": {
          "criipto": {
            "\(client)": {
              "name": "Eidolon & Co", "secret": "demo+secret/with=",
              "redirect_uris": ["\(callback)", "http://localhost:9000/cb", "https://app.example.test/callback?app=1"]\(members)
            },
            "urn:key": { "jwks": \(keys), "redirect_uris": ["\(callback)"] },
            "urn:fetched": { "jwks_uri": "http://keys.test/jwks", "redirect_uris": ["\(callback)"] },
            "urn:public": { "public": true, "redirect_uris": ["\(callback)", "exampleapp://callback"] },
            "urn:dynamic": { "secret": "s", "scopes": "dynamic", "redirect_uris": ["\(callback)"] },
            "urn:long": { "secret": "s", "claim_names": "long", "redirect_uris": ["\(callback)"] },
            "urn:par": { "secret": "s", "require_par": true, "redirect_uris": ["\(callback)"] }\(clients)
          }
        }
      }
      """
  }

  static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
  /// RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
}

/// A login of an application, as its backend would do it.
struct VerifyLogin {
  let emulator: TestEmulator
  var client = CriiptoTestWorld.client
  var secret: String? = "demo+secret/with="

  /// The parameters of an authorization request with changes; `nil` removes one.
  func request(_ changes: [String: String?] = [:]) -> Form {
    Form(
      [
        "client_id": client, "redirect_uri": CriiptoTestWorld.callback, "response_type": "code",
        "scope": "openid",
        "acr_values": "urn:grn:authn:dk:mitid:substantial", "state": "a state", "nonce": "a nonce",
      ], changing: changes)
  }

  func authorize(_ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = [:])
    -> TestAnswer
  {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.get("/criipto/oauth2/authorize?\(request(changes).encoded)", headers: headers)
  }

  /// The code of a login that succeeds.
  func code(_ changes: [String: String?] = [:], scenario: String? = nil) -> String {
    authorize(changes, scenario: scenario).locationQuery["code"] ?? ""
  }

  /// The id and secret as documented: both form-encoded before base64.
  var basic: Headers {
    guard let secret else { return [:] }
    let text = "\(PercentCoding.encode(client)):\(PercentCoding.encode(secret))"
    return ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"]
  }

  func exchange(_ code: String, _ changes: [String: String?] = [:], headers: Headers? = nil) -> TestAnswer {
    var parameters = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": CriiptoTestWorld.callback,
    ]
    if secret == nil { parameters["client_id"] = client }
    return emulator.post(
      "/criipto/oauth2/token", Form(parameters, changing: changes), headers: headers ?? basic)
  }

  /// The token answer of a login that succeeds.
  func tokens(_ changes: [String: String?] = [:], scenario: String? = nil) -> JSON {
    exchange(code(changes, scenario: scenario)).json
  }

  /// The claims of the id_token of a login that succeeds, its signature verified.
  func claims(_ changes: [String: String?] = [:], scenario: String? = nil) throws -> JSONObject {
    try verified(tokens(changes, scenario: scenario)["id_token"]?.string ?? "")
  }

  /// The claims of a token, verified with the key of its `kid` in the key set.
  func verified(_ token: String) throws -> JSONObject {
    let jws = try JWS(parsing: token)
    let keys = try JWKSet(emulator.get("/criipto/.well-known/jwks").json)
    try jws.verify(with: keys.select(kid: jws.kid, use: "sig", alg: "RS256"), allowing: [.rs256])
    return try JSONParser.parse(jws.payload).json.object ?? [:]
  }

  func userinfo(_ token: String) -> TestAnswer {
    emulator.get("/criipto/oauth2/userinfo", headers: ["Authorization": "Bearer \(token)"])
  }

  func push(_ changes: [String: String?] = [:], headers: Headers = [:]) -> TestAnswer {
    var all = basic
    for (name, value) in headers { all.append(name, value) }
    return emulator.post("/criipto/oauth2/par", request(changes), headers: all)
  }

  /// An authorization request that names a pushed one.
  func authorize(pushed uri: String, headers: Headers = [:]) -> TestAnswer {
    let form = Form(["client_id": client, "request_uri": uri], changing: [:])
    return emulator.get("/criipto/oauth2/authorize?\(form.encoded)", headers: headers)
  }
}

extension TestAnswer {
  /// The parameters in the fragment of the `Location`.
  var fragment: Form {
    let location = header("Location") ?? ""
    guard let hash = location.firstIndex(of: "#") else { return Form() }
    return (try? Form(parsing: String(location[location.index(after: hash)...]))) ?? Form()
  }

  /// The cookies that the answer sets, as a browser would send them back.
  var cookies: String {
    (response?.headers.values("Set-Cookie") ?? []).map { String($0.prefix { $0 != ";" }) }.joined(
      separator: "; ")
  }
}
