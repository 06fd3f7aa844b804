import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import BioID

@Suite struct `A quirk of BioID` {
  /// An emulator whose client has one switch set.
  func emulator(_ quirk: String, _ value: String, stories: [String: String] = [:]) throws -> TestEmulator {
    try BioIDTestWorld.emulator(client: "\"quirks\": { \"\(quirk)\": \(value) }", stories: stories)
  }

  @Test func `changes what wrong credentials get: wrong_credentials`() throws {
    let emulator = try emulator("wrong_credentials", "\"unauthorized\"")
    #expect(emulator.tokenCall(headers: BioIDTestWorld.basic("demo-app", "x")).status == 401)
    #expect(emulator.tokenCall(["bcid": "bws.1.1"]).status == 401)
  }

  @Test func `changes what an expired token gets: bad_token`() throws {
    let emulator = try emulator("bad_token", "\"forbidden\"")
    let token = emulator.token()
    emulator.advance(by: .seconds(600))
    #expect(emulator.upload(token).status == 403)
  }

  @Test func `lets a token succeed once: task_after_success`() throws {
    let emulator = try emulator("task_after_success", "\"refuse\"")
    let token = emulator.token()
    #expect(emulator.perform("verify", token).status == 200)
    #expect(emulator.perform("verify", token).status == 403)
    let usual = try BioIDTestWorld.emulator()
    let other = usual.token()
    _ = usual.perform("verify", other)
    #expect(usual.perform("verify", other).status == 200)
  }

  @Test func `ends the result with the token: result_after_expiry`() throws {
    let emulator = try emulator("result_after_expiry", "\"refuse\"")
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    emulator.advance(by: .seconds(600))
    #expect(emulator.result(token).status == 401)
  }

  @Test func `names the token's BCID for an identification: identification_bcid`() throws {
    let emulator = try emulator("identification_bcid", "\"token\"")
    let token = emulator.token(["task": "identify"])
    _ = emulator.perform("identify", token)
    #expect(emulator.result(token).json["BCID"] == "bws/12/4711")
  }

  @Test func `writes an empty BCID: missing_bcid`() throws {
    let emulator = try emulator("missing_bcid", "\"empty\"")
    let token = emulator.token(["task": "livenessdetection", "bcid": nil])
    #expect(try emulator.bwsClaims(token)["bcid"] == "")
    _ = emulator.perform("livenessdetection", token)
    #expect(emulator.result(token).json["BCID"] == "")
  }

  @Test func `takes class ids with a sign: class_ids`() throws {
    let emulator = try emulator("class_ids", "\"signed\"")
    #expect(try emulator.bwsClaims(emulator.token(["bcid": "bws.12.-4711"]))["bcid"] == "bws/12/-4711")
    #expect(emulator.tokenCall(["bcid": "bws.-12.1"]).status == 400)
  }

  @Test func `quotes the token: token_body`() throws {
    let emulator = try emulator("token_body", "\"json\"")
    let answer = emulator.tokenCall()
    #expect(answer.header("Content-Type") == "application/json")
    let token = try #require(answer.json.string)
    #expect(emulator.upload(token).status == 200)
    #expect(emulator.upload(answer.text).findings == ["bioid.token-quoted"])
  }

  @Test func `writes the vendor's aud: audience`() throws {
    let emulator = try emulator("audience", "\"vendor\"")
    #expect(try emulator.bwsClaims(emulator.token())["aud"] == "https://bws.bioid.com")
  }

  @Test func `takes any content of a sample: samples`() throws {
    let emulator = try emulator("samples", "\"any\"")
    let token = emulator.token()
    #expect(emulator.upload(token, "data:image/png;base64,AAAA").status == 200)
    #expect(emulator.upload(token, "data:image/png;base64,!").status == 400)
  }

  @Test func `looks at no tags: challenge_tags`() throws {
    let emulator = try emulator("challenge_tags", "\"ignored\"")
    let token = emulator.token(["challenge": "true"])
    for index in 0..<2 { _ = emulator.upload(token, BioIDTestWorld.png, "index=\(index)&tag=up") }
    #expect(emulator.perform("verify", token, images: 0).json["Success"] == true)
  }

  @Test func `begins with nobody enrolled: templates`() throws {
    let emulator = try emulator("templates", "\"none\"")
    #expect(emulator.perform("verify", emulator.token()).json["Error"] == "NoTemplateAvailable")
    let identify = emulator.token(["task": "identify"])
    #expect(emulator.perform("identify", identify).json["Error"] == "NoTemplateAvailable")
  }

  @Test(arguments: [("ranked", 2, 0.0..<0.5), ("close", 2, 0.9..<0.994), ("single", 1, 0.9..<1)])
  func `says how many matches an identification names, and how near they are: matches`(
    word: String, count: Int, second: Range<Double>
  ) throws {
    let emulator = try emulator("matches", "\"\(word)\"")
    let token = emulator.token(["task": "identify"])
    #expect(emulator.perform("identify", token).json["Success"] == true)
    let matches = emulator.result(token).json["Matches"]?.array ?? []
    #expect(matches.count == count && matches[0]["BCID"] == "bws/12/4711")
    let score = matches.last?["Score"]?.number ?? -1
    #expect(count == 1 ? score == 0.994 : second.contains(score), "\(score)")
  }

  @Test func `lets no scripts in: cors`() throws {
    let emulator = try emulator("cors", "false")
    let preflight = emulator.send(Request(.options, "/bioid/extension/upload"))
    #expect(preflight.header("Access-Control-Allow-Origin") == nil)
    #expect(emulator.upload(emulator.token()).header("Access-Control-Allow-Origin") == nil)
    let story = try BioIDTestWorld.emulator(stories: ["closed": #""quirks": { "cors": false }"#])
    #expect(story.upload(story.token(scenario: "closed")).header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `keeps an abort to itself: app_error`() throws {
    let emulator = try emulator("app_error", "false", stories: ["abort": #""phone": [{ "do": "cancel" }]"#])
    #expect(emulator.launch(emulator.token(scenario: "abort")).locationQuery["error"] == nil)
  }

  @Test(arguments: ["cancel", "skip", "wrong_face"])
  func `keeps to itself in the web user interface what went wrong: return_error`(deed: String) throws {
    let emulator = try emulator(
      "return_error", "false", stories: ["no": #""phone": [{ "do": "\#(deed)" }]"#])
    let token = emulator.token(scenario: "no")
    let query = emulator.webUI(token, ["state": "s-1"]).locationQuery
    #expect(query["error"] == nil && query["access_token"] == token && query["state"] == "s-1")
    #expect(emulator.result(token).json["Success"]?.bool != true)
  }

  @Test func `encodes the state: state_encoding`() throws {
    let emulator = try emulator("state_encoding", "\"encoded\"")
    #expect(emulator.launch(emulator.token(), ["state": "a b&c"]).locationQuery["state"] == "a b&c")
  }
}
