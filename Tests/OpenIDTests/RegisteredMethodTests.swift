import EidolonTesting
import HTTP
import JOSE
import JSON
import OpenID
import Testing

@Suite struct `A client that is registered to authenticate in one way` {
  let posted: [String: String?] = ["client_id": "secret", "client_secret": NotaryWorld.secret]

  @Test func `is let in by that way`() throws {
    let emulator = try NotaryWorld.emulator()
    for answer in [try emulator.redeem("keyed", emulator.assertion()), emulator.redeem("secret", posted)] {
      #expect(answer.status == 200)
      #expect(answer.findings == [])
    }
  }

  @Test func `is refused by the other`() throws {
    let emulator = try NotaryWorld.emulator(keyed: "\(NotaryWorld.keys), \"secret\": \"another\"")
    let answers = [
      emulator.redeem("keyed", ["client_id": "keyed", "client_secret": "another"]),
      try emulator.redeem("secret", emulator.assertion("secret")),
      emulator.redeem("keyed", headers: TestEmulator.basic("keyed", "another")),
    ]
    for answer in answers {
      #expect(answer.status == 400 && answer.json["error"] == "invalid_client")
      #expect(answer.findings == ["notary.wrong-method"])
    }
    #expect(
      emulator.log.messages.contains { $0.contains("client_secret_post is registered, private_key_jwt") })
  }

  @Test func `and sends both at once has made an invalid request`() throws {
    let emulator = try NotaryWorld.emulator()
    let answer = try emulator.redeem("keyed", emulator.assertion().merging(posted) { first, _ in first })
    #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["notary.secret-and-assertion"])
  }

  @Test func `without a word on it is let in by any`() throws {
    let emulator = try NotaryWorld.emulator(
      keyed: "\"jwks\": \(NotaryWorld.set.publicJSON.text()), \"secret\": \"another\"")
    #expect(try emulator.redeem("keyed", emulator.assertion()).status == 200)
    #expect(
      emulator.redeem("keyed", ["client_id": "keyed", "client_secret": "another"]).status == 200)
  }
}

@Suite struct `A secret in another place than the vendor documents` {
  @Test func `is refused in the header`() throws {
    let emulator = try NotaryWorld.emulator()
    let answer = emulator.redeem("secret", headers: TestEmulator.basic("secret", NotaryWorld.secret))
    #expect(answer.status == 400 && answer.json["error"] == "invalid_client")
    #expect(answer.findings == ["notary.secret-by-basic"])
  }

  @Test func `is let in there by a switch, and reported`() throws {
    let emulator = try NotaryWorld.emulator(secret: #""habits": ["basic"]"#)
    let answer = emulator.redeem("secret", headers: TestEmulator.basic("secret", NotaryWorld.secret))
    #expect(answer.status == 200)
    #expect(answer.findings == ["notary.secret-by-basic"])
    let wrong = emulator.redeem("secret", headers: TestEmulator.basic("secret", "wrong"))
    #expect(wrong.json["error"] == "invalid_client")
    #expect(wrong.findings.last == "notary.client-secret-wrong")
  }

  @Test func `is reported in the URL, where it does not count`() throws {
    let emulator = try NotaryWorld.emulator()
    let query = "?client_id=secret&client_secret=\(PercentCoding.encode(NotaryWorld.secret))"
    let alone = emulator.redeem("secret", ["client_id": "secret"], query: query)
    #expect(alone.json["error"] == "invalid_client")
    #expect(alone.findings == ["notary.secret-in-query", "notary.client-authentication-missing"])
    let other = emulator.redeem("secret", ["client_id": "secret"], query: "?x=1")
    #expect(other.findings.first == "notary.token-query")
  }
}

@Suite struct `A token that a client encrypts` {
  func redeem(_ header: JSONObject, inner: JSONObject = [:]) throws -> TestAnswer {
    let emulator = try NotaryWorld.emulator()
    var fields = try emulator.assertion(header: inner)
    fields["client_assertion"] = try encryptedToNotary(
      (fields["client_assertion"] ?? nil) ?? "", header: header)
    return emulator.redeem("keyed", fields)
  }

  @Test func `may hold an assertion`() throws {
    let answer = try redeem([:])
    #expect(answer.status == 200)
    #expect(answer.findings == [])
  }

  @Test(
    arguments: [
      (["cty": .null], "jwe-cty-missing"), (["cty": "JOSE"], "jwe-cty-missing"),
      (["alg": "RSA-OAEP"], "jwe-algorithm-old"),
    ] as [(JSONObject, String)])
  func `is taken with an unusual header, which is reported`(header: JSONObject, rule: String) throws {
    let answer = try redeem(header)
    #expect(answer.status == 200)
    #expect(answer.findings == ["notary.\(rule)"])
  }

  @Test(
    arguments: [
      (["kid": .null], "jwe-kid-missing"), (["alg": "RSA1_5"], "jwe-algorithm-refused"),
    ] as [(JSONObject, String)])
  func `is refused without kid, or with a key encryption that is broken`(header: JSONObject, rule: String)
    throws
  {
    let answer = try redeem(header)
    #expect(answer.status == 400 && answer.json["error"] == "invalid_client")
    #expect(answer.findings == ["notary.\(rule)"])
  }

  @Test func `names the key of its signature inside too`() throws {
    #expect(try redeem([:], inner: ["kid": .null]).findings == ["notary.jws-kid-missing"])
  }

  @Test func `is refused where it holds no signed token`() throws {
    let emulator = try NotaryWorld.emulator()
    var fields = try emulator.assertion()
    fields["client_assertion"] = try encryptedToNotary("{}", header: ["cty": .null])
    #expect(emulator.redeem("keyed", fields).findings == ["notary.assertion-undecryptable"])
  }
}
