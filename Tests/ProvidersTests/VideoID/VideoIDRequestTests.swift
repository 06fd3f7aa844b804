import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import VideoID

@Suite struct `videoid_request (contract 1_1)` {
  @Test(arguments: ["videoid", "smileid", "videoscan"])
  func `answers exactly an id and an authorization, both strings, for`(product: String) throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(product: product)
    #expect(run.answer.status == 200)
    #expect(run.answer.header("Content-Type") == "application/json")
    #expect(run.answer.json.object?.names == ["id", "authorization"])
    #expect(
      run.id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(run.answer.findings.isEmpty)
  }

  @Test func `has an authorization of 80 bytes as base64url with padding, and no token in it`() throws {
    let run = try VideoIDTestWorld.emulator().ask()
    #expect(run.authorization.utf8.count == 108)
    #expect(run.authorization.hasSuffix("="))
    let bytes = try Base64URL.decode(String(run.authorization.dropLast()))
    #expect(bytes.count == 80)
  }

  @Test func `gives each run its own id and authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let runs = (0..<20).map { _ in emulator.ask() }
    #expect(Set(runs.map(\.id)).count == 20)
    #expect(Set(runs.map(\.authorization)).count == 20)
  }

  @Test func `takes a base with a slash at its end and doubled slashes`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for path in ["//videoid.request", "///videoid.request"] {
      #expect(emulator.postVideoID(path, "{}", token: VideoIDTestWorld.token).status == 200)
    }
  }

  @Test func `stands on its virtual host at the real path`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = emulator.send(
      Request(
        .post, "/v2/videoid.request",
        headers: [
          "Host": "videoid.localhost:8080", "Authorization": "Bearer \(VideoIDTestWorld.token)",
          "Content-Type": "application/json",
        ], body: Array("{}".utf8)))
    #expect(answer.status == 200)
  }

  @Test(arguments: [
    "{}", #"{"process":null}"#, #"{"process":"Unattended"}"#, #"{"process":"Attended","rauthorityId":""}"#,
    #"{"process":"Unattended","tenantId":"","rauthorityId":null,"externalReference":"a","phone":"b","else":[1]}"#,
    #"{"docType":null,"document":null}"#,
  ])
  func `takes the bodies that clients send:`(body: String) throws {
    let run = try VideoIDTestWorld.emulator().ask(body)
    #expect(run.answer.status == 200)
    #expect(run.answer.findings.isEmpty)
  }

  @Test func `is Unattended unless it says otherwise`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    #expect(emulator.result(emulator.ask("{}")).json["process"] == "Unattended")
    #expect(emulator.result(emulator.ask(#"{"process":"Attended"}"#)).json["process"] == "Attended")
  }

  @Test(arguments: ["", "not JSON", "[]", "\"Unattended\""])
  func `refuses a body that is not a JSON object:`(body: String) throws {
    let answer = try VideoIDTestWorld.emulator().ask(body).answer
    #expect(answer.status == 400)
    #expect(answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["videoid.body-not-json"])
  }

  @Test func `refuses a process that it does not know`() throws {
    for body in [#"{"process":"Automatic"}"#, #"{"process":7}"#, #"{"process":"unattended"}"#] {
      let answer = try VideoIDTestWorld.emulator().ask(body).answer
      #expect(answer.status == 400)
      #expect(answer.findings == ["videoid.process-unknown"])
    }
  }

  @Test func `tells whoever says Substantial what it is called here`() throws {
    let answer = try VideoIDTestWorld.emulator().ask(#"{"process":"Substantial"}"#).answer
    #expect(answer.status == 400)
    #expect(answer.json["error_description"]?.string?.contains("Unattended") == true)
    #expect(answer.findings == ["videoid.process-substantial"])
  }

  @Test func `reads a body that is not declared as JSON, and says so`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let careful = emulator.postVideoID(
      "/videoid.request", "{}", token: VideoIDTestWorld.token,
      headers: ["Content-Type": "application/json; charset=UTF-8"])
    #expect(careful.findings.isEmpty)
    let careless = emulator.postVideoID(
      "/videoid.request", "{}", token: VideoIDTestWorld.token, headers: ["Content-Type": "text/plain"])
    #expect(careless.status == 200)
    #expect(careless.findings == ["videoid.content-type"])
  }

  @Test func `ignores a member of the wrong type, and says so`() throws {
    let run = try VideoIDTestWorld.emulator().ask(#"{"tenantId":4711}"#)
    #expect(run.answer.status == 200)
    #expect(run.answer.findings == ["videoid.member-type"])
  }

  @Test func `has no use for a document type, which is the SDK's matter`() throws {
    let run = try VideoIDTestWorld.emulator().ask(#"{"process":"Unattended","docType":62}"#)
    #expect(run.answer.status == 200)
    #expect(run.answer.findings == ["videoid.document-in-request"])
  }

  @Test func `may be called by a script of any page, with the headers that clients send`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for path in ["videoid.request", "videoid/x", "videoid.idtypes", "videoid.file/x", "sdk.start"] {
      let answer = emulator.send(
        Request(
          .options, "/videoid/v2/\(path)",
          headers: [
            "Origin": "https://client.example.test", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,tenantid,secret",
          ]))
      #expect(answer.status == 204, "\(path)")
      #expect(answer.header("Access-Control-Allow-Origin") == "*", "\(path)")
      let fields = answer.header("Access-Control-Allow-Headers") ?? ""
      for field in ["authorization", "content-type", "tenantid", "secret"] { #expect(fields.contains(field)) }
    }
    let run = emulator.ask()
    #expect(run.answer.header("Access-Control-Allow-Origin") == "*")
    #expect(emulator.ask("nothing").answer.header("Access-Control-Allow-Origin") == "*")
  }

  @Test func `asks for a scenario by header or external reference, and names those that are close`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["cancel": #""phone":[{"do":"cancel"}]"#])
    for run in [
      emulator.ask(scenario: "cancel"), emulator.ask(#"{"externalReference":"scenario:cancel:77"}"#),
    ] {
      #expect(emulator.start(run).json["code"] == "USER_CANCELLED")
    }
    let answer = emulator.ask(scenario: "cancl").answer
    #expect(answer.status == 400)
    #expect(answer.findings == ["videoid.scenario-unknown"])
    #expect(answer.json["error_description"]?.string?.contains("cancel") == true)
  }

  @Test func `chooses a scenario by what the request says`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "attended": #""when":{"is.process":"Attended"},"phone":[{"do":"cancel"}]"#,
      "scan": #""when":{"is.product":"videoscan"},"phone":[{"do":"refuse_camera"}]"#,
    ])
    #expect(emulator.start(emulator.ask()).json["event"] == "completed")
    #expect(emulator.start(emulator.ask(#"{"process":"Attended"}"#)).json["code"] == "USER_CANCELLED")
    #expect(emulator.start(emulator.ask(product: "videoscan")).json["code"] == "CAMERA_REFUSED")
  }

  @Test func `knows the person by phone number`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(#"{"phone":"+32 470000002"}"#)
    #expect(emulator.application.providers[0].transaction(run.id, at: emulator.clock.now)?.person == "bob")
    #expect(
      emulator.application.providers[0].transaction(emulator.ask().id, at: emulator.clock.now)?.person
        == "anna")
  }

  @Test(arguments: ["+32470000002", "0032470000002", "32470000002", "32+470000002", "+32 470 00 00 02"])
  func `knows the person by phone number, however it is written:`(phone: String) throws {
    let emulator = try VideoIDTestWorld.emulator { $0.isStrict = true }
    let run = emulator.ask("{\"phone\":\"\(phone)\"}")
    #expect(emulator.application.providers[0].transaction(run.id, at: emulator.clock.now)?.person == "bob")
    #expect(run.answer.findings.isEmpty)
  }

  @Test(arguments: ["+32470999999", "0470000002"])
  func `makes up a person for a phone number that nobody has:`(phone: String) throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask("{\"phone\":\"\(phone)\"}")
    #expect(run.answer.status == 200)
    #expect(run.answer.findings == ["videoid.person-made-up"])
    _ = emulator.start(run, #""idType":62"#)
    let subject = emulator.result(run).json["document"]?["subject"]
    #expect(subject?["primaryName"]?.string?.isEmpty == false && subject?["primaryName"] != "PEETERS")
    let strict = try VideoIDTestWorld.emulator { $0.isStrict = true }
    let refused = strict.ask("{\"phone\":\"\(phone)\"}").answer
    #expect(refused.status == 400)
    #expect(refused.json["error"] == "invalid_request")
    #expect(refused.findings == ["videoid.phone-unknown"])
  }

  @Test func `says how to keep a person who was made up, and asks nobody where a story says who it is`()
    throws
  {
    let emulator = try VideoIDTestWorld.emulator(stories: ["bob": #""person": "bob""#])
    _ = emulator.ask(#"{"phone":"+32470999999"}"#)
    let detail = try #require(emulator.sandbox.findings.occurrences().first).finding.detail
    #expect(detail.contains(#""phone_number":"+32 470999999""#))
    #expect(emulator.ask(#"{"phone":"+32470999999"}"#, scenario: "bob").answer.findings.isEmpty)
  }

  @Test func `suffers the faults of a scenario`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "stale":
        #""faults":[{"at":"videoid_request","times":"always","do":"respond","status":401,"body":{"error":"invalid_token"}}]"#
    ])
    let run = emulator.ask(scenario: "stale")
    #expect(run.answer.status == 401)
    #expect(run.authorization.isEmpty)
  }
}
