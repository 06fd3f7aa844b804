import JSON

/// Addresses or settings that contradict each other, and exactly what to set.
struct Clash {
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

  struct Setting {
    /// `emulator` for its options, `client` for the relying party, `test` for the code that creates sandboxes.
    let at: String
    let name: String
    let value: String
  }

  let kind: Kind
  var provider: String?
  var clients: [String] = []
  /// The addresses and names that clash.
  let seen: [String]
  /// What is wrong and what follows from it, in plain words.
  let message: String
  let settings: [Setting]

  var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue)]
    object["provider"] = provider.map(JSON.string)
    object["clients"] = .array(clients.map(JSON.string))
    object["seen"] = .array(seen.map(JSON.string))
    object["message"] = .string(message)
    object["set"] = .array(
      settings.map { ["at": .string($0.at), "name": .string($0.name), "value": .string($0.value)] })
    return .object(object)
  }
}
