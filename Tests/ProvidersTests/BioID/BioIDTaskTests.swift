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

  @Test func `has no Error when the person was merely not recognized (39)`() throws {
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

  @Test(arguments: [
    ("livenessdetection", "the vendor documents 403 for livenessdetection"),
    ("verify", "the vendor documents 403 for livenessdetection, and nothing for verify"),
    ("enroll", "the vendor documents 403 for livenessdetection, and nothing for enroll"),
  ]) func `says where 403 for used-up tries is documented, and where it is inferred (B6)`(
    task: String, basis: String
  ) throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["fails": #""phone": [{ "do": "fail" }]"#])
    let token = emulator.token(["task": task, "maxtries": "1"], scenario: "fails")
    #expect(emulator.perform(task, token).json["Error"] == "LiveDetectionFailed")
    let answer = emulator.perform(task, token)
    #expect(answer.status == 403)
    #expect(answer.findings == ["bioid.tries-used-up"])
    #expect(BWSTaskRules.triesUsedUp.documentation.section == "LivenessDetection")
    let finding = emulator.log.events.first { event in
      event.fields.contains { $0.name == "rule" && $0.value == "bioid.tries-used-up" }
    }
    #expect(finding?.message.contains("(1; \(basis))") == true, "\(finding?.message ?? "")")
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

  @Test func `enrols again after a verification with autoenroll, and keeps the other traits (38)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["autoenroll": "true", "traits": "Face"])
    #expect(emulator.perform("verify", token).json["Success"] == true)
    let path = "/bioid/extension/isenrolled?bcid=bws.12.4711&trait="
    #expect(emulator.get(path + "Face", headers: BioIDTestWorld.basic()).status == 200)
    #expect(emulator.get(path + "Periocular", headers: BioIDTestWorld.basic()).status == 200)
    #expect(emulator.get(path + "Voice", headers: BioIDTestWorld.basic()).status == 404)
  }

  @Test func `identifies whom it sees, with score, storage, partition and class id (39)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["bob": #""person": "bob""#])
    let token = emulator.token(["task": "identify", "bcid": "bws.12.0"], scenario: "bob")
    #expect(
      emulator.perform("identify", token, "maxresults=1").text
        == #"{"Success":true,"Matches":[{"Score":0.994,"Storage":"bws","Partition":12,"ClassID":4712}]}"#)
    #expect(emulator.perform("identify", emulator.token(["task": "identify"]), "maxresults=0").status == 400)
  }

  /// The class ids of an answer's matches.
  private func classes(_ answer: TestAnswer) -> [Int] {
    answer.json["Matches"]?.array?.compactMap { $0["ClassID"]?.integer } ?? []
  }

  @Test func `ranks everybody who is enrolled in the partition, the best match first (39)`() throws {
    let emulator = try BioIDTestWorld.emulator(
      clients: #""elsewhere": { "secret": "s", "storage": "bws", "partition": 13 }"#,
      stories: ["bob": #""person": "bob""#])
    for bcid in ["bws.12.90", "bws.12.91"] {
      _ = emulator.perform("enroll", emulator.token(["bcid": bcid, "task": "enroll"]))
    }
    // Another partition, and a voice alone, are not compared with faces.
    let elsewhere = emulator.tokenCall(
      ["id": "elsewhere", "bcid": "bws.13.92", "task": "enroll"],
      headers: BioIDTestWorld.basic("elsewhere", "s"))
    _ = emulator.perform("enroll", elsewhere.text)
    _ = emulator.perform(
      "enroll", emulator.token(["bcid": "bws.12.93", "task": "enroll", "traits": "Voice"]))
    let token = emulator.token(["task": "identify", "bcid": "bws.12.0"], scenario: "bob")
    let answer = emulator.perform("identify", token)
    let ranked = classes(answer)
    #expect(ranked.first == 4712)
    #expect(Set(ranked) == [4711, 4712, 90, 91] && ranked.count == 4)
    let scores = answer.json["Matches"]?.array?.compactMap { $0["Score"]?.number } ?? []
    #expect(scores.count == 4 && scores == scores.sorted(by: >) && Set(scores).count == 4)
    #expect(scores.allSatisfy { (0...1).contains($0) } && scores[0] == 0.994 && scores[1] < 0.5)
    let result = emulator.result(token).json["Matches"]?.array?.compactMap { $0["BCID"]?.string }
    #expect(result == ranked.map { "bws/12/\($0)" })
    // The same ranking for the same faces, in every run.
    #expect(
      emulator.perform("identify", emulator.token(["task": "identify"], scenario: "bob")).text == answer.text)
  }

  @Test(arguments: ["maxresults", "maxResults"])
  func `names as many matches as maxresults allows, twenty by default (37)`(name: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    for number in 1...30 {
      _ = emulator.perform("enroll", emulator.token(["bcid": "bws.12.\(number)", "task": "enroll"]))
    }
    #expect(classes(emulator.perform("identify", emulator.token(["task": "identify"]))).count == 20)
    let asked = emulator.perform("identify", emulator.token(["task": "identify"]), "\(name)=25")
    #expect(classes(asked).count == 25 && classes(asked).first == 4711)
    _ = emulator.send(
      Request(
        .delete, "/bioid/extension/deleteclass?bcid=bws.12.4712", headers: BioIDTestWorld.basic()))
    let all = classes(emulator.perform("identify", emulator.token(["task": "identify"]), "\(name)=99"))
    #expect(all.count == 31 && !all.contains(4712))
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

  @Test(arguments: ["verify", "enroll", "identify", "livenessdetection"])
  func `is held for fifty-five seconds at most, then ExecutionOfJobTimedOut, which takes a try`(task: String)
    throws
  {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "2m", "do": "approve" }]"#
    ])
    let token = emulator.token(["task": task, "maxtries": "2"], scenario: "slow")
    let held = emulator.perform(task, token)
    #expect(held.atMost == .seconds(55))
    emulator.advance(by: .milliseconds(54_999))
    let still = try held.resumed()
    #expect(still.isHeld)
    emulator.advance(by: .milliseconds(1))
    let answer = try still.resumed()
    #expect(answer.status == 200)
    #expect(answer.text == #"{"Success":false,"Error":"ExecutionOfJobTimedOut"}"#)
    #expect(emulator.result(token).json["Error"] == "ExecutionOfJobTimedOut")
    #expect(emulator.perform(task, token, images: 0).findings == ["bioid.samples-consumed"])
    // The person takes the second try, two minutes after the token call.
    emulator.advance(by: .seconds(15))
    let second = emulator.perform(task, token)
    #expect(second.atMost == .seconds(50))
    emulator.advance(by: .seconds(50))
    #expect(try second.resumed().json["Success"] == true)
    #expect(emulator.perform(task, token).findings == ["bioid.tries-used-up"])
  }

  @Test func `is held until the person's step is due, however often the clock is moved`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "50s", "do": "approve" }]"#
    ])
    var held = emulator.perform("verify", emulator.token(scenario: "late"))
    for _ in 1...5 {
      #expect(held.isHeld)
      emulator.advance(by: .seconds(10))
      held = try held.resumed()
    }
    #expect(held.text == #"{"Success":true}"#)
  }

  @Test(arguments: [48, 50, 51, 600]) func `is judged at the person's step, however late the clock is moved`(
    seconds: Int
  ) throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "598s", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "late")
    emulator.advance(by: .seconds(550))
    let held = emulator.perform("verify", token)
    emulator.advance(by: .seconds(seconds))
    let answer = try held.resumed()
    #expect(answer.text == #"{"Success":true}"# && answer.findings.isEmpty)
  }

  @Test func `is 401 when the token ends while it is held`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "11m", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "late")
    emulator.advance(by: .seconds(580))
    let held = emulator.perform("verify", token)
    #expect(held.atMost == .seconds(20))
    emulator.advance(by: .seconds(20))
    let answer = try held.resumed()
    #expect(answer.status == 401)
    #expect(answer.findings == ["bioid.token-expired"])
    #expect(emulator.result(token).status == 204)
  }

  @Test func `waits for a human for as long as the lifetime of a task says`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "human": #""phone": "manual", "lifetimes": { "task": "10s" }"#
    ])
    let held = emulator.perform("verify", emulator.token(scenario: "human"))
    #expect(held.atMost == .seconds(10))
    emulator.advance(by: .seconds(10))
    #expect(try held.resumed().json["Error"] == "ExecutionOfJobTimedOut")
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
    #expect(provider.transaction(identifier, at: emulator.clock.now)?.state == "succeeded")
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
