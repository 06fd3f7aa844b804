import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Control
@testable import TestWorlds

/// Three replicas that know of each other, the third of which does not answer.
@Suite struct `With --peers the root` {
  private let first: TestEmulator
  private let second: TestEmulator
  private static let peers = ["one:8080", "two:8080", "three:8080"]

  init() throws {
    let make = { (instance: String) in
      try TestEmulator(
        registry,
        files: [
          "world.json":
            #"{"people": {"anna": {"given_name": "Anna"}}, "clients": {"itsme": {"*": {"anything": true}}}}"#
        ], state: ControlState(peers: Self.peers, instance: instance))
    }
    (first, second) = (try make("first"), try make("second"))
    for emulator in [first, second] {
      emulator.gather(from: "one:8080", by: first)
      emulator.gather(from: "two:8080", by: second)
    }
    #expect(first.control(.put, "sandbox", ["title": "test_here"], in: "here").status == 201)
    #expect(second.control(.put, "sandbox", ["title": "test_there"], in: "there").status == 201)
    _ = first.startLogin(in: "here", ["redirect_uri": "no uri"])
    _ = second.startLogin(in: "there", ["prompt": "nonsense"])
    _ = second.startLogin(in: "there", ["prompt": "nonsense"])
  }

  /// Each wrong login breaks several rules.
  private var findingsOfSecond: Int {
    second.control(.get, "findings?of=this").json["findings"]?.array?.count ?? 0
  }

  private func missing(_ answer: TestAnswer) -> [String] {
    answer.json["replicas"]?["missing"]?.array?.compactMap { $0["address"]?.string } ?? []
  }

  @Test(arguments: ["report", "findings", "doctor", "sandboxes"])
  func `says in every answer whom it could not reach:`(_ path: String) {
    let answer = first.control(.get, path)
    #expect(answer.status == 200)
    #expect(missing(answer) == ["three:8080"])
    #expect(answer.json["replicas"]?["answered"] == 2)
    #expect(
      answer.json["replicas"]?["missing"]?[0]?["reason"]?.string?.contains("nobody listens") == true)
    #expect(first.control(.get, "\(path)?of=this").json["replicas"] == nil)
    #expect(first.control(.get, "\(path)?of=some").status == 400)
    // A sandbox is on one replica, and asks nobody.
    if path != "sandboxes" { #expect(first.control(.get, path, in: "here").json["replicas"] == nil) }
  }

  @Test func `reports the rules of all in the words of what was really broken`() {
    _ = second.get("/~there/reuseid/auth/open/connect/userinfo?access_token=x")
    let providers = first.control(.get, "report").json["providers"]?.array ?? []
    let rules = providers.first { $0["provider"] == "reuseid" }?["rules"]?.array ?? []
    let broken = rules.first { $0["rule"] == "reuseid.access-token-missing" }
    #expect(broken?["result"] == "fail" && broken?["message"] == "The access token is sent in the URL")
  }

  @Test func `lists the sandboxes of all, at the address of the caller`() {
    let listed = first.control(.get, "sandboxes").json["sandboxes"]?.array ?? []
    #expect(listed.map { $0["name"] } == ["here", "there"])
    #expect(listed.map { $0["replica"]?.string } == [nil, "two:8080"])
    #expect(listed[1]["urls"]?["root"] == "http://localhost:8080/~there")
    #expect(listed[1]["title"] == "test_there")
    #expect(
      listed[1]["urls"]?["itsme"]
        == second.control(.get, "sandboxes?of=this").json["sandboxes"]?[0]?["urls"]?["itsme"])
  }

  @Test func `reports of all sandboxes what one process would report of them`() throws {
    let report = first.control(.get, "report").json
    let sandboxes = report["sandboxes"]?.array ?? []
    #expect(sandboxes.map { $0["name"] } == ["here", "there"])
    let alone = second.control(.get, "report?of=this").json
    #expect(sandboxes.last == alone["sandboxes"]?.array?.last)
    #expect(report["summary"]?["sandboxes"]?["fail"] == 2)
    let broken = sandboxes.last?["broken"]?[0]
    #expect(broken?["count"] == 2)
    let rules = report["providers"]?.array?.first { $0["provider"] == "itsme" }?["rules"]?.array ?? []
    let rule = rules.first { $0["rule"] == broken?["rule"] }
    #expect(rule?["occurrences"]?.array?.count(where: { $0["sandbox"] == "there" }) == 2)
    // Whoever is asked, it is the same run.
    let other = second.control(.get, "report").json
    #expect(other["summary"]?["rules"] == report["summary"]?["rules"])
    #expect(other["summary"]?["expectations"] == report["summary"]?["expectations"])
  }

  @Test func `reports verdicts as they were given`() {
    let queued = second.control(
      .post, "queue",
      [
        "scenario": [
          "title": "A story", "provider": "itsme",
          "expect": ["order": ["authorize", "token"], "right": "must_accept"],
        ]
      ], in: "there")
    #expect(queued.status == 201)
    let login = second.startLogin(in: "there")
    #expect(login.locationQuery["code"] != nil)
    #expect(second.control(.post, "saw", ["saw": "refused", "words": "no"], in: "there").status == 200)
    #expect(second.control(.post, "settle", [:], in: "there").status == 200)
    let told = second.control(.get, "report?of=this").json["expectations"]?.array ?? []
    #expect(!told.isEmpty && told.last?["result"] == "unmet")
    #expect(first.control(.get, "report").json["expectations"]?.array == told)
  }

  @Test func `reports in every form whom it could not reach`() {
    let junit = first.control(.get, "report?format=junit").text
    #expect(junit.contains(#"name="replicas""#) && junit.contains("three:8080"))
    #expect(junit.contains("test_there") && junit.contains("test_here"))
    let sarif = first.control(.get, "report?format=sarif").json["runs"]?[0]
    #expect(sarif?["properties"]?["replicas"]?["missing"]?[0]?["address"] == "three:8080")
    #expect(sarif?["results"]?.array?.contains { $0["properties"]?["sandbox"] == "there" } == true)
    #expect(first.control(.get, "report?format=html").text.contains("<li>three:8080: "))
    #expect(!first.control(.get, "report?format=junit&of=this").text.contains("three:8080"))
  }

  @Test func `finds what is known on another replica, and refuses what nobody knows`() {
    let there = first.control(.get, "report?sandbox=there")
    #expect(there.status == 200 && there.json["sandbox"] == "there")
    #expect(first.control(.get, "findings?sandbox=there").json["findings"]?.array?.count == findingsOfSecond)
    #expect(first.control(.get, "findings?sandbox=nowhere").status == 404)
    #expect(first.control(.get, "report?severity=nonsense").status == 400)
  }

  @Test func `lists the findings of all in their order, and pages through its own`() {
    let findings = first.control(.get, "findings").json["findings"]?.array ?? []
    #expect(findings.count(where: { $0["replica"] == "two:8080" }) == findingsOfSecond)
    #expect(findings.contains { $0["sandbox"] == "here" && $0["replica"] == nil })
    let times = findings.compactMap { $0["at"]?.string }
    #expect(times == times.sorted())
    let few = first.control(.get, "findings?limit=1").json
    #expect(few["findings"]?.array?.count == 1 && few["more"] == true)
    let own = first.control(.get, "findings?after=1").json
    #expect(own["replicas"] == nil)
  }

  @Test func `adds up what the doctor saw`() {
    let one = first.control(.get, "doctor?of=this").json["requests"]?.integer ?? 0
    let two = second.control(.get, "doctor?of=this").json["requests"]?.integer ?? 0
    #expect(one == 1 && two == 2)
    let doctor = first.control(.get, "doctor").json
    #expect(doctor["requests"]?.integer == 3)
    #expect(doctor["addresses"]?.array?.count == 1)
  }

  @Test func `says in the metrics which replica each figure is of`() {
    let lines = first.get("/metrics").text.split(separator: "\n")
    #expect(lines.contains(#"eidolon_sandboxes{replica="one:8080"} 1"#))
    #expect(lines.contains(#"eidolon_sandboxes{replica="two:8080"} 1"#))
    #expect(lines.contains(#"eidolon_replica_up{replica="three:8080"} 0"#))
    #expect(lines.contains(#"eidolon_replica_up{replica="one:8080"} 1"#))
    #expect(lines.count(where: { $0 == "# TYPE eidolon_sandboxes gauge" }) == 1)
    #expect(lines.contains { $0.hasPrefix(#"eidolon_requests_total{replica="two:8080",provider="#) })
    #expect(first.get("/metrics?of=this").text.contains("eidolon_sandboxes 1\n"))
  }

  @Test func `takes nothing from another version or program`() throws {
    #expect(Replicas([], instance: "x").json["answered"] == 1)
    let answers: [(JSON?, Int, String)] = [
      (["instance": "a", "version": "0.0.1", "content": []], 200, "of version 0.0.1"),
      (["hello": "world"], 200, "not an Eidolon that knows replicas"), (nil, 200, "not as Eidolon does"),
      (["detail": "The token is missing."], 401, "401: The token is missing."),
    ]
    for (body, status, reason) in answers {
      let document = FetchedDocument(
        status: Status(status), headers: [:], body: body?.bytes() ?? Array("<html>".utf8))
      let replicas = Replicas([Gathered("a:1", .success(document))], instance: "x")
      #expect(replicas.contents.isEmpty && replicas.missing.count == 1)
      #expect(replicas.missing[0].reason.contains(reason))
    }
    // One process at two addresses counts once.
    let twice = FetchedDocument(
      status: .ok, headers: [:],
      body: JSON.object(["instance": "a", "version": .string(Control.version), "content": []]).bytes())
    let replicas = Replicas(
      [Gathered("a:1", .success(twice)), Gathered("a:2", .success(twice))], instance: "x")
    #expect(replicas.contents.count == 1 && replicas.missing.isEmpty)
  }
}
