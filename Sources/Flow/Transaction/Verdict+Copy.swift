package import JSON

extension Verdict {
  /// All of it as JSON, from which `init(copy:)` makes it again in another process.
  package var copy: JSON {
    var object: JSONObject = [
      "broken": .array(broken.map(\.copy)), "missing": .array(missing.map(\.copy)),
      "stage": .string(stage.rawValue), "delivered": .bool(isDelivered),
      "advice": [.string(advice.clause), .string(advice.fix)],
    ]
    object["right"] = right.map { .string($0.rawValue) }
    object["doubts"] = doubts.isEmpty ? nil : .array(doubts.map(JSON.string))
    object["unwise"] = unwise.isEmpty ? nil : .array(unwise.map(\.copy))
    if !hasDefect { object["defect"] = false }
    object["obstacle"] = obstacle.map(JSON.string)
    object["safeguard"] = safeguard?.copy
    object["hint"] = hint.map(JSON.string)
    object["seen"] = seen.map {
      [
        .string($0.kind.rawValue), .string($0.source.rawValue), .string($0.words),
        .integer(Int($0.at.milliseconds)),
      ]
    }
    return .object(object)
  }

  package init?(copy: JSON) {
    guard let broken = copy["broken"]?.array, let missing = copy["missing"]?.array,
      let stage = copy["stage"]?.string.flatMap(Stage.init), let isDelivered = copy["delivered"]?.bool,
      let clause = copy["advice"]?[0]?.string, let fix = copy["advice"]?[1]?.string
    else { return nil }
    self.init(
      broken: broken.compactMap(Shortfall.init(copy:)),
      unwise: (copy["unwise"]?.array ?? []).compactMap(Shortfall.init(copy:)),
      missing: missing.compactMap(Shortfall.init(copy:)),
      doubts: (copy["doubts"]?.array ?? []).compactMap(\.string),
      stage: stage, right: copy["right"]?.string.flatMap(Right.init), isDelivered: isDelivered,
      hasDefect: copy["defect"]?.bool ?? true, obstacle: copy["obstacle"]?.string,
      safeguard: copy["safeguard"].flatMap(Safeguard.init(copy:)), hint: copy["hint"]?.string,
      advice: Advice(clause, fix: fix),
      seen: copy["seen"].flatMap(Sighting.init(copy:)))
  }
}

extension Safeguard {
  fileprivate var copy: JSON {
    switch self {
    case .proven(let words): ["proven": .string(words)]
    case .possible(let words, let other): ["possible": .string(words), "by": .string(other)]
    case .unused(let words): ["unused": .string(words)]
    }
  }

  fileprivate init?(copy: JSON) {
    if let words = copy["proven"]?.string {
      self = .proven(words)
    } else if let words = copy["possible"]?.string, let other = copy["by"]?.string {
      self = .possible(words, shownBy: other)
    } else if let words = copy["unused"]?.string {
      self = .unused(words)
    } else {
      return nil
    }
  }
}

extension Sighting {
  fileprivate init?(copy: JSON) {
    guard let kind = copy[0]?.string.flatMap(Kind.init), let source = copy[1]?.string.flatMap(Source.init),
      let words = copy[2]?.string, let at = copy[3]?.integer
    else { return nil }
    self.init(kind, source, words, at: Instant(milliseconds: Int64(at)))
  }
}

extension Shortfall {
  fileprivate var copy: JSON { [.string(member.rawValue), .string(text), .string(clause), .string(fix)] }

  fileprivate init?(copy: JSON) {
    guard let member = copy[0]?.string.flatMap(Member.init), let text = copy[1]?.string,
      let clause = copy[2]?.string, let fix = copy[3]?.string
    else { return nil }
    self.init(member, text, clause: clause, fix: fix)
  }
}
