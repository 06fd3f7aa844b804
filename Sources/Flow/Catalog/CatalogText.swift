/// A part of the catalog's text: a heading and rows of columns.
struct Section {
  let heading: String
  /// The last column, the meaning, is not padded.
  let rows: [[String]]
  var indent = 4

  /// The sections one after another; those without rows are left out unless they are top headings.
  static func text(_ sections: [Section]) -> String {
    sections.filter { !$0.rows.isEmpty || $0.indent == 0 }.map(\.text).joined(separator: "\n")
  }

  private var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count - 1 ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
    }
    let lines = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = column < row.count - 1 ? widths[column] - cell.unicodeScalars.count + 2 : 0
        return cell + String(repeating: " ", count: padding)
      }
      return String(repeating: " ", count: indent) + cells.joined() + "\n"
    }
    return "\(heading)\n\(lines.joined())"
  }

  /// What every provider's stories can say.
  static var common: [Section] {
    [
      Section(heading: "EVERY PROVIDER", rows: [], indent: 0),
      Section(
        heading: "  faults[].do: what the server does wrong",
        rows: FaultKind.allCases.map { kind in
          let optional = kind.members.filter { !kind.required.contains($0) }.map { "[\($0)]" }
          return [kind.rawValue, (kind.required + optional).joined(separator: " "), kind.meaning]
        }),
      Section(
        heading: "  when: what can be asked of a request's parameter",
        rows: ConditionKind.allCases.map { [$0.form, $0.meaning] }),
      Section(
        heading: "  people.*.ids: numbers and accounts of a person",
        rows: PersonIdentifier.allCases.map { [$0.rawValue, $0.meaning] }),
      Section(
        heading: "  judge.family: what the case is about",
        rows: JudgeCase.Family.allCases.map { [$0.rawValue, $0.meaning] }),
      Section(
        heading: "  judge.right, expect.right: what a correct relying party makes of it",
        rows: Right.allCases.map { [$0.rawValue, $0.meaning] }),
    ]
  }
}

extension ProviderSchema {
  var sections: [Section] {
    let words = vocabulary
    return [
      Section(heading: "\(words.provider.uppercased()): \(words.title)", rows: [], indent: 0),
      Section(
        heading: "  phone[].do: what the person does (* decides the request)",
        rows: words.verbs.map { verb in
          let reasons = verb.reasons.isEmpty ? "" : "; reason: \(verb.reasons.joined(separator: ", "))"
          return row(verb.term, name: verb.term.name + (verb.isFinal ? "*" : ""), more: reasons)
        }),
      Section(
        heading: "  faults[].at, expect: endpoints and events (* belongs to no transaction)",
        rows: words.endpoints.map { row($0.term, name: $0.term.name + ($0.isOwned ? "" : "*")) }),
      Section(
        heading: "  events: what is sent to the client's server", rows: words.events.map { row($0) }),
      Section(
        heading: "  tokens, with each one's defects",
        rows: words.tokens.flatMap { token in
          [row(token.term)] + token.defects.map { row($0, name: "  \($0.name)") }
        }),
      Section(
        heading: "  quirks, with their values ([default])",
        rows: words.quirks.map { quirk in
          let values = quirk.values.list.map { $0 == quirk.standard ? "[\($0.text)]" : $0.text }
          return [
            quirk.term.name, values.joined(separator: " "), quirk.term.basis.rawValue, quirk.term.meaning,
          ]
        }),
      Section(
        heading: "  presets: named sets of quirks, chosen by a client",
        rows: words.presets.map { preset in
          let quirks = preset.quirks.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
          return row(preset.term, more: quirks.isEmpty ? "" : "; \(quirks.joined(separator: " "))")
        }),
      Section(
        heading: "  lifetimes, with their defaults",
        rows: words.lifetimes.map { lifetime in
          [
            lifetime.term.name, DurationText.text(lifetime.standard), lifetime.term.basis.rawValue,
            lifetime.term.meaning,
          ]
        }),
      Section(
        heading: "  stages: states on the way, for wait and lists", rows: words.stages.map { row($0) }),
      Section(heading: "  outcomes: how a transaction can end", rows: words.outcomes.map { row($0) }),
      Section(heading: "  when: facts beside the request's parameters", rows: words.facts.map { row($0) }),
      Section(
        heading: "  findings: what a relying party can do wrong",
        rows: rules.map { [$0.identifier, $0.severity.rawValue, "\($0.message) (\($0.documentation.text))"] }),
    ]
  }

  private func row(_ term: Term, name: String? = nil, more: String = "") -> [String] {
    [name ?? term.name, term.basis.rawValue, term.meaning + more]
  }
}

extension QuirkValue {
  fileprivate var text: String {
    switch self {
    case .flag(let value): "\(value)"
    case .choice(let word): word
    }
  }
}
