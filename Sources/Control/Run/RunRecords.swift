import Flow
import ProviderKit

/// What a report is made of: the records of the whole process, of some of its sandboxes, or of a single one.
struct RunRecords: Sendable {
  /// True if findings are numbered across the process.
  let isWhole: Bool
  var records: [SandboxRecord]
  /// The merged record of the oldest ended sandboxes.
  var rest: SandboxRecord

  init(isWhole: Bool, _ records: [SandboxRecord], rest: SandboxRecord) {
    (self.isWhole, self.records, self.rest) = (isWhole, records, rest)
  }

  /// A single sandbox.
  init(of sandbox: Sandbox, _ providers: Providers, at now: Instant) {
    sandbox.observe(providers)
    self.init(
      isWhole: false, [SandboxRecord(of: sandbox, providers, at: now)], rest: SandboxRecord(.root))
  }

  /// The name of the only sandbox they cover; empty for the root and for several.
  var sandbox: String {
    let names = Set(records.map(\.label.name))
    return names.count == 1 ? records[0].label.name : ""
  }

  /// The latest of each rule in each sandbox, in the order in which they occurred.
  var findings: [PlacedFinding] {
    let all = records.flatMap { $0.findings(numberedInProcess: isWhole) }
    return isWhole ? all.sorted { $0.number < $1.number } : all
  }
}
