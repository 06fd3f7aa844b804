import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import Testing

@Suite struct `A request_uri (OpenID Connect Core §6_2)` {
  static let uri = "https://shop.test:443/objects/1"
  static let registered = NotaryWorld.keys + #", "request_uris": ["\#(uri)"]"#

  func emulator(_ keyed: String = registered, stories: [String: String] = [:]) throws -> TestEmulator {
    try NotaryWorld.emulator(keyed: keyed, stories: stories)
  }

  func object(_ emulator: TestEmulator, _ changes: JSONObject = [:]) throws -> String {
    try encryptedToNotary(
      RelyingParty("keyed").requestObject(NotaryWorld.members(emulator, changes)))
  }

  func document(_ body: String, status: Status = .ok) -> Result<FetchedDocument, FetchError> {
    .success(FetchedDocument(status: status, headers: [:], body: Array(body.utf8)))
  }

  func ask(
    _ emulator: TestEmulator, _ uri: String = uri, _ changes: [String: String?] = [:], scenario: String = ""
  ) -> TestAnswer {
    let beside: [String: String?] = ["state": nil, "nonce": nil, "redirect_uri": nil, "request_uri": uri]
    return emulator.authorize(
      "keyed", beside.merging(changes) { $1 },
      headers: scenario.isEmpty ? [:] : ["Eidolon-Scenario": scenario])
  }

  @Test func `points to a request object, which is fetched once for each request`() throws {
    let emulator = try emulator()
    for state in ["first state", "second state"] {
      emulator.serve(Self.uri, document("\n\(try object(emulator, ["state": .string(state)]))\r\n"))
      let answer = ask(emulator)
      #expect(answer.locationQuery["state"] == state && answer.locationQuery["code"] != nil)
      #expect(answer.findings == [])
    }
    #expect(emulator.fetched == [Self.uri, Self.uri])
  }

  @Test func `may tell versions apart by a fragment, which nobody sends`() throws {
    let emulator = try emulator()
    emulator.serve(Self.uri, document(try object(emulator)))
    #expect(ask(emulator, "\(Self.uri)#2").locationQuery["code"] != nil)
    #expect(emulator.fetched == [Self.uri])
  }

  @Test func `points to an object whose keys are fetched beside it`() throws {
    let keys = "https://shop.test/jwks"
    let emulator = try emulator(#""jwks_uri": "\#(keys)", "request_uris": ["\#(Self.uri)"]"#)
    emulator.serve(keys, document(NotaryWorld.set.publicJSON.text()))
    emulator.serve(Self.uri, document(try object(emulator)))
    #expect(ask(emulator).locationQuery["code"] != nil)
    #expect(emulator.fetched == [Self.uri, keys])
  }

  @Test(arguments: ["https://shop.test:443/objects/2", "https://evil.test/", "file:///etc/passwd"])
  func `that is not registered is never fetched`(uri: String) throws {
    let emulator = try emulator()
    let answer = ask(emulator, uri)
    #expect(answer.error == "invalid_request_uri")
    #expect(answer.findings == ["notary.request-uri-unregistered"])
    #expect(emulator.fetched == [])
  }

  @Test func `that is registered is an address on the web`() throws {
    let emulator = try emulator(NotaryWorld.keys + #", "request_uris": ["file:///objects/1"]"#)
    #expect(ask(emulator, "file:///objects/1").findings == ["notary.request-uri-unregistered"])
    #expect(emulator.fetched == [])
  }

  @Test func `does not stand beside request`() throws {
    let emulator = try emulator()
    let answer = ask(emulator, Self.uri, ["request": try object(emulator)])
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["notary.request-and-request-uri"])
    #expect(emulator.fetched == [])
  }

  @Test func `that does not answer with an object in time is refused`() throws {
    for result in [.failure(.timedOut(.seconds(1))), document("", status: 503)]
      as [Result<FetchedDocument, FetchError>]
    {
      let emulator = try emulator()
      emulator.serve(Self.uri, result)
      let answer = ask(emulator)
      #expect(answer.error == "invalid_request_uri")
      #expect(answer.findings == ["notary.request-uri-unreachable"])
      #expect(emulator.log.messages.contains { $0.contains(Self.uri) })
    }
    let emulator = try emulator()
    emulator.serve(Self.uri, document("<html>"))
    #expect(ask(emulator).findings == ["notary.request-object-malformed"])
  }

  @Test(
    arguments: [
      ("https://shop.test/objects/1", ["request-uri-no-port"]),
      ("http://localhost:9000/objects/1", ["request-uri-localhost"]),
      ("http://127.0.0.1/objects/1", ["request-uri-localhost", "request-uri-no-port"]),
      ("https://[::1]:443/objects/1", ["request-uri-localhost"]),
      ("https://[2001:db8::1]/objects/1", ["request-uri-no-port"]),
    ])
  func `that a real provider might not reach is reported`(uri: String, rules: [String]) throws {
    let emulator = try emulator(NotaryWorld.keys + #", "request_uris": ["\#(uri)"]"#)
    emulator.serve(uri, document(try object(emulator)))
    let answer = ask(emulator, uri)
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == rules.map { "notary.\($0)" })
  }

  @Test(
    arguments: [
      #""do": "respond", "status": 503"#, #""do": "delay", "by": "2s""#, #""do": "reset""#, #""do": "empty""#,
      #""do": "garbage""#, #""do": "drip", "over": "3s""#, #""do": "truncate", "bytes": 7"#,
    ])
  func `is down when a scenario says so, for which nobody blames the client`(fault: String) throws {
    let emulator = try emulator(stories: ["down": "\"at\": \"client_request_uri\", \(fault)"])
    emulator.serve(Self.uri, document(try object(emulator)))
    let answer = ask(emulator, scenario: "down")
    #expect(answer.error == "invalid_request_uri")
    #expect(answer.findings == [])
    #expect(emulator.log.messages.contains { $0.contains("the scenario spoiled") && $0.contains(Self.uri) })
    #expect(emulator.fetched == [])
    #expect(ask(emulator).locationQuery["code"] != nil)
  }

  @Test(arguments: ["", #""times": "always", "#])
  func `is down once when such a scenario is queued, which is then used up`(times: String) throws {
    let emulator = try emulator(stories: [
      "down": #""at": "client_request_uri", \#(times)"do": "respond", "status": 503"#
    ])
    emulator.serve(Self.uri, document(try object(emulator)))
    let queued = emulator.send(
      Request(
        .post, "/_eidolon/queue", headers: ["Content-Type": "application/json"],
        body: Array(#"{"scenario": "notary/down"}"#.utf8)))
    #expect(queued.status == 201, "\(queued.text)")
    let refused = ask(emulator)
    #expect(refused.error == "invalid_request_uri" && refused.findings == [])
    #expect(emulator.get("/_eidolon/queue").json["queue"]?.array == [])
    #expect(ask(emulator).locationQuery["code"] != nil)
  }

  @Test func `of a client that spoils the object itself is its own fault`() throws {
    let emulator = try emulator(stories: [
      "slow": #""at": "client_request_uri", "do": "delay", "by": "100ms""#
    ])
    emulator.serve(Self.uri, document("", status: 503))
    #expect(ask(emulator, scenario: "slow").findings == ["notary.request-uri-unreachable"])
  }
}

extension TestAnswer {
  /// The error of a redirect or of a JSON body.
  fileprivate var error: String? { locationQuery["error"] ?? json["error"]?.string }
}
