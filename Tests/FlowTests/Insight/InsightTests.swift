@testable import Flow
import Testing

private func rule(_ name: String, _ severity: Rule.Severity = .warning, at endpoints: [String] = []) -> Rule {
  Rule(
    "toy.\(name)", severity, "It is wrong", fix: "put it right",
    documentation: .init(title: "G", section: "1")
  )
  .checked(at: endpoints)
}

@Suite struct `The log of findings` {
  private let log = FindingLog()
  private let now = Instant(seconds: 1000)

  private func note(_ findings: [Finding], client: String? = nil) {
    log.note(findings, at: now, provider: "toy", endpoint: "token", client: client)
  }

  @Test func `counts each rule and numbers each occurrence`() {
    note([Finding(rule("a"), "one"), Finding(rule("b"))], client: "shop")
    note([Finding(rule("a"), "two")])
    #expect(log.count(of: rule("a")) == 2)
    #expect(log.count(of: rule("never")) == 0)
    #expect(log.occurrences().map(\.number) == [1, 2, 3])
    #expect(log.occurrences(after: 2).map(\.finding.detail) == ["two"])
    #expect(log.occurrences()[0].client == "shop")
  }

  @Test func `knows the worst that happened`() {
    #expect(log.worst == nil)
    note([Finding(rule("a", .note))])
    #expect(log.worst == .note)
    note([Finding(rule("b", .error)), Finding(rule("c", .warning))])
    #expect(log.worst == .error)
  }

  @Test func `keeps the latest occurrences and every count, however many there are`() {
    for number in 0..<5000 { note([Finding(rule("a"), String(number))]) }
    #expect(log.count(of: rule("a")) == 5000)
    #expect(log.occurrences().count == FindingLog.capacity)
    #expect(log.occurrences().last?.finding.detail == "4999")
  }

  @Test func `names the first sandboxes that broke a rule, and counts the others`() {
    let total = RunTally()
    for number in 1...RunTally.namedSandboxes + 5 {
      let log = FindingLog(of: SandboxLabel("s\(number)", title: "test \(number)"), total: total)
      for _ in 0..<2 {
        log.note([Finding(rule("a"))], at: now, provider: "toy", endpoint: "token", client: nil)
      }
    }
    let breach = total.broken(atLeast: .note)[0]
    #expect(breach.count == 2 * (RunTally.namedSandboxes + 5))
    #expect(breach.places.sandboxes.first?.text == "s1 (test 1)")
    #expect(breach.places.sandboxes.count == RunTally.namedSandboxes && breach.places.further == 5)
    #expect(total.lastFinding == breach.count)
  }

  @Test func `tells a rule in the words of what was really broken, each once`() {
    let total = RunTally()
    let own = rule("a")
    let other = own.worded("Something else", fix: "do it otherwise")
    let log = FindingLog(total: total)
    log.note([own, other, other].map { Finding($0) }, at: now, provider: "toy", endpoint: "t", client: nil)
    let told = total.broken(atLeast: .note)[0].rule
    #expect(told.message == "\(own.message); Something else" && told.fix == "\(own.fix); do it otherwise")
    #expect(own.told(by: [other]).message == "Something else")
    #expect(own.told(by: [other, own]).message == "Something else; \(own.message)")
    #expect(own.told(by: [own.fixed(by: "this once")]).fix == own.fix)
    #expect(own.told(by: []).message == own.message)
  }

  @Test func `forgets, and goes on counting where it was`() {
    note([Finding(rule("a", .error))])
    log.clear()
    #expect(log.worst == nil && log.occurrences().isEmpty && log.count(of: rule("a")) == 0)
    note([Finding(rule("a"))])
    #expect(log.occurrences().map(\.number) == [2])
  }
}

@Suite struct `The result of a rule` {
  @Test(arguments: [
    (1, ["token": 1], RuleResult.fail), (0, ["token": 3], .pass),
    (0, ["token": 0, "authorize": 2], .notExercised),
    (0, ["token": 0], .notApplicable), (0, [:], .notApplicable), (1, [:], .fail),
  ])
  func `depends on what came where it is checked`(failures: Int, calls: [String: Int], result: RuleResult) {
    #expect(RuleResult(of: rule("a", at: ["token"]), failures: failures, calls: calls) == result)
  }

  @Test func `is a pass at any call for a rule of the whole provider`() {
    #expect(RuleResult(of: rule("a"), failures: 0, calls: ["authorize": 1]) == .pass)
  }
}

@Suite struct `The tally of outcomes` {
  @Test func `counts each word of each provider by itself`() {
    let tally = OutcomeTally()
    tally.note("approved", of: "toy")
    tally.note("approved", of: "toy")
    tally.note("approved", of: "other")
    #expect(tally.counts(of: "toy") == ["approved": 2])
    tally.clear()
    #expect(tally.counts(of: "toy").isEmpty)
  }
}

@Suite struct `The log of verdicts` {
  @Test func `keeps the latest`() {
    let log = VerdictLog()
    let verdict = Expectation().verdict(calls: [], findings: [])
    for number in 0..<3000 {
      log.note(
        .init(
          scenario: "toy/a", provider: "toy", transaction: String(number), client: "shop", verdict: verdict))
    }
    #expect(log.entries.count == VerdictLog.capacity)
    #expect(log.entries.last?.transaction == "2999")
  }

  @Test func `keeps what is unmet longest, and counts all`() throws {
    let log = VerdictLog()
    let unmet = Expectation(never: ["pay"]).verdict(
      calls: [EndpointCall(endpoint: "pay", at: Instant(seconds: 1), number: 1)], findings: [])
    let met = Expectation().verdict(calls: [], findings: [])
    for number in 0..<5000 {
      log.note(
        .init(
          scenario: "toy/a", provider: "toy", transaction: String(number), client: "shop",
          verdict: [3, 70].contains(number) ? unmet : met))
    }
    let (entries, counts) = log.contents
    #expect(entries.count == VerdictLog.capacity && counts == [.unmet: 2, .met: 4998])
    #expect(entries.prefix(2).map(\.transaction) == ["3", "70"] && entries.last?.transaction == "4999")
    _ = log.change(of: "70") { $0 = met }
    #expect(log.contents.counts == [.unmet: 1, .met: 4999])
    log.clear()
    #expect(log.contents.counts.isEmpty)
  }
}

@Suite struct `Counts of outcomes` {
  @Test func `keep providers and outcomes apart, whatever comes often`() {
    var counts = OutcomeCounts()
    for (outcome, provider, times) in [("a", "one", 1), ("b", "one", 5), ("a", "two", 3), ("c", "one", 2)] {
      for _ in 0..<times { counts.add(outcome, of: provider) }
    }
    for _ in 0..<4 { counts.add("c", of: "one") }
    #expect(counts.counts(of: "one") == ["a": 1, "b": 5, "c": 6])
    #expect(counts.counts(of: "two") == ["a": 3] && counts.counts(of: "three").isEmpty)
  }
}
