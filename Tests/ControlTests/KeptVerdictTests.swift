import EidolonTesting
import Flow
import ProviderKit
import Registry
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `A verdict that is unmet` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  private let met = Expectation().verdict(calls: [], findings: [])
  private let unmet = Expectation(never: ["token"]).verdict(
    calls: [EndpointCall(endpoint: "token", at: Instant(seconds: 1), number: 1)], findings: [])
  private let unseen = Expectation(right: .mustRefuse).verdict(calls: [], findings: [])

  private func note(_ number: Int, _ verdict: Verdict) {
    emulator.sandbox.verdicts.note(
      .init(
        scenario: "itsme/story", provider: "itsme", transaction: "t\(number)", client: "shop",
        verdict: verdict))
  }

  private var record: SandboxRecord {
    SandboxRecord(of: emulator.sandbox, emulator.application.providers, at: emulator.clock.now)
  }

  private func report(_ record: SandboxRecord) -> RunReport {
    RunReport(
      of: RunRecords(isWhole: true, [record], rest: SandboxRecord(.root)), registry, at: Instant(seconds: 1),
      failing: FailureLevel())
  }

  @Test func `fails its sandbox, however many verdicts follow and when the sandbox has ended`() {
    note(0, unmet)
    for number in 1...2100 { note(number, number < 2000 ? met : unseen) }
    for (record, kept) in [(record, VerdictLog.capacity), (record.ended(), SandboxRecord.verdictLimit)] {
      let report = report(record)
      #expect(report.sandboxes.map(\.result) == [.fail] && report.unmet.map(\.entry.transaction) == ["t0"])
      #expect(report.expectations[.unmet] == 1 && report.expectations.all == 2101)
      #expect(report.verdicts.count == kept && report.forgotten.expectations == 2101 - kept)
      #expect(report.junit.contains("type=\"expectation\""))
    }
  }

  @Test func `is counted as a failure where it is no longer told by itself`() {
    for number in 0..<100 { note(number, unmet) }
    let report = report(record.ended())
    #expect(report.expectations[.unmet] == 100 && report.unmet.count == SandboxRecord.verdictLimit)
    #expect(report.junit.contains("36 further verdicts failed, no longer told one by one"))
  }
}
