import Flow

/// An occurrence of a finding, and the sandbox in which it occurred.
struct PlacedFinding: Sendable {
  let label: SandboxLabel
  let occurrence: FindingLog.Occurrence
  /// Its number in the process or in the sandbox, whichever the call is about.
  let number: Int
}

extension SandboxRecord {
  func findings(numberedInProcess isWhole: Bool) -> [PlacedFinding] {
    occurrences.map {
      PlacedFinding(label: label, occurrence: $0, number: isWhole ? $0.processNumber : $0.number)
    }
  }
}
