import Flow
import JSON
import ProviderKit

extension ControlCall {
  /// What a report covers: at the root the whole process, or the sandboxes named by `sandbox`; elsewhere this sandbox.
  func records() throws(ControlProblem) -> RunRecords {
    guard let whole = try whole() else { return RunRecords(of: sandbox, providers, at: call.now) }
    return whole.records
  }

  /// The findings still kept, after a number.
  func findings(after number: Int) throws(ControlProblem) -> [PlacedFinding] {
    if let whole = try whole() { return whole.findings(after: number) }
    return sandbox.findings.occurrences(after: number).map {
      PlacedFinding(label: .root, occurrence: $0, number: $0.number)
    }
  }

  /// At the root, of the whole process.
  var lastFinding: Int {
    get throws(ControlProblem) {
      sandbox.name.isEmpty ? try sandboxes.blueprint.total.lastFinding : sandbox.findings.last
    }
  }

  /// Refuses an unknown login, because a check about it would always hold.
  ///
  /// - Parameter isEverywhere: true to accept, at the root, logins of any sandbox.
  func checkTransaction(_ identifier: String?, isEverywhere: Bool = false) throws(ControlProblem) {
    guard let identifier else { return }
    let known = knownTransactions
    guard known[identifier] == nil, !isRecorded({ $0.transaction == identifier }),
      !sandbox.findings.occurrences().contains(where: { $0.finding.transaction == identifier })
    else { return }
    if isEverywhere, try isElsewhere(identifier) { return }
    throw .unknown("transaction", identifier, among: known.all.map(\.identifier))
  }

  /// True at the root if another sandbox knows the transaction, or a record of an ended one mentions it.
  private func isElsewhere(_ transaction: String) throws(ControlProblem) -> Bool {
    guard sandbox.name.isEmpty else { return false }
    let run = WholeRun(try sandboxes, state.past)
    return run.ended.contains { entry in
      entry.record.occurrences.contains { $0.finding.transaction == transaction }
        || entry.record.verdicts.contains { $0.transaction == transaction }
    }
      || run.living.contains { application in
        KnownTransactions(
          sandbox: application.sandbox, providers: application.providers,
          at: application.sandbox.environment.clock.read().now)[transaction] != nil
      }
  }

  func doctor() throws(ControlProblem) -> DoctorReport {
    guard let whole = try whole() else { return DoctorReport(of: sandbox, providers) }
    return whole.doctor(strays: try sandboxes.strays)
  }

  /// The parameter `severity`; `nil` if it is not given.
  func severity() throws(ControlProblem) -> Rule.Severity? {
    guard let word = try query("severity") else { return nil }
    guard let severity = Rule.Severity(rawValue: word) else {
      throw .parameter("severity", "one of \(FindingSchemas.severities.joined(separator: ", "))")
    }
    return severity
  }

  /// `nil` in a sandbox other than the root.
  private func whole() throws(ControlProblem) -> WholeRun? {
    let name = try query("sandbox")
    guard sandbox.name.isEmpty else {
      if let name, name != sandbox.name { throw .unknown("sandbox", name, among: [sandbox.name]) }
      return nil
    }
    let whole = WholeRun(try sandboxes, state.past)
    guard let name else { return whole }
    guard whole.names.contains(name) else { throw .unknown("sandbox", name, among: whole.names) }
    return whole.only(name)
  }
}
