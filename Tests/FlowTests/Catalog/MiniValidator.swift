import Foundation
import JSON

/// As much of JSON Schema 2020-12 as our own schemas use; an unknown keyword is an error, so that nothing is overlooked.
struct MiniValidator {
  let root: JSON

  struct UnknownKeyword: Error { let name: String }

  private static let annotations: Set<String> = [
    "$schema", "title", "description", "default", "$defs", "format",
  ]

  func accepts(_ value: JSON) throws -> Bool { try accepts(value, root) }

  private func accepts(_ value: JSON, _ schema: JSON) throws -> Bool {
    if let flag = schema.bool { return flag }
    for (keyword, rule) in schema.object ?? [:] where !Self.annotations.contains(keyword) {
      guard try holds(keyword, rule, value, schema) else { return false }
    }
    return true
  }

  private func holds(_ keyword: String, _ rule: JSON, _ value: JSON, _ schema: JSON) throws -> Bool {
    switch keyword {
    case "$ref": return try accepts(value, definition(rule.string ?? ""))
    case "type": return isOfType(value, rule.string ?? "")
    case "const": return value == rule
    case "enum": return rule.array?.contains(value) ?? false
    case "anyOf": return try rule.array?.contains { try accepts(value, $0) } ?? false
    case "oneOf": return try rule.array?.count { try accepts(value, $0) } == 1
    case "allOf": return try rule.array?.allSatisfy { try accepts(value, $0) } ?? false
    case "not": return try !accepts(value, rule)
    case "if": return try !accepts(value, rule) || accepts(value, schema["then"] ?? true)
    case "then": return true
    case "minLength": return value.string.map { $0.unicodeScalars.count >= rule.integer ?? 0 } ?? true
    case "pattern":
      return value.string.map { $0.range(of: rule.string ?? "", options: .regularExpression) != nil } ?? true
    case "minimum": return value.number.map { $0 >= rule.number ?? 0 } ?? true
    case "maximum": return value.number.map { $0 <= rule.number ?? 0 } ?? true
    case "minItems": return value.array.map { $0.count >= rule.integer ?? 0 } ?? true
    case "minProperties": return value.object.map { $0.count >= rule.integer ?? 0 } ?? true
    case "maxItems": return value.array.map { $0.count <= rule.integer ?? 0 } ?? true
    case "uniqueItems": return value.array.map { Set($0).count == $0.count } ?? true
    case "contains": return try value.array?.contains { try accepts($0, rule) } ?? true
    case "items": return try value.array?.allSatisfy { try accepts($0, rule) } ?? true
    case "required":
      return value.object.map { object in
        rule.array?.allSatisfy { object.names.contains($0.string ?? "") } ?? false
      } ?? true
    case "properties":
      return try value.object?.allSatisfy { try accepts($0.value, rule[$0.name] ?? true) } ?? true
    case "propertyNames": return try value.object?.names.allSatisfy { try accepts(.string($0), rule) } ?? true
    case "additionalProperties":
      let known = schema["properties"]?.object?.names ?? []
      return try value.object?.allSatisfy { try known.contains($0.name) || accepts($0.value, rule) } ?? true
    default: throw UnknownKeyword(name: keyword)
    }
  }

  private func definition(_ reference: String) throws -> JSON {
    guard reference.hasPrefix("#/$defs/"), let schema = root["$defs"]?[String(reference.dropFirst(8))] else {
      throw UnknownKeyword(name: reference)
    }
    return schema
  }

  private func isOfType(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
      ("number", .integer), ("number", .decimal), ("integer", .integer):
      true
    default: false
    }
  }
}
