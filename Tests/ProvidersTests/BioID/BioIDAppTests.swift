import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import BioID

@Suite struct `The simulated BioID app` {
  static let back = "https://rp.example.test/cb"

  @Test func `returns with the same token and state, verbatim (1_8, 59)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let answer = emulator.launch(token)
    #expect(answer.status == 302)
    #expect(answer.header("Location") == "\(Self.back)?access_token=\(token)&state=s1")
    #expect(emulator.result(token).text == #"{"Action":"verification","BCID":"bws/12/4711","Success":true}"#)
  }

  @Test func `returns the same whatever came out: only the result says (4_2)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["stranger": #""phone": [{ "do": "wrong_face" }]"#])
    let token = emulator.token(scenario: "stranger")
    #expect(emulator.launch(token).header("Location") == "\(Self.back)?access_token=\(token)&state=s1")
    #expect(emulator.result(token).text == #"{"Action":"verification","BCID":"bws/12/4711","Success":false}"#)
  }

  @Test(arguments: [
    ("YourApp", "YourApp://?access_token="), ("yourapp://", "yourapp://?access_token="),
    ("yourapp://done?x=1", "yourapp://done?x=1&access_token="),
    ("https://rp.example.test/cb?x=1", "https://rp.example.test/cb?x=1&access_token="),
  ]) func `returns to a URL or to the bare name of an app (62)`(returnURL: String, start: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let location = emulator.launch(emulator.token(), ["return_url": returnURL]).header("Location")
    #expect(location?.hasPrefix(start) == true)
  }

  @Test(arguments: [
    "javascript:alert(1)", "javascript", "data:text/html,x", "/cb", "", "http://a b", "your app",
  ])
  func `opens no address that is none, and none that runs in the browser`(returnURL: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.launch(emulator.token(), ["return_url": returnURL])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
  }

  @Test func `enrols with bioid-enroll, and tries again as long as that makes sense (57, 64)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "again":
        #""phone": [{ "do": "fail" }, { "do": "fail", "reason": "ChallengeResponseFailed" }, { "do": "approve" }]"#,
      "hopeless": #""phone": [{ "do": "fail", "reason": "NoTemplateAvailable" }, { "do": "approve" }]"#,
    ])
    let token = emulator.token(["task": "enroll", "bcid": "bws.12.99"], scenario: "again")
    #expect(emulator.launch(token, task: "enroll").status == 302)
    #expect(emulator.result(token).json["Success"] == true)
    let hopeless = emulator.token(scenario: "hopeless")
    #expect(emulator.launch(hopeless).status == 302)
    #expect(emulator.result(hopeless).json["Error"] == "NoTemplateAvailable")
  }

  @Test func `gives up when the tries are used up (64)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "fails": #""phone": [{ "do": "fail" }, { "do": "fail" }, { "do": "approve" }]"#
    ])
    let token = emulator.token(["maxtries": "2"], scenario: "fails")
    #expect(emulator.launch(token).status == 302)
    #expect(emulator.result(token).json["Error"] == "LiveDetectionFailed")
    #expect(emulator.perform("verify", token).status == 403)
  }

  @Test func `returns with user_abort when the person aborts, and the result is 204 (61)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "abort": #""phone": [{ "do": "cancel" }]"#,
      "quiet": #""phone": [{ "do": "cancel" }], "quirks": { "app_error": false }"#,
    ])
    let token = emulator.token(scenario: "abort")
    let query = emulator.launch(token).locationQuery
    #expect(query["error"] == "user_abort" && query["access_token"] == token && query["state"] == "s1")
    #expect(emulator.result(token).status == 204)
    let quiet = emulator.launch(emulator.token(scenario: "quiet")).locationQuery
    #expect(quiet["error"] == nil && quiet["access_token"] != nil)
  }

  @Test func `stays open where the person stays, though the operation was performed`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["stays": #""phone": [{ "do": "stay" }]"#])
    let token = emulator.token(scenario: "stays")
    let answer = emulator.launch(token)
    #expect(answer.status == 200 && answer.header("Location") == nil)
    #expect(emulator.result(token).json["Success"] == true)
  }

  @Test func `needs no return_url on Android, where the caller waits for it (58)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    #expect(emulator.launch(token, ["return_url": nil]).status == 400)
    let answer = emulator.launch(token, ["return_url": nil], headers: BioIDTestWorld.android)
    #expect(answer.status == 200 && answer.findings.isEmpty)
    #expect(emulator.result(token).json["Success"] == true)
  }

  @Test func `takes an Android launch on the handset, and warns that iOS and the web need a return_url (58)`()
    throws
  {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let provider = try #require(emulator.application.provider("bioid"))
    let link = LaunchLink("bioid-verify://?access_token=\(token)&state=s1")
    let opening = try #require(
      provider.open(link, on: nil, at: emulator.sandbox.environment.clock.now))
    #expect(opening.findings.map(\.rule.identifier) == ["bioid.return-url-android-only"])
    #expect(opening.findings.map(\.rule.severity) == [.warning])
    #expect(emulator.result(token).json["Success"] == true)
  }

  @Test(arguments: [
    ("verify", "enroll"), ("verify", "identify"), ("verify", "livenessdetection"), ("enroll", "verify"),
    ("enroll", "identify"),
  ]) func `performs nothing with a link of another task than the token's: the result stays 204`(
    link: String, task: String
  ) throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["task": task])
    let answer = emulator.launch(token, task: link)
    // Only the result tells the client: the app returns as always.
    #expect(answer.header("Location") == "\(Self.back)?access_token=\(token)&state=s1")
    #expect(answer.findings == ["bioid.launch-scheme"])
    #expect(emulator.result(token).status == 204)
    let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
    let provider = try #require(emulator.application.provider("bioid"))
    #expect(provider.transaction(identifier, at: emulator.clock.now)?.state == "wrong_task")
    // The token itself is as good as before.
    #expect(emulator.perform(task, token).json["Success"] == true)
    let android = emulator.launch(
      emulator.token(["task": task]), ["return_url": nil], task: link, headers: BioIDTestWorld.android)
    #expect(android.status == 200 && android.findings == ["bioid.launch-scheme"])
  }

  @Test func `lets the right link follow a wrong one`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token(["task": "enroll", "bcid": "bws.12.99"])
    #expect(emulator.launch(token).findings == ["bioid.launch-scheme"])
    #expect(emulator.result(token).status == 204)
    #expect(emulator.launch(token, task: "enroll").findings.isEmpty)
    #expect(emulator.result(token).text == #"{"Action":"enrollment","BCID":"bws/12/99","Success":true}"#)
  }

  @Test func `is offered for verify and enroll alone`() throws {
    let emulator = try BioIDTestWorld.emulator { $0.isInteractive = true }
    for (task, isOffered) in [
      ("verify", true), ("enroll", true), ("identify", false), ("livenessdetection", false),
    ] {
      let token = emulator.token(["task": task])
      let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
      let page = emulator.get("/bioid/phone", headers: BioIDTestWorld.browser).text
      #expect(page.contains("data-testid=\"token-\(identifier)\""))
      #expect(page.contains("://?access_token=\(token)") == isOffered, "\(task)")
      let web = emulator.webUI(token, headers: BioIDTestWorld.browser).text
      #expect(web.contains("://?access_token=\(token)") == isOffered, "\(task)")
    }
  }

  @Test func `holds its answer until the person has come that far`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "2s", "do": "fail" }, { "after": "5s", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "slow")
    emulator.advance(by: .seconds(60))
    // The person's time counts from the launch.
    let held = emulator.launch(token)
    #expect(held.isHeld)
    emulator.advance(by: .seconds(2))
    let still = try held.resumed()
    #expect(still.isHeld)
    #expect(emulator.result(token).json["Error"] == "LiveDetectionFailed")
    emulator.advance(by: .seconds(3))
    #expect(try still.resumed().status == 302)
    #expect(emulator.result(token).json["Success"] == true)
  }

  @Test func `returns without an operation when the token ends first (3)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "11m", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "late")
    let held = emulator.launch(token)
    emulator.advance(by: .seconds(600))
    let answer = try held.resumed()
    #expect(answer.header("Location") == "\(Self.back)?access_token=\(token)&state=s1")
    #expect(emulator.result(token).status == 204)
  }

  @Test func `is a page for browsers, which a human plays by hand`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["human": #""phone": "manual""#])
    let token = emulator.token(["challenge": "true"], scenario: "human")
    let page = emulator.launch(token, headers: BioIDTestWorld.browser)
    #expect(page.status == 200)
    #expect(page.text.contains("Anna Peeters") && page.text.contains("move your head"))
    #expect(page.text.contains("data-testid=\"approve\"") && page.text.contains("Attempt 1 of 3."))
    #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    let action = try #require(page.value(after: "action=\"")).replacing("&amp;", with: "&")
    let pressed = emulator.post(action, ["access_token": token, "return_url": Self.back, "do": "wrong_face"])
    #expect(pressed.status == 303)
    let again = emulator.get(try #require(pressed.header("Location")), headers: BioIDTestWorld.browser)
    #expect(again.text.contains("Try again"))
    _ = emulator.post(action, ["access_token": token, "return_url": Self.back, "do": "approve"])
    let done = emulator.get(try #require(pressed.header("Location")), headers: BioIDTestWorld.browser)
    #expect(done.header("Location") == "\(Self.back)?access_token=\(token)&state=s1")
  }

  @Test func `lets nobody but the script play a scripted person, except for cancelling`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "2s", "do": "approve" }]"#
    ])
    let token = emulator.token(scenario: "slow")
    _ = emulator.launch(token, headers: BioIDTestWorld.browser)
    let form: Form = ["access_token": token, "do": "wrong_face"]
    #expect(emulator.post("/bioid/app/verify", form).status == 400)
    let cancel: Form = ["access_token": token, "do": "cancel"]
    #expect(emulator.post("/bioid/app/verify", cancel).status == 303)
    #expect(emulator.launch(token, headers: BioIDTestWorld.browser).locationQuery["error"] == "user_abort")
  }

  @Test func `escapes what it shows`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["human": #""phone": "manual""#])
    let token = emulator.token(scenario: "human")
    let page = emulator.launch(
      token, ["return_url": "https://a.test/?x=\"><script>", "state": "<b>"], headers: BioIDTestWorld.browser)
    #expect(!page.text.contains("\"><script>") && !page.text.contains("<b>"))
  }

  @Test func `opens launch links that are pasted into the phone page (57)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let page = emulator.get("/bioid/phone", headers: BioIDTestWorld.browser)
    #expect(page.text.contains("bioid-verify://?access_token=\(token)"))
    // A page that renews itself keeps what is typed in fields that have an id.
    let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
    for name in ["return", "state"] { #expect(page.text.contains("id=\"\(name)-\(identifier)\"")) }
    let link = "bioid-verify://?access_token=\(token)&return_url=YourApp&state=YourDefinition"
    var query = Form()
    query.append("link", link)
    let opened = emulator.get("/bioid/app?\(query.encoded)")
    #expect(opened.status == 303)
    let answer = emulator.get(try #require(opened.header("Location")))
    #expect(answer.header("Location") == "YourApp://?access_token=\(token)&state=YourDefinition")
    #expect(emulator.get("/bioid/app?link=https://a.test").status == 400)
    // Used: it waits for nobody any more.
    #expect(!emulator.get("/bioid/phone").text.contains(token))
  }
}

@Suite struct `The phone page of BioID` {
  @Test func `lets a human decide what the camera of a client sees`() throws {
    let emulator = try BioIDTestWorld.emulator { $0.isInteractive = true }
    let token = emulator.token()
    let held = emulator.perform("verify", token)
    #expect(held.isHeld)
    let page = emulator.get("/bioid/phone", headers: BioIDTestWorld.browser)
    let transaction = page.transaction
    let form: Form = ["transaction": transaction, "do": "wrong_face"]
    #expect(emulator.post("/bioid/phone", form).status == 303)
    #expect(try held.resumed().text == #"{"Success":false}"#)
    #expect(emulator.post("/bioid/phone", ["transaction": "x", "do": "approve"]).status == 400)
  }

  @Test func `leaves scripted people alone`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
    #expect(!emulator.get("/bioid/phone", headers: BioIDTestWorld.browser).text.contains("method=\"post\""))
    #expect(emulator.post("/bioid/phone", ["transaction": identifier, "do": "approve"]).status == 400)
  }
}

@Suite struct `The web user interface of BioID` {
  static let back = "https://rp.example.test/cb"

  @Test func `returns with token, state and skipintro, an error before state (67)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "stranger": #""phone": [{ "do": "wrong_face" }]"#, "photo": #""phone": [{ "do": "fail" }]"#,
      "abort": #""phone": [{ "do": "cancel" }]"#, "skip": #""phone": [{ "do": "skip" }]"#,
    ])
    let token = emulator.token()
    #expect(
      emulator.webUI(token, ["skipintro": "true"]).header("Location")
        == "\(Self.back)?access_token=\(token)&state=s1&skipintro=true")
    for (story, error) in [("stranger", "NotRecognized"), ("photo", "LiveDetectionFailed")] {
      let token = emulator.token(scenario: story)
      #expect(
        emulator.webUI(token).header("Location")
          == "\(Self.back)?access_token=\(token)&error=\(error)&state=s1&skipintro=false")
    }
    for (story, error) in [("abort", "user_abort"), ("skip", "user_skip")] {
      let token = emulator.token(scenario: story)
      #expect(
        emulator.webUI(token).header("Location")
          == "\(Self.back)?error=\(error)&access_token=\(token)&state=s1")
      #expect(emulator.result(token).status == 204)
    }
  }

  @Test func `stands under its older address too (66)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let answer = emulator.get("/bioid/bws/performtask?access_token=\(token)&return_url=\(Self.back)")
    #expect(answer.header("Location") == "\(Self.back)?access_token=\(token)&state=&skipintro=false")
  }

  @Test func `says a sentence when nobody moves, and a reason phrase when the token is over (67)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "asleep": #""phone": [{ "do": "ignore" }]"#,
      "expired": #""tokens": { "bws_token": { "defect": "expired" } }"#,
    ])
    let token = emulator.token(scenario: "asleep")
    let held = emulator.webUI(token)
    emulator.advance(by: .seconds(30))
    #expect(try held.resumed().locationQuery["error"] == "Activity time is over!")
    #expect(emulator.webUI(emulator.token(scenario: "expired")).locationQuery["error"] == "Unauthorized")
  }

  @Test func `encodes nothing, so that a state with an ampersand is damaged (4_8)`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "encoded": #""quirks": { "state_encoding": "encoded" }"#
    ])
    let answer = emulator.webUI(emulator.token(), ["state": "a&b=c"])
    #expect(answer.locationQuery["state"] == "a" && answer.locationQuery["b"] == "c")
    #expect(answer.findings == ["bioid.state-damaged"])
    #expect(
      emulator.webUI(emulator.token(scenario: "encoded"), ["state": "a&b=c"]).locationQuery["state"]
        == "a&b=c")
  }

  @Test func `is named for what it is, and the app for what that is`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["asleep": #""phone": [{ "do": "ignore" }]"#])
    _ = emulator.webUI(emulator.token())
    let messages = { emulator.log.events.map(\.message) }
    #expect(messages().contains { $0.hasPrefix("the web user interface: The person was recognized") })
    #expect(!messages().contains { $0.hasPrefix("the app:") })
    _ = emulator.launch(emulator.token())
    #expect(messages().contains { $0.hasPrefix("the app: The person was recognized") })
    let provider = try #require(emulator.application.provider("bioid"))
    let now = emulator.sandbox.environment.clock.now
    let deeds = try ["webUI", "app"].map { kind in
      let token = emulator.token(scenario: "asleep")
      _ = kind == "app" ? emulator.launch(token) : emulator.webUI(token)
      let identifier = try #require(emulator.bwsClaims(token)["tokenid"]?.string)
      return provider.phoneRequest(identifier, at: now)?.comingBack?.deed
    }
    #expect(
      deeds == [
        "The web user interface will open it when it is done.", "The app will open it when it is done.",
      ])
  }

  @Test func `refuses in plain words, without a redirect (68)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    for changes in [
      ["access_token": nil], ["return_url": nil], ["return_url": "YourApp"], ["return_url": "javascript://x"],
    ] {
      let answer = emulator.webUI(token, changes)
      #expect(answer.status == 400)
      #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
      #expect(answer.header("Location") == nil)
    }
    #expect(emulator.webUI("abc").status == 400)
  }

  @Test func `offers the app with the same return_url and state`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["human": #""phone": "manual""#])
    let token = emulator.token(["task": "enroll"], scenario: "human")
    let page = emulator.webUI(token, headers: BioIDTestWorld.browser)
    #expect(
      page.text.contains("bioid-enroll://?access_token=\(token)&amp;return_url=\(Self.back)&amp;state=s1"))
    #expect(page.text.contains("data-testid=\"skip\">Skip the enrollment<"))
  }
}
