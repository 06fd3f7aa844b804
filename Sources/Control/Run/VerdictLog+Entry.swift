import Flow

extension VerdictLog.Entry {
  /// True if the relying party did something wrong.
  var isComplaint: Bool { [.unmet, .warn].contains(verdict.result) }

  /// What was seen, which rules that breaks and what to do about it.
  var text: String { ([verdict.text] + verdict.advices).joined(separator: "\n") }
}
