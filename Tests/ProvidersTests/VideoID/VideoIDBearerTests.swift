import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import VideoID

@Suite struct `The bearer token of VideoID (contract 1_1 and 5)` {
  private func ask(_ emulator: TestEmulator, authorization: String?) -> TestAnswer {
    var headers: Headers = [:]
    if let authorization { headers.append("Authorization", authorization) }
    return emulator.postVideoID("/videoid.request", "{}", headers: headers)
  }

  @Test func `is needed, and its absence is answered in both conventions of clients`() throws {
    let answer = try ask(VideoIDTestWorld.emulator(), authorization: nil)
    #expect(answer.status == 401)
    #expect(answer.json.object?.names == ["error", "error_description", "message"])
    #expect(answer.json["error"] == "invalid_token")
    #expect(answer.header("WWW-Authenticate") == "Bearer")
    #expect(answer.findings == ["videoid.token-missing"])
  }

  @Test func `is one of the world's`() throws {
    let answer = try ask(
      VideoIDTestWorld.emulator(), authorization: "Bearer 11111111-0000-4000-8000-000000000000")
    #expect(answer.status == 401)
    #expect(answer.findings == ["videoid.token-unknown"])
  }

  @Test func `is let in by the client "*" when it has the form of a UUID, with a finding`() throws {
    let emulator = try VideoIDTestWorld.emulator(any: #""anything": true"#)
    let answer = ask(emulator, authorization: "Bearer 11111111-0000-4000-8000-00000000000F")
    #expect(answer.status == 200)
    #expect(answer.findings == ["videoid.token-let-in"])
    #expect(ask(emulator, authorization: "Bearer something").findings == ["videoid.token-unknown"])
    let lenient = try VideoIDTestWorld.emulator(any: #""anything": true, "preset": "lenient""#)
    #expect(ask(lenient, authorization: "Bearer something").status == 200)
    let strict = try VideoIDTestWorld.emulator(any: #""anything": true"#) { $0.isStrict = true }
    #expect(ask(strict, authorization: "Bearer 11111111-0000-4000-8000-00000000000F").status == 401)
  }

  @Test func `names no stranger, because it is a secret, and still tells strangers apart`() throws {
    let emulator = try VideoIDTestWorld.emulator(any: #""anything": true"#)
    for end in ["0F", "1F", "0F"] {
      #expect(emulator.ask(token: "11111111-0000-4000-8000-0000000000\(end)").answer.status == 200)
    }
    let clients = emulator.application.providers[0].transactions(at: emulator.clock.now).map(\.client)
    #expect(Set(clients).count == 2)
    #expect(clients.allSatisfy { $0.hasPrefix("token-") && !$0.contains("11111111") })
  }

  @Test func `may have run out, or not allow this`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let expired = ask(emulator, authorization: "Bearer 00000000-0000-4000-8000-0000000000e1")
    #expect(expired.status == 401)
    #expect(expired.findings == ["videoid.token-expired"])
    let forbidden = ask(emulator, authorization: "Bearer 00000000-0000-4000-8000-0000000000e3")
    #expect(forbidden.status == 403)
    #expect(forbidden.json["error"] == "insufficient_scope")
    #expect(forbidden.findings == ["videoid.token-forbidden"])
  }

  @Test(arguments: ["Basic abc", "Bearer", "Bearer a b", "00000000-0000-4000-8000-000000000001"])
  func `is sent as Bearer and nothing else:`(value: String) throws {
    let answer = try ask(VideoIDTestWorld.emulator(), authorization: value)
    #expect(answer.status == 401)
    #expect(answer.findings == ["videoid.token-malformed"])
  }

  @Test(arguments: [("Basic abc", "Bearer"), ("Bearer a b", "Bearer error=\"invalid_token\"")])
  func `is challenged with an error only where one was sent (RFC 6750 3_1)`(
    value: String, challenge: String
  ) throws {
    let answer = try ask(VideoIDTestWorld.emulator(), authorization: value)
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate")?.split(separator: ",").first.map(String.init) == challenge)
  }

  @Test func `may come after several blanks (RFC 9110 11_4)`() throws {
    let answer = try ask(VideoIDTestWorld.emulator(), authorization: "Bearer   \(VideoIDTestWorld.token)")
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
  }

  @Test func `is refused by a fault in a way that scripts can read`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "stale": #""faults": [{ "at": "videoid_request", "times": 1, "do": "respond", "status": 401 }]"#,
      "away": #""faults": [{ "at": "videoid_result", "times": 1, "do": "respond", "status": 503 }]"#,
    ])
    let stale = emulator.ask(scenario: "stale").answer
    #expect(stale.status == 401 && stale.header("Access-Control-Allow-Origin") == "*")
    let away = emulator.result(emulator.ask(scenario: "away"))
    #expect(away.status == 503 && away.header("Access-Control-Allow-Origin") == "*")
  }

  @Test func `is in no finding where its scheme was forgotten`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = ask(emulator, authorization: "my-very-secret-tenant-token")
    #expect(answer.status == 401 && answer.findings == ["videoid.token-malformed"])
    let detail = emulator.sandbox.findings.occurrences().first?.finding.detail
    #expect(detail == #"the scheme is "(none)", not Bearer"#)
  }

  @Test func `is not read from the URL`() throws {
    let answer = try VideoIDTestWorld.emulator().postVideoID(
      "/videoid.request?access_token=\(VideoIDTestWorld.token)", "{}")
    #expect(answer.findings == ["videoid.token-malformed"])
  }

  @Test func `is refused with another header's value behind it, unless the client's quirk lets it in`() throws
  {
    let merged = "Bearer \(VideoIDTestWorld.token), application/json"
    let refused = try ask(VideoIDTestWorld.emulator(), authorization: merged)
    #expect(refused.status == 401)
    #expect(refused.findings == ["videoid.authorization-header-merged"])
    let accepted = try ask(
      VideoIDTestWorld.emulator(client: #""quirks": { "merged_authorization": "accept" }"#),
      authorization: merged)
    #expect(accepted.status == 200)
    #expect(accepted.findings == ["videoid.authorization-header-merged"])
  }

  @Test func `never is the authorization of a run`() throws {
    let emulator = try VideoIDTestWorld.emulator(any: #""anything": true, "preset": "lenient""#)
    let run = emulator.ask()
    let answer = ask(emulator, authorization: "Bearer \(run.authorization)")
    #expect(answer.status == 401)
    #expect(answer.json["message"]?.string?.contains("authorization") == true)
    #expect(answer.findings == ["videoid.authorization-as-bearer"])
    #expect(emulator.findings(on: run) == ["videoid.authorization-as-bearer"])
    let result = emulator.result(run, token: run.authorization)
    #expect(result.findings == ["videoid.authorization-as-bearer"])
  }

  @Test func `is all that counts; the headers tenantid and secret are ignored`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = emulator.postVideoID(
      "/videoid.request", "{}", token: VideoIDTestWorld.token, headers: ["tenantid": "a", "secret": "b"])
    #expect(answer.status == 200)
    #expect(answer.findings == ["videoid.extra-headers"])
  }

  @Test func `decides whose result may be read`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    #expect(emulator.result(run).status == 200)
    let other = emulator.result(run, token: VideoIDTestWorld.hooked)
    #expect(other.status == 404)
    #expect(other.findings == ["videoid.id-of-other-client"])
  }

  @Test func `keeps another client's calls out of the count, the faults and the findings of a run`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "away": #""faults": [{ "at": "videoid_result", "times": 1, "do": "respond", "status": 503 }]"#
    ])
    let run = emulator.ask(scenario: "away")
    _ = emulator.start(run)
    for _ in 1...2 {
      #expect(emulator.result(run, token: VideoIDTestWorld.hooked).status == 404)
    }
    #expect(emulator.findings(on: run).isEmpty)
    #expect(emulator.sandbox.findings.occurrences().map(\.client) == ["hooked", "hooked"])
    #expect(emulator.result(run).status == 503)
    #expect(emulator.result(run).status == 200)
  }

  @Test func `has its error's body as the quirk says`() throws {
    for (quirk, members) in [
      ("full", ["error", "error_description", "message"]), ("description", ["error", "error_description"]),
      ("message", ["error", "message"]),
    ] {
      let emulator = try VideoIDTestWorld.emulator(client: #""quirks": { "error_body": "\#(quirk)" }"#)
      #expect(emulator.ask("[]").answer.json.object?.names == members)
    }
    let empty = try VideoIDTestWorld.emulator(client: #""quirks": { "error_body": "empty" }"#).ask("[]")
      .answer
    #expect((empty.status, empty.text) == (400, ""))
    let text = try VideoIDTestWorld.emulator(client: #""quirks": { "error_body": "text" }"#).ask("[]").answer
    #expect(text.header("Content-Type")?.hasPrefix("text/plain") == true)
    #expect(text.json == .null)
  }

  @Test func `is asked for with WWW-Authenticate and a body, unless the quirks of the client leave them out`()
    throws
  {
    let emulator = try VideoIDTestWorld.emulator(
      client: #""quirks": { "www_authenticate": false, "error_body": "empty" }, "state": "expired""#)
    let answer = ask(emulator, authorization: "Bearer \(VideoIDTestWorld.token)")
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == nil)
    #expect(answer.text.isEmpty)
    let other = ask(emulator, authorization: "Bearer 00000000-0000-4000-8000-0000000000e1")
    #expect(other.header("WWW-Authenticate") != nil && !other.text.isEmpty)
  }
}

@Suite struct `A tenant that calls VideoID again` {
  @Test func `is known by the same token only`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for _ in 0..<2 { #expect(emulator.ask().answer.status == 200) }
    #expect(emulator.ask(token: "00000000-0000-4000-8000-000000000009").answer.status == 401)
    #expect(emulator.ask(token: VideoIDTestWorld.hooked).answer.status == 200)
    #expect(emulator.ask(token: "00000000-0000-4000-8000-0000000000e1").answer.status == 401)
    #expect(emulator.ask(token: "00000000-0000-4000-8000-0000000000e1").answer.status == 401)
    #expect(emulator.ask().answer.status == 200)
  }

  @Test func `has every mistake reported at every call`() throws {
    let emulator = try VideoIDTestWorld.emulator(any: #""anything": true"#)
    for _ in 0..<2 {
      let answer = emulator.postVideoID(
        "/videoid.request", "{}", token: VideoIDTestWorld.token, headers: ["tenantid": "1"])
      #expect(answer.findings == ["videoid.extra-headers"])
      let stranger = emulator.ask(token: "11111111-0000-4000-8000-00000000000F")
      #expect(stranger.answer.findings == ["videoid.token-let-in"])
    }
  }

  @Test func `may not send its token in two ways, though it is known`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    #expect(emulator.ask().answer.status == 200)
    let token = VideoIDTestWorld.token
    let twice = emulator.postVideoID("/videoid.request?access_token=\(token)", "{}", token: token)
    #expect(twice.findings == ["videoid.token-malformed"])
  }

  @Test func `is unknown once the world has changed`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    #expect(emulator.ask().answer.status == 200)
    var world = emulator.sandbox.library.world
    world.clients = [:]
    let library = ScenarioLibrary(
      world: world, scenarios: Array(emulator.sandbox.library.scenarios.values))
    emulator.sandbox.replace(library, files: emulator.sandbox.files)
    #expect(emulator.ask().answer.status == 401)
  }
}
