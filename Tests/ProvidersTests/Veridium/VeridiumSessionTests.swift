import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import Veridium

@Suite struct `AuthenticationRequest (§1a)` {
  @Test func `begins a session whose identifier is a UUID, with the error 0 beside it`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(
      .begin([
        "context": [
          "userAgentName": "Chrome", "osName": "Linux", "serviceIdentifier": "Geofencing",
          "location": ["countryName": "UK", "city": "London"],
        ]
      ]))
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    let session = try #require(answer.json["sessionId"]?.string)
    #expect(
      session.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(answer.json["error"] == ["errorCode": 0, "errorDescription": ""])
    #expect(answer.json.object?.names == ["sessionId", "error"])
  }

  @Test func `takes empty texts for absent ones, as the vendor's demo sends them`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(.begin(["authenticationMode": "", "extraValues": "", "transactionText": ""]))
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
  }

  @Test func `is served below friend as well, where version 3.8.4 keeps its other calls`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    #expect(emulator.send(FriendCall.begin().with { $0.path = "friend/AuthenticationRequest" }).status == 200)
  }

  @Test(arguments: ["memberExternalId", "profileExternalId"])
  func `needs both external ids`(name: String) throws {
    let emulator = try VeridiumTestWorld.emulator()
    for value: JSON in [.null, ""] {
      let answer = emulator.send(.begin([name: value]))
      #expect(answer.status == 400)
      #expect(emulator.errorCode(answer) == 1000)
      #expect(answer.json["error"]?["errorDescription"]?.string?.contains(name) == true)
      #expect(answer.findings == ["veridium.member-missing"])
    }
    let answer = emulator.send(.begin([name: 7]))
    #expect(emulator.errorCode(answer) == 1000)
    #expect(answer.findings == ["veridium.member-malformed"])
  }

  @Test func `needs a JSON object`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    for body: JSON? in [nil, [], "text"] {
      let answer = emulator.send(FriendCall.begin().with { $0.body = body })
      #expect(answer.status == 400)
      #expect(emulator.errorCode(answer) == 1000)
      #expect(answer.findings == ["veridium.body-malformed"])
    }
    let context = emulator.send(.begin(["context": "Chrome"]))
    #expect(context.findings == ["veridium.member-malformed"])
  }

  @Test func `knows the integrations of the friend`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(.begin(["memberExternalId": "GENERICK"]))
    #expect(answer.status == 404)
    #expect(emulator.errorCode(answer) == 1002)
    #expect(answer.findings == ["veridium.member-unknown"])
    let open = emulator.send(
      FriendCall.begin(["memberExternalId": "WHATEVER"]).with { $0.subject = "CN=other-friend" })
    #expect(open.status == 200)
  }

  @Test func `makes up a person for a profile nobody has, says how to keep it, and refuses it when strict`()
    throws
  {
    let lenient = try VeridiumTestWorld.emulator()
    let taken = lenient.send(.begin(["profileExternalId": "nobody"]))
    #expect(taken.status == 200)
    #expect(taken.findings == ["veridium.person-made-up"])
    let session = taken.json["sessionId"]?.string ?? ""
    let token = lenient.authenticate(session, profile: "nobody").json["identityToken"]?.string ?? ""
    let claims = try `The IdentityToken (§1e)`.claims(token, lenient)
    #expect(claims["sub"] == "nobody" && claims["upn"] == "nobody@example.test")
    #expect(claims["name"] != "Anna Peeters" && claims["name"]?.string?.isEmpty == false)
    #expect(lenient.send(FriendCall.status(session)).json["data"]?["upn"] == "nobody@example.test")
    #expect(lenient.authenticate(lenient.session(["profileExternalId": "nobody"])).json["status"] == "FAILED")
    // The entry of the note makes the person stay.
    let finding = try #require(lenient.sandbox.findings.occurrences().first).finding
    let entry = try #require(finding.detail.split(separator: " is now ").last)
    let kept = lenient.send(
      Request(
        .patch, "/_eidolon/world", headers: ["Content-Type": "application/json"], body: Array(entry.utf8)))
    #expect(kept.status == 200, "\(kept.text)")
    #expect(lenient.send(.begin(["profileExternalId": "nobody"], scenario: nil)).findings == [])
    #expect(
      lenient.send(FriendCall.profile("nobody@example.test")).json["displayName"]?.string
        == claims["name"]?.string)
    let strict = try VeridiumTestWorld.emulator { $0.isStrict = true }
    let answer = strict.send(.begin(["profileExternalId": "nobody"]))
    #expect(answer.status == 404)
    #expect(strict.errorCode(answer) == 1003)
    #expect(answer.findings == ["veridium.profile-unknown"])
  }

  @Test func `finds a profile by its e-mail address too, in any case`() throws {
    let emulator = try VeridiumTestWorld.emulator { $0.isStrict = true }
    let session = emulator.session(["profileExternalId": "Anna.Peeters@example.test"])
    _ = emulator.authenticate(session)
    #expect(emulator.send(FriendCall.status(session)).json["data"]?["upn"] == "anna.peeters@example.test")
  }

  @Test func `refuses a profile without a device that takes a push`() throws {
    let emulator = try VeridiumTestWorld.emulator(friend: #""quirks": { "authenticators": "none" }"#)
    let answer = emulator.send(.begin())
    #expect(answer.status == 409)
    #expect(emulator.errorCode(answer) == 1004)
    #expect(answer.findings == ["veridium.device-missing"])
    let summaries = try #require(emulator.application.provider("veridium")).transactions(
      at: emulator.clock.now)
    #expect(summaries.map(\.state) == ["no_device"])
    #expect(emulator.errorCode(emulator.send(.status(summaries[0].identifier))) == 1005)
  }

  @Test func `warns of two open sessions that the person cannot tell apart`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["waits": #""phone": []"#])
    #expect(emulator.send(.begin(["transactionText": "Pay 1 euro"], scenario: "waits")).findings.isEmpty)
    #expect(emulator.send(.begin(["transactionText": "Pay 2 euro"], scenario: "waits")).findings.isEmpty)
    let alike = emulator.send(.begin(["transactionText": "Pay 2 euro"], scenario: "waits"))
    #expect(alike.findings == ["veridium.sessions-alike"])
    // Another session in between changes nothing.
    let first = emulator.send(.begin(["transactionText": "Pay 1 euro"], scenario: "waits"))
    #expect(first.findings == ["veridium.sessions-alike"])
    #expect(emulator.send(.begin(["profileExternalId": "bob"])).findings.isEmpty)
  }

  @Test func `chooses stories by name and by what the request says, and refuses unknown ones`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "london":
        #""when": { "context.location.city": "London", "is.flow": "push" }, "phone": [{ "do": "reject" }]"#
    ])
    let context: JSON = ["location": ["city": "London"]]
    #expect(emulator.status(emulator.session(["context": context])) == "CANCELED")
    #expect(emulator.status(emulator.session()) == "CREATED")
    #expect(emulator.status(emulator.session(scenario: "veridium/london")) == "CANCELED")
    let answer = emulator.send(.begin(scenario: "londn"))
    #expect(answer.status == 400)
    #expect(answer.findings == ["veridium.scenario-unknown"])
    #expect(answer.json["error"]?["errorDescription"]?.string?.contains("london") == true)
  }
}

@Suite struct `GetSessionStatus (§1a, §1b)` {
  @Test func `says COMPLETED with the UPN when the person has approved`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    #expect(emulator.authenticate(session).json["status"] == "AUTHENTICATED")
    let answer = emulator.send(FriendCall.status(session))
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(
      answer.json == [
        "sessionId": .string(session), "status": "COMPLETED", "data": ["upn": "anna.peeters@example.test"],
        "error": ["errorCode": 0, "errorDescription": ""],
      ])
  }

  @Test func `has no data until the session has completed`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "late": #""phone": [{ "after": "3s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "late")
    let before = emulator.send(FriendCall.status(session)).json
    #expect(before["status"] == "CREATED")
    #expect(before["data"] == .null)
    emulator.advance(by: .seconds(3))
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test(arguments: [
    ("reject", "CANCELED"), ("cancel", "CANCELED"), ("fail", "FAILED"), ("time_out", "TIMEOUT"),
    ("approve", "COMPLETED"),
  ]) func `says how each session ended`(verb: String, word: String) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": [{ "do": "\#(verb)" }]"#])
    let answer = emulator.send(FriendCall.status(emulator.session(scenario: "story")))
    #expect(answer.json["status"]?.string == word)
    #expect((answer.json["data"] == .null) == (word != "COMPLETED"))
  }

  @Test(arguments: ["biometry_changed", "continue_elsewhere", "open", "push_lost", "ignore"])
  func `stays CREATED until time runs out where nothing is decided`(verb: String) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": [{ "do": "\#(verb)" }]"#])
    let session = emulator.session(scenario: "story")
    #expect(emulator.status(session) == "CREATED")
    emulator.advance(by: .milliseconds(119_999))
    #expect(emulator.status(session) == "CREATED")
    emulator.advance(by: .milliseconds(1))
    #expect(emulator.status(session) == "TIMEOUT")
  }

  @Test func `is readable for ten minutes after the end, then the session is unknown`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": []"#])
    let session = emulator.session(scenario: "story")
    emulator.advance(by: .seconds(120) + .milliseconds(599_999))
    #expect(emulator.status(session) == "TIMEOUT")
    emulator.advance(by: .milliseconds(1))
    let late = emulator.send(FriendCall.status(session))
    #expect(late.status == 404)
    #expect(emulator.errorCode(late) == 1005)
    #expect(late.findings == ["veridium.session-forgotten"])
    emulator.advance(by: .seconds(600))
    #expect(emulator.send(FriendCall.status(session)).findings == ["veridium.session-unknown"])
  }

  @Test func `knows only sessions that were begun, and by this friend`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let unknown = emulator.send(FriendCall.status("6f1d8d0e-52c8-4a3c-9f0e-7b0c7e0a2f11"))
    #expect(unknown.status == 404)
    #expect(emulator.errorCode(unknown) == 1005)
    #expect(unknown.findings == ["veridium.session-unknown"])
    let session = emulator.session()
    let stolen = emulator.send(FriendCall.status(session).with { $0.subject = "CN=other-friend" })
    #expect(stolen.status == 404)
    #expect(emulator.errorCode(stolen) == 1005)
    #expect(stolen.findings == ["veridium.session-of-another-friend"])
  }

  @Test func `leaves another friend's calls out of the count, the faults and the findings of a session`()
    throws
  {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "away": #""faults": [{ "at": "session_status", "times": 1, "do": "respond", "status": 503 }]"#
    ])
    let session = emulator.session(scenario: "away")
    let stolen = FriendCall.status(session).with { $0.subject = "CN=other-friend" }
    for _ in 1...2 { #expect(emulator.send(stolen).status == 404) }
    #expect(emulator.application.providers[0].transaction(session, at: emulator.clock.now)?.findings == [])
    #expect(emulator.sandbox.findings.occurrences().map(\.client) == ["other-friend", "other-friend"])
    #expect(emulator.send(FriendCall.status(session)).status == 503)
    #expect(emulator.send(FriendCall.status(session)).status == 200)
  }

  @Test(arguments: ["sessionID", "vidSessionId", "session_id", "id"])
  func `says which name the identifier has here`(name: String) throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    let answer = emulator.send(FriendCall.status("").with { $0.body = [name: .string(session)] })
    #expect(answer.status == 400)
    #expect(emulator.errorCode(answer) == 1000)
    #expect(answer.findings == ["veridium.member-misspelt"])
    let missing = emulator.send(FriendCall.status(""))
    #expect(missing.findings == ["veridium.member-missing"])
  }

  @Test func `says of any call which name its member has there`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let push = FriendCall.begin().with {
      $0.body = ["memberExternalID": "GENERIC", "profileExternalId": "anna"]
    }
    let profile = FriendCall.profile("").with { $0.body = ["Principal": "anna@example.test"] }
    for call in [push, profile] {
      let answer = emulator.send(call)
      #expect(answer.status == 400)
      #expect(answer.findings == ["veridium.member-misspelt"])
    }
    let rule = try #require(Veridium.rules.first { $0.identifier == "veridium.member-misspelt" })
    for name in ["memberExternalId", "principal", "sessionId"] { #expect(rule.fix.contains(name)) }
    #expect(
      Set(rule.checkedAt).isSuperset(of: ["authentication_request", "session_status", "static_profile"]))
  }

  @Test func `notices a friend that goes on asking after the end`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": [{ "do": "reject" }]"#])
    let session = emulator.session(scenario: "story")
    let findings = (1...6).map { _ in emulator.send(FriendCall.status(session)).findings }
    #expect(findings == [[], [], [], ["veridium.end-ignored"], [], []])
  }

  @Test func `does not notice a friend that polls while the person decides`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": []"#])
    let session = emulator.session(scenario: "story")
    for _ in 1...30 { #expect(emulator.send(FriendCall.status(session)).findings.isEmpty) }
  }
}

@Suite struct `GetSessionStatusAsync (§1a)` {
  @Test func `is held until the person decides`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #""phone": [{ "after": "3s", "do": "approve" }]"#
    ])
    let session = emulator.session(scenario: "story")
    let held = emulator.send(FriendCall.longPoll(session))
    #expect(held.isHeld)
    #expect(held.atMost == .seconds(3))
    emulator.advance(by: .seconds(3))
    let answer = try held.answerAfterWaiting()
    #expect(answer.json["status"] == "COMPLETED")
    #expect(answer.json["data"]?["upn"] == "anna.peeters@example.test")
  }

  @Test func `answers CREATED after twenty-five seconds in which nothing changed`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": []"#])
    let held = emulator.send(FriendCall.longPoll(emulator.session(scenario: "story")))
    #expect(held.atMost == .seconds(25))
    emulator.advance(by: .seconds(24))
    let still = try held.answerAfterWaiting()
    #expect(still.isHeld)
    emulator.advance(by: .seconds(1))
    #expect(try still.answerAfterWaiting().json["status"] == "CREATED")
  }

  @Test func `goes on waiting at a step that changes no status`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #""phone": [{ "after": "1s", "do": "open" }, { "after": "2s", "do": "reject" }]"#
    ])
    let held = emulator.send(FriendCall.longPoll(emulator.session(scenario: "story")))
    emulator.advance(by: .seconds(1))
    let still = try held.answerAfterWaiting()
    #expect(still.isHeld)
    emulator.advance(by: .seconds(1))
    #expect(try still.answerAfterWaiting().json["status"] == "CANCELED")
  }

  @Test func `answers at once when the session has ended`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    _ = emulator.authenticate(session)
    #expect(emulator.send(FriendCall.longPoll(session)).json["status"] == "COMPLETED")
  }

  @Test func `names nobody before an app scans the code`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["waits": #""phone": []"#])
    let opportunity = emulator.send(.opportunity(scenario: "waits")).json
    let session = opportunity["sessionId"]?.string ?? ""
    let isIdentified = {
      emulator.application.providers[0].transaction(session, at: emulator.clock.now)?.isIdentified
    }
    #expect(isIdentified() == false)
    _ = emulator.app("attach", ["profileId": "bob", "sessionAlias": opportunity["sessionAlias"] ?? ""])
    #expect(isIdentified() == true)
  }

  @Test func `answers when somebody attaches`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": "manual""#])
    let opportunity = emulator.send(.opportunity(scenario: "story")).json
    let session = opportunity["sessionId"]?.string ?? ""
    let held = emulator.send(FriendCall.longPoll(session))
    #expect(held.isHeld)
    _ = emulator.app("attach", ["profileId": "bob", "sessionAlias": opportunity["sessionAlias"] ?? ""])
    #expect(try held.answerAfterWaiting().json["status"] == "CREATED")
  }
}

@Suite struct `RegisterSessionOpportunity (§1a)` {
  @Test func `gives a UUID for ID and a picture for QR`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let identifier = emulator.send(.opportunity("ID"))
    #expect(identifier.status == 200)
    #expect(identifier.findings.isEmpty)
    #expect(identifier.json.object?.names == ["sessionId", "sessionAlias"])
    #expect(identifier.json["sessionAlias"]?.string?.wholeMatch(of: /[0-9a-f-]{36}/) != nil)
    #expect(identifier.json["sessionAlias"] != identifier.json["sessionId"])
    let picture = emulator.send(.opportunity("QR"))
    // The first bytes of every PNG, as base64.
    #expect(picture.json["sessionAlias"]?.string?.hasPrefix("iVBORw0KGgo") == true)
  }

  @Test func `needs one of the two types`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(.opportunity("qr"))
    #expect(answer.status == 400)
    #expect(emulator.errorCode(answer) == 1000)
    #expect(answer.findings == ["veridium.session-alias-type"])
    let missing = emulator.send(FriendCall.opportunity().with { $0.body = ["memberExternalId": "GENERIC"] })
    #expect(missing.findings == ["veridium.member-missing"])
  }

  @Test func `is OPPORTUNITY until it is scanned, CREATED until it is approved, then COMPLETED`() throws {
    let emulator = try VeridiumTestWorld.emulator(friend: #""quirks": { "app_answers": "at_once" }"#)
    let session = emulator.send(.opportunity("QR")).json["sessionId"]?.string ?? ""
    #expect(emulator.status(session) == "OPPORTUNITY")
    emulator.advance(by: .seconds(2))
    #expect(emulator.status(session) == "CREATED")
    emulator.advance(by: .seconds(2))
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test(arguments: [true, false])
  func `is not given to an app that scans after its end`(isApproved: Bool) throws {
    let emulator = try VeridiumTestWorld.emulator(
      friend: isApproved ? #""quirks": { "app_answers": "at_once" }"# : "")
    let opportunity = emulator.send(.opportunity()).json
    let session = opportunity["sessionId"]?.string ?? ""
    emulator.advance(by: .seconds(isApproved ? 5 : 130))
    if isApproved { #expect(emulator.authenticate(session).json["status"] == "AUTHENTICATED") }
    let late = emulator.app(
      "attach", ["profileId": "bob", "sessionAlias": opportunity["sessionAlias"] ?? ""])
    #expect(late.status == 409)
    #expect(late.findings == ["veridium.session-taken"])
    let status = emulator.send(FriendCall.status(session)).json
    #expect(status["status"] == (isApproved ? "COMPLETED" : "TIMEOUT"))
    #expect(status["data"]?["upn"] == (isApproved ? "anna.peeters@example.test" : nil))
  }

  @Test(arguments: ["ANNA.PEETERS@example.test", "identifier"])
  func `is of the same person however the app spells the profile`(spelling: String) throws {
    let emulator = try VeridiumTestWorld.emulator()
    let identifier = emulator.send(FriendCall.profile("anna.peeters@example.test")).json["id"]
    let name = spelling == "identifier" ? identifier : .string(spelling)
    let opportunity = emulator.send(.opportunity()).json
    for name in [name, "anna"] {
      let body: JSON = ["profileId": name ?? .null, "sessionAlias": opportunity["sessionAlias"] ?? ""]
      #expect(emulator.app("attach", body).status == 200)
    }
    let app = emulator.authenticate(opportunity["sessionId"]?.string ?? "", profile: name?.string ?? "")
    let claims = try `The IdentityToken (§1e)`.claims(app.json["identityToken"]?.string ?? "", emulator)
    #expect(claims["sub"] == "anna" && claims["profileExternalId"] == "anna")
  }

  @Test func `becomes CREATED when an app attaches, whose profile it then is`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let opportunity = emulator.send(.opportunity()).json
    let session = opportunity["sessionId"]?.string ?? ""
    #expect(emulator.status(session) == "OPPORTUNITY")
    let attached = emulator.app(
      "attach", ["profileId": "bob", "sessionAlias": opportunity["sessionAlias"] ?? ""])
    #expect(attached.json["vidSessionId"]?.string == session)
    #expect(attached.json["status"] == "CREATED")
    emulator.advance(by: .seconds(60))
    #expect(emulator.status(session) == "CREATED")
    #expect(emulator.authenticate(session, profile: "bob").json["status"] == "AUTHENTICATED")
    #expect(emulator.send(FriendCall.status(session)).json["data"]?["upn"] == "bob@example.test")
  }

  @Test func `makes up a person for an app whose profile nobody has, and refuses it when strict`() throws {
    for isStrict in [false, true] {
      let emulator = try VeridiumTestWorld.emulator { $0.isStrict = isStrict }
      let shown = emulator.send(.opportunity()).json
      let session = shown["sessionId"]?.string ?? ""
      let attached = emulator.app(
        "attach", ["profileId": "nobody", "sessionAlias": shown["sessionAlias"] ?? ""])
      #expect(attached.status == (isStrict ? 404 : 200))
      #expect(attached.findings == [isStrict ? "veridium.profile-unknown" : "veridium.person-made-up"])
      guard !isStrict else { continue }
      #expect(emulator.authenticate(session, profile: "nobody").json["status"] == "AUTHENTICATED")
      #expect(emulator.send(FriendCall.status(session)).json["data"]?["upn"] == "nobody@example.test")
    }
  }

  @Test func `is taken by one profile, and known by its alias alone`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": "manual""#])
    let opportunity = emulator.send(.opportunity(scenario: "story")).json
    let alias = opportunity["sessionAlias"] ?? ""
    let early = emulator.authenticate(opportunity["sessionId"]?.string ?? "")
    #expect(early.json["status"] == "FAILED")
    #expect(early.findings == ["veridium.session-not-attached"])
    #expect(emulator.app("attach", ["profileId": "anna", "sessionAlias": alias]).status == 200)
    let second = emulator.app("attach", ["profileId": "bob", "sessionAlias": alias])
    #expect(second.status == 409)
    #expect(second.findings == ["veridium.session-taken"])
    let unknown = emulator.app("attach", ["profileId": "bob", "sessionAlias": "4c8e1f9a"])
    #expect(unknown.status == 404)
    #expect(unknown.findings == ["veridium.session-alias-unknown"])
    #expect(emulator.app("attach", ["profileId": "bob"]).status == 400)
  }

  @Test func `times out when nobody scans`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": #""phone": []"#])
    let session = emulator.send(.opportunity(scenario: "story")).json["sessionId"]?.string ?? ""
    emulator.advance(by: .seconds(119))
    #expect(emulator.status(session) == "OPPORTUNITY")
    emulator.advance(by: .seconds(1))
    #expect(emulator.status(session) == "TIMEOUT")
  }
}
