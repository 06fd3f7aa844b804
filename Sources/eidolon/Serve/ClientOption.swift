import Flow
import JSON

/// A client from the command line: `itsme:ID,redirect=URL,jwks=URL,service=CODE`.
struct ClientOption: Equatable {
  let provider: String
  let identifier: String
  /// Redirect URIs, at least one.
  let redirects: [String]
  /// The URL of its keys; `nil` for the test keys.
  let keys: String?
  /// The service code that its logins name.
  let service: String

  /// The providers whose clients can be given so.
  private static let providers = ["itsme"]
  private static let members = ["redirect", "jwks", "service"]
  private static let defaultService = "EIDOLON_LOGIN"

  init(_ text: String) throws(UsageFailure) {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)[...]
    let head = parts.removeFirst()
    let name = head.prefix { $0 != ":" }
    guard name.count < head.count, head.count > name.count + 1 else {
      throw UsageFailure("does not begin with PROVIDER:ID, such as itsme:MY_CLIENT")
    }
    guard Self.providers.contains(String(name)) else {
      throw UsageFailure("has an \(UsageFailure.unknown("provider", String(name), in: Self.providers))")
    }
    (provider, identifier) = (String(name), String(head.dropFirst(name.count + 1)))
    var reader = MemberReader()
    for part in parts { reader.read(part) }
    if reader.redirects.isEmpty { reader.problems.append("needs a redirect=URL") }
    guard reader.problems.isEmpty else { throw UsageFailure(reader.problems) }
    (redirects, keys, service) = (reader.redirects, reader.keys, reader.service ?? Self.defaultService)
  }

  private struct MemberReader {
    var redirects: [String] = []
    var keys: String?
    var service: String?
    var problems: [String] = []

    mutating func read(_ part: Substring) {
      let name = String(part.prefix { $0 != "=" })
      let value = String(part.dropFirst(name.count + 1))
      guard members.contains(name) else {
        problems.append("has an \(UsageFailure.unknown("member", name, in: members))")
        return
      }
      switch name {
      case _ where value.isEmpty: problems.append("has no value for \(name)")
      case "redirect": redirects.append(value)
      case "jwks" where keys == nil: keys = value
      case "service" where service == nil: service = value
      default: problems.append("has \(name) twice; give the option again for another service")
      }
    }
  }

  /// The client as in a `world.json`.
  private var entry: JSON {
    let redirects = JSON.array(redirects.map { .string($0) })
    var entry: JSONObject = ["services": .object([service: ["redirect_uris": redirects]])]
    entry["jwks_uri"] = keys.map { .string($0) }
    return .object(entry)
  }

  /// The layer of scenarios with the clients, two with the same id merged; `nil` without clients.
  static func layer(of clients: [ClientOption]) -> ScenarioLayer? {
    guard !clients.isEmpty else { return nil }
    var world: JSONObject = [:]
    for client in clients {
      let known = world[client.provider] ?? .object([:])
      world[client.provider] = known.merging(.object([client.identifier: client.entry]))
    }
    let bytes = JSON.object(["clients": .object(world)]).bytes(pretty: true)
    return ScenarioLayer(name: "--client", files: [ScenarioLayer.File(path: "world.json", bytes: bytes)])
  }
}
