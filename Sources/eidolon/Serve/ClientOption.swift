import Flow
import JSON
import ProviderKit
import Registry

/// A client from the command line: `itsme:ID,redirect=URL,service=CODE`, `criipto:ID,secret=TEXT,redirect=URL`.
///
/// Its members are those of the provider's schema that are one word: strings, numbers and booleans. The loader checks
/// the rest, as it does for files.
struct ClientOption: Equatable {
  let provider: String
  let identifier: String
  /// As in a `world.json`.
  let entry: JSON

  init(_ text: String) throws(UsageFailure) {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)[...]
    let head = parts.removeFirst()
    let name = head.prefix { $0 != ":" }
    guard name.count < head.count, head.count > name.count + 1 else {
      throw UsageFailure("does not begin with PROVIDER:ID, such as itsme:MY_CLIENT")
    }
    guard let type = registry.first(where: { $0.slug == name }) else {
      throw UsageFailure(
        "has an \(UsageFailure.unknown("provider", String(name), in: registry.map { $0.slug }))")
    }
    (provider, identifier) = (type.slug, String(head.dropFirst(name.count + 1)))
    var reader = MemberReader(type.clientSchema)
    for part in parts { reader.read(part) }
    entry = reader.entry
    guard reader.problems.isEmpty else { throw UsageFailure(reader.problems) }
  }

  /// The first member that an earlier option gave another value; options of one client add up, and none replaces another.
  func clash(with earlier: ClientOption) -> String? {
    guard (provider, identifier) == (earlier.provider, earlier.identifier) else { return nil }
    return Self.clash(entry, earlier.entry)
  }

  private static func clash(_ value: JSON, _ earlier: JSON, _ name: String = "") -> String? {
    guard let members = value.object, let known = earlier.object else {
      return value == earlier ? nil : name
    }
    for (member, value) in members {
      let name = name.isEmpty ? member : "\(name).\(member)"
      if let earlier = known[member], let clash = clash(value, earlier, name) { return clash }
    }
    return nil
  }

  /// The layer with the clients, those with the same id merged; `nil` without clients.
  static func layer(of clients: [ClientOption]) -> ScenarioLayer? {
    guard !clients.isEmpty else { return nil }
    var world: JSONObject = [:]
    for client in clients {
      let known = world[client.provider] ?? .object([:])
      world[client.provider] = known.merging(.object([client.identifier: client.entry]))
    }
    let bytes = JSON.object(["clients": .object(world)]).bytes(pretty: true)
    return ScenarioLayer(name: layerName, files: [ScenarioLayer.File(path: "world.json", bytes: bytes)])
  }

  private static let layerName = "--client"

  /// The problem with the option in place of a line in a file that nobody wrote; other problems as they are.
  static func placed(_ problem: FileProblem, among clients: [ClientOption]) -> FileProblem {
    guard problem.file == "\(layerName)/world.json" else { return problem }
    for client in clients {
      let entry = ["clients", client.provider, client.identifier].map { JSONPath.step(to: $0) }
        .joined(separator: ".")
      guard problem.path == entry || problem.path.hasPrefix("\(entry).") else { continue }
      let member = problem.path.dropFirst(entry.count + 1)
      return FileProblem(
        file: "\(layerName) \(client.provider):\(client.identifier)",
        message: (member.isEmpty ? "" : "\(member): ") + problem.message)
    }
    return problem
  }
}

/// Reads `NAME=VALUE` by the schema of a provider's clients.
private struct MemberReader {
  private let schema: JSON
  /// True if redirect URIs belong to services, of which the option gives one.
  private let hasServices: Bool
  private var values: JSONObject = [:]
  private var redirects: [JSON] = []
  private var service: String?
  /// The types of services, if the provider has several; the first is the default.
  private let kinds: [JSON]
  private var kind: JSON?
  private(set) var problems: [String] = []

  private static let defaultService = "EIDOLON_LOGIN"

  init(_ client: JSON) {
    schema = client["properties"] ?? [:]
    hasServices = schema["services"] != nil
    kinds = schema["services"]?["additionalProperties"]?["properties"]?["type"]?["enum"]?.array ?? []
  }

  /// The schema's member for each name that the option may use.
  private var names: [String: String] {
    var names: [String: String] = [:]
    for (name, property) in schema.object ?? [:] where name != "note" {
      switch name {
      case "redirect_uris": names["redirect"] = name
      case "jwks_uri": names["jwks"] = name
      case "services":
        (names["redirect"], names["service"]) = (name, name)
        if !kinds.isEmpty { names["type"] = name }
      default:
        if ["string", "integer", "boolean"].contains(property["type"]?.string) { names[name] = name }
      }
    }
    return names
  }

  mutating func read(_ part: Substring) {
    let name = String(part.prefix { $0 != "=" })
    let text = String(part.dropFirst(name.count + 1))
    guard let member = names[name] else {
      problems.append("has an \(UsageFailure.unknown("member", name, in: names.keys.sorted()))")
      return
    }
    switch name {
    case _ where text.isEmpty: problems.append("has no value for \(name)")
    case "redirect": redirects.append(.string(text))
    case "service" where hasServices && service == nil: service = text
    case "type" where member == "services" && kind == nil: kind = .string(text)
    case _ where values[member] == nil && member != "services":
      values[member] = value(text, of: name, schema[member]?["type"]?.string)
    default:
      problems.append(
        "has \(name) twice" + (hasServices ? "; give the option again for another service" : ""))
    }
  }

  /// A value of the type that the schema wants.
  private mutating func value(_ text: String, of name: String, _ type: String?) -> JSON? {
    switch type {
    case "integer":
      guard let number = Int(text) else {
        problems.append("has \(JSONProblem.quoted(text)) for \(name), which is a whole number")
        return nil
      }
      return .integer(number)
    case "boolean":
      guard let flag = Bool(text) else {
        problems.append("has \(JSONProblem.quoted(text)) for \(name), which is true or false")
        return nil
      }
      return .bool(flag)
    default: return .string(text)
    }
  }

  /// The whole entry; also notes what is missing.
  var entry: JSON {
    mutating get {
      if !hasServices {
        if !redirects.isEmpty { values["redirect_uris"] = .array(redirects) }
        return .object(values)
      }
      if redirects.isEmpty { problems.append("needs a redirect=URL") }
      var entry: JSONObject = ["redirect_uris": .array(redirects)]
      entry["type"] = kind ?? kinds.first
      return JSON.object(["services": .object([service ?? Self.defaultService: .object(entry)])])
        .merging(.object(values))
    }
  }
}
