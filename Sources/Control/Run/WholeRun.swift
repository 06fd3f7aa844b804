import Flow
import ProviderKit

/// The sandboxes of the process that a call at the root is about: the living ones, and what is known of ended ones.
struct WholeRun: Sendable {
  /// `nil` if the call names another sandbox.
  private(set) var root: Application?
  /// In the order in which they ended.
  private(set) var ended: [PastSandboxes.Entry]
  private(set) var living: [Application]
  /// The merged record of those that ended longest ago.
  private(set) var rest: SandboxRecord
  private(set) var restOfDoctor: DoctorReport
  /// The number of the last finding when this was made.
  let lastFinding: Int

  init(_ sandboxes: Sandboxes, _ past: PastSandboxes) {
    root = sandboxes.root
    // First: by the time a log is read, it has all findings up to this number.
    lastFinding = sandboxes.blueprint.total.lastFinding
    // Before the past, so that a sandbox that is ending is in at least one of them.
    let living = sandboxes.living
    let past = past.present
    let remembered = Set(past.entries.map(\.number))
    self.living = living.filter { !remembered.contains($0.number) }.map(\.application)
    (ended, rest, restOfDoctor) = (past.entries, past.rest, past.restOfDoctor)
  }

  var names: [String] {
    Set(living.map(\.sandbox.name) + ended.map(\.record.label.name) + [""]).sorted()
  }

  /// Only the sandboxes of this name, which several may have had in turn; empty for the root.
  func only(_ name: String) -> WholeRun {
    var part = self
    if !name.isEmpty { part.root = nil }
    part.living = living.filter { $0.sandbox.name == name }
    part.ended = ended.filter { $0.record.label.name == name }
    (part.rest, part.restOfDoctor) = (SandboxRecord(.root), DoctorReport())
    return part
  }

  /// The root first, then ended sandboxes in the order they ended, then living ones by name.
  var records: RunRecords {
    let first = root.map { [SandboxRecord(observing: $0)] } ?? []
    return RunRecords(
      isWhole: true, first + ended.map(\.record) + living.map { SandboxRecord(observing: $0) }, rest: rest)
  }

  /// The findings still kept, after a number of the process.
  func findings(after number: Int) -> [PlacedFinding] {
    let lists =
      ended.map(\.record).map { $0.findings(numberedInProcess: true) }
      + ([root].compactMap { $0 } + living).map { application in
        application.sandbox.findings.occurrences().map {
          PlacedFinding(label: application.sandbox.label, occurrence: $0, number: $0.processNumber)
        }
      }
    return lists.joined().filter { $0.number > number && $0.number <= lastFinding }
      .sorted { $0.number < $1.number }
  }

  /// - Parameter strays: requests for sandboxes that do not exist.
  func doctor(strays: [Sandboxes.Stray]) -> DoctorReport {
    var report = root.map { DoctorReport(of: $0.sandbox, $0.providers, strays: strays) } ?? DoctorReport()
    for entry in ended { report.add(entry.doctor) }
    for application in living {
      report.add(DoctorReport(of: application.sandbox, application.providers).named(application.sandbox.name))
    }
    report.add(restOfDoctor)
    return report
  }
}

extension SandboxRecord {
  fileprivate init(observing application: Application) {
    // Notes states that transactions reached by time alone.
    application.sandbox.observe(application.providers)
    let sandbox = application.sandbox
    self.init(of: sandbox, application.providers, at: sandbox.environment.clock.read().now)
  }
}
