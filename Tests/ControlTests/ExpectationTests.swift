import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Control
@testable import TestWorlds

/// Logins of itsme with stories that expect something, and the control calls about them.
private struct Stage {
  let emulator: TestEmulator

  /// - Parameter stories: the members besides title and provider, by short name.
  init(_ stories: [String: String]) throws {
    var files: [String: String] = [:]
    for (name, members) in stories {
      files["itsme/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"itsme\", \(members) }"
    }
    emulator = try TestEmulator.withItsme(files)
  }

  /// The code of a login.
  func code(_ story: String) -> String {
    emulator.startLogin(["eidolon_scenario": story]).locationQuery["code"] ?? ""
  }

  /// A login up to the token response.
  func token(_ story: String) throws -> TestAnswer { try emulator.exchange(code(story)) }

  var report: RunReport { RunReport(ofRoot: emulator) }

  var latest: JSON {
    emulator.control(.get, "transactions").json["transactions"]?.array?.last ?? .null
  }

  func settle() -> [JSON] { emulator.control(.post, "settle", [:]).json["judged"]?.array ?? [] }

  /// An authorization request without nonce.
  func request(_ story: String) -> String {
    "/itsme/oidc/authorize?client_id=EIDOLON_TEST&response_type=code&scope=openid%20service:EIDOLON_LOGIN&state=s"
      + "&redirect_uri=http://localhost:9000/cb&eidolon_scenario=\(story)"
  }

  func saw(_ what: String, _ more: JSONObject = [:]) -> TestAnswer {
    var body: JSONObject = ["saw": .string(what)]
    for (name, value) in more { body[name] = value }
    return emulator.control(.post, "saw", .object(body))
  }

  var total: RunTally { emulator.emulator.sandboxes.blueprint.total }
}

private let forged =
  #""tokens": { "id_token": { "defect": "bad_signature" } }, "expect": { "right": "must_refuse" }"#

@Suite struct `The verdict on an open login` {
  @Test func `is that it was not run where no spare key is left to rotate to`() throws {
    let stage = try Stage([
      "rolled":
        #""faults": [{ "at": "token", "do": "rotate_keys" }], "expect": { "right": "must_refuse" }"#
    ])
    while stage.emulator.sandbox.keys.rotateSigning() {}
    #expect(try stage.token("rolled").status == 200)
    #expect(stage.saw("accepted").status == 200)
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["not_run"])
    #expect(judged[0]["reasons"]?[0]?.string?.contains("no spare key is left") == true)
  }

  @Test(arguments: [false, true])
  func `accuses nobody who may have the new key from before the sandbox was put back`(isSnapshot: Bool) throws
  {
    let stage = try Stage([
      "rolled":
        #""faults": [{ "at": "token", "do": "rotate_keys" }], "expect": { "right": "must_refuse" }"#
    ])
    func judged() throws -> JSON {
      #expect(try stage.token("rolled").status == 200)
      #expect(stage.saw("accepted").status == 200)
      return stage.settle().last ?? .null
    }
    let saved = stage.emulator.control(.get, "snapshot").json["id"] ?? .null
    #expect(try judged()["result"] == "unmet")
    let answer =
      isSnapshot
      ? stage.emulator.control(.put, "snapshot", ["id": saved]) : stage.emulator.control(.post, "reset", [:])
    #expect(answer.status == 200)
    let again = try judged()
    #expect(again["result"] == "inconclusive")
    #expect(again["reasons"]?.text().contains("it has the new key from before") == true)
    // The next spare is new.
    #expect(try judged()["result"] == "unmet")
  }

  @Test func `is pending in report and timeline, and a report judges nothing`() throws {
    let stage = try Stage(["story": #""expect": { "order": ["authorize", "token"] }"#])
    let code = stage.code("story")
    #expect(stage.latest["verdict"]?["result"] == "pending")
    #expect(stage.latest["verdict"]?["reasons"]?[0]?.string?.contains("token was not called") == true)
    #expect(stage.report.json["summary"]?["expectations"]?["pending"] == 1)
    #expect(stage.report.junit.contains("<skipped message=\"pending: "))
    #expect(stage.report.page.text.contains("1 are pending"))
    let id = stage.latest["id"]?.string ?? ""
    let page = stage.emulator.get("/transactions/\(id)").text
    #expect(page.contains("data-testid=\"verdict\">The verdict is pending until the login is over, at "))
    #expect(page.contains("token was not called"))
    #expect(try stage.emulator.exchange(code).status == 200)
    #expect(stage.latest["verdict"]?["result"] == "pending" && stage.latest["verdict"]?["reasons"] == [])
    #expect(stage.emulator.sandbox.verdicts.entries.isEmpty)
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.latest["verdict"]?["result"] == "met")
  }

  @Test func `is unmet at once when nothing can make it good`() throws {
    let stage = try Stage(["story": #""expect": { "count": { "token": 1 } }"#])
    let code = stage.code("story")
    _ = try stage.emulator.exchange(code)
    #expect(stage.latest["verdict"]?["result"] == "pending")
    _ = try stage.emulator.exchange(code)
    #expect(stage.latest["verdict"]?["result"] == "unmet")
    #expect(stage.report.unmet.count == 1 && stage.report.junit.contains("type=\"expectation\""))
  }

  @Test func `is given now by settle, once`() throws {
    let stage = try Stage(["story": #""expect": { "order": ["token"], "never": ["userinfo"] }"#])
    let token = try stage.token("story")
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["met"] && judged.map { $0["scenario"] } == ["itsme/story"])
    #expect(stage.settle().isEmpty)
    // What is done after that is not forgiven.
    _ = stage.emulator.userinfo(token)
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.report.verdicts.map(\.entry).map(\.verdict.result) == [.unmet])
    #expect(stage.total.verdicts.map(\.judged.result) == [.unmet])
  }

  @Test func `is replaced at the end where that was too early`() throws {
    let stage = try Stage([
      "call": #""expect": { "order": ["authorize", "token"] }"#,
      "callback":
        #""tokens": { "callback": { "defect": "wrong_state" } }, "expect": { "right": "must_refuse" }"#,
    ])
    let codes = [stage.code("call"), stage.code("callback")]
    #expect(stage.settle().map { $0["result"] } == ["unmet", "inconclusive"])
    for code in codes { #expect(try stage.emulator.exchange(code).status == 200) }
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.report.verdicts.map(\.entry.verdict.result) == [.met, .inconclusive])
    #expect(stage.report.expectations.all == 2 && stage.report.expectations[.met] == 1)
    #expect(Set(stage.total.verdicts.map(\.judged.result)) == [.met, .inconclusive])
    #expect(stage.total.verdicts.map(\.count) == [1, 1])
  }

  @Test func `is unmet and named pending when the run ends before a call that the story obliges to`() throws {
    let stage = try Stage(["story": #""expect": { "order": ["authorize", "token"] }"#])
    _ = stage.code("story")
    stage.emulator.application.sweep(isLast: true)
    let text = "not as expected: still pending: token was not called in the order authorize, token"
    #expect(stage.report.unmet.map(\.entry.verdict.text) == [text])
    let logged = stage.emulator.log.events.first { $0.message == "itsme/story: \(text)" }
    #expect(logged?.level == .error)
    let fields = Dictionary(uniqueKeysWithValues: logged?.fields ?? [])
    #expect(
      fields["rule"] == "expect.order" && fields["fix"]?.hasPrefix("make the calls authorize, token") == true)
  }

  @Test func `of one login alone is given, if that is named, and none of a login that does not exist`() throws
  {
    let stage = try Stage(["story": #""expect": { "order": ["token"] }"#])
    _ = stage.code("story")
    let first = stage.latest["id"] ?? .null
    _ = stage.code("story")
    let judged = stage.emulator.control(.post, "settle", ["transaction": first]).json["judged"]?.array
    #expect(judged?.map { $0["transaction"] } == [first])
    #expect(stage.emulator.control(.post, "settle", ["transaction": "nobody"]).status == 404)
  }
}

@Suite struct `A login whose credentials have expired` {
  @Test func `keeps its outcome in lists`() throws {
    let stage = try Stage([:])
    _ = stage.emulator.startLogin(["eidolon_scenario": "reject"])
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.latest["state"] == "rejected" && stage.latest["ended"] == true)
    #expect(
      stage.emulator.control(.get, "transactions?state=rejected").json["transactions"]?.array?.count == 1)
    #expect(stage.emulator.control(.get, "transactions?state=ended").json["transactions"]?.array?.count == 1)
  }
}

@Suite struct `What is right in a story` {
  @Test func `is unseen without a signal, and never as expected`() throws {
    let stage = try Stage(["forged": forged])
    #expect(try stage.token("forged").status == 200)
    stage.emulator.advance(by: .seconds(86_400))
    let verdict = try #require(stage.report.verdicts.map(\.entry).first?.verdict)
    #expect(verdict.result == .inconclusive && verdict.text.hasPrefix("unseen: it must be refused"))
    #expect(stage.latest["verdict"]?["seen"] == "unseen" && stage.latest["verdict"]?["met"] == false)
    #expect(stage.report.junit.contains("<skipped message=\"unseen: "))
    #expect(stage.emulator.log.messages.contains { $0.hasPrefix("itsme/forged: unseen: ") })
  }

  /// A client may fetch claims before it looks at the id_token, or at the same time: no clause orders the two.
  @Test(arguments: ["must_refuse", "should_refuse", "must_accept"])
  func `is not seen by a call of userinfo`(right: String) throws {
    let stage = try Stage(["forged": forged.replacing("must_refuse", with: right)])
    _ = stage.emulator.userinfo(try stage.token("forged"))
    #expect(stage.latest["verdict"]?["result"] == "pending")
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["inconclusive"] && judged.map { $0["seen"] } == ["unseen"])
    let reason = judged[0]["reasons"]?[0]?.string ?? ""
    #expect(reason.contains("nothing showed whether it was: userinfo was called, as most do who accepted"))
  }

  /// The browser may never have come back.
  @Test func `is not broken by who never redeemed the code of a harmless variation`() throws {
    let stage = try Stage([
      "more":
        #""tokens": { "callback": { "claims": { "more": "1" } } }, "expect": { "right": "must_accept" }"#
    ])
    _ = stage.code("more")
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.report.verdicts.map(\.entry.verdict.result) == [.inconclusive])
  }

  @Test(arguments: [
    (#""body": { "sub": "somebody-else" }"#, "userinfo", "the answer of userinfo is not a JSON object"),
    (#""body": { "sub": null }, "status": 500"#, "userinfo", "the answer of userinfo is not a JSON object"),
    (#""body": { "token_type": "Bearer" }"#, "token", "the answer of token says so anyway"),
    (#""status": 200"#, "token", "the answer of token says so anyway"),
  ])
  func `is not run where a fault alters nothing`(change: String, endpoint: String, reason: String) throws {
    let fault = "\"faults\": [{ \"at\": \"\(endpoint)\", \"do\": \"alter\", \(change) }]"
    let stage = try Stage(["same": "\(fault), \"expect\": { \"right\": \"must_refuse\" }"])
    _ = stage.emulator.userinfo(try stage.token("same"))
    _ = stage.saw("accepted")
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["not_run"])
    #expect(judged[0]["reasons"]?[0]?.string?.contains(reason) == true, "\(judged)")
  }

  @Test func `is judged once a fault that first altered nothing does`() throws {
    let fault = #"{ "at": "token", "times": "always", "do": "alter", "body": { "error": "invalid_grant" } }"#
    let stage = try Stage(["later": "\"faults\": [\(fault)], \"expect\": { \"right\": \"must_refuse\" }"])
    let code = stage.code("later")
    // An answer that says so anyway.
    _ = stage.emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code", "code": code])
    _ = try stage.emulator.exchange(code)
    _ = stage.saw("accepted")
    #expect(stage.settle().map { $0["result"] } == ["unmet"])
  }

  @Test func `is not run by a defect that cannot be, in a story about calls alone too`() throws {
    let stage = try Stage([
      "no-nonce":
        #""tokens": { "id_token": { "defect": "wrong_nonce" } }, "expect": { "never": ["userinfo"] }"#
    ])
    let location = stage.emulator.get(stage.request("no-nonce")).locationQuery
    _ = stage.emulator.userinfo(try stage.emulator.exchange(location["code"] ?? ""))
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["not_run"])
    #expect(judged[0]["reasons"]?.array?.count == 1 && judged[0]["broken"] == nil)
  }

  @Test func `was refused by who never redeemed the code of a wrong redirection`() throws {
    let stage = try Stage(["late": #""phone": [{ "do": "approve" }], "expect": { "right": "must_refuse" }"#])
    _ = stage.code("late")
    stage.emulator.advance(by: .seconds(180))
    #expect(stage.settle().map { $0["seen"] } == ["refused"])
    #expect(
      stage.report.verdicts.map(\.entry).first?.verdict.text
        == "as expected: refused (the code was never redeemed)")
  }

  @Test func `is unseen where the token endpoint refused the code, because what came of it is not known`()
    throws
  {
    let stage = try Stage([
      "late": #""phone": [{ "do": "approve" }], "expect": { "right": "must_refuse" }"#,
      "elsewhere": """
      "tokens": { "callback": { "defect": "wrong_state", "claims": { "code": "of-nobody" } } },
      "expect": { "right": "must_refuse" }
      """,
    ])
    let refused = try stage.emulator.exchange(
      stage.code("late"), RelyingParty(), ["redirect_uri": "http://localhost:9000/x"])
    #expect(refused.status == 400)
    _ = stage.code("elsewhere")
    stage.emulator.advance(by: .seconds(180))
    #expect(stage.settle().map { $0["seen"] } == ["unseen", "unseen"])
  }

  @Test func `is not run, also where both are right, when the defect was never fetched`() throws {
    let stage = try Stage([
      "moved":
        #""faults": [{ "at": "jwks", "do": "respond", "status": 302 }], "expect": { "right": "either" }"#
    ])
    _ = stage.emulator.userinfo(try stage.token("moved"))
    #expect(stage.settle().map { $0["result"] } == ["not_run"])
    #expect(
      stage.report.verdicts.map(\.entry).first?.verdict.text
        == "not run: never fetched: the answer with the defect was not sent")
  }

  @Test func `is not run when the answer with the defect was never fetched`() throws {
    let stage = try Stage([
      "forged": forged,
      "keys": #""faults": [{ "at": "jwks", "do": "garbage" }], "expect": { "right": "must_refuse" }"#,
    ])
    _ = stage.code("forged")
    _ = stage.emulator.userinfo(try stage.token("keys"))
    #expect(stage.settle().map { $0["result"] } == ["not_run", "not_run"])
    #expect(
      stage.report.verdicts.map(\.entry).allSatisfy { $0.verdict.text.hasPrefix("not run: never fetched") })
    // Who fetches the broken key set and goes on has it.
    _ = try stage.token("keys")
    _ = stage.emulator.get("/itsme/oidc/jwkSet")
    _ = stage.saw("accepted")
    #expect(stage.settle().map { $0["result"] } == ["unmet"])
  }

  @Test(arguments: [("must_refuse", "refused"), ("must_refuse", "accepted"), ("must_accept", "refused")])
  func `is not run either where somebody speaks of a defect that was never sent`(
    right: String, said: String
  ) throws {
    let defects = [
      "forged": #""tokens": { "id_token": { "defect": "bad_signature" } }"#,
      "keys": #""faults": [{ "at": "jwks", "do": "garbage" }]"#,
    ]
    let stage = try Stage(defects.mapValues { "\($0), \"expect\": { \"right\": \"\(right)\" }" })
    for story in defects.keys.sorted() {
      _ = stage.code(story)
      #expect(stage.saw(said).json["verdict"]?["result"] == "pending")
    }
    let judged = stage.settle()
    #expect(judged.map { $0["result"] } == ["not_run", "not_run"])
    #expect(judged.allSatisfy { $0["broken"] == nil && $0["seen"]?.string == said })
    #expect(stage.report.verdicts.allSatisfy { $0.entry.verdict.text.hasPrefix("not run: never fetched") })
  }

  @Test(arguments: [
    ("must_refuse", "refused", "met"), ("must_refuse", "accepted", "unmet"),
    ("must_refuse", "crashed", "warn"), ("must_refuse", "deferred", "inconclusive"),
    ("should_refuse", "refused", "met"), ("should_refuse", "accepted", "warn"),
    ("must_accept", "accepted", "met"), ("must_accept", "refused", "unmet"),
    ("must_accept", "crashed", "unmet"), ("either", "accepted", "met"), ("either", "refused", "met"),
  ])
  func `is judged by what was said`(right: String, said: String, result: String) throws {
    let stage = try Stage(["story": "\"expect\": { \"right\": \"\(right)\" }"])
    _ = try stage.token("story")
    let answer = stage.saw(said, ["words": "the page said so"])
    #expect(answer.status == 200 && answer.json["seen"]?[0]?["words"] == "the page said so")
    #expect(stage.settle().map { $0["result"]?.string ?? "" } == [result])
    #expect(stage.latest["verdict"]?["seen"]?.string == said)
    let page = stage.report.page.text
    #expect(page.contains("data-testid=\"warned\"") == (result == "warn"))
    #expect(page.contains("data-testid=\"open-verdicts\"") == (result == "inconclusive"))
  }
}

@Suite struct `What a relying party says of a login` {
  @Test func `weighs more than what its calls show`() throws {
    let stage = try Stage(["late": #""phone": [{ "do": "approve" }], "expect": { "right": "must_refuse" }"#])
    _ = stage.code("late")
    stage.emulator.advance(by: .seconds(180))
    _ = stage.saw("accepted")
    #expect(stage.settle().map { $0["result"] } == ["unmet"])
  }

  @Test func `counts after its verdict too`() throws {
    let stage = try Stage(["forged": forged])
    _ = try stage.token("forged")
    #expect(stage.settle().map { $0["result"] } == ["inconclusive"])
    _ = stage.saw("refused")
    #expect(stage.report.verdicts.map(\.entry).map(\.verdict.result) == [.met])
    _ = try stage.token("forged")
    stage.emulator.advance(by: .seconds(86_400))
    #expect(stage.saw("accepted", ["words": "Welcome"]).json["verdict"]?["result"] == "unmet")
    #expect(stage.latest["ended"] == true && stage.latest["seen"]?[0]?["words"] == "Welcome")
    #expect(stage.total.verdicts.map(\.judged.result) == [.met, .unmet])
    let metrics = stage.emulator.get("/metrics").text
    #expect(metrics.contains("eidolon_verdicts{provider=\"itsme\",result=\"unmet\"} 1"))
  }

  @Test func `names rule, clause and fix where it is not what is right`() throws {
    let stage = try Stage([
      "nonce":
        #""tokens": { "id_token": { "defect": "wrong_nonce" } }, "expect": { "right": "must_refuse" }"#,
      "own": #""expect": { "right": "must_refuse", "clause": "House rule 7", "fix": "ask the bouncer" }"#,
    ])
    _ = try stage.token("nonce")
    let broken = stage.saw("accepted", ["words": "Welcome"]).json["verdict"]?["broken"]?[0]
    #expect(broken?["rule"] == "expect.right" && broken?["spec"] == "OpenID Connect Core §3.1.3.7 (11)")
    #expect(broken?["message"]?.string?.hasSuffix("was accepted: Welcome") == true)
    #expect(broken?["fix"]?.string?.hasPrefix("keep the nonce") == true)
    let advice = "Rule: expect.right, OpenID Connect Core §3.1.3.7 (11). Fix: keep the nonce"
    #expect(stage.report.junit.contains(advice) && stage.report.page.text.contains(advice))
    _ = stage.settle()
    let fields = stage.emulator.log.events.flatMap(\.fields)
    #expect(fields.contains { $0.0 == "clause" && $0.1 == "OpenID Connect Core §3.1.3.7 (11)" })
    #expect(stage.total.verdicts.first?.judged.rules == ["expect.right"])
    _ = try stage.token("own")
    _ = stage.saw("accepted")
    #expect(stage.report.junit.contains("Rule: expect.right, House rule 7. Fix: ask the bouncer"))
  }

  @Test func `reaches who follows the events, and is not a new state`() throws {
    let stage = try Stage(["forged": forged])
    _ = try stage.token("forged")
    let cursor = stage.emulator.sandbox.changes.last
    var stream = try #require(stage.emulator.get("/_eidolon/events?types=transaction").events)
    _ = stream.read()
    _ = stage.saw("accepted", ["words": "Welcome"])
    let open = stream.read()
    #expect(open.contains("event: transaction\n") && open.contains(#""words":"Welcome""#))
    #expect(open.contains(#""result":"unmet""#))
    #expect(stage.emulator.control(.get, "wait?after=\(cursor)&timeout=0s").json["transaction"] == .null)
    stage.emulator.advance(by: .seconds(86_400))
    _ = stream.read()
    _ = stage.saw("refused", ["words": "Bye"])
    #expect(stream.read().contains(#""words":"Bye""#))
    let states = stage.emulator.sandbox.changes.changes(after: cursor).filter(\.isNewState)
    #expect(states.map(\.transaction.isEnded) == [true])
  }

  @Test func `is of the latest login unless one is named`() throws {
    let stage = try Stage([:])
    _ = stage.emulator.startLogin()
    let first = stage.latest["id"] ?? .null
    _ = stage.emulator.startLogin()
    #expect(stage.saw("accepted").json["id"] == stage.latest["id"])
    #expect(stage.saw("refused", ["transaction": first]).json["id"] == first)
    let page = stage.emulator.get("/transactions/\(first.string ?? "")").text
    #expect(page.contains("data-testid=\"seen\""))
    let journal = stage.emulator.control(.get, "journal?transaction=\(first.string ?? "")").json["entries"]
    #expect(journal?.array?.last?["request"]?["target"]?.string?.hasSuffix("/_eidolon/saw") == true)
  }

  @Test func `of a login that does not exist is an error with the closest`() throws {
    let stage = try Stage([:])
    #expect(stage.saw("accepted").status == 404)
    #expect(stage.saw("accepted").json["detail"] == "There is no login yet.")
    _ = stage.emulator.startLogin()
    let known = stage.latest["id"]?.string ?? ""
    let answer = stage.saw("accepted", ["transaction": .string(known + "x")])
    #expect(answer.status == 404 && answer.json["closest"] == [.string(known)])
    #expect(stage.saw("acepted").status == 400)
    #expect(stage.saw("acepted").json["detail"]?.string?.contains("accepted") == true)
  }
}

/// The key set names no client: who fetched it is known only while a single client uses the provider.
@Suite struct `A story that forbids a call which no login owns` {
  private static let story = #""expect": { "never": ["jwks"] }"#
  private static let counted = #""expect": { "count": { "jwks": 0 } }"#

  @Test(arguments: [story, counted]) func `is not as expected after that call`(story: String) throws {
    let stage = try Stage(["quiet": story])
    _ = try stage.token("quiet")
    _ = stage.emulator.get("/itsme/oidc/jwkSet")
    #expect(stage.settle().map { $0["result"] } == ["unmet"])
  }

  @Test(arguments: [story, counted]) func `is as expected where another provider was called`(story: String)
    throws
  {
    let stage = try Stage(["quiet": story])
    _ = try stage.token("quiet")
    _ = stage.emulator.get("/criipto/.well-known/jwks")
    #expect(stage.settle().map { $0["result"] } == ["met"])
  }

  private static let demanding = [
    #""expect": { "order": ["authorize", "jwks"] }"#, #""expect": { "count": { "jwks": 1 } }"#,
  ]

  @Test(arguments: demanding) func `is as expected after that call where it demands it`(story: String) throws
  {
    let stage = try Stage(["quiet": story])
    _ = try stage.token("quiet")
    _ = stage.emulator.get("/itsme/oidc/jwkSet")
    #expect(stage.settle().map { $0["result"] } == ["met"])
  }

  @Test(arguments: [story, counted] + demanding)
  func `fails and praises nobody where another client may have called`(story: String) throws {
    let stage = try Stage(["quiet": story])
    _ = try stage.token("quiet")
    let other = stage.emulator.startLogin([
      "client_id": "OTHER_TEST", "redirect_uri": "http://localhost:9001/cb",
    ])
    #expect(other.locationQuery["code"] != nil)
    _ = stage.emulator.get("/itsme/oidc/jwkSet")
    let judged = stage.settle().first
    #expect(judged?["result"] == "inconclusive" && judged?["broken"] == nil)
    #expect(judged?["reasons"]?[0] == "jwks was called, by this client or another one of the provider")
  }
}
