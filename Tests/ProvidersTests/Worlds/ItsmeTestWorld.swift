import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

@testable import Itsme

/// The world of the itsme tests: the strict client of the README, and another client.
enum ItsmeTestWorld {
  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - client: further members of the client `EIDOLON_TEST`, as JSON without braces.
  ///   - service: further members of its service.
  ///   - clients: further clients, as JSON members without braces.
  ///   - people: further people.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  static func emulator(
    client: String = "", service: String = "", clients: String = "", people: String = "",
    stories: [String: String] = [:], _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = [
      "world.json": world(client: after(client), service: after(service), after(clients), after(people))
    ]
    for (name, members) in stories {
      files["itsme/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"itsme\"\(after(members)) }"
    }
    return try TestEmulator([Itsme.self], files: files, settings: settings)
  }

  /// The client that stands for any.
  static let any = #""*": { "anything": true }"#

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func world(client: String, service: String, _ clients: String, _ people: String) -> String {
    """
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "gender": "female",
          "email": "anna@example.test", "email_verified": true, "phone_number": "+32 470000001", "locale": "nl",
          "nationality": "BE", "place_of_birth": { "city": "Brussel", "country": "BE" },
          "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE" },
          "photo": "/9j/4AAQ",
          "documents": [
            { "type": "eid", "country": "BE", "number": "591-0000001-06", "issuance_locality": "Tongeren",
              "valid_from": "2020-01-01", "valid_to": "2030-01-01" },
            { "type": "passport", "country": "BE", "number": "EH000001" }
          ]
        },
        "bob": { "given_name": "Bob", "family_name": "Janssens", "phone_number": "+32 470000002" }\(people)
      },
      "clients": {
        "itsme": {
          "EIDOLON_TEST": {
            "name": "Eidolon & Co",
            "services": {
              "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb", "http://localhost:9000/cb?app=1"]\(service) },
              "EIDOLON_SHARE": { "redirect_uris": ["http://localhost:9000/share"] }
            }\(client)
          },
          "OTHER": { "services": { "OTHER_LOGIN": { "redirect_uris": ["http://localhost:9001/cb"] } } }\(clients)
        }
      }
    }
    """
  }

  /// What browsers send.
  static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
  static let phone: Headers = [
    "Accept": "text/html", "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)",
  ]
  static let other = RelyingParty("OTHER", redirectURI: "http://localhost:9001/cb")
}

extension TestEmulator {
  static let issuer = "\(address)/itsme/oidc"
  static let tokenEndpoint = "\(issuer)/token"

  /// The parameters of an authentication request with changes; `nil` removes one.
  func request(_ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:]) -> Form {
    let service = party.identifier == "OTHER" ? "OTHER_LOGIN" : "EIDOLON_LOGIN"
    return Form(
      [
        "client_id": party.identifier, "response_type": "code", "scope": "openid service:\(service)",
        "redirect_uri": party.redirectURI, "state": "a state", "nonce": "a nonce",
      ], changing: changes)
  }

  /// An authentication request of a relying party.
  func authorize(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:], scenario: String? = nil,
    headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return get("/itsme/oidc/authorize?\(request(party, changes).encoded)", headers: headers)
  }

  /// The code of a login that succeeds.
  func code(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:], scenario: String? = nil
  ) -> String {
    authorize(party, changes, scenario: scenario).locationQuery["code"] ?? ""
  }

  /// A token request with a good assertion.
  func exchange(
    _ code: String, _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:]
  ) throws -> TestAnswer {
    let assertion = try party.assertion(audience: .string(TestEmulator.tokenEndpoint), at: clock.now)
    return exchange(code, party, assertion: assertion, changes)
  }

  /// The parameters of a token request.
  func tokenRequest(
    _ code: String, _ party: RelyingParty, assertion: String, _ changes: [String: String?] = [:]
  ) -> Form {
    Form(
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": party.redirectURI,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": assertion,
      ], changing: changes)
  }

  /// A token request with an assertion.
  func exchange(
    _ code: String, _ party: RelyingParty = RelyingParty(), assertion: String,
    _ changes: [String: String?] = [:]
  ) -> TestAnswer {
    post("/itsme/oidc/token", tokenRequest(code, party, assertion: assertion, changes))
  }

  /// A token request whose assertion differs from a good one; `null` removes a member.
  func exchange(
    claims: JSONObject = [:], header: JSONObject = [:], audience: JSON = .string(TestEmulator.tokenEndpoint),
    key: JWK? = nil, _ party: RelyingParty = RelyingParty(), scenario: String? = nil
  ) throws -> TestAnswer {
    let assertion = try party.assertion(
      audience: audience, at: clock.now, claims: claims, header: header, key: key)
    return exchange(code(party, scenario: scenario), party, assertion: assertion)
  }

  func userinfo(_ accessToken: String, headers: Headers = [:]) -> TestAnswer {
    var headers = headers
    headers.append("Authorization", "Bearer \(accessToken)")
    return get("/itsme/oidc/userinfo", headers: headers)
  }

  /// The token response of a login that succeeds.
  func tokens(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:], scenario: String? = nil
  ) throws -> (accessToken: String, idToken: String) {
    let json = try exchange(code(party, changes, scenario: scenario), party).json
    return (json["access_token"]?.string ?? "", json["id_token"]?.string ?? "")
  }

  /// The claims of the id_token and of userinfo after a whole login, both signatures verified.
  func login(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:], scenario: String? = nil
  ) throws -> (idToken: JSONObject, userinfo: JSONObject) {
    let tokens = try tokens(party, changes, scenario: scenario)
    return (try claims(tokens.idToken), try claims(userinfo(tokens.accessToken).text))
  }

  /// The claims of userinfo where it is asked for by one `claims` member.
  func userinfo(claims: String, scenario: String? = nil) throws -> JSONObject {
    try login(RelyingParty(), ["claims": "{\"userinfo\":\(claims)}"], scenario: scenario).userinfo
  }

  /// The claims of a token signed by the provider, decrypted first if it is encrypted to the client.
  func claims(_ token: String, key: JWK = TestKeys.opSignature.publicJWK) throws -> JSONObject {
    let jws =
      switch try CompactToken(parsing: token) {
      case .signed(let jws): jws
      case .encrypted(let jwe):
        try jwe.decryptNested(with: TestKeys.clientEncryption.jwk, allowing: [.rsaOAEP, .rsaOAEP256])
      }
    try jws.verify(with: key, allowing: [.rs256])
    return try JSONParser.parse(jws.payload).json.object ?? [:]
  }

  /// A GET of the key set, discovery and the like below the issuer.
  func document(_ path: String, headers: Headers = [:]) -> JSON {
    get("/itsme/oidc/\(path)", headers: headers).json
  }
}

extension TestAnswer {
  /// The error of a redirect, of a JSON body or of the page.
  var error: String? { locationQuery["error"] ?? json["error"]?.string }
}
