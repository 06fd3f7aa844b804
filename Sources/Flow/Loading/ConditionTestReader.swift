package import JSON

extension ObjectReader {
  /// The members as conditions, in their order: a string, or an object with `present`, `contains`, `like` or `one_of`.
  package func conditions() -> [Condition] {
    entries().compactMap { entry in entry.value.conditionTest().map { Condition(entry.name, $0) } }
  }

  /// The test of an object, which has exactly one.
  fileprivate func onlyTest(checking check: (ValueReader) -> Void) -> Condition.Test? {
    let present = bool("present").map(Condition.Test.present)
    let contains = text("contains").map(Condition.Test.contains)
    let like = text("like").map(Condition.Test.like)
    let values = elements("one_of")
    let given = conditionTests.filter(has)
    guard given.count == 1 else {
      let found = given.isEmpty ? "none" : given.joined(separator: " and ")
      problem("expected exactly one of \(alternatives(conditionTests)), found \(found)")
      return nil
    }
    guard let values else { return present ?? contains ?? like }
    values.forEach(check)
    if values.isEmpty { problem(at: "one_of", "a condition that no value meets; list at least one") }
    let words = values.compactMap { $0.string() }
    return .oneOf(words)
  }
}

extension ValueReader {
  /// The test: a string, or an object with the name of exactly one test.
  ///
  /// - Parameter check: called with each value that is compared as a whole.
  func conditionTest(checking check: (ValueReader) -> Void = { _ in }) -> Condition.Test? {
    switch node.content {
    case .string(let text):
      check(self)
      return .equals(text)
    case .object:
      guard let reader = object() else { return nil }
      let test = reader.onlyTest(checking: check)
      reader.close()
      return test
    default:
      problem(
        "expected a string or an object with \(alternatives(conditionTests)), found \(found)")
      return nil
    }
  }
}

private let conditionTests = ConditionKind.allCases.map(\.rawValue)
