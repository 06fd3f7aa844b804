import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Control
@testable import TestWorlds

/// A story that makes a correct client break a rule lists that rule in `expect.findings`.
@Suite struct `A finding that a story expects` {
  private let emulator: TestEmulator

  init() throws {
    let story = """
      { "title": "The code comes twice", "provider": "itsme", "expect": { "findings": ["itsme.code-reused"] } }
      """
    emulator = try TestEmulator.withItsme(["itsme/twice.json": story])
  }

  /// Redeems a code twice.
  private func twice(_ scenario: String? = nil) throws {
    let code =
      emulator.startLogin(scenario.map { ["eidolon_scenario": $0] } ?? [:])
      .locationQuery["code"] ?? ""
    #expect(try emulator.exchange(code).status == 200)
    #expect(try emulator.exchange(code).findings.contains("itsme.code-reused"))
  }

  private var report: RunReport { RunReport(ofRoot: emulator) }

  private func rule() throws -> RunReport.RuleReport {
    let itsme = try #require(report.providers.first { $0.slug == "itsme" })
    return try #require(itsme.rules.first { $0.rule.identifier == "itsme.code-reused" })
  }

  private var logged: [LogEvent.Level] {
    emulator.log.events.filter { event in
      event.fields.contains { $0.name == "rule" && $0.value == "itsme.code-reused" }
    }.map(\.level)
  }

  @Test func `is expected in every report, and fails nobody`() throws {
    try twice("twice")
    #expect(try rule().result == .expected)
    #expect(try rule().count == 0 && rule().expected == 1)
    #expect(report.worst == nil)
    #expect(report.json["summary"]?["rules"]?["expected"] == 1)
    #expect(!report.junit.contains("<failure"))
    let result = report.sarif(version: "0")["runs"]?[0]?["results"]?[0]
    #expect(result?["level"] == "none" && result?["kind"] == "informational")
    #expect(report.page.text.contains("Broken as a story expects"))
    #expect(logged == [.info])
    let findings = emulator.control(.get, "findings?rule=itsme.code-reused").json["findings"]?.array
    #expect(findings?.map { $0["expected"] } == [true])
    #expect(emulator.emulator.sandboxes.blueprint.total.broken(atLeast: .note).isEmpty)
  }

  @Test func `is a fault in any other login`() throws {
    try twice("twice")
    try twice()
    #expect(try rule().result == .fail)
    #expect(try rule().count == 1 && rule().expected == 1)
    #expect(report.worst == .error)
    #expect(logged == [.info, .error])
    let metrics = emulator.get("/metrics").text.split(separator: "\n").filter {
      $0.contains("itsme.code-reused")
    }
    #expect(metrics.count == 2)
    #expect(metrics[0].contains("expected=\"false\"") && metrics[1].contains("expected=\"true\""))
    let broken = emulator.emulator.sandboxes.blueprint.total.broken(atLeast: .error)
    #expect(broken.map(\.rule.identifier) == ["itsme.code-reused"] && broken.map(\.count) == [1])
  }
}

extension TestEmulator {
  /// A token request of the client of `withItsme`, with a good assertion.
  func exchange(_ code: String, in sandbox: String = "") throws -> TestAnswer {
    let prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    let party = RelyingParty()
    let endpoint = "\(TestEmulator.address)\(prefix)/itsme/oidc/token"
    let parameters = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", party.redirectURI),
      ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ("client_assertion", try party.assertion(audience: .string(endpoint), at: clock.now)),
    ]
    var form = Form()
    for (name, value) in parameters { form.append(name, value) }
    return post("\(prefix)/itsme/oidc/token", form)
  }

  func userinfo(_ token: TestAnswer, in sandbox: String = "") -> TestAnswer {
    let prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    return get(
      "\(prefix)/itsme/oidc/userinfo",
      headers: ["Authorization": "Bearer \(token.json["access_token"]?.string ?? "")"])
  }
}
