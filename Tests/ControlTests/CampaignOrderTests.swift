import EidolonTesting
import JSON
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `The order of a campaign` {
  private func emulator() throws -> TestEmulator {
    var files: [String: String] = [:]
    for (name, family, right) in [
      ("forged-a", "signature", "must_refuse"), ("forged-b", "signature", "should_refuse"),
      ("late", "time", "must_accept"), ("later", "time", "either"),
    ] {
      files["itsme/zz-\(name).json"] = """
        { "title": "\(name)", "provider": "itsme", "tokens": { "id_token": { "defect": "bad_signature" } },
          "judge": { "family": "\(family)", "right": "\(right)", "attack": "Somebody does it." } }
        """
    }
    return try TestEmulator.withItsme(files)
  }

  /// The cases that an order leaves to be judged, as one that is cancelled at once tells them.
  private func cases(_ more: JSONObject) throws -> [String] {
    let emulator = try emulator()
    var order: JSONObject = ["provider": "itsme", "way": "wait"]
    for (name, value) in more { order[name] = value }
    #expect(emulator.control(.post, "judge", .object(order)).status == 201)
    #expect(emulator.control(.delete, "judge").status == 204)
    let results = emulator.control(.get, "judge").json["results"]?.array ?? []
    return results.compactMap { $0["case"]?.string }.filter { $0.hasPrefix("zz-") }
      .map { String($0.dropFirst(3)) }
  }

  @Test func `chooses by names, families and patterns, leaves out, and knows what must be so`() throws {
    #expect(try cases([:]) == ["forged-a", "forged-b", "late", "later"])
    #expect(try cases(["only": ["zz-late"]]) == ["late"])
    #expect(try cases(["only": ["zz-*-b", "time"]]) == ["forged-b", "late", "later"])
    #expect(try cases(["skip": ["signature", "zz-later"]]) == ["late"])
    #expect(try cases(["only": ["zz-*"], "skip": ["zz-forged-*"]]) == ["late", "later"])
    #expect(try cases(["level": "must"]) == ["forged-a", "late"])
    #expect(try cases(["level": "should", "only": ["signature"]]) == ["forged-a", "forged-b"])
    let unknown = try emulator().control(
      .post, "judge", ["provider": "itsme", "way": "wait", "only": ["zz-forgd-a"]])
    #expect(unknown.status == 422 && unknown.text.contains("zz-forged-a"))
    #expect(
      unknown.json["detail"]?.string?.hasSuffix(" eidolon judge --list --provider itsme shows them all.")
        == true)
  }

  @Test(arguments: ["http://foo", "foo:3000", "foo/bar", "user@foo", ""])
  func `names hosts without scheme, port and path`(host: String) throws {
    let order = { (hosts: [JSON]) -> JSON in ["provider": "itsme", "way": "wait", "hosts": .array(hosts)] }
    let emulator = try emulator()
    let refused = emulator.control(.post, "judge", order([.string(host)]))
    #expect(refused.status == 422 && refused.json["detail"]?.string?.hasPrefix("hosts: ") == true)
    #expect(emulator.control(.post, "judge", order(["Shop.test", "127.0.0.1", "[::1]"])).status == 201)
    #expect(emulator.control(.delete, "judge").status == 204)
  }

  @Test func `says nothing where what is in is what is out, in any order`() throws {
    let refused = try emulator().control(
      .post, "judge",
      [
        "provider": "itsme", "way": "wait", "in": ["status=200", "text=Hello"],
        "out": ["text=Hello", "status=200"],
      ])
    #expect(refused.status == 422)
    #expect(refused.json["detail"] == "in: it says the same as out, so that nobody could be told apart.")
  }

  @Test func `keeps the marks of a report only if logins proved them`() throws {
    for (state, kept) in [("done", ["exit=0"]), ("learning", [])] {
      let report: JSON = ["state": .string(state), "learned": ["in": ["exit=0"], "out": []], "results": []]
      let begun = try emulator().control(
        .post, "judge", ["provider": "itsme", "way": "command", "resume": report])
      #expect(begun.json["learned"]?["in"] == .array(kept.map(JSON.string)))
    }
  }

  @Test func `resumes only a report of this provider's cases, and keeps the results of those asked for`()
    throws
  {
    let report = { (provider: String, names: [String]) -> JSON in
      [
        "provider": .string(provider),
        "results": .array(names.map { ["case": .string("zz-\($0)"), "result": "pass", "seen": "refused"] }),
      ]
    }
    func started(_ report: JSON, only: JSON = ["zz-*"]) throws -> TestAnswer {
      try emulator().control(
        .post, "judge", ["provider": "itsme", "way": "wait", "only": only, "resume": report])
    }
    let other = try started(report("criipto", ["forged-a"]))
    #expect(other.status == 422 && other.text.contains("resume: this is a report about \\\"criipto\\\""))
    let unknown = try started(report("itsme", ["forgd-a"]))
    #expect(unknown.status == 422 && unknown.json["closest"]?[0] == "zz-forged-a")
    let twice = try started(report("itsme", ["late", "late"]))
    #expect(twice.status == 422 && twice.text.contains("is in it twice"))
    let kept = try started(report("itsme", ["forged-a", "late"]), only: ["zz-forged-*"])
    #expect(kept.status == 201 && kept.json["counts"]?["pass"] == 1 && kept.json["left"] == 1)
    #expect(kept.json["results"]?.array?.compactMap { $0["case"] } == ["zz-forged-a"])
  }

  @Test func `stands in the campaign, so that it can be asked for again`() throws {
    let emulator = try emulator()
    // Before the first there is nothing to tell, which is not an error.
    let none = emulator.control(.get, "judge")
    #expect(none.status == 204 && none.text.isEmpty)
    #expect(emulator.control(.delete, "judge").status == 404)
    let order: JSON = ["provider": "itsme", "way": "wait", "only": ["zz-late"], "case_timeout": "3s"]
    let started = emulator.control(
      .post, "judge", order.merging(["asker": "page", "resume": ["results": .array([])]]))
    #expect(started.status == 201 && started.json["order"] == order)
    #expect(emulator.control(.get, "judge").json["order"] == order)
  }
}
