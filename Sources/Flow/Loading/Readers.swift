package import JSON

// Shared by the readers of files: notes, texts, durations, dates, quirks.

extension ObjectReader {
  /// Reports unknown members; `note`, a text for people, is allowed in every object.
  package func close() {
    _ = string("note")
    finish()
  }

  /// The members of a map with arbitrary names, without a `note` that is a string.
  package func entries() -> [NamedValue] {
    members().filter { member in
      guard member.name == "note", case .string = member.value.node.content else { return true }
      return false
    }
  }

  /// The member as a string that is not empty.
  package func text(_ name: String) -> String? { value(name)?.text() }

  /// The member as a duration such as `"3s"`, not negative.
  package func duration(_ name: String) -> Duration? { value(name)?.duration() }

  /// The member as quirks of a provider by name; empty if absent.
  package func quirks(_ name: String, of vocabulary: Vocabulary) -> [String: QuirkValue] {
    guard let map = object(name) else { return [:] }
    let names = vocabulary.quirks.map(\.term.name)
    var result: [String: QuirkValue] = [:]
    for entry in map.entries() {
      guard map.isKnown(entry, in: names, "quirk for \(vocabulary.provider)"),
        let quirk = vocabulary.quirks.first(where: { $0.term.name == entry.name })
      else { continue }
      switch quirk.values {
      case .flag: result[entry.name] = entry.value.bool().map(QuirkValue.flag)
      case .choices(let choices): result[entry.name] = entry.value.oneOf(choices).map(QuirkValue.choice)
      }
    }
    return result
  }

  /// The members `preset` and `quirks`: the switches of the preset, overridden by those given one by one.
  package func presetAndQuirks(of vocabulary: Vocabulary) -> [String: QuirkValue] {
    let preset = preset("preset", of: vocabulary)
    return (preset?.quirks ?? [:]).merging(quirks("quirks", of: vocabulary)) { $1 }
  }

  package func preset(_ name: String, of vocabulary: Vocabulary) -> Preset? {
    let names = vocabulary.presets.map(\.term.name)
    let word = oneOf(name, allowed: names, what: "preset for \(vocabulary.provider)")
    return vocabulary.presets.first { $0.term.name == word }
  }

  /// True if the name of a map's member is allowed; if not, a problem is noted at the name.
  func isKnown(
    _ entry: NamedValue, in allowed: [String], _ what: @autoclosure () -> String
  ) -> Bool {
    allowed.contains(entry.name) || nameReader(entry).oneOf(allowed, what: what()) != nil
  }

  /// The name of a map's member as a value of its own, so that a problem can point at it.
  func nameReader(_ entry: NamedValue) -> ValueReader {
    ValueReader(
      JSONNode(position: entry.namePosition, content: .string(entry.name)), path: path, problems: problems)
  }
}

extension ValueReader {
  /// The string if it is not empty.
  package func text() -> String? {
    guard let text = string() else { return nil }
    guard text.isEmpty else { return text }
    problem("an empty text says nothing; leave the member out")
    return nil
  }

  /// The duration, such as `"250ms"`; negative only if that is allowed.
  package func duration(negative: Bool = false) -> Duration? {
    if case .string(let text) = node.content, DurationText.isTooLong(text) {
      problem("expected a duration of at most \(DurationText.text(DurationText.longest)), found \(found)")
      return nil
    }
    guard let duration = parsed("a duration such as \"250ms\", \"3s\" or \"3m\"", DurationText.parse) else {
      return nil
    }
    guard negative || duration >= .zero else {
      problem("expected a duration that is not negative, found \(found)")
      return nil
    }
    return duration
  }

  /// The moment as RFC 3339 writes it, such as `"2026-11-21T02:13:00Z"`.
  package func instant() -> Instant? {
    parsed("an instant such as \"2026-11-21T02:13:00Z\"") { Instant($0) }
  }

  /// The date, such as `"1990-07-14"`.
  package func date() -> CalendarDate? {
    parsed("a date such as \"1990-07-14\"") { CalendarDate($0) }
  }

  /// The parsed string; `wish` says in the message what is wanted.
  func parsed<Value>(_ wish: String, _ parse: (String) -> Value?) -> Value? {
    if case .string(let text) = node.content, let value = parse(text) { return value }
    problem("expected \(wish), found \(found)")
    return nil
  }

  /// The value as messages show it: a text in quotes, a number, or the kind of value.
  var found: String {
    switch node.content {
    case .string(let text): JSONProblem.quoted(text)
    case .integer(let number): "\(number)"
    default: node.kind
    }
  }
}

/// Several words with "or" before the last.
func alternatives(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
