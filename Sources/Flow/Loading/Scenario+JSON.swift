package import JSON

extension Scenario {
  /// The scenario as a file, which the loader reads back as the same scenario.
  ///
  /// - Parameter people: the people of the world, referred to by key if the scenario does not change them.
  package func json(people: [String: Person], note: String? = nil) -> JSONObject {
    var members: JSONObject = ["title": .string(title), "provider": .string(provider)]
    members["note"] = note.map(JSON.string)
    if let conditions, !conditions.isEmpty {
      members["when"] = .object(JSONObject(conditions.map { ($0.key, $0.test.json) }))
    }
    members["person"] = person?.reference(among: people)
    members["phone"] = phone?.json
    if !faults.isEmpty { members["faults"] = .array(faults.map(\.json)) }
    if !tokens.isEmpty { members["tokens"] = sorted(tokens) { $0.json } }
    if !lifetimes.isEmpty {
      members["lifetimes"] = sorted(lifetimes) { .string(DurationText.text($0)) }
    }
    if !quirks.isEmpty { members["quirks"] = sorted(quirks) { $0.json } }
    members["judge"] = judge?.json
    members["expect"] = expectation?.json
    return members
  }

  private func sorted<Value>(_ entries: [String: Value], _ json: (Value) -> JSON) -> JSON {
    .object(JSONObject(entries.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
  }
}

extension Person {
  /// The person as a scenario names one: by key, or as a patch of the person with that key (RFC 7396).
  package func reference(among people: [String: Person]) -> JSON {
    guard let known = people[key], known != self else { return .string(key) }
    var members: JSONObject = ["like": .string(key)]
    for (name, value) in json.patch(from: known.json) { members[name] = value }
    return .object(members)
  }
}

extension JSONObject {
  /// The merge patch that turns `base` into this object (RFC 7396 §2).
  fileprivate func patch(from base: JSONObject) -> JSONObject {
    var patch: JSONObject = [:]
    for (name, _) in base where self[name] == nil { patch[name] = .null }
    for (name, value) in self where base[name] != value {
      if let object = value.object, let old = base[name]?.object {
        patch[name] = .object(object.patch(from: old))
      } else {
        patch[name] = value
      }
    }
    return patch
  }
}

extension Condition.Test {
  fileprivate var json: JSON {
    switch self {
    case .equals(let value): .string(value)
    case .present(let wanted): ["present": .bool(wanted)]
    case .contains(let part): ["contains": .string(part)]
    case .like(let pattern): ["like": .string(pattern)]
    case .oneOf(let values): ["one_of": .array(values.map(JSON.string))]
    }
  }
}

extension PhoneScript {
  fileprivate var json: JSON {
    switch self {
    case .manual: "manual"
    case .steps(let steps):
      .array(
        steps.map { step in
          var members: JSONObject = [:]
          if step.after != .zero { members["after"] = .string(DurationText.text(step.after)) }
          members["do"] = .string(step.verb)
          members["reason"] = step.reason.map(JSON.string)
          return .object(members)
        })
    }
  }
}

extension TokenChange {
  fileprivate var json: JSON {
    var members: JSONObject = [:]
    members["defect"] = defect.map(JSON.string)
    if !header.isEmpty { members["header"] = .object(header) }
    if !claims.isEmpty { members["claims"] = .object(claims) }
    members["lifetime"] = lifetime.map { .string(DurationText.text($0)) }
    members["issued_at"] = issuedAt.map { .string(DurationText.text($0)) }
    return .object(members)
  }
}

extension Expectation {
  fileprivate var json: JSON {
    var members: JSONObject = [:]
    let list = { (names: [String]) in names.isEmpty ? nil : JSON.array(names.map(JSON.string)) }
    members["never"] = list(never)
    if !order.isEmpty { members["order"] = .array(order.map(\.json)) }
    if !count.isEmpty {
      members["count"] = .object(
        JSONObject(count.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }))
    }
    members["findings"] = list(findings)
    members["allowed"] = list(allowed)
    members["avoid"] = list(avoided)
    members["right"] = right.map { .string($0.rawValue) }
    if !clause.isEmpty { members["clause"] = .string(clause) }
    if !fix.isEmpty { members["fix"] = .string(fix) }
    return .object(members)
  }
}

extension JudgeCase {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "family": .string(family.rawValue), "right": .string(right.rawValue), "attack": .string(attack),
    ]
    if !fix.isEmpty { members["fix"] = .string(fix) }
    if !clause.isEmpty { members["clause"] = .string(clause) }
    if !suite.isEmpty {
      members["suite"] = suite.count == 1 ? .string(suite[0]) : .array(suite.map(JSON.string))
    }
    members["before"] = before.map { .string($0.rawValue) }
    members["way_back"] = wayBack.map { .string($0.rawValue) }
    return .object(members)
  }
}

extension Expectation.Call {
  fileprivate var json: JSON {
    endpoints.count == 1 ? .string(endpoints[0]) : .array(endpoints.map(JSON.string))
  }
}

extension QuirkValue {
  var json: JSON {
    switch self {
    case .flag(let value): .bool(value)
    case .choice(let word): .string(word)
    }
  }
}
