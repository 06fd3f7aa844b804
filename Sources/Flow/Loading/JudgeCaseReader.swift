import JSON

/// Reads the `judge` of a story, beside its `expect`.
struct JudgeCaseReader {
  /// `expect.right`, where it is given.
  let expected: Right?

  func judgeCase(_ reader: ObjectReader) -> JudgeCase? {
    let family = reader.requiredOneOf(
      "family", allowed: JudgeCase.Family.allCases.map(\.rawValue), what: "family of cases"
    ).flatMap { JudgeCase.Family(rawValue: $0) }
    let right = right(reader)
    let attack = reader.requiredValue("attack")?.text()
    let fix = reader.text("fix")
    let clause = reader.text("clause")
    let suite = reader.value("suite").map(suite) ?? []
    let before = reader.oneOf(
      "before", allowed: JudgeCase.Before.allCases.map(\.rawValue), what: "login before"
    ).flatMap { JudgeCase.Before(rawValue: $0) }
    let wayBack = reader.oneOf(
      "way_back", allowed: JudgeCase.WayBack.allCases.map(\.rawValue), what: "way back"
    ).flatMap { JudgeCase.WayBack(rawValue: $0) }
    reader.close()
    guard let family, let right, let attack else { return nil }
    return JudgeCase(
      family, right, attack: attack, fix: fix ?? "", clause: clause ?? "", suite: suite, before: before,
      wayBack: wayBack)
  }

  private func right(_ reader: ObjectReader) -> Right? {
    let words = Right.allCases.map(\.rawValue)
    guard let word = reader.oneOf("right", allowed: words, what: "right"), let right = Right(rawValue: word)
    else {
      if !reader.has("right"), expected == nil {
        reader.problem("the member \"right\" is missing: \(alternatives(words))")
      }
      return expected
    }
    if let expected, expected != right {
      reader.problem(
        at: "right",
        "\(JSONProblem.quoted(word)) contradicts expect.right, which is \(JSONProblem.quoted(expected.rawValue)); "
          + "say it once, here")
    }
    return right
  }

  /// One name, or a list.
  private func suite(_ value: ValueReader) -> [String] {
    guard case .array = value.node.content else { return value.text().map { [$0] } ?? [] }
    let names = value.elements() ?? []
    if names.isEmpty { value.problem("expected at least one name; leave the member out") }
    return names.compactMap { $0.text() }
  }
}

extension Expectation {
  /// Takes from the judge's case what the expectation leaves out.
  mutating func adopt(_ judge: JudgeCase) {
    right = judge.right
    if clause.isEmpty { clause = judge.clause }
    if fix.isEmpty { fix = judge.fix }
  }
}
