import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Control
@testable import TestWorlds

/// Reports at the root, of sandboxes that live and that have ended.
@Suite struct `The reports of the root` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  private func make(_ name: String, title: String? = nil) {
    var body: JSONObject = ["name": .string(name)]
    body["title"] = title.map(JSON.string)
    #expect(emulator.control(.post, "sandboxes", .object(body)).status == 201)
  }

  private func end(_ name: String) {
    #expect(emulator.control(.delete, "sandboxes/\(name)").status == 204)
  }

  /// An unknown client: an error.
  private func breakRule(in sandbox: String) {
    #expect(emulator.startLogin(in: sandbox, ["client_id": "NOBODY"]).status != 302)
  }

  private func report(_ query: String = "", in sandbox: String = "") -> JSON {
    emulator.control(.get, "report\(query)", in: sandbox).json
  }

  private func rule(_ report: JSON) -> JSON? {
    report["providers"]?.array?.first { $0["provider"] == "itsme" }?["rules"]?.array?
      .first { $0["rule"] == "itsme.client-id-unknown" }
  }

  private func results(_ report: JSON) -> [String: String] {
    Dictionary(
      (report["sandboxes"]?.array ?? []).map { ($0["name"]?.string ?? "?", $0["result"]?.string ?? "?") },
      uniquingKeysWith: { "\($0), \($1)" })
  }

  @Test func `speak for sandboxes that live and that have ended`() {
    make("good")
    make("bad", title: "tests/test_login.py::test_bad")
    make("idle")
    #expect(emulator.startLogin(in: "good").status == 302)
    breakRule(in: "bad")
    end("bad")
    let report = report()
    #expect(rule(report)?["result"] == "fail" && rule(report)?["count"] == 1)
    #expect(rule(report)?["occurrences"]?[0]?["sandbox"] == "bad")
    #expect(results(report) == ["good": "pass", "bad": "fail", "idle": "unused"])
    #expect(report["sandboxes"]?[0]?["title"] == "tests/test_login.py::test_bad")
    #expect(report["sandboxes"]?[0]?["ended"] == true)
    #expect(report["summary"]?["sandboxes"] == ["pass": 1, "fail": 1, "unused": 1])
    #expect(report["summary"]?["worst"] == "error")
    #expect(report["forgotten"] == ["sandboxes": 0, "findings": 0, "expectations": 0])
  }

  @Test func `are of one sandbox where it is named`() {
    make("good")
    make("bad")
    #expect(emulator.startLogin(in: "good").status == 302)
    breakRule(in: "bad")
    end("bad")
    breakRule(in: "")
    #expect(results(report("?sandbox=good")) == ["good": "pass"])
    #expect(rule(report("?sandbox=good"))?["result"] == "pass")
    #expect(report("?sandbox=good")["sandbox"] == "good")
    #expect(rule(report(in: "good"))?["result"] == "pass")
    #expect(rule(report("?sandbox=bad"))?["count"] == 1)
    #expect(results(report("?sandbox=")) == ["": "fail"])
    #expect(rule(report())?["count"] == 2)
    let answer = emulator.control(.get, "report?sandbox=goood")
    #expect(answer.status == 404 && answer.json["closest"]?[0] == "good")
    #expect(emulator.control(.get, "report?sandbox=bad", in: "good").status == 404)
  }

  @Test func `tell sandboxes apart that had one name after the other`() {
    for _ in 0..<2 {
      make("t", title: "twice")
      breakRule(in: "t")
      end("t")
    }
    let report = emulator.control(.get, "report?format=junit").text
    #expect(report.contains("name=\"t (twice)\"") && report.contains("name=\"t (twice) #2\""))
  }

  @Test func `are JUnit with a case for each sandbox, which names test, rule and fix`() throws {
    make("bad", title: "test_bad[1]")
    breakRule(in: "bad")
    end("bad")
    let report = emulator.control(.get, "report?format=junit").text
    let start = try #require(report.firstRange(of: "<testcase name=\"bad (test_bad[1])\""))
    let failure = report[start.upperBound...].prefix { $0 != "\u{0}" }
    let text = failure[..<(try #require(failure.firstRange(of: "</failure>"))).lowerBound]
    let rule = try #require(
      registry.flatMap { $0.rules }.first { $0.identifier == "itsme.client-id-unknown" })
    #expect(text.contains("itsme.client-id-unknown") && text.contains("Fix: \(rule.fix)"))
    #expect(report.contains("<testsuite name=\"rules\" tests=\"1\" failures=\"1\""))
    let lenient = emulator.control(.get, "report?format=junit&severity=error").text
    #expect(lenient == report)
  }

  @Test func `are SARIF and a page that name the sandbox`() throws {
    make("bad", title: "test_bad")
    breakRule(in: "bad")
    end("bad")
    let sarif = emulator.control(.get, "report?format=sarif").json
    let result = try #require(sarif["runs"]?[0]?["results"]?[0])
    #expect(result["properties"]?["sandbox"] == "bad")
    #expect(result["message"]?["text"]?.string?.contains("sandbox bad (test_bad)") == true)
    make("good")
    let page = emulator.control(.get, "report?format=html").text
    #expect(page.contains("bad (test_bad)") && page.contains("data-testid=\"failed\""))
  }

  @Test func `list the findings of all, numbered in the process`() {
    breakRule(in: "")
    make("one")
    make("two")
    breakRule(in: "one")
    breakRule(in: "two")
    end("one")
    let all = emulator.control(.get, "findings").json
    #expect(all["findings"]?.array?.map { $0["sandbox"]?.string ?? "" } == ["", "one", "two"])
    #expect(all["findings"]?.array?.map { $0["number"]?.integer } == [1, 2, 3])
    #expect(all["cursor"] == 3)
    let rest = emulator.control(.get, "findings?after=2").json["findings"]?.array
    #expect(rest?.count == 1 && rest?[0]["sandbox"] == "two")
    #expect(emulator.control(.get, "findings?sandbox=one").json["findings"]?.array?.count == 1)
    #expect(emulator.control(.get, "findings", in: "two").json["findings"]?[0]?["number"] == 1)
  }

  @Test func `tell who follows the root's events the findings of all sandboxes, ended ones too`() throws {
    make("one")
    make("two")
    breakRule(in: "one")
    var stream = try #require(emulator.get("/_eidolon/events?types=finding").events)
    _ = stream.read()
    breakRule(in: "two")
    let first = stream.read()
    #expect(first.contains("event: finding\n") && first.contains(#""sandbox":"two""#))
    #expect(first.contains(#""number":2"#) && !first.contains(#""sandbox":"one""#))
    breakRule(in: "one")
    end("one")
    #expect(stream.read().contains(#""sandbox":"one""#))
    #expect(stream.read().isEmpty)
    // From the beginning: nothing is missing, nothing comes twice.
    var again = try #require(emulator.get("/_eidolon/events?types=finding&after=0").events)
    #expect(again.read().split(separator: "event: finding").count == 4)
    // A sandbox knows its own, with its own numbers.
    var own = try #require(emulator.get("/~two/_eidolon/events?types=finding&after=0").events)
    let text = own.read()
    #expect(text.split(separator: "event: finding").count == 2 && text.contains(#""number":1"#))
  }

  @Test func `tell who follows the root's events how many findings are no longer kept`() throws {
    make("one")
    for _ in 0..<15 { breakRule(in: "one") }
    end("one")
    breakRule(in: "")
    var stream = try #require(emulator.get("/_eidolon/events?types=finding&after=0").events)
    let text = stream.read()
    #expect(text.split(separator: "event: finding").count == 12 && text.contains(#"{"findings":5}"#))
  }

  @Test func `forget what a reset resets, and with the root what has ended`() {
    for name in ["living", "ended"] {
      make(name)
      breakRule(in: name)
    }
    end("ended")
    #expect(emulator.control(.post, "reset", [:], in: "living").status == 200)
    #expect(results(report()) == ["ended": "fail", "living": "unused"])
    #expect(emulator.control(.post, "reset", ["keep": ["report"]]).status == 200)
    #expect(results(report())["ended"] == "fail")
    breakRule(in: "living")
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    #expect(results(report()) == ["living": "fail"])
    // The exit status is about the whole run.
    let total = emulator.emulator.sandboxes.blueprint.total
    #expect(total.broken(atLeast: .error).map(\.count) == [3])
  }

  @Test func `have the doctor's word on sandboxes that have ended, with addresses of the root`() {
    for name in ["one", "two"] {
      make(name)
      _ = emulator.get(
        "/~\(name)/itsme/oidc/.well-known/openid-configuration", headers: ["Host": "localhost:8080"])
      _ = emulator.get("/~\(name)/itsme/oidc/jwkSet", headers: ["Host": "127.0.0.1:8080"])
    }
    end("one")
    let doctor = emulator.control(.get, "doctor").json
    #expect(doctor["requests"] == 4)
    #expect(
      doctor["addresses"]?.array?.map { $0["address"]?.string ?? "" }
        == ["http://127.0.0.1:8080/itsme", "http://localhost:8080/itsme"])
    #expect(doctor["addresses"]?[0]?["requests"] == 2)
    #expect(doctor["clashes"]?.array?.count == 1)
    #expect(doctor["clashes"]?[0]?["kind"] == "keys_elsewhere")
    #expect(doctor["clashes"]?[0]?["sandboxes"] == ["one", "two"])
    #expect(doctor["issuers"]?[0]?["issuer"] == "http://localhost:8080/itsme/oidc")
    let one = emulator.control(.get, "doctor?sandbox=one").json
    #expect(one["requests"] == 2 && one["clashes"]?[0]?["sandboxes"] == ["one"])
    let two = emulator.control(.get, "doctor", in: "two").json
    #expect(two["addresses"]?[0]?["address"] == "http://127.0.0.1:8080/~two/itsme")
  }

  @Test func `are written at the end, when every sandbox has ended`() throws {
    make("bad", title: "test_bad")
    breakRule(in: "bad")
    emulator.emulator.sweep(isLast: true)
    let bytes = Control.report(.json, of: emulator.emulator, emulator.state)
    let report = try JSONParser.parse(bytes).json
    #expect(results(report) == ["bad": "fail"] && report["fail_on"] == "error")
  }
}

@Suite struct `What is known of sandboxes that have ended` {
  private func entry(_ number: Int, findings: Int = 1) -> PastSandboxes.Entry {
    let log = FindingLog(of: SandboxLabel("s\(number)"))
    let rule = registry[0].rules[0]
    for _ in 0..<findings {
      log.note(
        [Finding(rule, "seen")], at: Instant(seconds: 1), provider: "p", endpoint: "e", client: nil)
    }
    var record = SandboxRecord(SandboxLabel("s\(number)"))
    (record.failures, record.occurrences) = (log.counts, log.occurrences())
    return PastSandboxes.Entry(number: number, record: record, doctor: DoctorReport())
  }

  @Test func `is bounded, and the oldest are only counted, which it says`() {
    let past = PastSandboxes(capacity: 100)
    for number in 1...1000 { past.add(entry(number)) }
    let known = past.present
    #expect(known.entries.count <= 100 && known.entries.last?.number == 1000)
    #expect(known.rest.forgotten.sandboxes == 1000 - known.entries.count)
    #expect(known.rest.forgotten.findings == known.rest.forgotten.sandboxes)
    #expect(known.rest.failures.values.reduce(0, +) == known.rest.forgotten.sandboxes)
  }

  @Test func `is bounded in bytes too`() {
    let past = PastSandboxes(byteLimit: 100_000)
    for number in 1...1000 { past.add(entry(number, findings: 10)) }
    #expect(past.present.entries.reduce(0) { $0 + $1.size } <= 100_000)
    #expect(past.present.entries.count > 10)
  }

  @Test func `says in the report how much it forgot`() throws {
    let past = PastSandboxes(capacity: 8)
    for number in 1...20 { past.add(entry(number)) }
    let known = past.present
    let report = RunReport(
      of: RunRecords(isWhole: true, known.entries.map(\.record), rest: known.rest), registry,
      at: Instant(seconds: 1), failing: FailureLevel())
    #expect(report.forgotten.sandboxes == 20 - known.entries.count)
    #expect(report.broken[0].count == 20)
    #expect(report.junit.contains("\(report.forgotten.sandboxes) sandboxes that ended earliest"))
    #expect(report.page.text.contains("data-testid=\"forgotten\""))
  }
}
