import JSON

/// Reads the `when` of a story.
struct ConditionReader {
  private let words: Words
  private let override: PersonOverride
  private let clients: [String]?

  init(_ words: Words, _ override: PersonOverride, _ clients: [String]?) {
    (self.words, self.override, self.clients) = (words, override, clients)
  }

  /// The conditions in the order of the file; none at all hold of every transaction.
  func conditions(_ map: ObjectReader) -> [Condition] {
    map.entries().compactMap { entry in
      if entry.name.hasPrefix("is."), !map.isKnown(entry, in: words.facts, "fact for \(words.provider)") {
        return nil
      }
      guard let test = test(entry.value, of: entry.name) else { return nil }
      return Condition(entry.name, test)
    }
  }

  private func test(_ value: ValueReader, of key: String) -> Condition.Test? {
    switch value.node.content {
    case .string(let text):
      check(value, of: key)
      return .equals(text)
    case .object:
      guard let reader = value.object() else { return nil }
      let test = only(reader, key)
      reader.close()
      return test
    default:
      value.problem(
        "a string or an object with \(alternatives(Self.tests)) is wanted, found \(value.found)")
      return nil
    }
  }

  private static let tests = ConditionKind.allCases.map(\.rawValue)

  /// The one test of an object.
  private func only(_ reader: ObjectReader, _ key: String) -> Condition.Test? {
    let present = reader.bool("present").map(Condition.Test.present)
    let contains = reader.text("contains").map(Condition.Test.contains)
    let like = reader.text("like").map(Condition.Test.like)
    let values = reader.elements("one_of")
    let given = Self.tests.filter(reader.has)
    guard given.count == 1 else {
      let found = given.isEmpty ? "none" : given.joined(separator: " and ")
      reader.problem("exactly one of \(alternatives(Self.tests)) is wanted, found \(found)")
      return nil
    }
    guard let values else { return present ?? contains ?? like }
    values.forEach { check($0, of: key) }
    if values.isEmpty { reader.problem(at: "one_of", "a condition that no value meets; list at least one") }
    let words = values.compactMap { $0.string() }
    return .oneOf(words)
  }

  /// A client or person that does not exist can meet no condition.
  private func check(_ value: ValueReader, of key: String) {
    guard case .string(let text) = value.node.content else { return }
    switch key {
    case "is.client":
      if let clients { _ = value.oneOf(clients, what: "client for \(words.provider)") }
    case "is.person" where !override.broken.contains(text):
      _ = value.oneOf(override.people.keys.sorted(), what: "person")
    default: break
    }
  }
}
