import Flow

extension ReuseID {
  /// A parameter of a start request that the API refuses.
  struct InvalidParameters: Error {
    let finding: Finding
    let name: String
    let reason: String

    init(_ rule: Rule, _ detail: String, _ name: String, _ reason: String) {
      (finding, self.name, self.reason) = (Finding(rule, "\(name) \(detail)"), name, reason)
    }
  }
}
