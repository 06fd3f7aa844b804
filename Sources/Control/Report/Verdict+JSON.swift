import Flow
import JSON

extension Verdict {
  var json: JSONObject {
    var object: JSONObject = [
      "result": .string(result.rawValue), "met": .bool(result == .met),
      "reasons": .array(reasons.map(JSON.string)),
    ]
    if !shortfalls.isEmpty { object["broken"] = .array(shortfalls.map(\.json)) }
    object["right"] = right.map { .string($0.rawValue) }
    object["seen"] = right == nil ? nil : .string(seen?.kind.rawValue ?? "unseen")
    return object
  }

  static let members: JSONObject = [
    "result": .words(Result.allCases.map(\.rawValue)), "met": .flag, "reasons": .list(.anyText),
  ]
  static let optionalMembers: JSONObject = [
    "broken": .list(Shortfall.schema),
    "right": .words(Right.allCases.map(\.rawValue)),
    "seen": .words(Sighting.Kind.allCases.map(\.rawValue) + ["unseen"]),
  ]
}

extension Shortfall {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "rule": .string(rule), "message": .string(text), "fix": .string(fix),
    ]
    if !clause.isEmpty { object["spec"] = .string(clause) }
    return .object(object)
  }

  fileprivate static let schema: JSON = .answer(
    ["rule": .anyText, "message": .anyText, "fix": .anyText], optional: ["spec": .anyText])
}

extension VerdictLog.Entry {
  var json: JSON { json(in: .root) }

  func json(in label: SandboxLabel) -> JSON {
    var object: JSONObject = [
      "scenario": .string(scenario), "provider": .string(provider), "transaction": .string(transaction),
      "client": .string(client),
    ]
    for (name, value) in verdict.json { object[name] = value }
    if !label.name.isEmpty { object["sandbox"] = .string(label.name) }
    return .object(object)
  }
}

extension Sighting {
  var json: JSON {
    var object: JSONObject = [
      "saw": .string(kind.rawValue), "by": .string(source.rawValue), "at": .string(at.text),
    ]
    if !words.isEmpty { object["words"] = .string(words) }
    return .object(object)
  }

  static let schema: JSON = .answer(
    [
      "saw": .words(Kind.allCases.map(\.rawValue)),
      "by": .words([Source.said, .traffic].map(\.rawValue)), "at": .instant,
    ], optional: ["words": .anyText])
}
