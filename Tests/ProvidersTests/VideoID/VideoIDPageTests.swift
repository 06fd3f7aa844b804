import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import VideoID

@Suite struct `The capture page of VideoID` {
  private static let browser: Headers = ["Accept": "text/html"]

  private func page(_ emulator: TestEmulator, _ run: AskedRun, _ more: String = "") -> TestAnswer {
    emulator.get("/videoid/v2/capture?authorization=\(run.authorization)\(more)", headers: Self.browser)
  }

  private func press(
    _ emulator: TestEmulator, _ run: AskedRun, _ verb: String, _ more: [(String, String)] = []
  )
    -> TestAnswer
  {
    var form = Form()
    for (name, value) in [("authorization", run.authorization), ("do", verb)] + more {
      form.append(name, value)
    }
    return emulator.post("/videoid/v2/capture", form, headers: Self.browser)
  }

  @Test func `lets the person choose a document, and completes at once where nobody says otherwise`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let wizard = page(emulator, run)
    #expect(wizard.status == 200)
    #expect(wizard.text.contains("data-testid=\"id-type\""))
    #expect(wizard.text.contains("<option value=\"62\" selected>"))
    #expect(wizard.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    let sent = press(emulator, run, "start", [("idType", "61")])
    #expect(sent.status == 303)
    let end = emulator.get(sent.header("Location") ?? "", headers: Self.browser)
    #expect(end.text.contains("data-testid=\"video-id\">\(run.id)<"))
    #expect(emulator.result(run).json["document"]?["type"] == "TD3")
  }

  @Test func `offers what the app's options say`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let text = page(emulator, emulator.ask(), "&docTypes=138,123&defaultId=123").text
    #expect(text.contains("<option value=\"123\" selected>") && text.contains("value=\"138\""))
    #expect(!text.contains("value=\"62\""))
    #expect(!page(emulator, emulator.ask(product: "smileid")).text.contains("id-type"))
  }

  @Test(arguments: ["docType", "idType"])
  func `shows no wizard for a document that the app names`(name: String) throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let text = page(emulator, run, "&\(name)=61").text
    #expect(!text.contains("id-type") && text.contains("Spain · Pasaporte"))
    #expect(text.contains("<input type=\"hidden\" name=\"idType\" value=\"61\">"))
    _ = press(emulator, run, "start", [("idType", "61")])
    #expect(emulator.result(run).json["document"]?["type"] == "TD3")
    // Pressed again from an old page: it says how it has ended.
    let late = press(emulator, run, "complete")
    #expect(late.status == 303)
    let unknown = emulator.ask()
    #expect(page(emulator, unknown, "&\(name)=4711").text.contains("which is not in the list"))
    let end = emulator.get(
      press(emulator, unknown, "start", [("idType", "4711")]).header("Location") ?? "", headers: Self.browser)
    #expect(end.text.contains("DOCUMENT_NOT_SUPPORTED"))
  }

  @Test func `walks through the phases by hand, without script`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["hand": #""phone": "manual""#])
    let run = emulator.ask(scenario: "hand")
    _ = press(emulator, run, "start", [("idType", "62")])
    for (phase, verb) in [("FRONT", "show_front"), ("BACK", "show_back"), ("FACE", "show_face")] {
      let answer = page(emulator, run)
      let text = answer.text
      #expect(text.contains("data-testid=\"phase-\(phase)\""))
      #expect(text.contains("data-testid=\"\(verb)\""))
      #expect(text.contains(phase == "FACE" ? "<svg class=\"drawn face\"" : "<svg class=\"drawn\""))
      #expect(text.contains(phase == "FACE" ? "Look into the camera." : "up to the camera."))
      #expect(answer.foreignScripts == 0)
      #expect(press(emulator, run, verb).status == 303)
    }
    #expect(page(emulator, run).text.contains(run.id))
    #expect(emulator.result(run).json["status"] == "Completed")
  }

  @Test func `says who asks for what, and lets a human leave before the camera is on`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["hand": #""phone": "manual""#])
    let run = emulator.ask(scenario: "hand")
    let opening = page(emulator, run).text
    #expect(opening.contains("</bdi> to show a document and their face.</p>"))
    #expect(opening.contains("data-testid=\"cancel\"") && opening.contains("data-testid=\"open-phone\""))
    #expect(press(emulator, run, "cancel").status == 303)
    #expect(emulator.state(run) == "cancelled")
    #expect(!page(emulator, emulator.ask()).text.contains("data-testid=\"cancel\""))
  }

  @Test func `shows why it ended`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["hand": #""phone": "manual""#])
    let run = emulator.ask(scenario: "hand")
    _ = press(emulator, run, "start")
    _ = press(emulator, run, "refuse_camera")
    #expect(page(emulator, run).text.contains("<code>CAMERA_REFUSED</code>"))
    let late = emulator.ask()
    emulator.advance(by: .seconds(600))
    #expect(page(emulator, late).text.contains("AUTHORIZATION_EXPIRED"))
  }

  @Test func `lets nobody disturb a scripted person, but cancel`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "9s", "do": "complete" }]"#
    ])
    let run = emulator.ask(scenario: "slow")
    _ = press(emulator, run, "start")
    #expect(page(emulator, run).text.contains("http-equiv=\"refresh\" content=\"1;"))
    #expect(press(emulator, run, "complete").status == 400)
    #expect(press(emulator, run, "cancel").status == 303)
    #expect(emulator.state(run) == "cancelled")
  }

  @Test func `returns where it is told to, and begins by itself where nobody is asked`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "2s", "do": "complete" }]"#,
      "cancel": #""phone": [{ "after": "2s", "do": "cancel" }]"#, "manual": #""phone": "manual""#,
    ])
    let back = "&return_url=https%3A%2F%2Frp.example.test%2Fcb%3Fstate%3Ds"
    for story in ["slow", "cancel"] {
      let run = emulator.ask(scenario: story)
      let started = page(emulator, run, back)
      #expect(started.status == 303)
      let waiting = emulator.get(started.header("Location") ?? "", headers: Self.browser)
      #expect(waiting.text.contains("http-equiv=\"refresh\"") && waiting.text.contains("return_url="))
      emulator.advance(by: .seconds(2))
      #expect(page(emulator, run, back).header("Location") == "https://rp.example.test/cb?state=s")
    }
    // A human chooses, and is led back too.
    let run = emulator.ask(scenario: "manual")
    let opening = page(emulator, run, back).text
    #expect(opening.contains("data-testid=\"start\""))
    #expect(opening.contains("name=\"return_url\" value=\"https://rp.example.test/cb?state=s\""))
    let form = ("return_url", "https://rp.example.test/cb?state=s")
    _ = press(emulator, run, "start", [form])
    let over = press(emulator, run, "complete", [form])
    #expect(
      emulator.get(over.header("Location") ?? "", headers: Self.browser).header("Location")
        == "https://rp.example.test/cb?state=s")
  }

  @Test(arguments: ["app", "javascript%3Aalert(1)", "https%3A%2F%2Frp.example.test%2F%23a"])
  func `returns to no address that is none`(address: String) throws {
    let emulator = try VideoIDTestWorld.emulator()
    let answer = page(emulator, emulator.ask(), "&return_url=\(address)")
    #expect(answer.status == 400)
    #expect(answer.findings == ["videoid.capture-return-invalid"])
  }

  @Test func `is of no use without an authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let missing = emulator.get("/videoid/v2/capture", headers: Self.browser)
    #expect(missing.status == 400)
    #expect(missing.findings == ["videoid.authorization-missing"])
    let unknown = emulator.get("/videoid/v2/capture?authorization=x", headers: Self.browser)
    #expect(unknown.status == 400)
    #expect(unknown.findings == ["videoid.authorization-unknown"])
    #expect(unknown.text.contains("<h1>The verification cannot start</h1>"))
    #expect(unknown.text.contains(">This authorization is not known.</p>"))
    #expect(unknown.text.contains("<dd>No VideoID request gave this authorization.</dd>"))
    #expect(emulator.get("/videoid/v2/capture").json["error"] == "invalid_request")
  }

  @Test func `says of a verification that is forgotten that it is over, and blames nobody`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["s": #""phone": "manual""#])
    let run = emulator.ask(scenario: "s")
    _ = press(emulator, run, "start")
    #expect(page(emulator, run).text.contains("http-equiv=\"refresh\""))
    emulator.advance(by: .seconds(7200))
    let over = page(emulator, run)
    #expect(over.status == 400)
    #expect(over.findings.isEmpty)
    #expect(over.text.contains("<h1>The verification cannot go on</h1>"))
    #expect(over.text.contains(">The verification is over, or never was.</p>"))
    #expect(!over.text.contains("http-equiv") && !over.text.contains("data-testid=\"try-again\""))
    #expect(press(emulator, run, "complete").findings.isEmpty)
    let script = emulator.get("/videoid/v2/capture?authorization=\(run.authorization)")
    #expect(script.json["error"] == "invalid_request" && script.findings.isEmpty)
    // No VideoID request gave it without its padding.
    let cut = emulator.get("/videoid/v2/capture?authorization=\(run.authorization.dropLast())")
    #expect(cut.findings == ["videoid.authorization-unknown"])
  }

  @Test func `escapes what a person is called`() throws {
    let emulator = try VideoIDTestWorld.emulator(
      stories: ["s": #""person": { "like": "anna", "given_name": "<b>Anna</b>" }, "phone": "manual""#])
    let text = page(emulator, emulator.ask(scenario: "s")).text
    #expect(text.contains("&lt;b&gt;Anna"))
    #expect(!text.contains("<b>Anna"))
  }
}

@Suite struct `The web SDK of VideoID (contract 1_2 26)` {
  @Test(arguments: [
    "v2/js/videoid.js", "v2/js/videoidattended.js", "v2/js/smileid.js", "v2/js/videoscan.js",
    "js/videoid-3.x/videoid.js", "js/videoid-3.x/videoscan.js", "v2//js/videoid.js",
  ])
  func `is served at`(path: String) throws {
    let answer = try VideoIDTestWorld.emulator().get("/videoid/\(path)")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/javascript; charset=utf-8")
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    for name in [
      "EID.videoId", "EID.videoIDAttended", "EID.init", "phaseStarting", "turnOn", "turnOff", "destroy",
    ] {
      #expect(answer.text.contains(name), "\(name)")
    }
  }
}
