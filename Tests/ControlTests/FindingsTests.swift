import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `The findings of a sandbox` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  private func findings(_ query: String = "", in sandbox: String = "") -> [JSON] {
    emulator.control(.get, "findings\(query)", in: sandbox).json["findings"]?.array ?? []
  }

  private func rules(_ query: String = "", in sandbox: String = "") -> [String] {
    findings(query, in: sandbox).compactMap { $0["rule"]?.string }
  }

  /// A login without state, whose transaction the finding belongs to, and one that is refused.
  private func twoFaults(in sandbox: String = "") {
    _ = emulator.startLogin(in: sandbox, ["state": ""])
    _ = emulator.startLogin(in: sandbox, ["client_id": "SHPO"])
  }

  @Test func `say what, where, by whom, and what the documentation says`() throws {
    twoFaults()
    let all = findings()
    let missing = try #require(all.first { $0["rule"] == "itsme.state-missing" })
    #expect(missing["severity"] == "warning" && missing["provider"] == "itsme")
    #expect(missing["endpoint"] == "authorize" && missing["client"] == "EIDOLON_TEST")
    let transaction = try #require(missing["transaction"]?.string)
    #expect(emulator.control(.get, "transactions/\(transaction)").status == 200)
    #expect(missing["doc"]?["section"] == "3.2. Forming an authentication request")
    #expect(missing["doc"]?["url"]?.string?.hasPrefix("https://") == true)
    #expect(missing["spec"] == "RFC 6749 §10.12")
    #expect(missing["spec_url"] == "https://www.rfc-editor.org/rfc/rfc6749#section-10.12")
    let unknown = try #require(all.first { $0["rule"] == "itsme.client-id-unknown" })
    #expect(unknown["transaction"] == nil, "a refused request begins none")
    #expect(unknown["client"] == "SHPO", "the request says who sends it")
    #expect(unknown["detail"]?.string?.contains("SHPO") == true)
  }

  @Test func `are filtered as other lists are`() throws {
    twoFaults()
    let transactions = findings().compactMap { $0["transaction"]?.string }
    let transaction = try #require(transactions.first)
    #expect(rules("?client=SHPO") == ["itsme.client-id-unknown"])
    #expect(rules("?transaction=\(transaction)").contains("itsme.state-missing"))
    #expect(!rules("?transaction=\(transaction)").contains("itsme.client-id-unknown"))
    #expect(rules("?severity=error") == ["itsme.client-id-unknown"])
    #expect(rules("?rule=itsme.state-missing") == ["itsme.state-missing"])
    #expect(rules("?provider=criipto").isEmpty)
    #expect(emulator.control(.get, "findings?provider=itsmo").json["closest"]?[0] == "itsme")
    #expect(
      emulator.control(.get, "findings?rule=itsme.state-mising").json["closest"]?[0] == "itsme.state-missing")
    #expect(emulator.control(.get, "findings?severity=fatal").status == 400)
  }

  @Test func `are read piece by piece with a cursor`() throws {
    for _ in 0..<5 { twoFaults() }
    let all = rules()
    var (read, cursor, pieces) = ([String](), 0, 0)
    while pieces < 100 {
      let page = emulator.control(.get, "findings?after=\(cursor)&limit=3").json
      let found = (page["findings"]?.array ?? []).compactMap { $0["rule"]?.string }
      #expect(found.count <= 3)
      (read, pieces) = (read + found, pieces + 1)
      cursor = try #require(page["cursor"]?.integer)
      if page["more"] == false { break }
    }
    #expect(read == all && pieces == (all.count + 2) / 3)
    #expect(rules("?after=\(cursor)").isEmpty)
  }

  @Test func `belong to one sandbox`() {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    twoFaults(in: "t1")
    #expect(rules("?sandbox=").isEmpty)
    #expect(!rules(in: "t1").isEmpty && rules("?sandbox=t1") == rules(in: "t1") && rules() == rules(in: "t1"))
  }

  @Test func `go with a reset unless the report is kept, and their numbers go on`() throws {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    twoFaults(in: "t1")
    let last = try #require(findings(in: "t1").last?["number"]?.integer)
    #expect(emulator.control(.post, "reset", ["keep": ["report"]], in: "t1").status == 200)
    #expect(findings(in: "t1").last?["number"] == .integer(last))
    #expect(report(in: "t1")["summary"]?["worst"] == "error")
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    #expect(findings(in: "t1").isEmpty)
    #expect(report(in: "t1")["summary"]?["worst"] == .null)
    #expect(report(in: "t1")["summary"]?["rules"]?["pass"] == 0)
    let outcomes = report(in: "t1")["providers"]?[0]?["outcomes"]?.array ?? []
    #expect(outcomes.allSatisfy { $0["count"] == 0 })
    twoFaults(in: "t1")
    #expect(try #require(findings(in: "t1").first?["number"]?.integer) > last)
  }

  @Test func `of all sandboxes are counted together, ended and reset ones too`() {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    twoFaults(in: "t1")
    _ = emulator.control(.post, "reset", [:], in: "t1")
    twoFaults(in: "t1")
    _ = emulator.control(.delete, "sandboxes/t1")
    let total = emulator.emulator.sandboxes.blueprint.total
    let errors = total.broken(atLeast: .error)
    #expect(errors.map(\.rule.identifier) == ["itsme.client-id-unknown"] && errors[0].count == 2)
    #expect(total.broken(atLeast: .warning).contains { $0.rule.identifier == "itsme.state-missing" })
    #expect(errors[0].places.sandboxes == [SandboxLabel("t1")] && errors[0].places.further == 0)
    #expect(total.outcomes(of: "itsme")["approved"] == 2)
  }

  private func report(in sandbox: String) -> JSON { emulator.control(.get, "report", in: sandbox).json }

  @Test(arguments: [
    ("json", "application/json", "\"providers\""), ("html", "text/html; charset=utf-8", "<!doctype html>"),
    ("junit", "application/xml", "<testsuites"), ("sarif", "application/sarif+json", "\"2.1.0\""),
  ])
  func `are reported in each form`(format: String, type: String, start: String) {
    twoFaults()
    let answer = emulator.control(.get, "report?format=\(format)")
    #expect(answer.status == 200 && answer.header("Content-Type") == type)
    #expect(answer.text.contains(start) && answer.text.contains("itsme.client-id-unknown"))
    #expect(answer.header("Cache-Control") == "no-store")
    if format == "html" {
      #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    }
  }

  @Test func `are not reported in a form that does not exist`() {
    let answer = emulator.control(.get, "report?format=pdf")
    #expect(answer.status == 400 && answer.json["parameter"] == "format")
  }
}
