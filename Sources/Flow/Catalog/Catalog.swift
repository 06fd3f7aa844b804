package import JSON

/// What scenario files can say, provider by provider, from the declarations that the code itself uses.
package struct Catalog: Sendable {
  private let schemas: [ProviderSchema]

  package init(_ schemas: [ProviderSchema]) {
    self.schemas = schemas
  }

  package var providers: [String] { schemas.map(\.vocabulary.provider) }

  /// The catalog as aligned plain text, or only one provider's part; `nil` for an unknown provider.
  package func text(_ provider: String? = nil) -> String? {
    guard let provider else {
      return ([Section.common] + schemas.map(\.sections)).map(Section.text).joined(separator: "\n")
    }
    return schemas.first { $0.vocabulary.provider == provider }.map { Section.text($0.sections) }
  }

  /// The catalog as JSON: `faults`, `conditions`, `ids` and `families` of cases for all providers, and `providers` by name.
  package var json: JSON {
    let providers = schemas.map { (name: $0.vocabulary.provider, value: $0.json) }
    return [
      "faults": .array(
        FaultKind.allCases.map { kind in
          [
            "name": .string(kind.rawValue), "meaning": .string(kind.meaning),
            "members": .array(kind.members.map(JSON.string)),
          ]
        }),
      "conditions": .array(
        ConditionKind.allCases.map { ["name": .string($0.rawValue), "meaning": .string($0.meaning)] }),
      "ids": .array(
        PersonIdentifier.allCases.map { ["name": .string($0.rawValue), "meaning": .string($0.meaning)] }),
      "families": .array(
        JudgeCase.Family.allCases.map { ["name": .string($0.rawValue), "meaning": .string($0.meaning)] }),
      "providers": .object(JSONObject(providers)),
    ]
  }
}

extension ProviderSchema {
  fileprivate var json: JSON {
    let words = vocabulary
    return [
      "title": .string(words.title),
      "verbs": .array(
        words.verbs.map { verb in
          verb.term.json(["final": .bool(verb.isFinal), "reasons": .array(verb.reasons.map(JSON.string))])
        }),
      "endpoints": .array(
        words.endpoints.map { endpoint in
          endpoint.term.json([
            "owned": .bool(endpoint.isOwned), "caller": .string(endpoint.caller.rawValue),
          ])
        }),
      "events": .array(words.events.map { $0.json() }),
      "tokens": .array(
        words.tokens.map { token in
          token.term.json(["defects": .array(token.defects.map { $0.json() })])
        }),
      "quirks": .array(
        words.quirks.map { quirk in
          quirk.term.json([
            "values": .array(quirk.values.list.map(\.json)), "default": quirk.standard.json,
          ])
        }),
      "presets": .array(
        words.presets.map { preset in
          let quirks = preset.quirks.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.json) }
          return preset.term.json(["quirks": .object(JSONObject(quirks))])
        }),
      "lifetimes": .array(
        words.lifetimes.map { $0.term.json(["default": .string(DurationText.text($0.standard))]) }),
      "stages": .array(words.stages.map { $0.json() }),
      "outcomes": .array(words.outcomes.map { $0.json() }),
      "facts": .array(words.facts.map { $0.json() }),
      "findings": .array(
        rules.map { rule in
          [
            "name": .string(rule.identifier), "severity": .string(rule.severity.rawValue),
            "meaning": .string(rule.message), "fix": .string(rule.fix),
            "documentation": .string(rule.documentation.text),
            "specification": rule.specification.map(JSON.string) ?? .null,
          ]
        }),
    ]
  }
}

extension Term {
  fileprivate func json(_ more: JSONObject = [:]) -> JSON {
    var members: JSONObject = [
      "name": .string(name), "meaning": .string(meaning), "basis": .string(basis.rawValue),
    ]
    for (name, value) in more { members[name] = value }
    return .object(members)
  }
}

extension QuirkValues {
  var list: [QuirkValue] {
    switch self {
    case .flag: [.flag(true), .flag(false)]
    case .choices(let words): words.map(QuirkValue.choice)
    }
  }
}
