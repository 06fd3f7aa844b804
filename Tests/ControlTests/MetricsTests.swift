import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `The metrics` {
  private func metrics(_ emulator: TestEmulator, in sandbox: String = "") -> [String: Double] {
    let answer = emulator.get("\(sandbox.isEmpty ? "" : "/~\(sandbox)")/metrics")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    var values: [String: Double] = [:]
    for line in answer.text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let end = line.lastIndex(of: " ") else { continue }
      values[String(line[..<end])] = Double(line[line.index(after: end)...])
    }
    return values
  }

  @Test func `count answers by provider, endpoint and status`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<3 { #expect(emulator.get("/itsme/oidc/jwkSet").status == 200) }
    #expect(emulator.startLogin().status == 302)
    #expect(emulator.get("/itsme/oidc/token").status == 405)
    #expect(emulator.get("/nowhere").status == 404)
    #expect(emulator.control(.get, "clock").status == 200)
    let values = metrics(emulator)
    #expect(values[#"eidolon_requests_total{provider="itsme",endpoint="jwks",status="200"}"#] == 3)
    #expect(values[#"eidolon_requests_total{provider="itsme",endpoint="authorize",status="302"}"#] == 1)
    #expect(values[#"eidolon_requests_total{provider="itsme",endpoint="token",status="405"}"#] == 1)
    #expect(values[#"eidolon_requests_total{provider="none",endpoint="unknown",status="404"}"#] == 1)
    #expect(
      values[#"eidolon_requests_total{provider="control",endpoint="GET /_eidolon/clock",status="200"}"#] == 1)
  }

  @Test func `have a line for each provider from the start, called or not`() throws {
    let emulator = try TestEmulator.withItsme()
    let values = metrics(emulator)
    for provider in emulator.application.providers.types {
      #expect(values["eidolon_transactions_started_total{provider=\"\(provider.slug)\"}"] == 0)
      #expect(values["eidolon_transactions_open{provider=\"\(provider.slug)\"}"] == 0)
    }
    #expect(emulator.application.providers.used.isEmpty)
  }

  @Test func `count transactions from their start to the state in which they were last`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    var values = metrics(emulator)
    #expect(values[#"eidolon_transactions_started_total{provider="itsme"}"#] == 2)
    #expect(values[#"eidolon_transactions_open{provider="itsme"}"#] == 2)
    emulator.advance(by: .seconds(86_400))
    values = metrics(emulator)
    #expect(values[#"eidolon_transactions_open{provider="itsme"}"#] == 0)
    #expect(values[#"eidolon_transactions_ended_total{provider="itsme",state="approved"}"#] == 1)
    #expect(values[#"eidolon_transactions_ended_total{provider="itsme",state="rejected"}"#] == 1)
  }

  @Test func `count broken rules with their severity`() throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.startLogin(["state": ""])
    try #require(!answer.findings.isEmpty)
    let values = metrics(emulator).filter { $0.key.hasPrefix("eidolon_findings_total{") }
    for rule in answer.findings {
      #expect(values.contains { $0.key.contains("rule=\"\(rule)\",severity=\"") && $0.value >= 1 }, "\(rule)")
    }
  }

  @Test func `are the whole process's, whichever sandbox is asked, and outlive sandboxes`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    _ = emulator.startLogin(in: "t1")
    _ = emulator.startLogin()
    let name = #"eidolon_transactions_started_total{provider="itsme"}"#
    #expect(metrics(emulator)[name] == 2)
    #expect(metrics(emulator, in: "t1")[name] == 2)
    #expect(metrics(emulator)["eidolon_sandboxes"] == 1)
    _ = emulator.control(.delete, "sandboxes/t1")
    #expect(metrics(emulator)[name] == 2)
    #expect(metrics(emulator)[#"eidolon_transactions_open{provider="itsme"}"#] == 1)
    #expect(metrics(emulator)["eidolon_sandboxes"] == 0)
  }

  @Test func `have no label that a caller can make longer`() throws {
    let emulator = try TestEmulator.withItsme()
    for number in 0..<20 {
      _ = emulator.control(.post, "sandboxes", ["name": .string("box-\(number)")])
      _ = emulator.get("/~box-\(number)/itsme/nowhere-\(number)")
      _ = emulator.get("/~none-\(number)/itsme")
      _ = emulator.startLogin(["client_id": "stranger-\(number)"])
    }
    let text = emulator.get("/metrics").text
    #expect(!text.contains("box-") && !text.contains("nowhere-") && !text.contains("none-"))
    #expect(!text.contains("stranger-"))
  }

  @Test func `tell journals, streams and what the operating system says`() throws {
    let emulator = try TestEmulator.withItsme()
    emulator.state.measure(
      connections: { 7 },
      process: {
        ProcessFigures(
          processorSeconds: 1.25, startSeconds: 1_795_262_400, residentBytes: 4096, virtualBytes: 8192,
          openDescriptors: 9, maximumDescriptors: 1024)
      })
    _ = emulator.get("/itsme/oidc/jwkSet")
    let values = metrics(emulator)
    #expect(values["eidolon_connections"] == 7)
    #expect(values["eidolon_journal_entries"] == 1)
    #expect(values["eidolon_journal_bytes"].map { $0 > 256 } == true)
    #expect(values["process_cpu_seconds_total"] == 1.25)
    #expect(values["process_start_time_seconds"] == 1_795_262_400)
    #expect(values["process_resident_memory_bytes"] == 4096)
    #expect(emulator.get("/metrics").text.contains("process_start_time_seconds 1795262400\n"))
  }

  @Test func `escape the values of labels`() {
    let family = MetricFamily("a", .gauge, "A.").adding(1, [("b", "c\\d\"e\nf")])
    #expect(family.text == "# HELP a A.\n# TYPE a gauge\na{b=\"c\\\\d\\\"e\\nf\"} 1\n")
  }

  @Test func `obey the rules of safety as every call`() throws {
    let emulator = try TestEmulator.withItsme()
    #expect(emulator.get("/metrics", headers: ["Host": "evil.example"]).status == 421)
    var settings = Sandbox.Settings()
    settings.control.token = "secret"
    let guarded = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
    #expect(guarded.get("/metrics").status == 401)
    #expect(guarded.get("/metrics", headers: ["Authorization": "Bearer secret"]).status == 200)
  }
}
