import Flow

extension VerdictLog.Entry {
  /// How grave the verdict is; `nil` if it is no complaint.
  ///
  /// - Parameter unmet: how grave it is that an expectation is not met.
  func severity(unmet: Rule.Severity) -> Rule.Severity? {
    switch verdict.result {
    case .unmet: unmet
    case .warn: .warning
    case .met, .inconclusive, .notRun, .pending: nil
    }
  }
}
