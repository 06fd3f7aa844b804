import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import VideoID

@Suite struct `The simulated SDK of VideoID (contract 1_5 and 5)` {
  @Test func `completes with the id of videoid_request`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let answer = emulator.start(run, #""idType":62"#)
    #expect(answer.status == 200)
    #expect(answer.json.object?.names == ["event", "id"])
    #expect(answer.json["event"] == "completed")
    #expect(answer.json["id"]?.string == run.id)
    #expect(answer.findings.isEmpty)
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
  }

  @Test(arguments: [
    ("cancel", "USER_CANCELLED", "cancelled"), ("refuse_camera", "CAMERA_REFUSED", "camera_refused"),
    ("fail", "UNKNOWN_RESULT", "failed"),
  ])
  func `fails with a code and a message`(verb: String, code: String, state: String) throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["s": "\"phone\": [{ \"do\": \"\(verb)\" }]"])
    let run = emulator.ask(scenario: "s")
    let answer = emulator.start(run)
    #expect(answer.status == 200)
    #expect(answer.json.object?.names == ["event", "code", "message"])
    #expect(answer.json["event"] == "failed")
    #expect(answer.json["code"]?.string == code)
    #expect(emulator.state(run) == state)
  }

  @Test(arguments: SDKFailure.Code.reasons)
  func `gives up for the reason that a scenario names:`(reason: String) throws {
    let emulator = try VideoIDTestWorld.emulator(
      stories: ["s": "\"phone\": [{ \"do\": \"fail\", \"reason\": \"\(reason)\" }]"])
    #expect(emulator.start(emulator.ask(scenario: "s")).json["code"]?.string == reason)
  }

  @Test func `says any code that a scenario sets`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s":
        #""phone": [{ "do": "fail" }], "tokens": { "sdk_error": { "claims": { "code": "E-4711", "message": null } } }"#
    ])
    let answer = emulator.start(emulator.ask(scenario: "s"))
    #expect(answer.json == ["event": "failed", "code": "E-4711"])
  }

  @Test func `waits for the person on the sandbox's clock`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s": #""phone": [{ "after": "3s", "do": "complete" }]"#
    ])
    let answer = emulator.start(emulator.ask(scenario: "s"))
    #expect(answer.isHeld)
    #expect(answer.atMost == .seconds(3))
    emulator.advance(by: .seconds(2))
    #expect(answer.resume?().isHeld == true)
    emulator.advance(by: .seconds(1))
    #expect(answer.resume?().json["event"] == "completed")
  }

  @Test func `ends when nobody finishes`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s": #""phone": [{ "do": "show_front" }], "lifetimes": { "session": "30s" }"#
    ])
    let run = emulator.ask(scenario: "s")
    let answer = emulator.start(run)
    #expect(emulator.state(run) == "back")
    emulator.advance(by: .seconds(30))
    #expect(answer.resume?().json["code"] == "TIMEOUT")
    #expect(emulator.state(run) == "timed_out")
  }

  @Test func `takes the bearer token for nothing, and says what it is`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = emulator.postVideoID("/sdk.start", "{\"authorization\":\"\(VideoIDTestWorld.token)\"}")
    #expect(answer.status == 200)
    #expect(answer.json["code"] == "INVALID_AUTHORIZATION")
    #expect(answer.findings == ["videoid.bearer-as-authorization"])
    let other = emulator.postVideoID("/sdk.start", #"{"authorization":"something"}"#)
    #expect(other.json["code"] == "INVALID_AUTHORIZATION")
    #expect(other.findings == ["videoid.authorization-unknown"])
  }

  @Test func `needs an authorization, in a JSON object`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for body in ["{}", #"{"authorization":""}"#, #"{"authorization":null}"#] {
      let answer = emulator.postVideoID("/sdk.start", body)
      #expect(answer.status == 400)
      #expect(answer.findings == ["videoid.authorization-missing"])
    }
    #expect(emulator.postVideoID("/sdk.start", "[]").findings == ["videoid.sdk-body-not-json"])
    #expect(emulator.postVideoID("/sdk.start", "").findings == ["videoid.sdk-body-not-json"])
  }

  @Test func `takes the base and not the URL of videoid_request`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let answer = emulator.postVideoID(
      "/videoid.request/sdk.start", "{\"authorization\":\"\(run.authorization)\"}")
    #expect(answer.json["code"] == "INVALID_ENVIRONMENT")
    #expect(answer.findings == ["videoid.environment-is-request"])
    #expect(emulator.findings(on: run) == ["videoid.environment-is-request"])
    #expect(emulator.start(run).json["event"] == "completed")
  }

  @Test func `does not start with an authorization that has expired, which is not an error of the API`()
    throws
  {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    emulator.advance(by: .seconds(599))
    #expect(emulator.start(emulator.ask()).json["event"] == "completed")
    emulator.advance(by: .seconds(1))
    let answer = emulator.start(run)
    #expect(answer.status == 200)
    #expect(answer.json["code"] == "AUTHORIZATION_EXPIRED")
    #expect(answer.findings == ["videoid.authorization-expired"])
    #expect(emulator.state(run) == "authorization_expired")
    #expect(emulator.result(run).json["status"] == "Requested")
  }

  @Test func `completes once with an authorization, unless the quirk lets it often`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    _ = emulator.start(run)
    let again = emulator.start(run)
    #expect(again.json["code"] == "AUTHORIZATION_USED")
    #expect(again.findings == ["videoid.authorization-used"])
    #expect(emulator.result(run).json["status"] == "Completed")
    let lenient = try VideoIDTestWorld.emulator(client: #""quirks": { "authorization_reuse": "unlimited" }"#)
    let free = lenient.ask()
    for _ in 0..<3 { #expect(lenient.start(free).json["event"] == "completed") }
  }

  @Test func `may be tried again after a failure, until the authorization expires`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["s": #""phone": [{ "do": "cancel" }]"#])
    let run = emulator.ask(scenario: "s")
    for _ in 0..<2 { #expect(emulator.start(run).json["code"] == "USER_CANCELLED") }
    emulator.advance(by: .seconds(600))
    #expect(emulator.start(run).json["code"] == "AUTHORIZATION_EXPIRED")
  }

  @Test func `does not start twice at once, and the first run goes on`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s": #""phone": [{ "after": "3s", "do": "complete" }]"#
    ])
    let run = emulator.ask(scenario: "s")
    let first = emulator.start(run)
    let second = emulator.start(run)
    #expect(second.json["code"] == "IN_PROGRESS")
    #expect(second.findings == ["videoid.started-twice"])
    emulator.advance(by: .seconds(3))
    #expect(first.resume?().json["event"] == "completed")
  }

  @Test func `of another product does not take the authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = emulator.start(emulator.ask(product: "smileid"), #""product":"videoid""#)
    #expect(answer.json["code"] == "INVALID_AUTHORIZATION")
    #expect(answer.findings == ["videoid.other-product"])
  }

  @Test func `of another process does not take the authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(#"{"process":"Attended"}"#)
    let answer = emulator.start(run, #""process":"Unattended""#)
    #expect(answer.json["code"] == "INVALID_AUTHORIZATION")
    #expect(answer.findings == ["videoid.other-process"])
    #expect(emulator.start(run, #""process":"Attended""#).json["event"] == "completed")
  }

  @Test func `fails for Attended when no agent is at work`() throws {
    let emulator = try VideoIDTestWorld.emulator(client: #""quirks": { "attended_service": "closed" }"#)
    let run = emulator.ask(#"{"process":"Attended"}"#)
    #expect(emulator.start(run).json["code"] == "ATTENDED_CLOSED")
    #expect(emulator.state(run) == "attended_closed")
    #expect(emulator.start(emulator.ask()).json["event"] == "completed")
  }

  @Test func `fails below the similarity that was asked for where the quirk says so`() throws {
    let stories = ["low": #""tokens": { "result": { "defect": "low_similarity" } }"#]
    let reporting = try VideoIDTestWorld.emulator(stories: stories)
    #expect(reporting.completed(#""minSimilarityLevel":"High""#, scenario: "low")["status"] == "Completed")
    let emulator = try VideoIDTestWorld.emulator(
      client: #""quirks": { "min_similarity": "enforce" }"#, stories: stories)
    let run = emulator.ask(scenario: "low")
    #expect(emulator.start(run, #""minSimilarityLevel":"Medium""#).json["code"] == "SIMILARITY_TOO_LOW")
    #expect(emulator.state(run) == "similarity_too_low")
    #expect(emulator.completed(#""minSimilarityLevel":"Low""#, scenario: "low")["status"] == "Completed")
  }

  @Test func `ignores a similarity that does not exist, and says so`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = emulator.start(emulator.ask(), #""minSimilarityLevel":"Highest""#)
    #expect(answer.json["event"] == "completed")
    #expect(answer.findings == ["videoid.similarity-unknown"])
  }

  @Test func `lets a human play the person by the control plane`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["s": #""phone": "manual""#])
    let run = emulator.ask(scenario: "s")
    let answer = emulator.start(run)
    #expect(answer.isHeld)
    for (verb, state) in [("show_front", "back"), ("show_back", "face")] {
      try emulator.act(run, verb)
      #expect(emulator.state(run) == state)
    }
    try emulator.act(run, "show_face")
    #expect(answer.resume?().json["event"] == "completed")
    #expect(throws: (any Error).self) { try emulator.act(run, "cancel") }
    #expect(throws: (any Error).self) { try emulator.act(run, "wave") }
  }

  @Test func `suffers the faults of a scenario`() throws {
    let emulator = try VideoIDTestWorld.emulator(
      stories: ["s": #""faults": [{ "at": "sdk_start", "do": "respond", "status": 502 }]"#])
    let run = emulator.ask(scenario: "s")
    #expect(emulator.start(run).status == 502)
    #expect(emulator.start(run).json["event"] == "completed")
  }
}

@Suite struct `The phases of VideoID (contract 1_5 30)` {
  private func next(_ emulator: TestEmulator, _ run: AskedRun, _ phase: String) -> TestAnswer {
    emulator.postVideoID(
      "/sdk.continue", "{\"authorization\":\"\(run.authorization)\",\"phase\":\"\(phase)\"}")
  }

  @Test(arguments: [
    ("videoid", 62, ["FRONT", "BACK", "FACE"]), ("videoid", 61, ["FRONT", "FACE"]),
    ("smileid", 62, ["FACE"]), ("videoscan", 62, ["FRONT", "BACK"]), ("videoscan", 61, ["FRONT"]),
  ])
  func `begin one after the other, each when the client lets it`(
    product: String, idType: Int, phases: [String]
  ) throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(product: product)
    var answer = emulator.start(run, "\"idType\":\(idType),\"phases\":true")
    for phase in phases {
      #expect(answer.json == ["event": "phaseStarting", "phase": .string(phase), "manual": false])
      answer = next(emulator, run, phase)
    }
    #expect(answer.json["event"] == "completed")
  }

  @Test func `are continued once, however often it is said`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    _ = emulator.start(run, #""phases":true"#)
    #expect(next(emulator, run, "FRONT").json["phase"] == "BACK")
    #expect(next(emulator, run, "FRONT").json["phase"] == "BACK")
    #expect(next(emulator, run, "FACE").json["phase"] == "BACK")
    #expect(next(emulator, run, "BACK").json["phase"] == "FACE")
    #expect(next(emulator, run, "FACE").json["event"] == "completed")
    #expect(next(emulator, run, "FACE").json["event"] == "completed")
  }

  @Test func `have names, and belong to an SDK that runs`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    #expect(next(emulator, run, "FRONT").findings == ["videoid.sdk-not-running"])
    _ = emulator.start(run, #""phases":true"#)
    let answer = next(emulator, run, "ELBOW")
    #expect(answer.status == 400)
    #expect(answer.findings == ["videoid.phase-unknown"])
  }

  @Test func `wait for the person, each at its own time`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s":
        #""phone": [{ "after": "1s", "do": "show_front" }, { "after": "2s", "do": "show_back" }, { "after": "3s", "do": "show_face" }]"#
    ])
    let run = emulator.ask(scenario: "s")
    var held = emulator.start(run)
    for state in ["front", "back", "face"] {
      #expect(emulator.state(run) == state)
      emulator.advance(by: .seconds(1))
      held = try #require(held.resume?())
    }
    #expect(held.json["event"] == "completed")
    #expect(emulator.result(run).json["completion"]?["date"] == 1_795_262_403_000)
  }

  @Test func `end when the person closes the SDK`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s": #""phone": [{ "after": "2s", "do": "cancel" }]"#
    ])
    let run = emulator.ask(scenario: "s")
    _ = emulator.start(run, #""phases":true"#)
    let held = next(emulator, run, "FRONT")
    #expect(held.isHeld)
    emulator.advance(by: .seconds(2))
    #expect(held.resume?().json["code"] == "USER_CANCELLED")
  }

  @Test func `let a human act in the page where the person is played by hand`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["hand": #""phone": "manual""#])
    let act = { (run: AskedRun, verb: String) in
      emulator.postVideoID("/sdk.act", "{\"authorization\":\"\(run.authorization)\",\"do\":\"\(verb)\"}")
    }
    let run = emulator.ask(scenario: "hand")
    #expect(emulator.start(run, #""phases":true"#).json["manual"] == true)
    let held = next(emulator, run, "FRONT")
    #expect(act(run, "show_front").json["phase"] == "BACK")
    #expect(held.resume?().json["phase"] == "BACK")
    let unknown = emulator.postVideoID(
      "/sdk.act", "{\"authorization\":\"\(run.authorization)\",\"do\":\"fail\",\"reason\":\"NOPE\"}")
    #expect(unknown.status == 400 && unknown.findings == ["videoid.act-unknown"])
    #expect(act(run, "cancel").json["code"] == "USER_CANCELLED")
    let scripted = emulator.ask()
    _ = emulator.start(scripted, #""phases":true"#)
    #expect(act(scripted, "complete").findings == ["videoid.act-unknown"])
    #expect(act(scripted, "dance").findings == ["videoid.act-unknown"])
    #expect(act(scripted, "cancel").json["code"] == "USER_CANCELLED")
    // Too late: the answer says how the run has ended.
    #expect(act(scripted, "complete").json["code"] == "USER_CANCELLED")
    let done = emulator.ask()
    _ = emulator.start(done)
    let late = act(done, "complete")
    #expect(late.status == 200 && late.findings.isEmpty)
    #expect(late.json == ["event": "completed", "id": .string(done.id)])
    #expect(act(done, "dance").findings == ["videoid.act-unknown"])
  }
}
