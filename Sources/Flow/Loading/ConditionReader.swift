import JSON

/// Reads the `when` of a story.
struct ConditionReader {
  private let words: Words
  private let override: PersonOverride
  private let clients: [String]?

  init(_ words: Words, _ override: PersonOverride, _ clients: [String]?) {
    (self.words, self.override, self.clients) = (words, override, clients)
  }

  /// In the order of the file.
  func conditions(_ map: ObjectReader) -> [Condition] {
    let entries = map.entries()
    if entries.isEmpty {
      map.problem(
        "expected at least one condition; {\"is.client\": {\"present\": true}} holds for every login, and without "
          + "\"when\" the story is for those that ask for it by name")
    }
    return entries.compactMap { entry in
      if entry.name.hasPrefix("is."), !map.isKnown(entry, in: words.facts, "fact for \(words.provider)") {
        return nil
      }
      guard let test = entry.value.conditionTest(checking: { check($0, of: entry.name) }) else { return nil }
      return Condition(entry.name, test)
    }
  }

  /// Reports a client or person that does not exist: no transaction would match.
  private func check(_ value: ValueReader, of key: String) {
    guard case .string(let text) = value.node.content else { return }
    switch key {
    case "is.client":
      if let clients { _ = value.oneOf(clients, what: "client for \(words.provider)") }
    case "is.person" where !override.isUnreadable(text):
      _ = value.oneOf(override.people.keys.sorted(), what: "person")
    default: break
    }
  }
}
