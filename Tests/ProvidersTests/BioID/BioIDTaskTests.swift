import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import BioID

@Suite struct `A task of BioID` {
  @Test func `succeeds with two images (1_4, 39)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.perform("verify", emulator.token())
    #expect(answer.status == 200)
    #expect(answer.text == #"{"Success":true}"#)
  }

  @Test func `has no Error when the person was merely not recognised (39)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["stranger": #""phone": [{ "do": "wrong_face" }]"#])
    #expect(emulator.perform("verify", emulator.token(scenario: "stranger")).text == #"{"Success":false}"#)
  }

  @Test(arguments: BWSTaskError.allCases.map(\.rawValue)) func `fails with each error (39a):`(error: String)
    throws
  {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "fails": #""phone": [{ "do": "fail", "reason": "\#(error)" }]"#
    ])
    let token = emulator.token(scenario: "fails")
    #expect(emulator.perform("verify", token).text == #"{"Success":false,"Error":"\#(error)"}"#)
    #expect(
      emulator.result(token).text
        == #"{"Action":"verification","BCID":"bws/12/4711","Success":false,"Error":"\#(error)"}"#)
  }

  @Test func `is refused with 400 without samples, which takes no try and leaves the result (39b, 3)`() throws
  {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["maxtries": "1"])
    let answer = emulator.perform("verify", token, images: 0)
    #expect(answer.status == 400)
    #expect(answer.json["Message"]?.string?.isEmpty == false)
    #expect(emulator.result(token).status == 204)
    #expect(emulator.perform("verify", token).json["Success"] == true)
  }

  @Test func `takes all samples away: a retry needs new ones (38)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "again": #""phone": [{ "do": "fail" }, { "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "again")
    #expect(emulator.perform("verify", token).json["Success"] == false)
    let without = emulator.perform("verify", token, images: 0)
    #expect(without.status == 400)
    #expect(without.findings == ["bioid.samples-consumed"])
    #expect(emulator.perform("verify", token).json["Success"] == true)
  }

  @Test func `needs two images for live detection, else NotEnoughSamples (39c)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(
      emulator.perform("verify", emulator.token(), images: 1).text
        == #"{"Success":false,"Error":"NotEnoughSamples"}"#)
    let relaxed = emulator.token(["livedetection": "false"])
    #expect(emulator.perform("verify", relaxed, images: 1).json["Success"] == true)
  }

  @Test func `can switch live detection on, never off (36)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let relaxed = emulator.token(["livedetection": "false"])
    #expect(
      emulator.perform("verify", relaxed, images: 1, "livedetection=true").json["Error"] == "NotEnoughSamples"
    )
    let strict = emulator.token()
    #expect(
      emulator.perform("verify", strict, images: 1, "livedetection=false").json["Error"] == "NotEnoughSamples"
    )
    #expect(emulator.perform("verify", emulator.token(), "livedetection=maybe").status == 400)
  }

  @Test(arguments: ["verify", "enroll", "identify", "livenessdetection"])
  func `is performed with a token for it, and refused with any other (3)`(task: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    for other in ["verify", "enroll", "identify", "livenessdetection"] {
      let answer = emulator.perform(task, emulator.token(["task": other]))
      #expect(answer.status == (task == other ? 200 : 403), "\(task) with \(other)")
    }
  }

  @Test func `is refused with 403 when the tries are used up, and the result stays (5)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["stranger": #""phone": [{ "do": "wrong_face" }]"#])
    let token = emulator.token(["maxtries": "2"], scenario: "stranger")
    #expect(emulator.perform("verify", token).status == 200)
    #expect(emulator.perform("verify", token).status == 200)
    let third = emulator.perform("verify", token)
    #expect(third.status == 403)
    #expect(third.json["Message"]?.string?.isEmpty == false)
    #expect(emulator.result(token).json["Success"] == false)
  }

  @Test func `enrols, so that a verification finds a template (38, 3)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let bcid = "bws.12.99"
    #expect(emulator.perform("verify", emulator.token(["bcid": bcid])).json["Error"] == "NoTemplateAvailable")
    #expect(
      emulator.perform("enroll", emulator.token(["bcid": bcid, "task": "enroll"]), images: 4).json["Success"]
        == true)
    #expect(emulator.perform("verify", emulator.token(["bcid": bcid])).json["Success"] == true)
  }

  @Test func `enrols again after a verification with autoenroll (38)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["autoenroll": "true", "traits": "Face"])
    #expect(emulator.perform("verify", token).json["Success"] == true)
    let path = "/bioid/extension/isenrolled?bcid=bws.12.4711&trait="
    #expect(emulator.get(path + "Face", headers: BioIDTestWorld.basic()).status == 200)
    #expect(emulator.get(path + "Periocular", headers: BioIDTestWorld.basic()).status == 404)
  }

  @Test func `identifies whom it sees, with score, storage, partition and class id (39)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["bob": #""person": "bob""#])
    let token = emulator.token(["task": "identify", "bcid": "bws.12.0"], scenario: "bob")
    #expect(
      emulator.perform("identify", token, "maxresults=5").text
        == #"{"Success":true,"Matches":[{"Score":0.994,"Storage":"bws","Partition":12,"ClassID":4712}]}"#)
    #expect(emulator.perform("identify", emulator.token(["task": "identify"]), "maxresults=0").status == 400)
  }

  @Test func `wants the movements of its try where the token asks for a challenge (25)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    func attempt(_ token: String, _ tags: [String]) -> TestAnswer {
      for (index, tag) in (["any"] + tags).enumerated() {
        _ = emulator.upload(token, BioIDTestWorld.png, "tag=\(tag)&index=\(index)")
      }
      return emulator.perform("verify", token, images: 0)
    }
    let token = emulator.token(["challenge": "true"])
    let text = try #require(emulator.bwsClaims(token)["challenge"]?.string)
    let lists = try JSONParser.parse(text).json.array?.compactMap { $0.array?.compactMap(\.string) } ?? []
    // The first list moved backwards fails and takes a try; then the second list counts.
    let failed = attempt(token, Array(try #require(lists.first).reversed()))
    #expect(failed.json["Error"] == "ChallengeResponseFailed" || lists[0] == lists[0].reversed())
    #expect(attempt(token, lists[1]).json["Success"] == true || lists[0] == lists[0].reversed())
    #expect(
      emulator.perform("verify", emulator.token(["challenge": "true"])).findings == [
        "bioid.challenge-untagged"
      ])
  }

  @Test func `waits for a person who takes time`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "3s", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "late")
    let held = emulator.perform("verify", token)
    #expect(held.isHeld)
    emulator.advance(by: .seconds(3))
    #expect(try held.resumed().json["Success"] == true)
  }

  @Test func `waits for each decision of a human, by the verbs of scenarios`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["human": #""phone": "manual""#])
    let token = emulator.token(scenario: "human")
    let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
    let provider = try #require(emulator.application.provider("bioid"))
    let first = emulator.perform("verify", token)
    try provider.act("wrong_face", reason: nil, on: identifier, at: emulator.sandbox.environment.clock.now)
    #expect(try first.resumed().text == #"{"Success":false}"#)
    let second = emulator.perform("verify", token)
    #expect(second.isHeld)
    try provider.act("approve", reason: nil, on: identifier, at: emulator.sandbox.environment.clock.now)
    #expect(try second.resumed().json["Success"] == true)
    #expect(provider.transaction(identifier)?.state == "succeeded")
  }

  @Test func `may be called by scripts of any origin, after a preflight (40)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for call in ["upload", "verify", "enroll", "identify", "livenessdetection", "result", "token"] {
      let preflight = emulator.send(
        Request(
          .options, "/bioid/extension/\(call)",
          headers: ["Origin": "https://rp.example.test", "Access-Control-Request-Headers": "authorization"]))
      #expect(preflight.status == 204)
      #expect(preflight.header("Access-Control-Allow-Origin") == "*")
      #expect(preflight.header("Access-Control-Allow-Headers") == "Authorization, Content-Type")
      #expect(preflight.header("Access-Control-Allow-Methods") == "GET, POST")
    }
    let token = emulator.token()
    for answer in [emulator.upload(token), emulator.perform("verify", token), emulator.upload("x")] {
      #expect(answer.header("Access-Control-Allow-Origin") == "*")
    }
  }
}
