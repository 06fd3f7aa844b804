import EidolonTesting
import Flow
import Foundation
import FoundationXML
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Control
@testable import TestWorlds

/// What a run says, made from real calls to a real provider.
@Suite struct `The report of a run` {
  private let emulator: TestEmulator

  init() throws {
    let world = """
      {"people": {"anna": {"given_name": "Anna"}}, "clients": {"itsme": {"SHOP": {"services":
        {"LOGIN": {"redirect_uris": ["http://localhost:9000/cb"]}}}}}}
      """
    let story = """
      {"title": "t", "provider": "itsme", "expect": {"order": ["authorize", "token"]}}
      """
    emulator = try TestEmulator(registry, files: ["world.json": world, "itsme/story.json": story])
  }

  private var report: RunReport { report() }

  private func report(
    failingFrom level: Rule.Severity = .error, includingUnseen: Bool = false
  ) -> RunReport {
    RunReport(
      of: RunRecords(of: emulator.sandbox, emulator.application.providers, at: emulator.clock.now), registry,
      at: TestClock.start, failing: FailureLevel(level, includesUnseen: includingUnseen))
  }

  private func authorize(_ more: String = "") -> TestAnswer {
    emulator.get(
      "/itsme/oidc/authorize?client_id=SHOP&response_type=code&scope=openid%20service:LOGIN&state=some-state&nonce=some-nonce"
        + "&redirect_uri=http://localhost:9000/cb\(more)")
  }

  private func itsme() throws -> RunReport.ProviderReport {
    try #require(report.providers.first { $0.slug == "itsme" })
  }

  @Test func `of nothing says that no rule applies`() throws {
    #expect(try itsme().rules.allSatisfy { $0.result == .notApplicable })
    #expect(try !itsme().isUsed)
    #expect(report.worst == nil)
  }

  @Test func `tells rules that were kept from rules that were never met`() throws {
    #expect(authorize().status == 302)
    #expect(try itsme().rules(.fail).isEmpty)
    #expect(try itsme().rules(.pass).contains { $0.rule.identifier == "itsme.client-id-unknown" })
    #expect(try itsme().rules(.notExercised).contains { $0.rule.identifier == "itsme.code-reused" })
  }

  @Test func `tells what was broken, how often, and by whom`() throws {
    for _ in 0..<12 { _ = emulator.get("/itsme/oidc/authorize?client_id=SHPO") }
    let broken = try #require(
      try itsme().rules(.fail).first { $0.rule.identifier == "itsme.client-id-unknown" })
    #expect(broken.count == 12)
    #expect(broken.occurrences.count == SandboxRecord.occurrenceLimit)
    #expect(broken.occurrences.last?.occurrence.endpoint == "authorize")
    #expect(report.forgotten.findings == 2)
    #expect(report.worst == .error)
  }

  @Test func `tells what was really broken where one rule of the vendor stands for several`() throws {
    _ = emulator.get("/reuseid/auth/open/connect/userinfo?access_token=x")
    let reuseID = try #require(report.providers.first { $0.slug == "reuseid" })
    #expect(reuseID.rules(.fail).map(\.rule.message) == ["The access token is sent in the URL"])
    #expect(report.sandboxes[0].broken.map(\.rule.message) == ["The access token is sent in the URL"])
    let finding = emulator.control(.get, "findings").json["findings"]?[0]
    #expect(finding?["rule"] == "reuseid.access-token-missing")
    #expect(finding?["message"] == "The access token is sent in the URL")
  }

  @Test func `counts outcomes, those that time alone brings too`() throws {
    _ = authorize()
    _ = authorize("&eidolon_scenario=nobody")
    #expect(try itsme().coverage.outcomes.first { $0.term.name == "approved" }?.count == 1)
    #expect(try itsme().coverage.outcomes.first { $0.term.name == "refused" }?.count == 1)
    #expect(try itsme().coverage.text.hasPrefix("2 of "))
    #expect(try itsme().coverage.text.contains("never: rejected"))
  }

  @Test func `tells whose scenario did not go as it expects`() {
    _ = authorize("&eidolon_scenario=story")
    #expect(report.unmet.isEmpty && report.json["expectations"]?[0]?["result"] == "pending")
    emulator.application.sweep(isLast: true)
    #expect(report.unmet.map(\.entry.scenario) == ["itsme/story"])
    #expect(report.json["expectations"]?[0]?["met"] == false)
  }

  @Test func `is JSON with the documentation and the clause of each rule`() throws {
    _ = emulator.get("/itsme/oidc/authorize?client_id=SHPO")
    let providers = try #require(report.json["providers"]?.array)
    let rules = try #require(providers.first { $0["provider"] == "itsme" }?["rules"]?.array)
    let rule = try #require(rules.first { $0["rule"] == "itsme.client-id-unknown" })
    #expect(rule["result"] == "fail" && rule["severity"] == "error")
    #expect(rule["doc"]?["section"]?.string?.isEmpty == false)
    #expect(rule["occurrences"]?[0]?["detail"]?.string?.contains("SHPO") == true)
    #expect(report.json["summary"]?["rules"]?["fail"] == 1)
  }

  @Test func `has totals by severity, of all and of each provider, and a line for each advice`() {
    _ = emulator.get("/itsme/oidc/authorize?client_id=SHPO")
    let page = report.page.text
    for mark in ["totals", "totals-itsme"] {
      #expect(page.contains("<p data-testid=\"\(mark)\"><span class=\"badge error\">1 error</span>"))
    }
    #expect(page.contains("data-testid=\"summary\">1 rule broken, "))
  }

  @Test func `is well-formed JUnit XML whose counts are right, whatever clients send`() throws {
    _ = emulator.get("/itsme/oidc/authorize?client_id=%3Cscript%3E%22%27%26%01%1B")
    let parser = XMLCounter()
    try parser.read(report.junit)
    // The sandbox, and the rule that was broken in it.
    #expect(parser.failures == 2 && parser.cases == 2 && parser.skipped == 0)
    #expect(parser.declared == parser.cases)
  }

  @Test func `fails in JUnit from a severity on, and tells of the rest as output`() throws {
    // No state: a warning.
    _ = emulator.get(
      "/itsme/oidc/authorize?client_id=SHOP&response_type=code&scope=openid%20service:LOGIN&nonce=some-nonce"
        + "&redirect_uri=http://localhost:9000/cb")
    let lenient = XMLCounter()
    try lenient.read(report.junit)
    #expect(lenient.failures == 0 && lenient.outputs == 2)
    #expect(report.junit.contains("Fix: send a random state"))
    #expect(report.sandboxes[0].result == .pass)
    let strict = XMLCounter()
    try strict.read(report(failingFrom: .warning).junit)
    #expect(strict.failures == 2 && strict.outputs == 0)
  }

  @Test func `fails in JUnit for what nobody saw only where that was asked for`() throws {
    let story = """
      {"title": "t", "provider": "itsme", "tokens": {"id_token": {"defect": "bad_signature"}},
       "expect": {"right": "must_refuse"}}
      """
    let stage = try TestEmulator.withItsme(["itsme/forged.json": story])
    let code = stage.startLogin(["eidolon_scenario": "forged"]).locationQuery["code"] ?? ""
    #expect(try stage.exchange(code).status == 200)
    // The second one's code is never redeemed, so the forged token is never fetched.
    _ = stage.startLogin(["eidolon_scenario": "forged"])
    stage.application.sweep(isLast: true)
    let report = { (unseen: Bool) in
      RunReport(
        of: RunRecords(of: stage.sandbox, stage.application.providers, at: stage.clock.now), registry,
        at: TestClock.start,
        failing: FailureLevel(includesUnseen: unseen))
    }
    let (lenient, strict) = (XMLCounter(), XMLCounter())
    try lenient.read(report(false).junit)
    #expect(lenient.failures == 0 && lenient.skipped == 2)
    #expect(report(false).sandboxes[0].result == .pass)
    try strict.read(report(true).junit)
    #expect(strict.failures == 3 && strict.skipped == 0)
    let text = report(true).junit
    #expect(text.contains("itsme/forged: unseen: ") && text.contains("itsme/forged: not run: "))
    #expect(
      text.contains("message=\"unseen: it must be refused") && report(true).sandboxes[0].result == .fail)
  }

  @Test func `is not a pass in JUnit where nothing happened`() throws {
    let parser = XMLCounter()
    try parser.read(report.junit)
    #expect(parser.cases == 1 && parser.skipped == 1 && parser.failures == 0)
  }

  @Test func `is SARIF with a result an occurrence, each of a declared rule`() throws {
    _ = emulator.get("/itsme/oidc/authorize?client_id=SHPO")
    _ = emulator.get("/itsme/oidc/authorize?client_id=SHPO")
    let run = try #require(report.sarif(version: "0.1.0")["runs"]?[0])
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    let results = try #require(run["results"]?.array)
    #expect(results.count == 2)
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[index]["id"] == result["ruleId"])
      #expect(result["locations"]?[0]?["logicalLocations"]?[0]?["fullyQualifiedName"] == "itsme/authorize")
    }
  }

  @Test func `is SARIF with a result for each part of a story that was not as expected`() throws {
    let forged = { (right: String) in
      """
      {"title": "Forged", "provider": "itsme", "tokens": {"id_token": {"defect": "wrong_nonce"}},
       "expect": {"right": "\(right)", "never": ["userinfo"]}}
      """
    }
    let stage = try TestEmulator.withItsme([
      "itsme/must.json": forged("must_refuse"), "itsme/should.json": forged("should_refuse"),
    ])
    for (story, said) in [("must", "accepted"), ("must", "refused"), ("should", "accepted"), ("must", nil)] {
      let code = stage.startLogin(["eidolon_scenario": story]).locationQuery["code"] ?? ""
      let token = try stage.exchange(code)
      if said == "accepted", story == "must" { _ = stage.userinfo(token) }
      if let said { _ = stage.control(.post, "saw", ["saw": .string(said)]) }
    }
    _ = stage.control(.post, "settle", [:])
    func results(unmet: Rule.Severity = .error, unseen: Bool = false) throws -> [JSON] {
      let report = RunReport(
        of: RunRecords(of: stage.sandbox, stage.application.providers, at: stage.clock.now), registry,
        at: TestClock.start, failing: FailureLevel(unmet: unmet, includesUnseen: unseen))
      let run = try #require(report.sarif(version: "0.1.0")["runs"]?[0])
      let rules = run["tool"]?["driver"]?["rules"]?.array ?? []
      let results = (run["results"]?.array ?? []).filter {
        $0["ruleId"]?.string?.hasPrefix("expect.") == true
      }
      for result in results { #expect(rules[result["ruleIndex"]?.integer ?? 0]["id"] == result["ruleId"]) }
      return results
    }
    let told = try results()
    try #require(told.count == 3)
    #expect(told.map { $0["ruleId"] } == ["expect.never", "expect.right", "expect.right"])
    #expect(told.map { $0["level"] } == ["error", "error", "warning"])
    #expect(told.allSatisfy { $0["kind"] == "fail" })
    let text = told[1]["message"]?["text"]?.string
    #expect(text?.hasPrefix("itsme/must: it must be refused, but was accepted. Fix: keep the nonce") == true)
    let place = told[1]["locations"]?[0]?["logicalLocations"]?[0]
    #expect(place?["fullyQualifiedName"] == "itsme/must")
    #expect(told[1]["properties"]?["spec"] == "OpenID Connect Core §3.1.3.7 (11)")
    #expect(try results(unmet: .warning).map { $0["level"] } == ["warning", "warning", "warning"])
    // What nobody saw is not a failure unless that was asked for, and then has no level (SARIF 2.1.0 §3.27.10).
    let unseen = try results(unseen: true)
    #expect(unseen.count == 4 && unseen.last?["kind"] == "review" && unseen.last?["level"] == "none")
  }

  @Test(arguments: [(true, "met", 0), (false, "not_run", 1)])
  func `fails for a story in which either is right only where it was never shown`(
    isShown: Bool, result: String, failures: Int
  ) throws {
    let story = """
      {"title": "t", "provider": "itsme", "tokens": {"id_token": {"defect": "expired_by_a_second"}},
       "expect": {"right": "either"}}
      """
    let stage = try TestEmulator.withItsme(["itsme/either.json": story])
    let code = stage.startLogin(["eidolon_scenario": "either"]).locationQuery["code"] ?? ""
    if isShown { _ = try stage.exchange(code) }
    stage.application.sweep(isLast: true)
    let total = stage.emulator.sandboxes.blueprint.total.verdicts.map(\.judged.result)
    #expect(total.map(\.rawValue) == [result])
    #expect(total.count(where: FailureLevel(includesUnseen: true).fails) == failures)
    #expect(total.count(where: FailureLevel().fails) == 0)
  }

  @Test func `is a page on which nothing of a client's is markup`() {
    _ = emulator.get("/itsme/oidc/authorize?client_id=%3Cscript%3Ealert(1)%3C/script%3E")
    let page = report.page.text
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;"))
    #expect(page.contains("itsme.client-id-unknown"))
  }

  @Test(arguments: [
    ("RFC 7515 §4.1.4", "https://www.rfc-editor.org/rfc/rfc7515#section-4.1.4"),
    ("RFC 6749 §5.2, RFC 7521 §4.2", "https://www.rfc-editor.org/rfc/rfc6749#section-5.2"),
    ("RFC 9101", "https://www.rfc-editor.org/rfc/rfc9101"),
    ("RFC 6749 Appendix B", "https://www.rfc-editor.org/rfc/rfc6749#appendix-B"),
    ("OpenID Connect Core §9", "https://openid.net/specs/openid-connect-core-1_0.html"),
  ])
  func `links clauses to their specifications`(clause: String, url: String) {
    #expect(SpecificationLink.url(clause) == url)
  }

  @Test func `links every clause of every rule`() {
    for rule in registry.flatMap({ $0.rules }) {
      guard let clause = rule.specification else { continue }
      #expect(SpecificationLink.url(clause) != nil, "\(rule.identifier): \(clause)")
    }
  }
}

/// Counts what a JUnit file says, by a parser that no one here wrote.
private final class XMLCounter: NSObject, XMLParserDelegate {
  private(set) var cases = 0
  private(set) var failures = 0
  private(set) var skipped = 0
  private(set) var outputs = 0
  private(set) var declared = 0

  func read(_ text: String) throws {
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    switch name {
    case "testsuites": declared = attributes["tests"].flatMap { Int($0) } ?? 0
    case "testcase": cases += 1
    case "failure": failures += 1
    case "skipped": skipped += 1
    case "system-out": outputs += 1
    default: break
    }
  }
}
