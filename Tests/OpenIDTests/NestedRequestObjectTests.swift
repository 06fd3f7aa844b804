import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import Testing

@Suite struct `A request object that must be nested` {
  /// An authorization request with an object, beside which stands what must stand there.
  func authorize(
    _ changes: JSONObject = [:], header: JSONObject = [:], outside: [String: String?] = [:],
    client: String = "", isEncrypted: Bool = true
  ) throws -> TestAnswer {
    let emulator = try NotaryWorld.emulator(
      keyed: NotaryWorld.keys + (client.isEmpty ? "" : ", \"habits\": [\"\(client)\"]"))
    let signed = try RelyingParty("keyed").requestObject(
      NotaryWorld.members(emulator, changes), header: header)
    let object = isEncrypted ? try encryptedToNotary(signed) : signed
    let beside: [String: String?] = ["state": nil, "nonce": nil, "redirect_uri": nil, "request": object]
    return emulator.authorize("keyed", beside.merging(outside) { $1 })
  }

  @Test func `is opened, and what it says counts`() throws {
    let answer = try authorize()
    #expect(answer.locationQuery["state"] == "inner state" && answer.locationQuery["code"] != nil)
    #expect(answer.findings == [])
  }

  @Test func `is refused where it is signed only`() throws {
    let answer = try authorize(isEncrypted: false)
    #expect(answer.locationQuery["error"] == "invalid_request_object")
    #expect(answer.findings == ["notary.request-object-unencrypted"])
  }

  @Test func `is let in signed only by a switch, and reported`() throws {
    let answer = try authorize(client: "signed only", isEncrypted: false)
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["notary.request-object-unencrypted"])
  }

  @Test(
    arguments: [
      (["iss": .null], "request-object-issuer"), (["iss": "other"], "request-object-issuer"),
      (["aud": .null], "request-object-audience"), (["aud": "https://x.test"], "request-object-audience"),
    ] as [(JSONObject, String)])
  func `names its client and this provider`(changes: JSONObject, rule: String) throws {
    let answer = try authorize(changes)
    #expect(answer.locationQuery["error"] == "invalid_request_object")
    #expect(answer.findings == ["notary.\(rule)"])
  }

  @Test func `may name an endpoint as its audience, which is noted`() throws {
    let answer = try authorize(["aud": .string("\(TestEmulator.notary)/authorize")])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["notary.request-object-audience-unusual"])
  }

  @Test func `names its signing key`() throws {
    let answer = try authorize(header: ["kid": .null])
    #expect(answer.locationQuery["error"] == "invalid_request_object")
    #expect(answer.findings == ["notary.jws-kid-missing"])
  }

  @Test(arguments: ["exp", "iat", "nbf"])
  func `counts in its time, with the leeway of its policy`(name: String) throws {
    let now = Int(TestClock.start.seconds)
    let ahead = name == "exp" ? -1 : 1
    for (distance, isTaken) in [(9, true), (11, false)] {
      let answer = try authorize([name: .integer(now + ahead * distance)])
      #expect((answer.locationQuery["code"] != nil) == isTaken, "\(distance)")
      #expect(isTaken || answer.findings == ["notary.request-object-expired"])
    }
  }

  @Test(
    arguments: [
      ([:], ["state": "outer state"]), ([:], ["redirect_uri": "https://shop.test/other"]),
      (["client_id": "other"], [:]), (["response_type": "token"], [:]), (["max_age": 1], ["max_age": "2"]),
      (["claims": ["userinfo": ["name": .null]]], ["claims": #"{"userinfo":{"email":null}}"#]),
    ] as [(JSONObject, [String: String?])])
  func `says the same as what stands beside it`(inside: JSONObject, outside: [String: String?]) throws {
    let answer = try authorize(inside, outside: outside)
    #expect((answer.locationQuery["error"] ?? answer.json["error"]?.string) == "invalid_request")
    #expect(answer.findings == ["notary.parameters-differ"])
  }

  @Test(
    arguments: [
      ([:], ["state": "inner state"]), ([:], ["scope": "openid"]), (["max_age": 1], ["max_age": "1"]),
      (["claims": ["userinfo": ["name": .null]]], ["claims": #"{ "userinfo": { "name": null } }"#]),
    ] as [(JSONObject, [String: String?])])
  func `may repeat what stands beside it, in any spelling`(inside: JSONObject, outside: [String: String?])
    throws
  {
    let answer = try authorize(inside, outside: outside)
    #expect(answer.locationQuery["code"] != nil && answer.findings == [])
  }

  @Test func `wins over what stands beside it where the vendor does not compare`() throws {
    let answer = try authorize(outside: ["state": "outer state"], client: "inner wins")
    #expect(answer.locationQuery["state"] == "inner state" && answer.findings == [])
  }
}
