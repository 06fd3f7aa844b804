package import HTTP
package import JSON

/// A control call as a tool for programs that call functions: a name, what it does, and its arguments in one object.
package struct ControlTool: Sendable {
  private let route: ControlRoute

  /// A request for the control plane.
  package struct Request: Sendable, Equatable {
    package let method: HTTP.Method
    /// Below `/_eidolon/`.
    package let path: String
    package let query: [(name: String, value: String)]
    package let body: JSON?
    package let sandbox: Place

    package static func == (one: Request, other: Request) -> Bool {
      (one.method, one.path, one.body, one.sandbox) == (other.method, other.path, other.body, other.sandbox)
        && one.query.elementsEqual(other.query, by: ==)
    }
  }

  package enum Place: Sendable, Equatable {
    /// Wherever the caller is configured to ask.
    case usual
    case root
    case named(String)
  }

  /// What is wrong with the arguments.
  package struct Problem: Error, Sendable {
    package let text: String
  }

  /// - Returns: `nil` for a call that does not answer JSON, such as a stream, and for the description of the whole API.
  init?(_ route: ControlRoute) {
    guard !route.isAtRoot, !["openapi.json", "replica"].contains(route.path),
      route.answers.first?.isJSON ?? false
    else {
      return nil
    }
    self.route = route
  }

  /// The operation's identifier in the OpenAPI document.
  package var name: String { route.identifier }
  package var summary: String { route.summary }
  package var isReadOnly: Bool { route.method == .get && !route.isChanging }
  /// True if it removes something.
  package var isDestructive: Bool { route.method == .delete || route.path == "reset" }

  // MARK: Arguments

  /// The JSON Schema of the arguments: parameters of path, query and body side by side.
  package var schema: JSON {
    var properties: JSONObject = [:]
    var required: [JSON] = []
    for name in route.pathParameters {
      properties[name] = route.schema(ofPathParameter: name)
      required.append(.string(name))
    }
    for parameter in queryParameters {
      properties[parameter.name] = parameter.schema.saying(parameter.meaning)
    }
    if let body = route.body {
      if let members = body["properties"]?.object {
        for (name, member) in members { properties[name] = member }
        required += body["required"]?.array ?? []
      } else {
        properties[Self.wholeBody] = body
        required.append(.string(Self.wholeBody))
      }
    }
    if takesSandbox, properties[Self.sandbox] == nil {
      properties[Self.sandbox] = JSON.anyText.saying("The sandbox to ask; without it the usual one.")
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    return Self.standingAlone(schema)
  }

  /// - Throws: for unknown and missing arguments, and those that cannot be part of a URL; the control plane checks the
  /// rest.
  package func request(_ arguments: JSONObject) throws(Problem) -> Request {
    let known = schema["properties"]?.object?.names ?? []
    for name in arguments.names where !known.contains(name) {
      let hint = nearest(name, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
      throw Problem(text: "\(self.name) does not accept an argument \(JSONProblem.quoted(name))\(hint)")
    }
    for name in schema["required"]?.array ?? [] {
      guard let name = name.string, arguments[name] == nil else { continue }
      throw Problem(text: "\(self.name) needs the argument \"\(name)\"")
    }
    var rest = arguments
    func take(_ name: String) throws(Problem) -> String? {
      guard let value = rest[name], !value.isNull else { return nil }
      rest[name] = nil
      switch value {
      case .string(let text): return text
      case .integer, .decimal, .bool: return value.text()
      default: throw Problem(text: "\(self.name): \"\(name)\" is a text or a number")
      }
    }
    var path: [String] = []
    for part in route.path.split(separator: "/") {
      let name = part.hasPrefix("{") ? String(part.dropFirst().dropLast()) : nil
      path.append(
        try name.map { name throws(Problem) in try take(name) ?? "" }.map(PercentCoding.encode)
          ?? String(part))
    }
    var query: [(name: String, value: String)] = []
    for parameter in queryParameters {
      if let value = try take(parameter.name) { query.append((parameter.name, value)) }
    }
    var place = isOfTheRoot ? Place.root : .usual
    if query.contains(where: { $0.name == Self.sandbox }) { place = .root }
    if takesSandbox, let name = try take(Self.sandbox) { place = name.isEmpty ? .root : .named(name) }
    return Request(
      method: route.method, path: path.joined(separator: "/"), query: query,
      body: route.body.map { _ in rest[Self.wholeBody] ?? .object(rest) }, sandbox: place)
  }

  private static let sandbox = "sandbox"
  private static let wholeBody = "body"

  private var queryParameters: [ControlRoute.Parameter] { route.parameters.filter { !$0.isHeader } }
  private var isOfTheRoot: Bool { route.path.hasPrefix("sandboxes") }
  /// False if the call has a parameter that names the sandbox, which may have ended.
  private var takesSandbox: Bool { !isOfTheRoot && !queryParameters.contains { $0.name == Self.sandbox } }

  /// The schema together with the named ones it refers to.
  private static func standingAlone(_ schema: JSONObject) -> JSON {
    var schema = schema
    var definitions: JSONObject = [:]
    var waiting = references(in: .object(schema))
    while let name = waiting.popLast() {
      guard definitions[name] == nil, let definition = ControlSchemas.components[name] else { continue }
      definitions[name] = moved(definition)
      waiting += references(in: definition)
    }
    if !definitions.isEmpty { schema["$defs"] = .object(definitions) }
    return moved(.object(schema))
  }

  private static let prefix = "#/components/schemas/"

  private static func references(in schema: JSON) -> [String] {
    switch schema {
    case .object(let members):
      members.flatMap { name, value in
        name == "$ref" ? [String((value.string ?? "").dropFirst(prefix.count))] : references(in: value)
      }
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  /// The schema with references into `$defs` instead of the OpenAPI document's components.
  private static func moved(_ schema: JSON) -> JSON {
    switch schema {
    case .string(let text) where text.hasPrefix(prefix): .string("#/$defs/\(text.dropFirst(prefix.count))")
    case .object(let members): .object(JSONObject(members.map { ($0.name, moved($0.value)) }))
    case .array(let elements): .array(elements.map(moved))
    default: schema
    }
  }
}

extension ControlRoute.Answer {
  fileprivate var isJSON: Bool {
    switch content {
    case .nothing: true
    case .of(let type, _): type == "application/json"
    case .anyOf(let forms): forms.first?.mediaType == "application/json"
    }
  }
}
