import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import BioID

@Suite struct `The result of a BioID operation` {
  @Test func `has Action, BCID and Success in this order (1_5)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    let answer = emulator.result(token)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.text == #"{"Action":"verification","BCID":"bws/12/4711","Success":true}"#)
    // Asking does not use it up.
    #expect(emulator.result(token).text == answer.text)
  }

  @Test func `is 204 without content before any operation (45)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.result(emulator.token())
    #expect(answer.status == 204)
    #expect(answer.text.isEmpty)
  }

  @Test func `is told with Basic, never with Bearer (41)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    let answer = emulator.result(token, headers: BioIDTestWorld.bearer(token))
    #expect(answer.status == 401)
    #expect(answer.findings == ["bioid.result-not-basic"])
    #expect(emulator.result(token, headers: [:]).status == 401)
  }

  @Test func `is told to the application of the token only (41)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    let answer = emulator.result(token, headers: BioIDTestWorld.basic("other-app", "other-secret"))
    #expect(answer.status == 403)
    #expect(answer.findings == ["bioid.result-of-other-app"])
  }

  @Test func `is told after the token's end (5)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    emulator.advance(by: .seconds(1000))
    #expect(emulator.result(token).json["Success"] == true)
    // Who asks when it is no longer kept is refused, and not blamed.
    emulator.advance(by: .seconds(3600))
    let forgotten = emulator.result(token)
    #expect(forgotten.status == 401 && forgotten.findings.isEmpty)
  }

  @Test(arguments: [
    ("enroll", "enrollment"), ("verify", "verification"), ("livenessdetection", "livenessdetection"),
  ]) func `names its action (43)`(task: String, action: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["task": task])
    _ = emulator.perform(task, token)
    #expect(
      emulator.result(token).text == #"{"Action":"\#(action)","BCID":"bws/12/4711","Success":true}"#)
  }

  @Test func `names the partition for an identification, and whom it matched (42, 44)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["task": "identify"])
    _ = emulator.perform("identify", token)
    #expect(
      emulator.result(token).text
        == #"{"Action":"identification","BCID":"bws/12/0","Success":true,"Matches":[{"BCID":"bws/12/4711","Score":0.994},{"BCID":"bws/12/4712","Score":0.452}]}"#
    )
  }

  @Test func `has no BCID where none was given (5)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["task": "livenessdetection", "bcid": nil])
    _ = emulator.perform("livenessdetection", token)
    #expect(emulator.result(token).text == #"{"Action":"livenessdetection","Success":true}"#)
  }

  @Test func `is that of the last operation (3)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "again": #""phone": [{ "do": "fail" }, { "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "again")
    _ = emulator.perform("verify", token)
    #expect(emulator.result(token).json["Error"] == "LiveDetectionFailed")
    _ = emulator.perform("verify", token)
    #expect(emulator.result(token).text == #"{"Action":"verification","BCID":"bws/12/4711","Success":true}"#)
  }

  @Test func `is told as often as it is asked for`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    _ = emulator.perform("verify", token)
    for _ in 0..<3000 { #expect(emulator.result(token).status == 200) }
  }

  @Test func `is refused for what is no token of this service`() throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.get("/bioid/extension/result", headers: BioIDTestWorld.basic()).status == 400)
    #expect(emulator.result("abc").status == 401)
    let token = emulator.token()
    #expect(emulator.result(token.dropLast(2) + "zz").status == 401)
  }
}

@Suite struct `What BioID has enrolled` {
  func isEnrolled(_ emulator: TestEmulator, _ query: String) -> TestAnswer {
    emulator.get("/bioid/extension/isenrolled?\(query)", headers: BioIDTestWorld.basic())
  }

  func delete(_ emulator: TestEmulator, _ query: String, headers: Headers = BioIDTestWorld.basic())
    -> TestAnswer
  {
    emulator.send(Request(.delete, "/bioid/extension/deleteclass?\(query)", headers: headers))
  }

  @Test func `is told by 200 and 404, both without content (48)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for (query, status) in [
      ("bcid=bws.12.4711", 200), ("bcid=bws/12/4711&trait=Face", 200), ("bcid=bws.12.4711&trait=voice", 404),
      ("bcid=bws.12.1", 404),
    ] {
      let answer = isEnrolled(emulator, query)
      #expect(answer.status == status, "\(query)")
      #expect(answer.text.isEmpty)
    }
  }

  @Test func `is not told to a wrong question (48)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for (query, status) in [
      ("", 400), ("bcid=bws", 400), ("bcid=bws.12.4711&trait=Iris", 400), ("bcid=bws.13.1", 403),
    ] {
      let answer = isEnrolled(emulator, query)
      #expect(answer.status == status, "\(query)")
      #expect(answer.json["Message"]?.string?.isEmpty == false)
    }
    #expect(emulator.get("/bioid/extension/isenrolled?bcid=bws.12.4711").status == 401)
  }

  @Test func `is deleted, also when there is nothing (49)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for _ in 0..<2 {
      let answer = delete(emulator, "bcid=bws.12.4711")
      #expect(answer.status == 200 && answer.text.isEmpty)
      #expect(isEnrolled(emulator, "bcid=bws.12.4711").status == 404)
    }
    #expect(emulator.perform("verify", emulator.token()).json["Error"] == "NoTemplateAvailable")
    #expect(delete(emulator, "bcid=bws").status == 400)
    #expect(delete(emulator, "bcid=bws.13.1").status == 403)
    #expect(delete(emulator, "bcid=bws.12.1", headers: [:]).status == 401)
  }

  @Test func `verifies nobody without a template of each of the token's traits (3)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let call = emulator.tokenCall(["traits": "Voice", "livedetection": "false"])
    #expect(call.findings == ["bioid.not-enrolled"])
    _ = emulator.upload(call.text, BioIDTestWorld.wav)
    #expect(
      emulator.perform("verify", call.text, images: 0).text
        == #"{"Success":false,"Error":"NoTemplateAvailable"}"#)
  }

  @Test func `grows by an enrolment, and loses no trait (3)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    _ = emulator.perform("verify", emulator.token(["traits": "Face", "autoenroll": "true"]))
    #expect(isEnrolled(emulator, "bcid=bws.12.4711&trait=Periocular").status == 200)
    let voice = emulator.token(["task": "enroll", "traits": "Voice"])
    _ = emulator.upload(voice, BioIDTestWorld.wav)
    #expect(emulator.perform("enroll", voice, images: 0).json["Success"] == true)
    #expect(isEnrolled(emulator, "bcid=bws.12.4711&trait=Face,Periocular,Voice").status == 200)
  }

  @Test func `stays within its bounds`() {
    let templates = BWSTemplates(capacity: 10)
    for number in 0..<25 {
      if let bcid = BCID("bws.1.\(number)") { templates.set(.enrolled(.face), for: bcid) }
    }
    let kept = (0..<25).filter { number in BCID("bws.1.\(number)").map { templates[$0] != nil } ?? false }
    #expect(kept.count <= 10)
    #expect(kept.last == 24)
  }
}

@Suite struct `BioID without a token` {
  @Test func `tells version and features (50)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.get("/bioid/extension/status", headers: BioIDTestWorld.basic())
    #expect(answer.json["Version"] == "2.3")
    let features = answer.json["Features"]?.array ?? []
    #expect(
      features.contains { $0["Name"] == "Verification" && $0["Storage"] == "bws" && $0["Partitions"] == "12" }
    )
    #expect(emulator.get("/bioid/extension/status").status == 401)
  }

  func post(_ emulator: TestEmulator, _ path: String, _ body: String, type: String = "text/plain")
    -> TestAnswer
  {
    var headers = BioIDTestWorld.basic()
    headers.append("Content-Type", type)
    return emulator.send(Request(.post, "/bioid/extension/\(path)", headers: headers, body: Array(body.utf8)))
  }

  @Test func `checks the quality of a sample (51)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let good = post(emulator, "qualitycheck", BioIDTestWorld.png)
    #expect(good.json["Success"] == true && good.json["ProcessedSample"] == .string(BioIDTestWorld.png))
    #expect(post(emulator, "qualitycheck", "").text == #"{"Message":"MissingData"}"#)
    #expect(post(emulator, "qualitycheck", "x").text == #"{"Message":"SampleNotOfExpectedType"}"#)
  }

  @Test func `looks for life in two images, and compares with a photo (51)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    var form: Form = ["liveimage1": BioIDTestWorld.png, "liveimage2": BioIDTestWorld.jpeg]
    let formType = "application/x-www-form-urlencoded"
    #expect(post(emulator, "livedetection", form.encoded, type: formType).text == "true")
    let missing = post(emulator, "photoverify", form.encoded, type: formType)
    #expect(missing.status == 400 && missing.text == #"{"Message":"MissingData"}"#)
    form.append("idphoto", BioIDTestWorld.jpeg)
    #expect(post(emulator, "photoverify?accuracy=5", form.encoded, type: formType).text == "true")
    #expect(post(emulator, "photoverify?accuracy=6", form.encoded, type: formType).status == 400)
    let sound: Form = ["liveimage1": BioIDTestWorld.wav, "liveimage2": BioIDTestWorld.png]
    #expect(
      post(emulator, "livedetection", sound.encoded, type: formType).text
        == #"{"Message":"SampleNotOfExpectedType"}"#)
  }
}
