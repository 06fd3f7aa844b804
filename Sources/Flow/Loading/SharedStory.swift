import JSON

// A story of several providers, `judge/NAME.json`: its member `providers` names them, and each gets its own copy.

extension LibraryLoader {
  /// One story for each provider, `PROVIDER/judge/NAME`.
  ///
  /// - Parameter name: such as `judge/NAME`.
  func shared(
    _ name: String, _ node: JSONNode, _ problems: JSONProblems, _ setting: StorySetting
  ) -> [Scenario] {
    guard let reader = ObjectReader(node, problems: problems) else { return [] }
    var scenarios: [Scenario] = []
    for provider in providers(reader) {
      guard let words = sharedWords[provider] ?? words[provider] else { continue }
      if var scenario = scenarios.first, words.cover(everythingOf: scenario) {
        scenario.provider = provider
        scenario.name = "\(provider)/\(name)"
        scenarios.append(scenario)
        continue
      }
      guard let own = ObjectReader(node, problems: problems) else { continue }
      _ = own.value("providers")
      scenarios.append(story("\(provider)/\(name)", words, own, setting))
    }
    return scenarios
  }

  private func providers(_ reader: ObjectReader) -> [String] {
    if reader.has("provider") {
      reader.problem(
        atName: "provider",
        "a story in the folder \"\(ScenarioLibrary.sharedFolder)\" has \"providers\": the list of those that have it"
      )
    }
    guard let elements = reader.requiredValue("providers")?.elements() else { return [] }
    if elements.isEmpty { reader.problem(at: "providers", "expected at least one provider") }
    var providers: [String] = []
    for element in elements {
      guard let provider = element.oneOf(words.keys.sorted(), what: "provider") else { continue }
      if providers.contains(provider) {
        element.problem("\(JSONProblem.quoted(provider)) is here twice")
      } else {
        providers.append(provider)
      }
    }
    return providers
  }
}

extension Words {
  /// True if a story that was read in another provider's words means the same in these, so that it need not be read again.
  ///
  /// False for a story with parts that this does not compare.
  fileprivate func cover(everythingOf story: Scenario) -> Bool {
    guard story.conditions == nil, story.phone == nil, story.lifetimes.isEmpty, story.quirks.isEmpty,
      story.faults.isEmpty || !isRenaming && story.faults.allSatisfy({ endpoints.contains($0.endpoint) })
    else { return false }
    for (name, change) in story.tokens {
      guard let token = tokens.first(where: { $0.term.name == name }) else { return false }
      if let defect = change.defect, !token.defects.contains(where: { $0.name == defect }) { return false }
    }
    guard let expectation = story.expectation else { return true }
    return expectation.never.isEmpty && expectation.order.isEmpty && expectation.count.isEmpty
      && expectation.findings.isEmpty && expectation.allowed.isEmpty && expectation.avoided.isEmpty
  }
}
