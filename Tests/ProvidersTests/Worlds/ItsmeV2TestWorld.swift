import Crypto
import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

@testable import Itsme

/// The world of the tests of itsme's second version: clients of both kinds, as a relying party sees them.
struct ItsmeV2TestWorld {
  let emulator: TestEmulator
  /// Under which the calls go.
  var base = ItsmeBase.current

  static let home = "\(TestEmulator.address)/itsme-v2"
  static let redirectURI = "https://rp.example/cb"
  static let secret = "eidolon-demo-secret-v2-0123456789"
  static let objectURI = "https://rp.example:443/request.jwt"
  static let scopeOfLogin = "openid service:EIDOLON_LOGIN"
  /// The begin of the names of itsme's own claims.
  static let claim = "http://itsme.services/v2/claim/"
  /// Of RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  /// - Parameters:
  ///   - client: further members of the client `EIDOLON_TEST`, as JSON without braces.
  ///   - service: further members of its service `EIDOLON_LOGIN`.
  ///   - secretClient: further members of the client `EIDOLON_SECRET`.
  ///   - clients: further clients, as JSON members without braces.
  ///   - people: further people.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  init(
    client: String = "", service: String = "", secretClient: String = "", clients: String = "",
    people: String = "", stories: [String: String] = [:], base: ItsmeBase = .current,
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = [
      "world.json": Self.world(
        client: Self.after(client), service: Self.after(service), secretClient: Self.after(secretClient),
        Self.after(clients), Self.after(people))
    ]
    for (name, members) in stories {
      files["itsme-v2/\(name).json"] =
        "{ \"title\": \"\(name)\", \"provider\": \"itsme-v2\"\(Self.after(members)) }"
    }
    emulator = try TestEmulator([ItsmeV2.self], files: files, settings: settings)
    self.base = base
  }

  /// The world of an emulator that has it.
  init(_ emulator: TestEmulator) { self.emulator = emulator }

  /// The client that stands for any.
  static let any = #""*": { "anything": true }"#

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func services(_ ofLogin: String = "") -> String {
    """
    "services": {
      "EIDOLON_LOGIN": {
        "type": "authentication",
        "redirect_uris": ["\(redirectURI)", "\(redirectURI)?app=1", "http://localhost:9000/cb"]\(ofLogin)
      },
      "EIDOLON_IDENT": { "type": "identification", "redirect_uris": ["https://rp.example/identified"] },
      "EIDOLON_SHARE": { "type": "data_sharing", "redirect_uris": ["\(redirectURI)"] },
      "EIDOLON_CONFIRM": { "type": "confirmation", "redirect_uris": ["\(redirectURI)"] }
    }
    """
  }

  private static func world(
    client: String, service: String, secretClient: String, _ clients: String, _ people: String
  ) -> String {
    """
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "gender": "female",
          "email": "anna@example.test", "phone_number": "+32 470000001", "locale": "nl",
          "nationality": "BE", "place_of_birth": { "city": "Tongeren", "country": "BE" },
          "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE" },
          "photo": "/9j/4AAQ",
          "documents": [
            { "type": "eid", "country": "BE", "number": "591-0000001-06", "issuance_locality": "Tongeren",
              "valid_from": "2020-01-01", "valid_to": "2030-01-01" }
          ]
        },
        "bob": { "given_name": "Bob", "family_name": "Janssens", "phone_number": "+32 470000002" }\(people)
      },
      "clients": {
        "itsme-v2": {
          "EIDOLON_TEST": { "name": "Eidolon & Co", "request_uris": ["\(objectURI)"], \(services(service))\(client) },
          "EIDOLON_SECRET": { "secret": "\(secret)", \(services())\(secretClient) },
          "OTHER": {
            "services": { "OTHER_LOGIN": { "type": "authentication", "redirect_uris": ["https://other.example/cb"] } }
          }\(clients)
        }
      }
    }
    """
  }

  /// What browsers send.
  static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
  static let phone: Headers = [
    "Accept": "text/html",
    "User-Agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
  ]

  var now: Int { Int(emulator.clock.now.seconds) }

  var issuer: String { base.issuer(Self.home) }

  func url(_ resource: ItsmeBase.Resource) -> String { Self.home + base.path(resource) }

  // MARK: Authorization

  /// The parameters of an authentication request with changes; `nil` takes one out.
  func parameters(_ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:]) -> Form {
    Form(
      [
        "client_id": client, "response_type": "code", "scope": Self.scopeOfLogin,
        "redirect_uri": Self.redirectURI, "state": "the state", "nonce": "the nonce",
        "code_challenge": Self.challenge, "code_challenge_method": "S256",
      ], changing: changes)
  }

  func authorize(
    _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:], scenario: String? = nil,
    headers: Headers = [:]
  ) -> TestAnswer {
    emulator.get(
      "\(url(.authorize))?\(parameters(client, changes).encoded)", headers: Self.headers(headers, scenario))
  }

  private static func headers(_ headers: Headers, _ scenario: String?) -> Headers {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return headers
  }

  // MARK: Request objects

  /// What a careful client puts into its request object; `null` among the changes takes a member out.
  func members(_ changes: JSONObject = [:], _ client: String = "EIDOLON_TEST") -> JSONObject {
    var members: JSONObject = [
      "iss": .string(client), "aud": .string(issuer), "client_id": .string(client), "response_type": "code",
      "scope": .string(Self.scopeOfLogin), "redirect_uri": .string(Self.redirectURI), "state": "the state",
      "nonce": "the nonce", "code_challenge": .string(Self.challenge), "code_challenge_method": "S256",
      "iat": .integer(now), "exp": .integer(now + 300), "jti": .string(RelyingParty(client).unique()),
    ]
    for (name, value) in changes { members[name] = value.isNull ? nil : value }
    return members
  }

  /// A request object, signed and then encrypted to itsme.
  func object(_ changes: JSONObject = [:], _ client: String = "EIDOLON_TEST") throws -> String {
    try Self.encrypted(RelyingParty(client).requestObject(members(changes, client)))
  }

  /// A text encrypted to itsme; `null` among the changes takes a member out of the header.
  static func encrypted(
    _ text: String, header changes: JSONObject = [:], key: JWK = TestKeys.opEncryption.jwk
  ) throws -> String {
    var header: JSONObject = [
      "alg": "RSA-OAEP-256", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "e1",
    ]
    for (name, value) in changes { header[name] = value.isNull ? nil : value }
    return try JWE.encrypt(header: header, plaintext: Array(text.utf8), key: key.key) { randomBytes($0) }
  }

  /// What stands beside a request object that holds all else.
  static let beside: [String: String?] = [
    "redirect_uri": nil, "state": nil, "nonce": nil, "code_challenge": nil, "code_challenge_method": nil,
  ]

  /// A request with a request object.
  func authorize(
    object: String, _ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = [:]
  ) -> TestAnswer {
    var all = Self.beside.merging(["request": object]) { $1 }
    all.merge(changes) { $1 }
    return authorize(
      changes["client_id"].flatMap { $0 } ?? "EIDOLON_TEST", all, scenario: scenario, headers: headers)
  }

  // MARK: Tokens

  /// The code of a login that succeeds.
  func code(
    _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:], scenario: String? = nil
  ) -> String {
    authorize(client, changes, scenario: scenario).locationQuery["code"] ?? ""
  }

  /// What a client authenticates with at the token endpoint, as it was registered.
  func credentials(_ client: String = "EIDOLON_TEST") throws -> [String: String] {
    guard client != "EIDOLON_SECRET" else { return ["client_id": client, "client_secret": Self.secret] }
    return [
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": try RelyingParty(client).assertion(
        audience: .string(url(.token)), at: emulator.clock.now),
    ]
  }

  /// A token request with the registered authentication; `nil` among the changes takes a field out.
  func exchange(
    _ code: String, _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:],
    headers: Headers = [:]
  ) throws -> TestAnswer {
    var fields = try credentials(client)
    fields.merge([
      "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirectURI,
      "code_verifier": Self.verifier,
    ]) { $1 }
    return emulator.post(url(.token), Form(fields, changing: changes), headers: headers)
  }

  /// The tokens of a login that succeeds.
  func tokens(
    _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:], scenario: String? = nil
  ) throws -> (accessToken: String, idToken: String) {
    let json = try exchange(code(client, changes, scenario: scenario), client).json
    return (json["access_token"]?.string ?? "", json["id_token"]?.string ?? "")
  }

  /// A call with an access token: userinfo or the picture.
  func get(_ resource: ItsmeBase.Resource, _ accessToken: String) -> TestAnswer {
    emulator.get(url(resource), headers: ["Authorization": "Bearer \(accessToken)"])
  }

  /// The claims of the id_token and of userinfo after a whole login, decrypted and verified.
  func login(
    _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:], scenario: String? = nil
  ) throws -> (idToken: JSONObject, userinfo: JSONObject) {
    let tokens = try tokens(client, changes, scenario: scenario)
    return (
      try claims(tokens.idToken, of: client),
      try claims(get(.userinfo, tokens.accessToken).text, of: client)
    )
  }

  /// The claims of a token, decrypted as its client does, and verified; one that is signed alone is verified.
  func claims(_ token: String, of client: String = "EIDOLON_TEST") throws -> JSONObject {
    let jws: JWS =
      switch try CompactToken(parsing: token) {
      case .signed(let jws): jws
      case .encrypted(let jwe):
        try jwe.decryptNested(
          with: client == "EIDOLON_SECRET" ? Self.secretKey : TestKeys.clientEncryption.jwk,
          allowing: [.rsaOAEP, .rsaOAEP256, .direct])
      }
    try jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])
    return try JSONParser.parse(jws.payload).json.object ?? [:]
  }

  /// What encrypts the tokens of `EIDOLON_SECRET`.
  static let secretKey = JWK(Key.encrypting(with: secret, for: .a256gcm))

  // MARK: The page and the phone

  /// A button or a form of the waiting page.
  func submit(_ transaction: String, _ fields: [String: String]) -> TestAnswer {
    emulator.post(
      "/itsme-v2/v2/authorization/confirmation",
      Form(fields, changing: ["transaction": transaction]), headers: Self.browser)
  }

  /// The waiting page of a transaction.
  func page(_ transaction: String, _ further: String = "") -> TestAnswer {
    emulator.get(
      "/itsme-v2/v2/authorization/confirmation?transaction=\(transaction)\(further)", headers: Self.browser)
  }

  /// Opens a link on a person's phone.
  func open(_ link: String, as person: String? = nil) -> TestAnswer {
    var body: JSONObject = ["link": .string(link)]
    body["person"] = person.map(JSON.string)
    return emulator.send(
      Request(
        .post, "/_eidolon/phone/open", headers: ["Content-Type": "application/json"],
        body: JSON.object(body).bytes()))
  }

  /// What a person does on the phone.
  func act(_ verb: String, _ transaction: String) -> TestAnswer {
    emulator.send(
      Request(
        .post, "/_eidolon/transactions/\(transaction)/phone", headers: ["Content-Type": "application/json"],
        body: (["do": .string(verb)] as JSON).bytes()))
  }

  /// A login as the emulator keeps it.
  func login(_ transaction: String) -> Transaction<ItsmeV2Login>? {
    emulator.application.providers.lazy.compactMap { $0 as? ItsmeV2 }.first?.logins.find(transaction)
  }
}
