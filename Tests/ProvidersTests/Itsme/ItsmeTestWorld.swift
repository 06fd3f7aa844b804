import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

@testable import Providers

/// The world of the itsme tests: the strict client of the README, another client, and the client that stands for any.
enum ItsmeTestWorld {
  static let text = """
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "gender": "female",
          "email": "anna@example.test", "email_verified": true, "phone_number": "+32 470000001", "locale": "nl",
          "nationality": "BE", "place_of_birth": { "city": "Brussel", "country": "BE" },
          "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE" },
          "documents": [
            { "type": "eid", "country": "BE", "number": "591-0000001-06", "issuance_locality": "Tongeren",
              "valid_from": "2020-01-01", "valid_to": "2030-01-01" },
            { "type": "passport", "country": "BE", "number": "EH000001" }
          ]
        },
        "bob": { "given_name": "Bob", "family_name": "Janssens", "phone_number": "+32 470000002" }
      },
      "clients": {
        "itsme": {
          "EIDOLON_TEST": {
            "services": {
              "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb", "http://localhost:9000/cb?app=1"] }
            }
          },
          "OTHER": { "services": { "OTHER_LOGIN": { "redirect_uris": ["http://localhost:9001/cb"] } } }
        }
      }
    }
    """

  /// An emulator with this world and further files.
  static func emulator(
    _ files: [String: String] = [:], settings: Sandbox.Settings = Sandbox.Settings()
  ) throws -> TestEmulator {
    try TestEmulator(
      [Itsme.self], files: files.merging(["world.json": text]) { own, _ in own }, settings: settings)
  }
}

extension TestEmulator {
  static let issuer = "\(address)/itsme/oidc"
  static let tokenEndpoint = "\(issuer)/token"

  /// An authentication request of a relying party, with changes; `nil` removes a parameter.
  func authorize(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:], headers: Headers = [:]
  ) -> TestAnswer {
    var parameters: [String: String] = [
      "client_id": party.identifier, "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
      "redirect_uri": party.redirectURI, "state": "a state", "nonce": "a nonce",
    ]
    for (name, value) in changes { parameters[name] = value }
    var form = Form()
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    return get("/itsme/oidc/authorize?\(form.encoded)", headers: headers)
  }

  /// The code of a login that succeeds.
  func code(_ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:]) -> String {
    authorize(party, changes).locationQuery["code"] ?? ""
  }

  /// A token request with a good assertion, with changes; `nil` removes a parameter.
  func exchange(
    _ code: String, _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:]
  ) throws -> TestAnswer {
    let assertion = try party.assertion(audience: .string(TestEmulator.tokenEndpoint), at: clock.now)
    return exchange(code, party, assertion: assertion, changes)
  }

  /// A token request with an assertion, with changes; `nil` removes a parameter.
  func exchange(
    _ code: String, _ party: RelyingParty = RelyingParty(), assertion: String,
    _ changes: [String: String?] = [:]
  ) -> TestAnswer {
    var parameters: [String: String] = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": party.redirectURI,
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": assertion,
    ]
    for (name, value) in changes { parameters[name] = value }
    var form = Form()
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { form.append(name, value) }
    return post("/itsme/oidc/token", form)
  }

  /// The claims of the id_token and of userinfo after a whole login, both signatures verified.
  func login(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:]
  ) throws -> (idToken: JSONObject, userinfo: JSONObject) {
    let tokens = try exchange(code(party, changes), party).json
    let userinfo = get(
      "/itsme/oidc/userinfo", headers: ["Authorization": "Bearer \(tokens["access_token"]?.string ?? "")"])
    return (try claims(tokens["id_token"]?.string ?? ""), try claims(userinfo.text))
  }

  /// The claims of a token signed by the provider.
  func claims(_ token: String) throws -> JSONObject {
    let jws = try JWS(parsing: token)
    try jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])
    return try JSONParser.parse(jws.payload).json.object ?? [:]
  }
}

extension TestAnswer {
  /// The body as JSON, `null` when it is none.
  var json: JSON { (try? JSONParser.parse(response?.body ?? []))?.json ?? .null }
}
