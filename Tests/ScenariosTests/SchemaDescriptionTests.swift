import Flow
import JSON
import Registry
import Testing

/// What editors show of each member while somebody writes a story or a world.
@Suite struct `The schemas` {
  private static let schemas = registry.map { $0.schema }

  @Test func `describe each member of a story`() {
    #expect(Undescribed(SchemaDocument.scenario(Self.schemas)).members == [])
  }

  @Test func `describe each member of a world`() {
    #expect(Undescribed(SchemaDocument.world(Self.schemas)).members == [])
  }

  @Test func `cite no section of a text that users do not have`() {
    for file in SchemaDocument.files(Self.schemas) {
      #expect(
        !file.text.contains("(§") && !file.text.contains(", §") && !file.text.contains("\"§"), "\(file.name)")
    }
  }

  @Test func `are searched to the bottom`() {
    let schema: JSON = [
      "properties": ["a": ["$ref": "#/$defs/named"], "b": ["items": ["properties": ["c": [:]]]]],
      "additionalProperties": ["properties": ["d": ["anyOf": [["const": 1]]]]],
      "$defs": ["named": ["description": "x", "anyOf": [["properties": ["e": true]]]]],
    ]
    #expect(Undescribed(schema).members == [".*.d", ".b", ".b[].c", "named.e"])
  }
}

/// The members of objects in a schema that have no description, of their own or by reference.
private struct Undescribed {
  private let definitions: JSONObject
  private var found: Set<String> = []

  var members: [String] { found.sorted() }

  init(_ schema: JSON) {
    definitions = schema["$defs"]?.object ?? [:]
    walk(schema, "")
    for (name, definition) in definitions { walk(definition, name) }
  }

  private mutating func walk(_ schema: JSON, _ path: String) {
    for (name, member) in schema["properties"]?.object ?? [:] {
      // `false` forbids a member.
      if member != false, !isDescribed(member) { found.insert("\(path).\(name)") }
      walk(member, "\(path).\(name)")
    }
    for (keyword, step) in [("items", "[]"), ("additionalProperties", ".*")] {
      if let part = schema[keyword] { walk(part, path + step) }
    }
    // What `allOf` adds under a condition narrows members that stand elsewhere.
    for keyword in ["anyOf", "oneOf"] {
      for part in schema[keyword]?.array ?? [] { walk(part, path) }
    }
  }

  private func isDescribed(_ schema: JSON) -> Bool {
    if schema["description"]?.string?.isEmpty == false { return true }
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return false }
    return definitions[String(name)].map(isDescribed) ?? false
  }
}
