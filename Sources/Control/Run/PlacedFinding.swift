import Flow

/// An occurrence of a finding, and the sandbox in which it occurred.
struct PlacedFinding: Sendable {
  let label: SandboxLabel
  let occurrence: FindingLog.Occurrence
  /// In what was asked about: the whole process or the sandbox.
  let number: Int
}

extension SandboxRecord {
  func findings(numberedInProcess isWhole: Bool) -> [PlacedFinding] {
    occurrences.map {
      PlacedFinding(label: label, occurrence: $0, number: isWhole ? $0.processNumber : $0.number)
    }
  }
}
