import EidolonTesting
import HTTP
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `Userinfo of itsme's second version (contract 1_8)` {
  static let email: [String: String?] = ["scope": "openid service:EIDOLON_LOGIN email"]

  @Test(arguments: ["EIDOLON_TEST", "EIDOLON_SECRET"])
  func `has sub, iss, aud, what was asked for, and the times of a token (U3)`(client: String) throws {
    let world = try ItsmeV2TestWorld()
    let (token, userinfo) = try world.login(client, Self.email)
    var expected: JSONObject = [
      "sub": token["sub"] ?? .null, "iss": .string(world.issuer), "aud": .string(client),
      "email": "anna@example.test", "email_verified": false, "iat": .integer(world.now),
      "exp": .integer(world.now + 300),
    ]
    if client == "EIDOLON_SECRET" { expected["nbf"] = .integer(world.now) }
    #expect(userinfo == expected)
  }

  @Test func `leaves out what has no value (U3)`() throws {
    let world = try ItsmeV2TestWorld(stories: ["bob": #""person": "bob""#])
    let userinfo = try world.login(
      "EIDOLON_TEST", ["scope": "openid service:EIDOLON_LOGIN profile email address"], scenario: "bob"
    ).userinfo
    for name in ["email", "email_verified", "address", "birthdate", "picture"] {
      #expect(userinfo[name] == nil)
    }
    #expect(!userinfo.contains { $0.value.isNull || $0.value == "" })
  }

  @Test func `is the sample's to the letter for the person of the shipped world (2_6)`() throws {
    let person = try ItsmeV2People.shipped("anna").merging([
      "phone_number": "+32 470000009", "ids": ["be_national_number": "90.07.14-998.36"],
    ])
    let world = try ItsmeV2TestWorld(
      people: "\"card\": \(person.text())",
      stories: ["card": #""person": "card", "phone": [{ "do": "scan" }, { "do": "approve" }]"#])
    let sample = try `Userinfo of itsme's second version for Anna (contract 2_6)`.written(
      `Userinfo of itsme's second version for Anna (contract 2_6)`.sample)
    let names = JSONObject(sample.names.map { (name: $0, value: JSON.null) })
    let claims = JSON.object(["userinfo": .object(names)]).text()
    var userinfo = try world.login("EIDOLON_TEST", ["claims": claims], scenario: "card").userinfo
    var expected = sample
    expected["picture"] = .string("\(world.issuer)/picture")
    expected["phone_number"] = "+32 470000009"
    for name in ["sub", "iss", "aud", "iat", "exp"] {
      #expect(userinfo[name] != nil)
      userinfo[name] = nil
    }
    for name in Set(expected.names + userinfo.names) { #expect(userinfo[name] == expected[name], "\(name)") }
  }

  @Test(arguments: [
    ("nested", "jwt", "application/jwt"), ("signed", "jwt", "application/jwt"),
    ("nested", "json", "application/json;charset=UTF-8"), ("json", "jwt", "application/json"),
  ]) func `has the form and the type of switches (U2, Z13)`(form: String, type: String, header: String) throws
  {
    let quirks = "\"userinfo_protection\": \"\(form)\", \"userinfo_content_type\": \"\(type)\""
    let world = try ItsmeV2TestWorld(stories: ["switched": "\"quirks\": { \(quirks) }"])
    let token = try world.tokens("EIDOLON_TEST", Self.email, scenario: "switched").accessToken
    let answer = world.get(.userinfo, token)
    #expect(answer.status == 200 && answer.header("Content-Type")?.hasPrefix(header) == true)
    if form == "json" {
      #expect(answer.json["email"] == "anna@example.test")
    } else {
      let opened = try OpenedToken(answer.text)
      #expect(opened.isVerified && (opened.encryption != nil) == (form == "nested"))
      #expect(opened.claims["email"] == "anna@example.test")
    }
  }

  @Test func `is read by GET (U1)`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens().accessToken
    for method in [HTTP.Method.post, .put, .delete] {
      let answer = world.emulator.send(
        Request(method, "/itsme-v2/v2/userinfo", headers: ["Authorization": "Bearer \(token)"]))
      #expect(answer.status == 405)
    }
  }

  // MARK: Without a token that counts

  @Test(
    arguments: [
      (nil, 401, "", "access-token-missing"), ("Basic YTpi", 401, "", "access-token-malformed"),
      ("Bearer a b", 400, #", error="invalid_request""#, "access-token-malformed"),
      ("Bearer unknown", 401, #", error="invalid_token""#, "access-token-unknown"),
    ] as [(String?, Int, String, String)])
  func `challenges with a realm (U5)`(header: String?, status: Int, error: String, rule: String) throws {
    let headers: Headers = header.map { ["Authorization": $0] } ?? [:]
    let answer = try ItsmeV2TestWorld().emulator.get("/itsme-v2/v2/userinfo", headers: headers)
    #expect(answer.status == status && answer.findings == ["itsme-v2.\(rule)"])
    #expect(answer.header("WWW-Authenticate") == #"Bearer realm="itsme"\#(error)"#)
  }

  @Test func `does not take the token from the URL (U5)`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens().accessToken
    let answer = world.emulator.get("\(world.url(.userinfo))?access_token=\(token)")
    #expect(answer.status == 400 && answer.findings.contains("itsme-v2.access-token-in-query"))
  }

  @Test func `can be read for an hour, also more than once (U5, 1_12)`() throws {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens().accessToken
    world.emulator.advance(by: .seconds(3599))
    #expect(world.get(.userinfo, token).status == 200)
    #expect(world.get(.userinfo, token).status == 200)
    world.emulator.advance(by: .seconds(1))
    let answer = world.get(.userinfo, token)
    #expect(answer.status == 401 && answer.findings == ["itsme-v2.access-token-expired"])
    #expect(answer.header("WWW-Authenticate") == #"Bearer realm="itsme", error="invalid_token""#)
  }
}
