import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme
@testable import TestWorlds

@Suite struct `A request object of itsme's second version` {
  /// The members that a request may have inside and outside.
  static let bare: [String: String?] = ["response_type": nil, "scope": nil]

  /// A request object made from a text that the client signed.
  func object(_ world: ItsmeV2TestWorld, _ changes: JSONObject = [:], jws: JSONObject = [:], key: JWK? = nil)
    throws
    -> String
  {
    try ItsmeV2TestWorld.encrypted(
      RelyingParty().requestObject(world.members(changes), header: jws, key: key))
  }

  @Test func `that is signed and then encrypted gives the request its parameters (Q1)`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = try world.authorize(
      object: world.object(["nonce": "inner nonce", "claims": ["id_token": ["name": .null]]]))
    expectCode(answer)
    #expect(answer.locationQuery["state"] == "the state")
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    let token = try world.claims(json["id_token"]?.string ?? "")
    #expect(token["nonce"] == "inner nonce" && token["name"] == "Anna Peeters")
  }

  @Test(arguments: [("RSA-OAEP-256", "A128CBC-HS256"), ("RSA-OAEP-256", "A256GCM")])
  func `may be encrypted as discovery lists it (J3, J4)`(algorithm: String, content: String) throws {
    let world = try ItsmeV2TestWorld()
    let text = try RelyingParty().requestObject(world.members())
    expectCode(
      try world.authorize(
        object: ItsmeV2TestWorld.encrypted(
          text, header: ["alg": .string(algorithm), "enc": .string(content)])))
  }

  static let oddEncryptions: [(header: JSONObject, rule: String)] = [
    (["alg": "RSA-OAEP"], "jwe-algorithm-old"), (["cty": .null], "jwe-cty-missing"),
    (["enc": "A192CBC-HS384"], "content-encryption-unlisted"),
  ]

  @Test(arguments: oddEncryptions)
  func `that is encrypted in an odd way is let in with a finding (J2, J3)`(header: JSONObject, rule: String)
    throws
  {
    let world = try ItsmeV2TestWorld()
    let text = try RelyingParty().requestObject(world.members())
    expectCode(
      try world.authorize(object: ItsmeV2TestWorld.encrypted(text, header: header)), ["itsme-v2.\(rule)"])
  }

  static let wrongEncryptions: [(header: JSONObject, rule: String)] = [
    (["kid": .null], "jwe-kid-missing"), (["kid": "e9"], "jwe-kid-unknown"),
    (["alg": "RSA1_5"], "jwe-algorithm-refused"),
  ]

  @Test(arguments: wrongEncryptions)
  func `whose encryption breaks the rules is refused (J2, J3)`(header: JSONObject, rule: String) throws {
    let world = try ItsmeV2TestWorld()
    let text = try RelyingParty().requestObject(world.members())
    expectPage(
      try world.authorize(object: ItsmeV2TestWorld.encrypted(text, header: header)), "invalid_request_object",
      "itsme-v2.\(rule)")
  }

  @Test func `that is encrypted to another key is undecryptable (Q8)`() throws {
    let world = try ItsmeV2TestWorld()
    let text = try RelyingParty().requestObject(world.members())
    expectPage(
      try world.authorize(object: ItsmeV2TestWorld.encrypted(text, key: TestKeys.spares[0].jwk)),
      "invalid_request_object", "itsme-v2.request-object-undecryptable")
  }

  @Test func `that is signed only is refused, unless a switch lets it in (Q1, Z26)`() throws {
    let text = try RelyingParty().requestObject(ItsmeV2TestWorld().members())
    expectPage(
      try ItsmeV2TestWorld().authorize(object: text), "invalid_request_object",
      "itsme-v2.request-object-unencrypted")
    expectCode(
      try ItsmeV2TestWorld(client: #""preset": "lenient""#).authorize(object: text),
      ["itsme-v2.request-object-unencrypted"])
  }

  @Test func `that is encrypted and not signed is refused (Q1, G2)`() throws {
    let world = try ItsmeV2TestWorld()
    let text = JSON.object(world.members()).text()
    expectPage(
      try world.authorize(object: ItsmeV2TestWorld.encrypted(text)), "invalid_request_object",
      "itsme-v2.request-object-malformed")
    expectPage(
      try world.authorize(object: object(world, jws: ["alg": "none", "kid": .null])),
      "invalid_request_object",
      "itsme-v2.request-object-algorithm")
  }

  @Test func `that is not a JWT, or holds no object, is refused`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(world.authorize(object: "x.y"), "invalid_request_object", "itsme-v2.request-object-malformed")
  }

  @Test func `that holds an object of an unsupported parameter is let in with a finding (A20, Z7)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(
      try world.authorize(object: world.object(["registration": ["client_name": "x"]])),
      ["itsme-v2.parameter-ignored"])
  }

  @Test func `needs the kid of its signing key (J1)`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      try world.authorize(object: object(world, jws: ["kid": .null])), "invalid_request_object",
      "itsme-v2.jws-kid-missing")
  }

  @Test func `with an unknown kid or a wrong signature is refused (Q8)`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      try world.authorize(object: object(world, jws: ["kid": "S1"])), "invalid_request_object",
      "itsme-v2.request-object-kid-unknown")
    expectPage(
      try world.authorize(object: object(world, key: TestKeys.spares[0].jwk)), "invalid_request_object",
      "itsme-v2.request-object-signature")
  }

  @Test func `needs the client as iss (Q2)`() throws {
    let world = try ItsmeV2TestWorld()
    for issuer in [.null, "OTHER"] as [JSON] {
      expectPage(
        try world.authorize(object: world.object(["iss": issuer])), "invalid_request_object",
        "itsme-v2.request-object-issuer")
    }
  }

  @Test func `needs the issuer of its base as aud; the endpoints are let in (Q2)`() throws {
    for base in ItsmeBase.allCases {
      let world = try ItsmeV2TestWorld(base: base)
      expectCode(try world.authorize(object: world.object()))
      expectCode(
        try world.authorize(object: world.object(["aud": ["https://rp.example", .string(world.issuer)]])))
      for audience in [world.url(.authorize), world.url(.token)] {
        expectCode(
          try world.authorize(object: world.object(["aud": .string(audience)])),
          ["itsme-v2.request-object-audience-unusual"])
      }
      let others = ItsmeBase.allCases.filter { $0 != base }.map { $0.issuer(ItsmeV2TestWorld.home) }
      let refused: [JSON] = [.null, .string(world.url(.userinfo)), "https://idp.example"]
      for audience in refused + others.map(JSON.string) {
        expectPage(
          try world.authorize(object: world.object(["aud": audience])), "invalid_request_object",
          "itsme-v2.request-object-audience")
      }
    }
  }

  @Test func `needs no times (Q3)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(try world.authorize(object: world.object(["iat": .null, "exp": .null, "jti": .null])))
  }

  @Test func `has its times checked with a leeway of 60 seconds (Q3)`() throws {
    let world = try ItsmeV2TestWorld()
    let late = { world.now - $0 }
    expectCode(
      try world.authorize(object: world.object(["exp": .integer(late(30))])), ["itsme-v2.request-object-late"]
    )
    expectCode(
      try world.authorize(object: world.object(["nbf": .integer(late(-30)), "iat": .integer(late(-30))])))
    for changes in [["exp": .integer(late(90))], ["nbf": .integer(late(-90))], ["iat": .integer(late(-90))]]
      as [JSONObject]
    {
      expectPage(
        try world.authorize(object: world.object(changes)), "invalid_request_object",
        "itsme-v2.request-object-expired")
    }
  }

  @Test func `may write times and claims as texts, unless a switch forbids it (Z24)`() throws {
    let strict = #""quirks": {"request_times": "strict"}"#
    for name in ["exp", "claims"] {
      let make = { (world: ItsmeV2TestWorld) in
        try world.object([
          name: .string(name == "exp" ? String(world.now + 300) : #"{"id_token":{"name":null}}"#)
        ])
      }
      let world = try ItsmeV2TestWorld()
      expectCode(try world.authorize(object: make(world)), ["itsme-v2.ciba-times-as-text"])
      let other = try ItsmeV2TestWorld(client: strict)
      expectPage(
        try other.authorize(object: make(other)), "invalid_request_object",
        "itsme-v2.request-object-member-type")
    }
  }

  static let wrongMembers: [JSONObject] = [
    ["exp": "2026-11-21T12:05:00Z"], ["nbf": "2026-11-21T12:05:00Z"], ["claims": "{id_token:{name:null}}"],
    ["scope": ["openid"]],
  ]

  @Test(arguments: wrongMembers)
  func `with a time in ISO form, or another member of a wrong type, is refused (Z24)`(changes: JSONObject)
    throws
  {
    let world = try ItsmeV2TestWorld()
    let answer = try world.authorize(object: world.object(changes))
    #expect(answer.status == 400 && answer.error == "invalid_request_object")
  }

  @Test func `may name a claim twice (A13)`() throws {
    let world = try ItsmeV2TestWorld()
    let text =
      JSON.object(world.members()).text().dropLast()
      + #","claims":{"id_token":{"name":null,"name":null,"gender":null}}}"#
    let signed = try JWS.sign(
      header: ["alg": "RS256", "kid": "s1"], payload: Array(text.utf8), key: RelyingParty().signing.key)
    let answer = try world.authorize(object: ItsmeV2TestWorld.encrypted(signed))
    expectCode(answer)
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    #expect(try world.claims(json["id_token"]?.string ?? "")["name"] == "Anna Peeters")
  }

  // MARK: What stands beside it

  @Test(arguments: ["state", "nonce", "redirect_uri", "response_type", "code_challenge"])
  func `says the same as what stands beside it (Q4)`(name: String) throws {
    let world = try ItsmeV2TestWorld()
    let (same, other) = (world.parameters()[name], "https://rp.example/other")
    expectCode(try world.authorize(object: world.object(), [name: same]))
    expectPage(
      try world.authorize(object: world.object(), [name: other]), "invalid_request",
      "itsme-v2.parameters-differ")
  }

  @Test func `names the client that stands beside it (Q4, Q5)`() throws {
    let world = try ItsmeV2TestWorld()
    expectPage(
      try world.authorize(object: world.object(["client_id": "OTHER"])), "invalid_request",
      "itsme-v2.parameters-differ")
  }

  @Test func `may have a smaller scope beside it, and wins (Q5)`() throws {
    let world = try ItsmeV2TestWorld()
    let inside = "openid service:EIDOLON_LOGIN profile"
    let answer = try world.authorize(object: world.object(["scope": .string(inside)]), ["scope": "openid"])
    expectCode(answer)
    let json = try world.exchange(answer.locationQuery["code"] ?? "").json
    let userinfo = try world.claims(world.get(.userinfo, json["access_token"]?.string ?? "").text)
    #expect(userinfo["given_name"] == "Anna")
  }

  @Test func `should have response_type, and a scope with openid, beside it (Q5)`() throws {
    let world = try ItsmeV2TestWorld()
    expectCode(
      try world.authorize(object: world.object(), Self.bare), ["itsme-v2.request-object-alone"])
    expectCode(
      try world.authorize(object: world.object(), ["scope": nil]),
      ["itsme-v2.request-object-scope-inside-only"])
  }

  @Test func `holds no other request object (Q8)`() throws {
    let world = try ItsmeV2TestWorld()
    for name in ["request", "request_uri"] {
      expectPage(
        try world.authorize(object: world.object([name: "https://rp.example:443/x"])),
        "invalid_request_object",
        "itsme-v2.request-object-nested")
    }
  }

  @Test func `of a client that nobody registered is let in unverified by "*" (K14)`() throws {
    let world = try ItsmeV2TestWorld(clients: ItsmeV2TestWorld.any)
    let text = try RelyingParty("NOBODY").requestObject(
      world.members([:], "NOBODY"), key: TestKeys.spares[0].jwk)
    let answer = try world.authorize(object: ItsmeV2TestWorld.encrypted(text), ["client_id": "NOBODY"])
    expectCode(
      answer,
      [
        "itsme-v2.client-unregistered", "itsme-v2.assertion-unverified",
        "itsme-v2.redirect-uri-unregistered",
      ])
  }

  @Test func `of a client with a secret is signed with the test keys, which it is lent`() throws {
    let world = try ItsmeV2TestWorld()
    let answer = try world.authorize(
      object: world.object([:], "EIDOLON_SECRET"), ["client_id": "EIDOLON_SECRET"])
    expectCode(answer)
  }

  @Test func `tells scenarios what it says (contract 6)`() throws {
    let world = try ItsmeV2TestWorld(
      stories: ["no": #""phone": [{"do": "reject"}], "when": {"nonce": "inner nonce"}"#])
    #expect(try world.authorize(object: world.object(["nonce": "inner nonce"])).error == "access_denied")
    expectCode(try world.authorize(object: world.object()))
  }

  // MARK: By reference

  /// A world whose client serves a request object.
  func serving(
    _ uri: String = ItsmeV2TestWorld.objectURI, registered: [String]? = nil, status: Int = 200,
    stories: [String: String] = [:], _ text: (ItsmeV2TestWorld) throws -> String = { try $0.object() }
  ) throws -> ItsmeV2TestWorld {
    let uris = JSON.array((registered ?? [uri]).map(JSON.string)).text()
    let services =
      #""services": {"EIDOLON_LOGIN": {"type": "authentication", "redirect_uris": ["https://rp.example/cb"]}}"#
    let world = try ItsmeV2TestWorld(
      clients: #""REFERRING": {"request_uris": \#(uris), \#(services)}"#, stories: stories)
    world.emulator.serve(
      uri, .success(FetchedDocument(status: Status(status), headers: [:], body: Array(try text(world).utf8))))
    return world
  }

  func authorize(
    _ world: ItsmeV2TestWorld, _ uri: String, _ changes: [String: String?] = [:], scenario: String? = nil
  )
    -> TestAnswer
  {
    var all = ItsmeV2TestWorld.beside.merging(["request_uri": uri]) { $1 }
    all.merge(changes) { $1 }
    return world.authorize("REFERRING", all, scenario: scenario)
  }

  @Test func `may be fetched from a registered address, once for each request (Q6)`() throws {
    let uri = ItsmeV2TestWorld.objectURI
    let world = try serving { try $0.object([:], "REFERRING") + "\n" }
    expectCode(authorize(world, uri))
    #expect(world.emulator.fetched == [uri])
    expectCode(authorize(world, uri))
    #expect(world.emulator.fetched == [uri, uri])
  }

  @Test(arguments: [
    ("https://rp.example/request.jwt", ["request-uri-no-port"]),
    ("https://localhost:443/request.jwt", ["request-uri-localhost"]),
    ("http://rp.example:80/request.jwt", ["request-uri-not-https"]),
    (
      "http://127.0.0.1/request.jwt",
      ["request-uri-localhost", "request-uri-not-https", "request-uri-no-port"]
    ),
  ])
  func `should be on a public host, by https, with its port (Q6, G28)`(uri: String, rules: [String]) throws {
    let world = try serving(uri) { try $0.object([:], "REFERRING") }
    expectCode(authorize(world, uri), rules.map { "itsme-v2.\($0)" })
  }

  @Test func `behind an address that is not registered is not fetched (Q8)`() throws {
    let world = try serving(registered: ["https://rp.example:443/other"])
    expectPage(
      authorize(world, ItsmeV2TestWorld.objectURI), "invalid_request_uri", "itsme-v2.request-uri-unregistered"
    )
    #expect(world.emulator.fetched.isEmpty)
  }

  @Test func `that cannot be fetched is invalid_request_uri (Q8)`() throws {
    let uri = ItsmeV2TestWorld.objectURI
    let world = try serving(status: 503)
    expectPage(authorize(world, uri), "invalid_request_uri", "itsme-v2.request-uri-unreachable")
    world.emulator.serve(uri, .failure(.timedOut(.seconds(1))))
    expectPage(authorize(world, uri), "invalid_request_uri", "itsme-v2.request-uri-unreachable")
  }

  @Test(arguments: ["", #""when": {"is.client": "REFERRING"}, "#])
  func `that a story keeps from itsme is invalid_request_uri, and no finding`(condition: String) throws {
    let fault =
      #""faults": [{"at": "client_request_uri", "times": "always", "do": "respond", "status": 503}]"#
    let world = try serving(stories: ["down": condition + fault]) { try $0.object([:], "REFERRING") }
    let answer = authorize(
      world, ItsmeV2TestWorld.objectURI, scenario: condition.isEmpty ? "down" : nil)
    #expect(answer.status == 400 && answer.json["error"]?.string == "invalid_request_uri")
    #expect(answer.findings == [])
  }

  @Test func `is not altered by a story, which is then not run`() throws {
    let fault = #""faults": [{"at": "client_request_uri", "do": "alter", "status": 503}]"#
    let world = try serving(stories: ["altered": fault + #", "expect": {"right": "must_refuse"}"#]) {
      try $0.object([:], "REFERRING")
    }
    _ = world.emulator.steer(.post, "queue", ["scenario": "itsme-v2/altered"])
    #expect(authorize(world, ItsmeV2TestWorld.objectURI).locationQuery["code"] != nil)
    _ = world.emulator.steer(.post, "saw", ["saw": "accepted"])
    let judged = world.emulator.steer(.post, "settle", [:]).json["judged"]?.array
    #expect(judged?.map { $0["result"] } == ["not_run"])
  }

  @Test func `stands in request or behind request_uri, not both (A15)`() throws {
    let world = try serving()
    expectPage(
      authorize(world, ItsmeV2TestWorld.objectURI, ["request": try world.object([:], "REFERRING")]),
      "invalid_request", "itsme-v2.request-and-request-uri")
  }

  @Test func `that was fetched is checked like any other (Q8)`() throws {
    let world = try serving { try $0.object(["iss": "OTHER"], "REFERRING") }
    expectPage(
      authorize(world, ItsmeV2TestWorld.objectURI), "invalid_request_object", "itsme-v2.request-object-issuer"
    )
  }
}
