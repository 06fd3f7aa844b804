import JSON

/// The `person` of a story: a key of the world, or an inline object that changes a person of the world.
struct PersonOverride {
  let people: [String: Person]
  /// The keys of people whose own entries are wrong: naming one is not another problem.
  let broken: Set<String>
  /// True if there may be more people, in a world that could not be read.
  let isIncomplete: Bool
  let now: Instant

  func person(_ value: ValueReader) -> Person? {
    switch value.node.content {
    case .string:
      return known(value)
    case .object(let members):
      guard let reader = value.object(), let base = reader.requiredValue("like").flatMap(known) else {
        return nil
      }
      let patch = JSONNode(
        position: value.node.position, content: .object(members.filter { $0.name != "like" }))
      let merged = patch.merged(into: .object(withoutRivals(base.json, of: patch)))
      guard let reader = ObjectReader(merged, path: value.path, problems: value.problems) else { return nil }
      var person = PersonReader(now: now).person(base.key, reader)
      // A number that comes from the birthdate follows it.
      if let number = base.belgianNumber,
        [base.fictionalBelgianNumber, person.belgianNumber].allSatisfy({ $0 == number })
      {
        person.belgianNumber = person.fictionalBelgianNumber ?? number
      }
      return person
    default:
      value.problem("expected a person's key or an object with \"like\", found \(value.found)")
      return nil
    }
  }

  /// True for a person who is unknown only because something else is wrong.
  func isUnreadable(_ key: String) -> Bool {
    broken.contains(key) || isIncomplete && people[key] == nil
  }

  private func known(_ value: ValueReader) -> Person? {
    if case .string(let key) = value.node.content {
      if isUnreadable(key) { return nil }
      if let person = people[key] { return person }
    }
    return value.oneOf(people.keys.sorted(), what: "person").flatMap { people[$0] }
  }

  /// `nationality` and `nationalities` are two members for one thing, so giving either replaces the other.
  private func withoutRivals(_ base: JSONObject, of patch: JSONNode) -> JSONObject {
    guard case .object(let changes) = patch.content,
      changes.contains(where: { $0.name == "nationality" || $0.name == "nationalities" })
    else { return base }
    var base = base
    base["nationality"] = nil
    base["nationalities"] = nil
    return base
  }
}

extension JSONNode {
  /// A value that was not parsed from text; all its parts have the same position.
  init(_ json: JSON, at position: JSONPosition) {
    let content: Content =
      switch json {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .decimal(let value): .decimal(value)
      case .string(let value): .string(value)
      case .array(let elements): .array(elements.map { JSONNode($0, at: position) })
      case .object(let members):
        .object(
          members.map {
            Member(name: $0.name, namePosition: position, value: JSONNode($0.value, at: position))
          })
      }
    self.init(position: position, content: content)
  }

  /// The base with this patch applied (RFC 7396 §2); the parts of the patch keep their positions.
  func merged(into base: JSON?) -> JSONNode {
    guard case .object(let changes) = content else { return self }
    var left = base?.object ?? [:]
    var members: [Member] = []
    for change in changes {
      let old = left[change.name]
      left[change.name] = nil
      guard change.value.content != .null else { continue }
      members.append(
        Member(name: change.name, namePosition: change.namePosition, value: change.value.merged(into: old)))
    }
    members += left.map {
      Member(name: $0.name, namePosition: position, value: JSONNode($0.value, at: position))
    }
    return JSONNode(position: position, content: .object(members))
  }
}
