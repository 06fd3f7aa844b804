import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `The queue of a sandbox` {
  private let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator.withItsme([
      "criipto/reject.json":
        #"{ "title": "Cancelled", "provider": "criipto", "phone": [ { "do": "cancel" } ] }"#
    ])
  }

  private func queued() -> [String] {
    let queue = emulator.control(.get, "queue").json["queue"]?.array ?? []
    return queue.compactMap { $0["scenario"]?.string }
  }

  @Test func `refuses a short name that several providers have, with the full names`() {
    let answer = emulator.control(.post, "queue", ["scenario": "reject"])
    #expect(answer.status == 422)
    #expect(answer.json["type"] == "urn:eidolon:problem:ambiguous-scenario")
    #expect(answer.json["scenarios"] == ["criipto/reject", "itsme/reject"])
    #expect(answer.json["detail"]?.string?.contains("criipto/reject, itsme/reject") == true)
    #expect(queued().isEmpty)
  }

  @Test func `takes a full name, or a short one with its provider, or one that only one provider has`() {
    #expect(emulator.control(.post, "queue", ["scenario": "criipto/reject"]).json["provider"] == "criipto")
    let named = emulator.control(.post, "queue", ["scenario": "reject", "provider": "itsme"])
    #expect(named.status == 201 && named.json["provider"] == "itsme")
    #expect(emulator.control(.post, "queue", ["scenario": "manual"]).json["provider"] == "itsme")
    #expect(queued() == ["criipto/reject", "itsme/reject", "itsme/manual"])
  }

  @Test func `takes a story of several providers by its last part and the provider`() {
    let story: JSON = ["title": "Cancelled", "providers": ["criipto", "itsme"]]
    #expect(emulator.control(.put, "scenarios/judge/cancelled", story).status == 201)
    #expect(emulator.control(.get, "scenarios/itsme/judge/cancelled").json == story)
    #expect(emulator.control(.get, "scenarios/itsme/judge/nothing").status == 404)
    let ambiguous = emulator.control(.post, "queue", ["scenario": "cancelled"])
    #expect(ambiguous.json["scenarios"] == ["criipto/judge/cancelled", "itsme/judge/cancelled"])
    #expect(
      emulator.control(.post, "queue", ["scenario": "cancelled", "provider": "itsme"]).status == 201)
    #expect(emulator.control(.post, "queue", ["scenario": "criipto/cancelled"]).status == 201)
    #expect(queued() == ["itsme/judge/cancelled", "criipto/judge/cancelled"])
    #expect(emulator.control(.delete, "scenarios/judge/cancelled").status == 204)
    #expect(emulator.control(.get, "scenarios/itsme/judge/cancelled").status == 404)
  }

  @Test func `refuses a provider that does not exist, or whose scenario it is not`() {
    let unknown = emulator.control(.post, "queue", ["scenario": "reject", "provider": "itsmee"])
    #expect(unknown.status == 422 && unknown.json["closest"]?[0] == "itsme")
    let other = emulator.control(.post, "queue", ["scenario": "criipto/reject", "provider": "itsme"])
    #expect(other.status == 422)
    #expect(other.json["detail"]?.string?.contains("criipto's") == true)
    let written: JSON = ["title": "No", "provider": "criipto", "phone": [["do": "cancel"]]]
    #expect(
      emulator.control(.post, "queue", ["scenario": written, "provider": "itsme"]).status == 422)
    let missing = emulator.control(.post, "queue", ["scenario": "manual", "provider": "criipto"])
    #expect(missing.status == 404, "criipto has no such scenario")
    #expect(queued().isEmpty)
  }

  @Test func `names the lines of the body in which a story is written`() {
    let body = """
      { "times": 2,
        "scenario": { "title": "x", "provider": "itsme", "phone": [ { "do": "rejct" } ] } }
      """
    let request = Request(
      .post, "/_eidolon/queue", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    let answer = emulator.send(request)
    #expect(answer.status == 422)
    #expect(
      answer.json["detail"]?.string?.hasPrefix("scenario:2:71: phone[0].do: unknown verb") == true,
      "\(answer.text)")
  }

  @Test func `keeps a scenario for the logins of its provider`() {
    #expect(emulator.control(.post, "queue", ["scenario": "criipto/reject"]).status == 201)
    #expect(emulator.startLogin().locationQuery["code"] != nil, "a login of itsme takes its own default")
    #expect(queued() == ["criipto/reject"])
    #expect(emulator.control(.post, "queue", ["scenario": "itsme/reject"]).status == 201)
    #expect(emulator.startLogin().locationQuery["error"] == "access_denied")
    #expect(queued() == ["criipto/reject"])
  }
}
