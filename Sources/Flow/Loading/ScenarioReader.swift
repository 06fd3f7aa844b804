import JSON

/// Reads a scenario file in the words of its provider.
struct ScenarioReader {
  let words: Words
  let override: PersonOverride
  /// The ids of the provider's clients; `nil` if any id is allowed.
  let clients: [String]?

  /// Every problem is noted in the reader.
  func scenario(_ name: String, _ reader: ObjectReader) -> Scenario {
    _ = reader.string("$schema")
    var scenario = Scenario(name: name, title: reader.text("title") ?? name, provider: words.provider)
    scenario.conditions = reader.object("when").map(ConditionReader(words, override, clients).conditions)
    scenario.person = reader.value("person").flatMap(override.person)
    scenario.phone = reader.value("phone").flatMap(PhoneReader(words: words).script)
    scenario.faults = reader.arrayOfObjects("faults")?.compactMap(FaultReader(words: words).fault) ?? []
    scenario.tokens = reader.object("tokens").map(tokens) ?? [:]
    scenario.lifetimes = reader.object("lifetimes").map(lifetimes) ?? [:]
    scenario.quirks = reader.quirks("quirks", of: words.vocabulary)
    scenario.expectation = reader.object("expect").map(expectation)
    scenario.judge = reader.object("judge").flatMap(
      JudgeCaseReader(expected: scenario.expectation?.right).judgeCase)
    if let judge = scenario.judge {
      var expectation = scenario.expectation ?? Expectation()
      expectation.adopt(judge)
      scenario.expectation = expectation
    }
    reader.close()
    return scenario
  }

  private func tokens(_ map: ObjectReader) -> [String: TokenChange] {
    var changes: [String: TokenChange] = [:]
    for entry in map.entries() {
      guard map.isKnown(entry, in: words.tokenNames, "token for \(words.provider)"),
        let token = words.tokens.first(where: { $0.term.name == entry.name }),
        let reader = entry.value.object()
      else { continue }
      changes[entry.name] = change(token, reader)
    }
    return changes
  }

  private func change(_ token: TokenTerm, _ reader: ObjectReader) -> TokenChange {
    let change = TokenChange(
      defect: reader.oneOf(
        "defect", allowed: token.defects.map(\.name),
        what: "defect for \(words.provider)'s \(token.term.name)"),
      header: literal("header", reader), claims: literal("claims", reader),
      lifetime: reader.duration("lifetime"),
      issuedAt: reader.value("issued_at")?.duration(negative: true))
    if token.isParameters {
      for name in ["header", "lifetime", "issued_at"] where reader.has(name) {
        reader.problem(
          atName: name, "\(words.provider)'s \(token.term.name) has parameters only; change its claims")
      }
    }
    reader.close()
    return change
  }

  /// An object, taken without checks.
  private func literal(_ name: String, _ reader: ObjectReader) -> JSONObject {
    guard let value = reader.value(name), value.object() != nil else { return [:] }
    return value.node.json.object ?? [:]
  }

  private func lifetimes(_ map: ObjectReader) -> [String: Duration] {
    var lifetimes: [String: Duration] = [:]
    for entry in map.entries()
    where map.isKnown(entry, in: words.lifetimes, "lifetime for \(words.provider)") {
      lifetimes[entry.name] = entry.value.duration()
    }
    return lifetimes
  }

  private func expectation(_ reader: ObjectReader) -> Expectation {
    var expectation = Expectation(
      never: reader.elements("never")?.compactMap(endpoint) ?? [],
      order: reader.elements("order")?.compactMap(call) ?? [],
      count: reader.object("count").map(counts) ?? [:], findings: findings("findings", reader),
      allowed: findings("allowed", reader),
      right: reader.oneOf("right", allowed: Right.allCases.map(\.rawValue), what: "right").flatMap {
        Right(rawValue: $0)
      }, clause: reader.text("clause") ?? "", fix: reader.text("fix") ?? "")
    expectation.avoided = reader.elements("avoid").map(avoided) ?? []
    checkAgreement(of: expectation, reader)
    reader.close()
    return expectation
  }

  /// Reports what contradicts itself: no client could meet it, and each would be blamed.
  private func checkAgreement(of expectation: Expectation, _ reader: ObjectReader) {
    let unwanted = Set(expectation.never + expectation.count.filter { $0.value == 0 }.keys)
    for call in expectation.order where !call.endpoints.isEmpty && unwanted.isSuperset(of: call.endpoints) {
      reader.problem(
        at: "order", "a call of \(call.text) is wanted here, and forbidden by \"never\" or a \"count\" of 0")
    }
    for (endpoint, count) in expectation.count.sorted(by: { $0.key < $1.key })
    where count > 0 && expectation.never.contains(endpoint) {
      reader.problem(at: "count", "\(endpoint) is to be called here, and \"never\" forbids it")
    }
    for rule in expectation.avoided where expectation.expects(rule) {
      reader.problem(
        at: "avoid", "\(rule) is forbidden here, and \"findings\" or \"allowed\" lets it happen")
    }
  }

  /// An endpoint, or a list of those that serve the same purpose.
  private func call(_ value: ValueReader) -> Expectation.Call? {
    guard case .array = value.node.content else { return endpoint(value).map { .init([$0]) } }
    let endpoints = value.elements()?.compactMap(endpoint) ?? []
    if endpoints.isEmpty { value.problem("expected at least one endpoint") }
    return .init(endpoints)
  }

  private func endpoint(_ value: ValueReader) -> String? {
    value.oneOf(words.endpoints, what: "endpoint for \(words.provider)").map(words.own)
  }

  private func counts(_ map: ObjectReader) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in map.entries() {
      guard let endpoint = endpoint(map.nameReader(entry)) else { continue }
      counts[endpoint] = entry.value.integer(in: 0 ... .max)
    }
    return counts
  }

  /// Rules by their ids; a shared story may leave out the provider's name, if each of its providers has one of the
  /// rules.
  private func avoided(_ values: [ValueReader]) -> [String] {
    let rules = words.rules
    guard !rules.isEmpty else { return values.compactMap { $0.string() } }
    let own = values.compactMap { value -> String? in
      guard case .string(let name) = value.node.content else { return nil }
      return ["\(words.provider).\(name)"].first(where: rules.contains)
    }
    let rest = own.isEmpty ? values : values.filter { $0.node.json.string?.contains(".") != false }
    return own + rest.compactMap { $0.oneOf(rules, what: "finding for \(words.provider)") }
  }

  private func findings(_ name: String, _ reader: ObjectReader) -> [String] {
    guard reader.has(name) else { return [] }
    let rules = words.rules
    guard !rules.isEmpty else { return reader.strings(name) ?? [] }
    return reader.elements(name)?
      .compactMap { $0.oneOf(rules, what: "finding for \(words.provider)") } ?? []
  }
}
