import JSON

// Builders for the parts of a JSON Schema (2020-12).

/// An object with these members and `note`, no others.
func objectSchema(_ properties: JSONObject, required: [String] = [], _ more: JSONObject = [:]) -> JSON {
  var properties = properties
  properties["note"] = noteSchema
  var schema: JSONObject = [
    "type": "object", "properties": .object(properties), "additionalProperties": false,
  ]
  if !required.isEmpty { schema["required"] = .array(required.map(JSON.string)) }
  for (name, value) in more { schema[name] = value }
  return .object(schema)
}

/// One of these words, each with its meaning for the editor.
func wordsSchema(_ terms: [Term]) -> JSON {
  // An empty `oneOf` is not a valid schema; without words nothing matches.
  guard !terms.isEmpty else { return false }
  return [
    "oneOf": .array(terms.map { ["const": .string($0.name), "description": .string($0.meaning)] })
  ]
}

func arraySchema(_ items: JSON, _ more: JSONObject = [:]) -> JSON {
  var schema: JSONObject = ["type": "array", "items": items]
  for (name, value) in more { schema[name] = value }
  return .object(schema)
}

func reference(_ definition: String) -> JSON { ["$ref": "#/$defs/\(definition)"] }

/// A condition: where this member is this word, `then` must hold too.
func schema(where member: String, is word: String, then: JSON) -> JSON {
  let test: JSONObject = [member: ["const": .string(word)]]
  return ["if": ["properties": .object(test), "required": [.string(member)]], "then": then]
}

/// The schema with a description for the editor.
func described(_ schema: JSON, _ text: String) -> JSON {
  guard var members = schema.object else { return schema }
  members["description"] = .string(text)
  return .object(members)
}

let noteSchema: JSON = ["type": "string", "description": "For people; means nothing."]
let textSchema: JSON = ["type": "string", "minLength": 1]
let durationSchema: JSON = [
  "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$",
  "description": "A duration: 250ms, 3s, 1.5m, 2h, 1d.",
]
let offsetSchema: JSON = [
  "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$",
  "description": "An offset from now, negative for the past: -10m.",
]
