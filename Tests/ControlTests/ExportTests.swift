import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `A run as a scenario` {
  private func export(_ emulator: TestEmulator, in sandbox: String = "") throws -> JSON {
    let list = emulator.control(.get, "transactions", in: sandbox).json["transactions"]?.array ?? []
    let identifier = try #require(list.last?["id"]?.string)
    let answer = emulator.control(.get, "transactions/\(identifier)/export", in: sandbox)
    #expect(answer.status == 200)
    return answer.json
  }

  @Test func `says what happened in a plain run`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    let story = try export(emulator)
    #expect(story["provider"] == "itsme" && story["person"] == "anna")
    #expect(story["phone"] == [["do": "approve"]])
    #expect(story["expect"] == ["order": ["authorize"]])
    #expect(story["note"]?.string?.contains(#""first_transaction":1"#) == true)
  }

  @Test func `has the acts of a human with their times`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    let identifier = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    emulator.advance(by: .milliseconds(1500))
    _ = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "open"])
    #expect(try export(emulator)["phone"] == [["after": "1500ms", "do": "open"]])
    emulator.advance(by: .seconds(2))
    _ = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "reject"])
    let story = try export(emulator)
    #expect(story["person"] == "bob")
    #expect(story["phone"] == [["after": "1500ms", "do": "open"], ["after": "3500ms", "do": "reject"]])
  }

  @Test func `leaves to a human what no human has done yet`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    #expect(try export(emulator)["phone"] == "manual")
  }

  @Test func `has all that its scenario said, and reads back as the same`() throws {
    let emulator = try TestEmulator.withItsme()
    let story: JSON = [
      "title": "Everything", "provider": "itsme",
      "person": ["like": "anna", "given_name": .null, "address": ["locality": "Tongeren"]],
      "phone": [["after": "1s", "do": "open"], ["after": "1d", "do": "approve"]],
      "faults": [
        [
          "at": "token", "times": 2, "do": "respond", "status": 503, "headers": ["Retry-After": "1"],
          "body": "x",
        ],
        ["at": "token", "nth": 3, "do": "delay", "by": ["uniform": ["1s", "3s"]]],
        [
          "at": "userinfo", "times": "always", "do": "delay",
          "by": ["lognormal": ["median": "1s", "sigma": 0.5]],
        ],
        ["at": "userinfo", "do": "truncate", "bytes": 7], ["at": "userinfo", "do": "drip", "over": "2s"],
        ["at": "jwks", "do": "rotate_keys"], ["at": "authorize", "nth": 9, "do": "lose_answer"],
        ["at": "token", "nth": 9, "do": "respond", "status": 400, "body": ["error": "x"]],
      ],
      "tokens": ["id_token": ["defect": "wrong_audience", "claims": ["a": .null], "issued_at": "-10m"]],
      "lifetimes": ["code": "7s"], "quirks": ["address_format": "json_string"],
      "judge": [
        "family": "binding", "right": "must_refuse", "attack": "a", "before": "three_logins",
        "way_back": "without_parameters_first",
      ],
      "expect": [
        "never": ["userinfo"], "order": ["authorize"], "count": ["token": 1], "right": "must_refuse",
      ],
    ]
    #expect(emulator.control(.post, "queue", ["scenario": story]).status == 201)
    _ = emulator.startLogin()
    var exported = try export(emulator).object ?? [:]
    exported["note"] = nil
    #expect(JSON.object(exported) == story)
  }

  @Test func `repeats the run of a seeded sandbox, whichever number it had`() throws {
    let emulator = try TestEmulator.withItsme()
    let order: JSONObject = ["seed": 7, "clock": ["mode": "frozen", "at": "2030-01-01T00:00:00Z"]]
    var one = order
    one["name"] = "one"
    _ = emulator.control(.post, "sandboxes", .object(one))
    _ = emulator.startLogin(in: "one")
    _ = emulator.control(.post, "clock/advance", ["by": "90s"], in: "one")
    let location = emulator.startLogin(in: "one").header("Location")
    let story = try export(emulator, in: "one")
    // The note says in what sandbox.
    let note = story["note"]?.string ?? ""
    let start = try #require(note.firstIndex(of: "{"))
    let end = try #require(note.lastIndex(of: "}"))
    var two = try #require(try JSONParser.parse(Array(note[start...end].utf8)).json.object)
    #expect(two["seed"] == 7 && two["first_transaction"] == 2)
    two["name"] = "two"
    #expect(emulator.control(.post, "sandboxes", .object(two)).status == 201)
    #expect(emulator.control(.post, "queue", ["scenario": story], in: "two").status == 201)
    #expect(emulator.startLogin(in: "two").header("Location") == location)
  }

  @Test func `is there for a run that is over, and not for one that never was`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    emulator.advance(by: .seconds(86_400))
    #expect(try export(emulator)["phone"] == [["do": "approve"]])
    #expect(emulator.control(.get, "transactions/nothing/export").status == 404)
  }
}
