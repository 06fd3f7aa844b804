import JSON

/// Addresses or settings that contradict each other, and exactly what to set.
struct Clash: Sendable {
  /// One kind for each rule of the doctor.
  enum Kind: String, CaseIterable {
    case twoAddresses = "two_addresses"
    case publicURLAbsent = "public_url_absent"
    case publicURLUnused = "public_url_unused"
    case twoSchemes = "two_schemes"
    case untrustedProxy = "untrusted_proxy"
    case keysElsewhere = "keys_elsewhere"
    case otherIssuer = "other_issuer"
    case noVirtualHost = "no_virtual_host"
    case realHost = "real_host"
    case unknownSandbox = "unknown_sandbox"
  }

  struct Setting: Sendable {
    /// Where to set it: `emulator` for its options, `client` for the relying party, `test` for the code that creates
    /// sandboxes.
    let at: String
    let name: String
    let value: String
  }

  let kind: Kind
  var provider: String?
  var clients: [String] = []
  /// The addresses and names that clash.
  let seen: [String]
  /// What is wrong and what follows from it.
  let message: String
  let settings: [Setting]
  /// The first sandboxes in which it was found, if several are examined; the root is not named.
  private(set) var sandboxes: [String] = []

  init(
    kind: Kind, provider: String? = nil, clients: [String] = [], seen: [String], message: String,
    settings: [Setting]
  ) {
    (self.kind, self.provider, self.clients) = (kind, provider, clients)
    (self.seen, self.message, self.settings) = (seen, message, settings)
  }

  init?(json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init), let message = json["message"]?.string else {
      return nil
    }
    let texts = { (name: String) in (json[name]?.array ?? []).compactMap(\.string) }
    self.init(
      kind: kind, provider: json["provider"]?.string, clients: texts("clients"), seen: texts("seen"),
      message: message,
      settings: (json["set"]?.array ?? []).map {
        Setting(
          at: $0["at"]?.string ?? "", name: $0["name"]?.string ?? "", value: $0["value"]?.string ?? "")
      })
    sandboxes = texts("sandboxes")
  }

  private static let namedSandboxes = 20

  func isSame(as other: Clash) -> Bool {
    kind == other.kind && provider == other.provider && seen == other.seen
  }

  /// The same clash in a sandbox, with its texts changed.
  func mapped(_ plain: (String) -> String, in sandbox: String) -> Clash {
    var clash = Clash(
      kind: kind, provider: provider, clients: clients, seen: seen.map(plain), message: plain(message),
      settings: settings.map { Setting(at: $0.at, name: $0.name, value: plain($0.value)) })
    clash.sandboxes = [sandbox]
    return clash
  }

  /// Adds the sandboxes in which the same clash was found.
  mutating func add(_ other: Clash) {
    for sandbox in other.sandboxes where !sandboxes.contains(sandbox) {
      if sandboxes.count < Self.namedSandboxes { sandboxes.append(sandbox) }
    }
    clients += other.clients.filter { !clients.contains($0) }.prefix(max(0, 256 - clients.count))
  }

  /// One line for people.
  var text: String {
    let wanted = settings.map { "\($0.name) \($0.value) (\($0.at))" }
    return "\(message) Set \(wanted.joined(separator: ", "))"
  }

  var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue)]
    object["provider"] = provider.map(JSON.string)
    object["clients"] = .array(clients.map(JSON.string))
    object["seen"] = .array(seen.map(JSON.string))
    if !sandboxes.isEmpty { object["sandboxes"] = .array(sandboxes.map(JSON.string)) }
    object["message"] = .string(message)
    object["set"] = .array(
      settings.map { ["at": .string($0.at), "name": .string($0.name), "value": .string($0.value)] })
    return .object(object)
  }
}
